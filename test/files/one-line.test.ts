import { expect, test } from 'vitest'
import { assembleDossiersAndCuts } from '../../src/files/convert/parts.js'
import { InputWatch } from '../../src/files/read/describe-input.js'
import { splitInput } from '../../src/files/split/split.js'

/** Reads the lines of an NDJSON file. Returns the number of results and the largest number that is in memory at once. */
async function countResults(lines: readonly string[]): Promise<{ total: number; largest: number; broken: number }> {
  const watch = new InputWatch()
  const chunks = (async function* () {
    yield Buffer.from(lines.join('\n'))
  })()
  const pieces = splitInput({ source: 'a.ndjson', fileOwner: null, index: 0, chunks })
  const counts = { total: 0, largest: 0, broken: 0 }
  for await (const results of assembleDossiersAndCuts(pieces, { watch })) {
    if (!Array.isArray(results)) continue
    counts.total += results.length
    counts.largest = Math.max(counts.largest, results.length)
    counts.broken += results.filter(result => 'issue' in result).length
  }
  return counts
}

const record = (i: number): string => JSON.stringify({ id: `r${i}`, taxpayer_id: `t${i}`, forms: [] })
const MANY = 20_000

test('the objects of one line are handed on as they are read, not all at once', async () => {
  const records = Array.from({ length: MANY }, (_, i) => record(i))
  const oneLine = await countResults([record(-1), records.join('')])
  expect(oneLine).toMatchObject({ total: MANY + 1, broken: 0 })
  expect(oneLine.largest).toBeLessThan(MANY / 10)
  const empty = await countResults([record(-1), '{}'.repeat(MANY)])
  expect(empty).toMatchObject({ total: MANY + 1, broken: MANY })
  expect(empty.largest).toBeLessThan(MANY / 10)
})

test('a line of several objects is used only if all of them are complete', async () => {
  expect(await countResults([record(0), `${record(1)}${record(2)} \r`])).toMatchObject({ total: 3, broken: 0 })
  for (const rest of ['{"id":', ' 5', '[1]', 'x'])
    expect(await countResults([record(0), record(1) + rest])).toMatchObject({ total: 2, broken: 1 })
})
