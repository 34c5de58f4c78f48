import { isObject, readAmount, readYear } from '../values.js'
import { type Contribution, sumAmounts } from './contributions.js'
import type { DocumentWithFacts } from './papers.js'

// Sums payments for earlier or unknown years. They are part of box 3, so without box 3 the sum is 0.
function lumpSumsOf({ entry: { raw } }: DocumentWithFacts, year: number): bigint {
  if ((readAmount(raw['pensions_and_annuities']) ?? 0n) === 0n) return 0n
  let sum = 0n
  for (const item of Array.isArray(raw['payments']) ? raw['payments'] : []) {
    if (!isObject(item)) continue
    const named = readYear(item['year'])
    const amount = readAmount(item['payment']) ?? 0n
    if (amount > 0n && (named === null || named < year)) sum += amount
  }
  return sum
}

/** Computes a year's net benefits without payments for earlier years. */
export function computeBenefits(rows: readonly Contribution[], year: number) {
  const rowsOfYear = rows.filter(row => row.year === year)
  const documents = [...new Set(rowsOfYear.map(({ document }) => document))]
  const lumps = (confirmed: boolean): bigint =>
    documents
      .filter(document => !confirmed || rowsOfYear.some(row => row.document === document && row.confirmed))
      .reduce((sum, document) => sum + lumpSumsOf(document, year), 0n)
  return {
    amount: rowsOfYear.length === 0 ? null : sumAmounts(rowsOfYear) - lumps(false),
    confirmed: sumAmounts(rowsOfYear.filter(({ confirmed }) => confirmed)) - lumps(true),
    flags: lumps(false) > 0n ? ['lump_sum_excluded'] : [],
  }
}
