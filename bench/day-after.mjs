// Measures what a user meets on the day after the first conversion: the start of the command, the import of each entry
// point, one `analyze`, a thousand reports, and a day on which 1 % of the taxpayers have changed. Everything is
// processor time (user and system), next to a peer that ran in turn with it.
//   node bench/day-after.mjs [--rounds 9] [--reports 1000] [--mb 50]
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureImport } from '../test/support/measure-import.mjs'
import { convert, isBuilt } from './contenders.mjs'
import { dataDir, ensureData } from './data.mjs'
import { measureInTurns } from './processor-time.mjs'
import { computeMedian, describeMachine, formatTable } from './report.mjs'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    reports: { type: 'string', default: '1000' },
    mb: { type: 'string', default: '50' },
  },
})
if (!isBuilt()) {
  console.error('The command is not built: run `npm run build` first.')
  process.exit(2)
}
const rounds = Number(values.rounds)
const fewRounds = Math.ceil(rounds / 3)
const out = join(dataDir, 'out', 'day-after')
const prepare = () => {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
}
const command = 'dist/cli/main.js'
const example = 'fixtures/example.json'
const NODE = { name: 'node -e 0', args: ['-e', '0'] }
const ms = value => `${value.toFixed(value < 10 ? 1 : 0)} ms`
const printTable = (title, header, rows) => console.log(`## ${title}\n\n${formatTable(header, rows)}\n`)

/** Formats a row: the time, the time beyond that of the peer, and the ratio to it. */
const formatRow = (name, time, peer) => [name, ms(time), ms(time - peer), (time / peer).toFixed(2)]

function measureStart() {
  const calls = [
    ['--version'],
    ['help'],
    ['help', 'convert'],
    ['convert', example, '--out', out, '--quiet'],
    ['summarize', example, '--quiet'],
    ['report', example, '--out', out, '--quiet'],
  ]
  const programs = calls.map(call => ({
    name: `taxtally ${call.join(' ').replace(out, 'DIR').replace(' --quiet', '')}`,
    args: [command, ...call],
    prepare,
  }))
  const times = measureInTurns([NODE, ...programs], rounds)
  const rows = Object.entries(times).map(([name, time]) => formatRow(name, time, times[NODE.name]))
  printTable('Start of the command', ['process', 'CPU', 'beyond node -e 0', 'ratio'], rows)
}

function measureImports() {
  const { exports, name } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const entries = Object.keys(exports).flatMap(path => (exports[path].node === undefined ? [] : [name + path.slice(1)]))
  const importing = entry => ({ name: entry, args: ['--input-type=module', '-e', `await import('${entry}')`] })
  const times = measureInTurns([NODE, ...['zod', ...entries].map(importing)], rounds)
  const rows = Object.entries(times).map(([entry, time]) => {
    if (entry === NODE.name) return [...formatRow(entry, time, time), '-', '-']
    const { bytes, allBytes } = measureImport(entry)
    return [
      ...formatRow(entry, time, times[NODE.name]),
      `${Math.round(bytes / 1000)} KB`,
      `${Math.round(allBytes / 1000)} KB`,
    ]
  })
  printTable('Import', ['entry point', 'CPU', 'beyond node -e 0', 'ratio', 'our code', 'with packages'], rows)
}

const dossiers = ensureData('--mb', values.mb)
const lines = readFileSync(dossiers, 'utf8').trimEnd().split('\n')

function writeDossiers(name, selected) {
  const path = join(dataDir, name)
  writeFileSync(path, selected.map(line => `${line}\n`).join(''))
  return path
}

function measureAnalyze() {
  const input = writeDossiers('day-after-one.ndjson', lines.slice(0, 1))
  const names = ['JSON.parse, first call', 'analyze, first call', 'JSON.parse, warm', 'analyze, warm']
  const runs = Array.from({ length: rounds }, () => runProgram('one-analyze', input))
  const times = names.map((_, i) => computeMedian(runs.map(run => run[i])))
  const rows = names.map((name, i) => formatRow(name, times[i], times[i - (i % 2)]))
  printTable('One analyze and all figures', ['call', 'CPU', 'beyond JSON.parse', 'ratio'], rows)
}

/** Runs a program of the folder `programs`, and parses the JSON that it prints. */
function runProgram(name, ...args) {
  const path = join(import.meta.dirname, 'programs', `${name}.mjs`)
  return JSON.parse(execFileSync(process.execPath, [path, ...args], { encoding: 'utf8' }))
}

function measureReports() {
  const count = Math.min(Number(values.reports), lines.length)
  const input = writeDossiers('day-after-reports.ndjson', lines.slice(0, count))
  const one = writeDossiers('day-after-one.ndjson', lines.slice(0, 1))
  const report = (name, path) => ({ name, args: [command, 'report', path, '--out', out, '--quiet'], prepare })
  const parse = {
    name: 'JSON.parse and JSON.stringify of each',
    args: ['bench/programs/json-copies.mjs', input, out],
    prepare,
  }
  const [first, all] = [report('report, 1 taxpayer', one), report(`report, ${count} taxpayers`, input)]
  const times = measureInTurns([NODE, parse, first, all], fewRounds)
  const peer = times[parse.name] - times[NODE.name]
  const reports = times[all.name] - times[first.name]
  printTable(
    `${count} reports`,
    ['program', 'CPU', 'each, without the start', 'ratio'],
    [
      [parse.name, ms(times[parse.name]), ms(peer / count), '1.00'],
      [all.name, ms(times[all.name]), ms(reports / (count - 1)), (reports / peer).toFixed(1)],
    ],
  )
}

function measureIncrement() {
  const changed = lines.filter((_, i) => i % 100 === 0)
  const increment = writeDossiers('day-after-changed.ndjson', changed)
  const parse = {
    name: `JSON.parse of all ${lines.length} taxpayers`,
    args: ['bench/programs/json-parse.mjs', dossiers],
  }
  const converting = (name, path) => ({ name, args: convert(path, out), prepare })
  const programs = [
    parse,
    converting('convert, all taxpayers', dossiers),
    converting(`convert, only the ${changed.length} that changed`, increment),
  ]
  const times = measureInTurns([NODE, ...programs], fewRounds)
  const rows = programs.map(({ name }) => [name, ms(times[name]), (times[name] / times[parse.name]).toFixed(2)])
  printTable('A day with 1 % changed taxpayers', ['program', 'CPU', 'ratio'], rows)
}

measureStart()
measureImports()
measureAnalyze()
measureReports()
measureIncrement()
console.log(describeMachine())
