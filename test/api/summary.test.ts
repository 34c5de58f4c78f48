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
      const merged = mergeSummaries(summary, EMPTY_SUMMARY)
      expect(text(merged)).toBe(text(mergeSummaries(EMPTY_SUMMARY, summary)))
      expect(text(mergeSummaries(merged, EMPTY_SUMMARY))).toBe(text(merged))
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
      const unreadable = new RangeError("A summary's amount cannot be read.")
      expect(() => mergeSummaries(EMPTY_SUMMARY, broken)).toThrow(unreadable)
    }
  })
})

describe('an amount without any readable value', () => {
  const row = (amount: string | null, taxableAmount = amount, complete = amount !== null) =>
    ({
      taxpayers: 1,
      income: [{ taxYear: 2023, category: 'wages', amount, taxableAmount, documents: 1, complete, doubts: [] }],
      withholding: [{ taxYear: 2023, kind: 'federal', amount, documents: 1, complete, doubts: [] }],
    }) as unknown as Summary
  const parts = [row(null), row('100.00'), row(null), row('50.00', '40.00'), row('7.00', null)]
  const printed = ({ income, withholding }: Summary) =>
    [...income, ...withholding].map(row =>
      [row.amount, ...('taxableAmount' in row ? [row.taxableAmount] : []), row.complete].map(String).join(' '),
    )

  it('adds nothing and makes the sum incomplete', () => {
    expect(printed(mergeSummaries(row(null), row('100.00')))).toEqual(['100 100 false', '100 false'])
    expect(printed(mergeSummaries(row(null), row(null)))).toEqual(['null null false', 'null false'])
    // The amount is null, so the sum is incomplete even if the summary is marked as complete.
    expect(printed(mergeSummaries(row(null, null, true), EMPTY_SUMMARY))[0]).toBe('null null false')
  })

  it('makes the taxable part unknown if only that has no value, in either order', () => {
    const [complete, unknown] = [row('100.00', '60.00'), row('50.00', null)]
    const merged = (a: Summary, b: Summary) => printed(mergeSummaries(a, b))[0]
    expect(merged(complete, unknown)).toBe('150 null true')
    expect(merged(unknown, complete)).toBe('150 null true')
    expect(merged(complete, complete)).toBe('200 120 true')
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
