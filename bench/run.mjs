// Measures each program in processes of its own and compares its time with JSON.parse alone. Run by `npm run bench`.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findDifference } from './check.mjs'
import { contenders, isBuilt, measureFolder } from './contenders.mjs'
import { dataDir, ensureData } from './data.mjs'
import { measure } from './measure.mjs'
import { computeMedian, describeMachine, formatSeconds, formatTable } from './report.mjs'

const { values } = parseArgs({
  options: {
    mb: { type: 'string' },
    rounds: { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const sizes = (values.mb ?? (values.quick ? '10' : '50')).split(',').map(Number)
const rounds = Number(values.rounds ?? (values.quick ? 3 : 5))
const only = values.only?.split(',')
const unknown = only?.filter(name => !contenders.some(contender => contender.name === name)) ?? []
if (unknown.length > 0 || sizes.some(Number.isNaN) || !(rounds > 0)) {
  console.error(`usage: run.mjs [--mb N,N] [--rounds N] [--quick] [--write] [--only NAME,...]
names: ${contenders.map(contender => contender.name).join(', ')}`)
  process.exit(2)
}

const note = text => console.error(text)
const isWanted = ({ name }) => name === 'json-parse' || only === undefined || only.includes(name)
const wantedContenders = contenders.filter(isWanted).filter(({ needsBuild }) => !needsBuild || isBuilt())
// Only the baseline and the programs with `fed` are also measured on data in the format of real feeds.
const feedContenders = wantedContenders.filter(({ name, fed = false }) => name === 'json-parse' || fed)
if (!isBuilt()) note('The command is not built: its rows are left out.')

const outDir = name => join(dataDir, 'out', name)

const runOnce = async (contender, input) => {
  const out = outDir(contender.name)
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  return measure(contender.args(input, out))
}

// The data has no copies, so every document counts and all programs must compute the same figures.
const checkFigures = async () => {
  const input = ensureData('--mb', '5', '--no-copies')
  const reference = contenders.find(contender => contender.reference)
  const toCheck = wantedContenders.filter(contender => contender.checked)
  if (toCheck.length > 0) await runOnce(reference, input)
  const differences = []
  for (const contender of toCheck) {
    await runOnce(contender, input)
    for (const table of contender.checked) {
      const difference = await findDifference(table, outDir(contender.name), outDir(reference.name))
      if (difference) differences.push(`${contender.name}: ${difference}`)
    }
  }
  if (differences.length === 0) return
  note(`The figures differ, so nothing is timed.\n${differences.join('\n')}`)
  process.exit(1)
}

// Each round runs every program once and starts with a different one.
const timeAll = async (input, timedContenders) => {
  const runs = new Map(timedContenders.map(contender => [contender, []]))
  const written = new Map()
  for (let round = 0; round < rounds; round++) {
    note(`  round ${round + 1} of ${rounds}`)
    for (let step = 0; step < timedContenders.length; step++) {
      const contender = timedContenders[(round + step) % timedContenders.length]
      runs.get(contender).push(await runOnce(contender, input))
      written.set(contender, measureFolder(outDir(contender.name)))
    }
  }
  return timedContenders.map(contender => ({
    contender,
    wall: computeMedian(runs.get(contender).map(run => run.wall)),
    user: computeMedian(runs.get(contender).map(run => run.user)),
    rss: Math.max(...runs.get(contender).map(run => run.rss)),
    written: written.get(contender),
  }))
}

const header = ['program', 'wall', 'ratio', 'user CPU', 'ratio', 'peak RSS', 'written', 'checked equal']
const megabytes = bytes => `${Math.round(bytes / 1e6)} MB`
const checkedText = ({ reference, checked }) => (reference ? 'the reference' : (checked?.join(', ') ?? '-'))

const makeTable = results => {
  const base = results.find(({ contender }) => contender.name === 'json-parse')
  const rows = results.map(({ contender, wall, user, rss, written }) => [
    contender.title,
    formatSeconds(wall),
    (wall / base.wall).toFixed(2),
    formatSeconds(user),
    (user / base.user).toFixed(2),
    megabytes(rss),
    megabytes(written),
    checkedText(contender),
  ])
  return formatTable(header, rows)
}

note('Checking that the figures are equal ...')
await checkFigures()

const sections = []
for (const size of sizes) {
  for (const [suffix, among, ...args] of [
    ['', wantedContenders],
    [', as a feed sends it', feedContenders, '--feed'],
    [', a line for each record', feedContenders, '--lines'],
  ]) {
    const input = ensureData('--mb', String(size), ...args)
    note(`${size} MB${suffix}:`)
    const table = makeTable(await timeAll(input, among))
    const bytes = statSync(input).size.toLocaleString('en-US')
    sections.push(`## ${size} MB${suffix} (${bytes} bytes)\n\n${table}`)
  }
}

const about = `Whole processes, interleaved; wall and CPU are the median of rounds (${rounds}), peak RSS the highest.
A ratio of 1.00 is a process that only reads the file and calls \`JSON.parse\` on each line.`
const text = `# Results\n\n${about}\n\n${sections.join('\n\n')}\n\n${describeMachine()}\n`
console.log(text)
if (values.write) {
  // Keeps the handwritten text that follows the tables.
  const results = new URL('RESULTS.md', import.meta.url)
  const [, byHand = ''] = readFileSync(results, 'utf8').split(/^(?=<!-- What stands below)/m)
  writeFileSync(results, byHand === '' ? text : `${text.trimEnd()}\n\n${byHand}`)
}
