/** Days of many taxpayers, merged in memory that does not grow with them. */
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { fixture, newFolder } from '../cli/command.js'
import { peakOf } from './peak.js'

/** Megabytes of three days together. A long run takes 2000. */
const MEGABYTES = Number(process.env['MERGE_MB'] ?? 100)

type Raw = Record<string, unknown>
const { taxpayer, records } = JSON.parse(readFileSync(fixture('borrower.ndjson'), 'utf8')) as {
  taxpayer: Raw
  records: Raw[]
}
const DAYS = 3
const PLACE = '@@'
const lineOf = (value: Raw): string => `${JSON.stringify(value)}\n`
/** What a taxpayer has on each day. */
const days = Array.from({ length: DAYS }, (_, day) =>
  [
    lineOf({ ...taxpayer, id: PLACE }),
    ...records
      .filter((_each, i) => i % DAYS === day)
      .map(record => lineOf({ ...record, taxpayer_id: PLACE })),
  ].join(''),
)
const count = Math.ceil((MEGABYTES * 1e6) / days.join('').length)

/** The days, one behind another; on each the taxpayers stand in another order. */
function* input(): Generator<Buffer> {
  for (const [day, text] of days.entries()) {
    let chunk = ''
    for (let i = 0; i < count; i++) {
      // Numbers that share no part with the count reach each taxpayer once.
      chunk += text.replaceAll(PLACE, `tp-${(i * [1, 7919, 104_729][day]!) % count}`)
      if (chunk.length < 1 << 20 && i < count - 1) continue
      yield Buffer.from(chunk)
      chunk = ''
    }
  }
}

test(`${MEGABYTES} MB of three days are merged, and the dossiers converted, in flat memory`, async () => {
  const folder = newFolder()
  const out = join(folder, 'all.ndjson')
  const merged = await peakOf(['merge', '-', '--out', out], input())
  expect([merged.code, merged.stderr]).toEqual([
    0,
    `taxtally: ${count} taxpayers; issues: 0 errors, 0 warnings, 0 notes\n`,
  ])
  console.log(`${MEGABYTES} MB in three days: peak ${merged.peak.toFixed(0)} MB`)
  expect(merged.peak).toBeLessThan(220)
  let last = Buffer.alloc(0)
  let lines = 0
  for await (const line of createInterface({ input: createReadStream(out) })) {
    const id = Buffer.from(/"id":"([^"]*)"/.exec(line)?.[1] ?? '')
    expect(Buffer.compare(last, id)).toBe(-1)
    last = id
    lines++
  }
  expect(lines).toBe(count)
  expect(statSync(out).size).toBeGreaterThan(MEGABYTES * 0.9e6)
  const words = ['convert', out, '--out', join(folder, 'tables'), '--tables', 'income', '--quiet']
  const converted = await peakOf(words, [])
  expect([converted.code, converted.stderr]).toEqual([0, ''])
  const rows = readFileSync(join(folder, 'tables/income.csv'), 'utf8').split('\n').length - 2
  const one = await peakOf([...words.with(1, fixture('borrower.ndjson')).with(3, join(folder, 'one'))], [])
  expect(one.code).toBe(0)
  expect(rows).toBe(count * (readFileSync(join(folder, 'one/income.csv'), 'utf8').split('\n').length - 2))
}, 3_600_000)
