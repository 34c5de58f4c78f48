// Merges three daily files that all contain every taxpayer, and converts the result. Memory must not grow with the
// size of the files, and the rows must be the same as those of one file.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, createReadStream, mkdirSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { newFolder, ROOT, readManifest } from '../cli/command.js'
import { measurePeak } from './peak.js'

/** The size of all three days together in MB. A long run uses 2000. */
const MEGABYTES = Number(process.env['MERGE_MB'] ?? 100)
const DAYS = 3
/** The number of consecutive taxpayers whose order is reversed on all days but the first. */
const TAXPAYERS_PER_REVERSAL = 1000

interface Dossier {
  readonly taxpayer: object
  readonly records: readonly object[]
}

const linesOf = (path: string) => createInterface({ input: createReadStream(path, { highWaterMark: 1 << 20 }) })

/** Distributes each taxpayer's records over the files of the days. Returns the number of taxpayers. */
async function distributeRecords(all: string, days: readonly string[]): Promise<number> {
  const files = days.map(path => openSync(path, 'w'))
  let linesPerDay: string[][] = days.map(() => [])
  let count = 0
  const flush = (): void => {
    for (const [day, file] of files.entries()) {
      const lines = linesPerDay[day] as string[]
      writeSync(file, (day === 0 ? lines : lines.toReversed()).join(''))
    }
    linesPerDay = days.map(() => [])
  }
  for await (const line of linesOf(all)) {
    const { taxpayer, records } = JSON.parse(line) as Dossier
    for (const [day, lines] of linesPerDay.entries()) {
      const recordsOfDay = records.filter((_, i) => i % DAYS === (day + count) % DAYS)
      lines.push(`${JSON.stringify({ taxpayer, records: recordsOfDay })}\n`)
    }
    if (++count % TAXPAYERS_PER_REVERSAL === 0) flush()
  }
  flush()
  for (const file of files) closeSync(file)
  return count
}

/** Describes each table by its number of rows and the sum of their hashes, which does not depend on their order. */
async function rowsIn(folder: string): Promise<Record<string, string>> {
  const tables: Record<string, string> = {}
  for (const name of readdirSync(folder)
    .filter(file => file.endsWith('.csv'))
    .sort()) {
    let [rows, sum] = [-1, 0n]
    for await (const line of linesOf(join(folder, name))) {
      if (++rows > 0) sum += createHash('sha1').update(line).digest().readBigUInt64LE()
    }
    tables[name] = `${rows} rows, ${BigInt.asUintN(64, sum)}`
  }
  return tables
}

/** Converts a file and describes its tables. Only counts the issues, because their rows contain line numbers. */
async function convertAndMeasure(path: string, out: string) {
  const { code, peak } = await measurePeak(['convert', path, '--out', out, '--quiet'], [])
  const issues = readManifest(out).files.find(({ name }) => name === 'issues.csv')?.rows
  rmSync(join(out, 'issues.csv'))
  const tables = await rowsIn(out)
  rmSync(out, { recursive: true })
  return { code, peak, issues, tables }
}

test(`${MEGABYTES} MB of daily files merge and convert in constant memory, with the rows of one file`, async () => {
  const folder = newFolder()
  const all = join(folder, 'all.ndjson')
  const args = ['--mb', String(MEGABYTES), '--out', all]
  expect(spawnSync(process.execPath, [join(ROOT, 'bench/generate.mjs'), ...args]).status).toBe(0)
  const days = Array.from({ length: DAYS }, (_, day) => join(folder, `day-${day}.ndjson`))
  const count = await distributeRecords(all, days)

  const out = join(folder, 'merged/all.ndjson')
  mkdirSync(join(folder, 'merged'))
  let startTime = Date.now()
  const time = (): string => {
    const seconds = ((Date.now() - startTime) / 1000).toFixed(0)
    startTime = Date.now()
    return `${seconds} s`
  }
  const merged = await measurePeak(['merge', ...days, '--out', out], [])
  const results = [`${MEGABYTES} MB in three days merged in ${time()}, peak ${merged.peak.toFixed(0)} MB`]
  expect([merged.code, merged.stderr]).toEqual([
    0,
    `taxtally: ${count} taxpayers; issues: 0 errors, 0 warnings, 0 notes\n`,
  ])
  expect(merged.peak).toBeLessThan(220)
  expect(readdirSync(join(folder, 'merged'))).toEqual(['all.ndjson'])
  expect(statSync(out).size).toBeGreaterThan(MEGABYTES * 0.9e6)
  for (const day of days) rmSync(day)

  startTime = Date.now()
  const several = await convertAndMeasure(out, join(folder, 'tables'))
  results.push(`converted and compared in ${time()}, peak ${several.peak.toFixed(0)} MB`)
  expect([several.code, Object.keys(several.tables).length]).toEqual([0, 21])
  expect(several.peak).toBeLessThan(220)
  rmSync(out)
  const { peak: _, ...one } = await convertAndMeasure(all, join(folder, 'tables'))
  expect(several).toMatchObject(one)
  console.log(results.join('; '))
}, 7_200_000)
