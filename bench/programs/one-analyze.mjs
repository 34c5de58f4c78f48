// Measures the processor time of `JSON.parse` and of `analyze` with all figures, for the first line of a file. Prints the
// times of the first calls and the mean times of later calls in milliseconds, as JSON.
import { readFileSync } from 'node:fs'
import { analyze } from 'taxtally'

const WARM_UP_CALLS = 500
const WARM_CALLS = 500
const [line] = readFileSync(process.argv[2], 'utf8').split('\n')

function measureCalls(run, count) {
  const start = process.cpuUsage()
  for (let i = 0; i < count; i++) run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000 / count
}

const parse = () => JSON.parse(line)
/** Reads every list of an analysis, which computes it. */
const analyzeAll = () => {
  const { value } = analyze(JSON.parse(line))
  for (const list of Object.values(value)) void list
}
const first = [parse, analyzeAll].map(run => measureCalls(run, 1))
const warm = [parse, analyzeAll].map(run => {
  measureCalls(run, WARM_UP_CALLS)
  return measureCalls(run, WARM_CALLS)
})
console.log(JSON.stringify([...first, ...warm]))
