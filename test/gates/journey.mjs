// Counts the files through which the amount of one W-2 goes: the compiled modules in which a function runs. A reader who
// follows an amount has to open these files.
//
//   node test/gates/journey.mjs            prints both counts, and exits with 1 if one exceeds its bound
//   node test/gates/journey.mjs NAME       lists the files of one journey, `memory` or `csv`
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const BOUNDS = { memory: 40, csv: 68 }
const DIST = new URL('../../dist/', import.meta.url)
const AMOUNT = '60,000.00'
const RECORD = {
  id: 'r-1',
  tax_year: '2024',
  forms: [{ year: '2024', form_w2: [{ wages_tips_other_compensation: AMOUNT }] }],
}
const DOSSIER = { taxpayer: { id: 'tp-1' }, records: [RECORD] }

/** The journeys. Each loads its modules first and returns a function that makes the journey and returns the amount. */
const JOURNEYS = {
  memory: async () => {
    const { normalizeDossier, summarizeIncome } = await import(new URL('index.js', DIST).href)
    return () => summarizeIncome(normalizeDossier(DOSSIER).value)[0].amount.toFixed(2)
  },
  csv: async folder => {
    const { convert } = await import(new URL('files/index.js', DIST).href)
    writeFileSync(join(folder, 'in.ndjson'), JSON.stringify(DOSSIER))
    return async () => {
      await convert([join(folder, 'in.ndjson')], { out: join(folder, 'out'), tables: ['income'] })
      return readFileSync(join(folder, 'out/income.csv'), 'utf8')
    }
  },
}

/** Lists the modules in which a function runs during a journey. */
async function listFiles(name) {
  const folder = mkdtempSync(join(tmpdir(), 'taxtally-journey-'))
  try {
    const travel = await JOURNEYS[name](folder)
    const session = new Session()
    session.connect()
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true })
    const result = await travel()
    const coverage = await session.post('Profiler.takePreciseCoverage')
    if (!result.includes(AMOUNT.replace(',', ''))) throw new Error(`The amount did not arrive: ${result}`)
    // The function that starts at offset 0 is the module itself.
    const hasRun = ({ ranges }) => ranges[0].count > 0 && ranges[0].startOffset > 0
    const modules = coverage.result.filter(({ url, functions }) => url.startsWith(DIST.href) && functions.some(hasRun))
    return modules.map(({ url }) => url.slice(DIST.href.length)).toSorted()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const [requestedName] = process.argv.slice(2)
if (requestedName === undefined) {
  for (const [name, bound] of Object.entries(BOUNDS)) {
    const files = execFileSync(process.execPath, [fileURLToPath(import.meta.url), name], { encoding: 'utf8' })
    const count = files.trim().split('\n').length
    console.log(`The journey ${name}: ${count} files, at most ${bound}`)
    if (count > bound) process.exitCode = 1
  }
} else console.log((await listFiles(requestedName)).join('\n'))
