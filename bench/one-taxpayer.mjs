// Measures how the time for one taxpayer grows with the number of documents.
//   node bench/one-taxpayer.mjs [--documents 100,1000,10000,100000] [--sources 1,2] [--rounds 3]
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { convert, isBuilt } from './contenders.mjs'
import { dataDir, ensureData } from './data.mjs'
import { measure } from './measure.mjs'
import { computeMedian, describeMachine, formatSeconds, formatTable } from './report.mjs'

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '100,1000,10000,100000' },
    sources: { type: 'string', default: '1,2' },
    rounds: { type: 'string', default: '3' },
  },
})

if (!isBuilt()) {
  console.error('The command is not built: run `npm run build` first.')
  process.exit(2)
}

const out = join(dataDir, 'out', 'one-taxpayer')

const measureTime = async (count, sources) => {
  const input = ensureData('--one-taxpayer', count, '--sources', sources)
  const runs = []
  for (let round = 0; round < Number(values.rounds); round++) {
    rmSync(out, { recursive: true, force: true })
    mkdirSync(out, { recursive: true })
    runs.push(await measure(convert(input, out, '--format', 'csv')))
  }
  return { wall: computeMedian(runs.map(run => run.wall)), rss: Math.max(...runs.map(run => run.rss)) }
}

// The first row includes the start of the process, so only the increases from row to row are meaningful.
const measureRows = async sources => {
  const rows = []
  let previousRow
  for (const count of values.documents.split(',')) {
    console.error(`${count} documents, sources: ${sources}`)
    const { wall, rss } = await measureTime(count, sources)
    const added = previousRow && ((wall - previousRow.wall) / (Number(count) - previousRow.count)) * 1e6
    rows.push([
      Number(count).toLocaleString('en-US'),
      sources,
      formatSeconds(wall),
      `${((wall / Number(count)) * 1e6).toFixed(0)} µs`,
      added === undefined ? '-' : `${added.toFixed(0)} µs`,
      `${Math.round(rss / 1e6)} MB`,
    ])
    previousRow = { wall, count: Number(count) }
  }
  return rows
}

const rows = []
for (const sources of values.sources.split(',')) rows.push(...(await measureRows(sources)))
const header = ['documents', 'sources', 'wall', 'each', 'each added', 'peak RSS']
console.log(`${formatTable(header, rows)}\n\n${describeMachine()}`)
