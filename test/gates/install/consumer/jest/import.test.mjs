// Runs the programs in Jest as ES modules. Jest needs Node's option `--experimental-vm-modules` for them.
import { createRequire } from 'node:module'
import programs from '../lists/import-all.mjs'
import { runPrograms } from '../lists/run.mjs'

const input = createRequire(import.meta.url)('../input.json')
for (const program of programs)
  test(program[0], async () => process.stdout.write(`${await runPrograms([program], input)}\n`))
