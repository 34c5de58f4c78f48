// Runs commands one after another in one process. Reads a list of their arguments from standard input. Writes the exit
// code and the output of each as JSON.
import { text } from 'node:stream/consumers'
import { run } from '../../dist/cli/run.js'

// Each command adds listeners for signals and closed outputs, so turn off the warning about too many listeners.
for (const emitter of [process, process.stdout, process.stderr]) emitter.setMaxListeners(0)

const calls = JSON.parse(await text(process.stdin))
const write = process.stdout.write.bind(process.stdout)
let printed
for (const name of ['stdout', 'stderr']) {
  process[name].write = chunk => {
    printed[name] += chunk
    return true
  }
}
const ran = []
for (const args of calls) {
  printed = { stdout: '', stderr: '' }
  ran.push({ code: await run(args), ...printed })
}
write(JSON.stringify(ran))
