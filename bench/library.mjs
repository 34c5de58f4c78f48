// Measures the library in memory: normalizing records and analyzing dossiers, compared with JSON.parse of the same
// text, and importing the main entry point, compared with importing zod and decimal.js.
//   node bench/library.mjs [--mb 10] [--rounds 7]
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isBuilt } from './contenders.mjs'
import { ensureData } from './data.mjs'
import { computeMedian, describeMachine, formatTable } from './report.mjs'

const { values } = parseArgs({
  options: { mb: { type: 'string', default: '10' }, rounds: { type: 'string', default: '7' } },
})

if (!isBuilt()) {
  console.error('The library is not built: run `npm run build` first.')
  process.exit(2)
}

const { analyze, normalizeRecord } = await import('taxtally')
const rounds = Number(values.rounds)
const dossiers = readFileSync(ensureData('--mb', values.mb), 'utf8')
  .split('\n')
  .filter(line => line !== '')
const texts = dossiers.flatMap(line => JSON.parse(line).records.map(record => JSON.stringify(record)))

// Normalize each record immediately after it is parsed, as in a pipeline. If all records were parsed first, the result
// would include the time that the garbage collector takes to copy them.
const parsed = []
const normalized = []
const listed = []
for (let round = 0; round < rounds; round++) {
  let [parsing, normalizing, listing] = [0, 0, 0]
  for (const text of texts) {
    const start = performance.now()
    const record = JSON.parse(text)
    const parseEnd = performance.now()
    const { value } = normalizeRecord(record)
    const normalizeEnd = performance.now()
    value.documents
    listing += performance.now() - normalizeEnd
    normalizing += normalizeEnd - parseEnd
    parsing += parseEnd - start
  }
  parsed.push(parsing)
  normalized.push(normalizing)
  listed.push(normalizing + listing)
}

/** Reads every property of the objects in an analysis, which computes all lists and their rows. */
const readAll = analysis => {
  for (const part of Object.values(analysis))
    if (part !== analysis.dossier && part !== null && typeof part === 'object' && !Array.isArray(part))
      Object.values(part)
}

// Runs the stages one after another for each dossier. The time of a stage includes the stages before it.
const stages = {
  'JSON.parse': text => JSON.parse(text),
  'and `analyze`': input => analyze(input).value,
  'and `income`, `withholding`, `years` read': analysis => {
    void [analysis.income, analysis.withholding, analysis.years]
    return analysis
  },
  'and everything read': readAll,
}
const analyzed = Object.fromEntries(Object.keys(stages).map(name => [name, []]))
for (let round = 0; round < rounds; round++) {
  const times = Object.fromEntries(Object.keys(stages).map(name => [name, 0]))
  for (const text of dossiers) {
    const start = performance.now()
    let value = text
    for (const [name, stage] of Object.entries(stages)) {
      value = stage(value)
      times[name] += performance.now() - start
    }
  }
  for (const name in times) analyzed[name].push(times[name])
}

// Measures an import in a separate process, from its first statement, so that the start of Node does not count.
const measureImport = code => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', `const start = performance.now(); ${code}; console.log(performance.now() - start)`],
    { cwd: new URL('..', import.meta.url), encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stderr)
  return Number(stdout)
}

const programs = {
  'zod and decimal.js': "await Promise.all([import('zod'), import('decimal.js')])",
  'the core': "await import('taxtally')",
}
const imports = Object.fromEntries(Object.keys(programs).map(name => [name, []]))
for (let round = 0; round < 3 * rounds; round++)
  for (const [name, code] of Object.entries(programs)) imports[name].push(measureImport(code))

const ms = value => `${value.toFixed(0)} ms`
const [parse, normalize, list] = [computeMedian(parsed), computeMedian(normalized), computeMedian(listed)]
console.log(`${texts.length.toLocaleString('en-US')} records, ${values.mb} MB, medians of ${rounds} rounds\n`)
console.log(
  formatTable(
    ['in memory', 'time', 'to JSON.parse'],
    [
      ['JSON.parse', ms(parse), '1.00'],
      ['normalizeRecord', ms(normalize), (normalize / parse).toFixed(2)],
      ['and its `documents` asked for', ms(list), (list / parse).toFixed(2)],
    ],
  ),
)
const parseTime = computeMedian(analyzed['JSON.parse'])
console.log(
  `\n${formatTable(
    [`${dossiers.length} dossiers`, 'time', 'to JSON.parse'],
    Object.entries(analyzed).map(([name, times]) => [
      name,
      ms(computeMedian(times)),
      (computeMedian(times) / parseTime).toFixed(2),
    ]),
  )}`,
)
const peer = computeMedian(imports['zod and decimal.js'])
console.log(
  `\n${formatTable(
    ['imported', 'time', 'ratio'],
    Object.entries(imports).map(([name, times]) => [
      name,
      ms(computeMedian(times)),
      (computeMedian(times) / peer).toFixed(2),
    ]),
  )}`,
)
console.log(`\n${describeMachine()}`)
