// Runs the programs in Jest as CommonJS modules. Jest transforms the package and its dependencies to CommonJS.
const { default: programs } = require('../lists/require-all.mjs')
const { runPrograms } = require('../lists/run.mjs')
const input = require('../input.json')

for (const program of programs)
  test(program[0], async () => process.stdout.write(`${await runPrograms([program], input)}\n`))
