import { describe, expect, it } from 'vitest'
import { EMPTY_SUMMARY, mergeSummaries, normalizeDossier, type Summary, summaryOf } from '../../src/index.js'
import { makeRandomDossier } from '../support/random-dossier.js'
import { expectAccepted } from '../support/run.js'

/** The summaries of different taxpayers. */
const summaries: Summary[] = Array.from({ length: 40 }, (_, i) => {
  const outcome = expectAccepted(normalizeDossier(makeRandomDossier(i + 1)))
  return summaryOf(outcome.value)
})
const text = (summary: Summary): string => JSON.stringify(summary)
const merge = (parts: readonly Summary[]): Summary => parts.reduce(mergeSummaries, EMPTY_SUMMARY)

describe('merging the summaries of different taxpayers', () => {
  it('has EMPTY_SUMMARY as its neutral element', () => {
    for (const summary of summaries.slice(0, 10)) {
      expect(text(mergeSummaries(summary, EMPTY_SUMMARY))).toBe(text(mergeSummaries(EMPTY_SUMMARY, summary)))
      expect(text(mergeSummaries(mergeSummaries(summary, EMPTY_SUMMARY), EMPTY_SUMMARY))).toBe(
        text(mergeSummaries(summary, EMPTY_SUMMARY)),
      )
    }
  })

  it('is associative and commutative', () => {
    for (let i = 0; i + 2 < summaries.length; i++) {
      const [a, b, c] = summaries.slice(i, i + 3) as [Summary, Summary, Summary]
      expect(text(mergeSummaries(mergeSummaries(a, b), c))).toBe(text(mergeSummaries(a, mergeSummaries(b, c))))
      expect(text(mergeSummaries(a, b))).toBe(text(mergeSummaries(b, a)))
    }
  })

  it('accepts summaries that were parsed from JSON, in any grouping', () => {
    const parsedSummaries = summaries.map(summary => JSON.parse(text(summary)) as Summary)
    const halves = mergeSummaries(merge(parsedSummaries.slice(0, 17)), merge(parsedSummaries.slice(17)))
    expect(text(halves)).toBe(text(merge(summaries)))
  })

  it('adds up exactly: the cents of each category are the sum of the parts', () => {
    const cents = (parts: readonly Summary[]): bigint =>
      parts.flatMap(part => part.income).reduce((sum, row) => sum + BigInt(row.amount?.times(100).toFixed(0) ?? 0), 0n)
    expect(cents([merge(summaries)])).toBe(cents(summaries))
  })

  it('rejects an unreadable amount without repeating it', () => {
    for (const amount of ['900-12-3456', 'NaN', Number.NaN, undefined, {}]) {
      const row = { taxYear: 2023, category: 'wages', taxableAmount: null, documents: 1, complete: true }
      const broken = { taxpayers: 1, income: [{ ...row, amount }], withholding: [] } as unknown as Summary
      let message = ''
      try {
        mergeSummaries(EMPTY_SUMMARY, broken)
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
        message = (error as Error).message
      }
      expect(message).toBe("A summary's amount cannot be read.")
    }
  })
})

it('the merged taxable part is unknown if that of one taxpayer is unknown, in either order', () => {
  const makeRetirement = (amount: string, taxableAmount: string | null) =>
    ({
      taxpayers: 1,
      income: [{ taxYear: 2023, category: 'retirement', amount, taxableAmount, documents: 1, complete: true }],
      withholding: [],
    }) as unknown as Summary
  const [complete, unknown] = [makeRetirement('100.00', '60.00'), makeRetirement('50.00', null)]
  const merged = (a: Summary, b: Summary) =>
    mergeSummaries(a, b).income.map(row => [row.amount?.toFixed(2), row.taxableAmount?.toFixed(2) ?? null])
  expect(merged(complete, unknown)).toEqual([['150.00', null]])
  expect(merged(unknown, complete)).toEqual([['150.00', null]])
  expect(merged(complete, complete)).toEqual([['200.00', '120.00']])
})

describe('an amount without any readable value', () => {
  const row = (amount: string | null, taxableAmount = amount, complete = amount !== null) =>
    ({
      taxpayers: 1,
      income: [{ taxYear: 2023, category: 'wages', amount, taxableAmount, documents: 1, complete }],
      withholding: [{ taxYear: 2023, kind: 'federal', amount, documents: 1, complete }],
    }) as unknown as Summary
  const parts = [row(null), row('100.00'), row(null), row('50.00', '40.00'), row('7.00', null)]
  const printed = ({ income, withholding }: Summary) =>
    [...income, ...withholding].map(row => [
      row.amount?.toFixed(2) ?? null,
      'taxableAmount' in row ? (row.taxableAmount?.toFixed(2) ?? null) : undefined,
      row.complete,
    ])

  it('adds nothing and makes the sum incomplete', () => {
    expect(printed(mergeSummaries(row(null), row('100.00')))).toEqual([
      ['100.00', '100.00', false],
      ['100.00', undefined, false],
    ])
    expect(printed(mergeSummaries(row(null), row(null)))).toEqual([
      [null, null, false],
      [null, undefined, false],
    ])
    // The amount is null, so the sum is incomplete even if the summary is marked as complete.
    expect(printed(mergeSummaries(row(null, null, true), EMPTY_SUMMARY))[0]).toEqual([null, null, false])
  })

  it('gives the same result in any order and any grouping, and the empty summary changes nothing', () => {
    for (const a of parts) {
      expect(printed(mergeSummaries(a, EMPTY_SUMMARY))).toEqual(printed(mergeSummaries(EMPTY_SUMMARY, a)))
      expect(text(merge([a, EMPTY_SUMMARY]))).toBe(text(merge([a])))
      for (const b of parts) {
        expect(text(mergeSummaries(a, b))).toBe(text(mergeSummaries(b, a)))
        for (const c of parts)
          expect(text(mergeSummaries(mergeSummaries(a, b), c))).toBe(text(mergeSummaries(a, mergeSummaries(b, c))))
      }
    }
  })
})
