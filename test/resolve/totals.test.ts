import { expect, test } from 'vitest'
import type { Candidate } from '../../src/resolve/candidate.js'
import { markTotals } from '../../src/resolve/totals.js'

/** Makes sources with one document, and as many with two. `onRead` is called for each reading of a list of amounts. */
function makeSources(
  count: number,
  total: (i: number) => readonly number[],
  parts: (i: number) => readonly number[],
  onRead = () => {},
) {
  const makeCandidate = (amounts: readonly number[]): Candidate => {
    const document = { compiledForm: { moneyPositions: [0, 1] }, cells: amounts, record: { isFromIrs: false } }
    const candidate = {
      document,
      record: document.record,
      isWholeDollars: false,
      status: 'counted',
      decidedBy: null,
      isVerified: true,
    }
    return Object.defineProperty(candidate, 'amounts', {
      get: () => {
        onRead()
        return amounts
      },
    }) as unknown as Candidate
  }
  const singles = Array.from({ length: count }, (_, i) => [makeCandidate(total(i))])
  const others = Array.from({ length: count }, (_, i) => [makeCandidate(parts(i)), makeCandidate(parts(i))])
  return { singles, sources: new Map([...singles, ...others].entries()) }
}

test('a source with one document is the total of another source, whatever their order', () => {
  const { singles, sources } = makeSources(
    50,
    i => [2 * (100 + i), 2 * (7 + (i % 3))],
    i => [149 - i, 7 + ((49 - i) % 3)],
  )
  markTotals(sources)
  expect(new Set(singles.map(([candidate]) => candidate?.status))).toEqual(new Set(['duplicate']))
  expect(singles.every(([candidate]) => candidate?.decidedBy?.amounts[0] === (candidate?.amounts[0] ?? 0) / 2)).toBe(
    true,
  )
})

test.each([
  ['other amounts in every box', (i: number) => [10_000 + i, 20_000 + i], (i: number) => [i + 1, i + 2]],
  ['one equal box', (i: number) => [200, 20_000 + i], (i: number) => [100, i + 1]],
  // No document is the total, because only one box has an amount.
  ['equal totals', () => [200, 0], () => [100, 0]],
  // The sums are even and the documents are odd, within the tolerance for whole dollars, which these amounts are not.
  [
    'totals that almost fit',
    (i: number) => [8001 + (i % 40), 8001 + (i % 39)],
    (i: number) => [4000 + (i % 20) * 2, 4000],
  ],
])('four times as many sources take about four times as many readings: %s', (_, total, parts) => {
  const countReadings = (count: number): number => {
    let readings = 0
    const { sources } = makeSources(count, total, parts, () => {
      readings++
    })
    markTotals(sources)
    return readings
  }
  expect(countReadings(2000) / countReadings(500)).toBeLessThan(5)
})
