import { groupBy } from '../core/lists.js'
import type { Decimal } from '../core/money.js'
import { compareText } from '../core/text.js'
import type { NormalizedDossier } from './dossier.js'
import { summarizeIncome, summarizeWithholding } from './figures.js'
import { amountGiven } from './given-amount.js'
import type { IncomeRow, WithholdingRow } from './rows.js'

/**
 * Sums over taxpayers, to be merged by any engine. Units: US dollars. Survives JSON: decimals come back as text, and
 * `mergeSummaries` takes them so.
 */
export interface Summary {
  /** How many taxpayers it is of. */
  readonly taxpayers: number
  /** Income of all of them by year and category. */
  readonly income: readonly IncomeRow[]
  /** Withheld tax of all of them by year and kind. */
  readonly withholding: readonly WithholdingRow[]
}

/** The summary of no taxpayers: merging it changes nothing. */
export const EMPTY_SUMMARY: Summary = { taxpayers: 0, income: [], withholding: [] }

/** The summary of one taxpayer. */
export const summaryOf = (dossier: NormalizedDossier): Summary => ({
  taxpayers: 1,
  income: summarizeIncome(dossier),
  withholding: summarizeWithholding(dossier),
})

/**
 * Merges the summaries of different taxpayers: exact, associative, commutative. Missing: an amount of which nothing could be
 * read adds nothing, and leaves the sum incomplete; a taxable part that is not known leaves the sum so. Throws a RangeError for an amount that is none, which names the column and never the value.
 */
export function mergeSummaries(a: Summary, b: Summary): Summary {
  // Written out, so that the compiler asks how a new column is merged.
  return {
    taxpayers: a.taxpayers + b.taxpayers,
    income: mergeRows(a.income, b.income, row => row.category).map((rows): IncomeRow => {
      const { taxYear, category } = rows[0] as IncomeRow
      const { amount, documents, complete } = totalOf(rows)
      return { taxYear, category, amount, taxableAmount: taxableOf(rows), documents, complete }
    }),
    withholding: mergeRows(a.withholding, b.withholding, row => row.kind).map((rows): WithholdingRow => {
      const { taxYear, kind } = rows[0] as WithholdingRow
      return { taxYear, kind, ...totalOf(rows) }
    }),
  }
}

function mergeRows<R extends { readonly taxYear: number }>(
  a: readonly R[],
  b: readonly R[],
  wordOf: (row: R) => string,
): R[][] {
  const groups = groupBy([...a, ...b], row => `${row.taxYear} ${wordOf(row)}`)
  return [...groups].sort(([x], [y]) => compareText(x, y)).map(([, rows]) => rows)
}

const totalOf = (rows: readonly Pick<IncomeRow, 'amount' | 'documents' | 'complete'>[]) => ({
  amount: sumOf(
    rows.map(row => row.amount),
    'amount',
  ),
  documents: rows.reduce((sum, row) => sum + row.documents, 0),
  complete: rows.every(row => row.complete && row.amount !== null),
})

/** The taxable part of the amounts that were read. */
function taxableOf(rows: readonly IncomeRow[]): Decimal | null {
  const parts = rows.flatMap(row => (row.amount === null ? [] : [row.taxableAmount]))
  const sum = sumOf(parts, 'taxableAmount')
  return parts.includes(null) ? null : sum
}

/** The sum of the amounts that are there; null where none is. */
const sumOf = (amounts: readonly (Decimal | null)[], column: string): Decimal | null =>
  amounts.reduce<Decimal | null>((sum, each) => {
    if (each === null) return sum
    const amount = amountGiven(each, `A summary's ${column}`)
    return sum === null ? amount : sum.plus(amount)
  }, null)
