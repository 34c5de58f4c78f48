// Reproduces the measurements in docs/cluster.md: `convert`, Dask with and without a killed worker, and PostgreSQL.
//   npm run build && node bench/cluster.mjs [--mb 50] [--rounds 3]
// Runs only on Linux. Skips and reports any program that is not installed.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureDask } from './cluster/dask.mjs'
import { measurePostgres } from './cluster/postgres.mjs'
import { countRows, runTimed } from './cluster/timed.mjs'
import { contenders, convert, isBuilt } from './contenders.mjs'
import { dataDir, ensureData } from './data.mjs'
import { computeMedian, describeMachine, formatTable } from './report.mjs'

const { values } = parseArgs({
  options: { mb: { type: 'string', default: '50' }, rounds: { type: 'string', default: '3' } },
})
if (!isBuilt()) {
  console.error('The command is not built: run `npm run build` first.')
  process.exit(2)
}
const rounds = Number(values.rounds)
const input = ensureData('--mb', values.mb)
const out = join(dataDir, 'out', 'cluster')
const script = join(dataDir, 'taxtally-udf.js')
execFileSync(process.execPath, [join(import.meta.dirname, '../docs/examples/udf/build.mjs'), script])

const THREE_TABLES = ['--tables', 'facts,income,withholding']
const COMMANDS = [
  ['json-parse', contenders.find(({ name }) => name === 'json-parse').args(input)],
  ['convert, CSV', convert(input, out)],
  ['convert, CSV, three tables', convert(input, out, ...THREE_TABLES)],
  ['--format ndjson', convert(input, out, '--format', 'ndjson')],
  ['--format arrow', convert(input, out, '--format', 'arrow')],
  ['--format parquet', convert(input, out, '--format', 'parquet')],
  ['--format parquet, three tables', convert(input, out, '--format', 'parquet', ...THREE_TABLES)],
  ['--jobs 2, CSV', convert(input, out, '--jobs', '2')],
  ['the one script, taxtally.rows on each line', [join(import.meta.dirname, 'programs/udf.mjs'), input, script]],
]

const runs = new Map(COMMANDS.map(([name]) => [name, []]))
for (let round = 0; round < rounds; round++) {
  console.error(`round ${round + 1} of ${rounds}`)
  for (const [name, args] of COMMANDS) runs.get(name).push(await runTimed(args, out))
}
const computeRunMedian = (name, key) => computeMedian(runs.get(name).map(run => run[key]))
const base = computeRunMedian('json-parse', 'processor')
const convertRun = runs.get('convert, CSV')[0]
const taxpayers = convertRun.rows.taxpayers
const lines = COMMANDS.map(([name]) => {
  const processor = computeRunMedian(name, 'processor')
  const rows = countRows(runs.get(name)[0])
  const formatRate = count =>
    name === 'json-parse' || !count ? '' : Math.round(count / processor).toLocaleString('en')
  return [
    name,
    processor.toFixed(2),
    (processor / base).toFixed(1),
    formatRate(taxpayers),
    formatRate(rows),
    `${Math.round(computeRunMedian(name, 'rss') / 1e6)} MB`,
    computeRunMedian(name, 'wall').toFixed(2),
    `${(runs.get(name)[0].size / 1e6).toFixed(1)} MB`,
  ]
})
console.log(
  `${describeMachine()}\n\n${values.mb} MB, medians of ${rounds} rounds; ${countRows(convertRun)} rows of ${taxpayers} taxpayers.\n`,
)
console.log(
  formatTable(
    [
      '',
      'processor seconds',
      'to JSON.parse',
      'taxpayers a second',
      'rows a second',
      'memory, peak',
      'seconds',
      'output',
    ],
    lines,
  ),
)
console.log(`\nDask\n\n${await measureDask(values.mb, rounds, out)}`)
console.log(`\nPostgreSQL\n\n${await measurePostgres(input, out)}`)
