// Converts several files with one thread and with several threads, and checks that the output bytes are the same. On
// Linux, it also estimates the time on a given number of cores from the processor time of each thread.
//   node bench/jobs.mjs [--mb 50] [--files 4] [--jobs 2[,4,...]] [--rounds 3] [--format csv] [--cores 8]
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { convert, isBuilt } from './contenders.mjs'
import { dataDir, ensureData } from './data.mjs'
import { measure } from './measure.mjs'
import { computeMedian, describeMachine, formatSeconds, formatTable } from './report.mjs'

const { values } = parseArgs({
  options: {
    mb: { type: 'string', default: '50' },
    files: { type: 'string', default: '4' },
    jobs: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    format: { type: 'string', default: 'csv' },
    cores: { type: 'string', default: '8' },
  },
})

if (!isBuilt()) {
  console.error('The command is not built: run `npm run build` first.')
  process.exit(2)
}

const inputs = Array.from({ length: Number(values.files) }, (_, i) =>
  ensureData('--mb', values.mb, '--seed', String(i + 1)),
)
const hashFolder = out => {
  const hash = createHash('sha256')
  for (const name of readdirSync(out).sort()) hash.update(name).update(readFileSync(join(out, name)))
  return hash.digest('hex')
}

const makeArgs = (jobs, out) => {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const [first, ...rest] = inputs
  return convert(first, out, '--format', values.format, '--jobs', jobs, ...rest)
}

const runs = Object.fromEntries(['1', ...values.jobs.split(',')].map(jobs => [jobs, []]))
const hashes = new Set()
for (let round = 0; round < Number(values.rounds); round++) {
  for (const jobs of Object.keys(runs)) {
    const out = join(dataDir, 'out', `jobs-${jobs}`)
    runs[jobs].push(await measure(makeArgs(jobs, out)))
    hashes.add(hashFolder(out))
  }
}

const singleJobSeconds = computeMedian(runs[1].map(run => run.wall))
console.log(`${values.files} files of ${values.mb} MB, ${values.format}, medians of ${values.rounds} rounds\n`)
console.log(
  formatTable(
    ['threads', 'wall', 'ratio'],
    Object.entries(runs).map(([jobs, all]) => {
      const wall = computeMedian(all.map(run => run.wall))
      return [jobs, formatSeconds(wall), (wall / singleJobSeconds).toFixed(2)]
    }),
  ),
)

if (existsSync('/proc/self/task')) {
  // One core distributes the work, and one writes. Each of the other cores runs a worker thread.
  const cores = Number(values.cores)
  const preload = new URL('report-threads.mjs', import.meta.url).href
  const out = join(dataDir, 'out', 'jobs-cores')
  const args = ['--import', preload, ...makeArgs(String(cores - 2), out)]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}\n${stderr.slice(0, 2000)}`)
  hashes.add(hashFolder(out))
  const { mainThread, others } = JSON.parse(stdout)
  const all = mainThread + others.reduce((sum, time) => sum + time, 0)
  const longest = Math.max(mainThread, ...others)
  const minSeconds = Math.max(longest, all / cores)
  console.log(
    `\nWith ${cores - 2} threads: the one that reads and hands out has ${formatSeconds(mainThread)} of a processor, the longest \
${formatSeconds(longest)}, all with the compiler's ${formatSeconds(all)}. ${cores} cores would take ${formatSeconds(minSeconds)} \
at least, ${(minSeconds / singleJobSeconds).toFixed(2)} of one thread's time.`,
  )
}
console.log(`\nThe bytes are ${hashes.size === 1 ? 'the same' : 'NOT the same'}.\n\n${describeMachine()}`)
process.exitCode = hashes.size === 1 ? 0 : 1
