import { groupBy, NO_ITEMS } from '../core/lists.js'
import type { Decimal } from '../core/money.js'
import { compareText } from '../core/text.js'
import { type Doubt, joinDoubts } from '../resolve/resolved-document.js'
import type { NormalizedDossier } from './dossier.js'
import { summarizeIncome, summarizeWithholding } from './figures.js'
import { readGivenAmount } from './options.js'
import type { IncomeRow, WithholdingRow } from './rows.js'

/** Income of a year and category. */
export type SummaryIncomeRow = Omit<IncomeRow, 'recipient'>

/**
 * Income and withholding summed over taxpayers, in US dollars. Programs can compute summaries separately, exchange them
 * as JSON and merge them: JSON turns the decimals into text, which `mergeSummaries` accepts.
 */
export interface Summary {
  /** The number of taxpayers in the summary. */
  readonly taxpayers: number
  /** Income of all taxpayers, and of all recipients, by year and category. */
  readonly income: readonly SummaryIncomeRow[]
  /** Withheld tax of all taxpayers by year and kind. */
  readonly withholding: readonly WithholdingRow[]
}

/** The summary of no taxpayers: the initial value for a reduction. Merging it with another summary changes nothing. */
export const EMPTY_SUMMARY: Summary = { taxpayers: 0, income: [], withholding: [] }

/** Returns the summary of one taxpayer, for use with `mergeSummaries`. */
export const summaryOf = (dossier: NormalizedDossier): Summary => ({
  taxpayers: 1,
  income: mergeIncome(summarizeIncome(dossier)),
  withholding: summarizeWithholding(dossier),
})

/**
 * Merges the summaries of different taxpayers. Sums are exact and do not depend on the order of merging. A null amount
 * adds nothing and makes the sum incomplete. A null taxable amount makes the sum of taxable amounts null.
 *
 * @throws RangeError if an amount is invalid. The message names the column, never the value.
 */
export function mergeSummaries(a: Summary, b: Summary): Summary {
  // Lists each property instead of using spread, so that the compiler reports a new column that is not merged.
  return {
    taxpayers: a.taxpayers + b.taxpayers,
    income: mergeIncome([...a.income, ...b.income]),
    withholding: mergeRows([...a.withholding, ...b.withholding], row => row.kind).map((rows): WithholdingRow => {
      const { taxYear, kind } = rows[0] as WithholdingRow
      return { taxYear, kind, ...computeTotal(rows) }
    }),
  }
}

const mergeIncome = (incomeRows: readonly SummaryIncomeRow[]): SummaryIncomeRow[] =>
  mergeRows(incomeRows, row => row.category).map(rows => {
    const { taxYear, category } = rows[0] as SummaryIncomeRow
    const { amount, documents, complete, doubts } = computeTotal(rows)
    return { taxYear, category, amount, taxableAmount: sumTaxableParts(rows), documents, complete, doubts }
  })

function mergeRows<R extends { readonly taxYear: number }>(rows: readonly R[], toGroupName: (row: R) => string): R[][] {
  const groups = groupBy(rows, row => `${row.taxYear} ${toGroupName(row)}`)
  return [...groups].sort(([x], [y]) => compareText(x, y)).map(([, group]) => group)
}

const computeTotal = (rows: readonly Pick<IncomeRow, 'amount' | 'documents' | 'complete' | 'doubts'>[]) => ({
  amount: sumKnownAmounts(rows, 'amount'),
  documents: rows.reduce((sum, row) => sum + row.documents, 0),
  complete: rows.every(row => row.complete && row.amount !== null),
  doubts: rows.reduce<readonly Doubt[]>((doubts, row) => joinDoubts(doubts, row.doubts), NO_ITEMS),
})

/** Sums the taxable amounts of rows with a known amount. Returns null if one of these taxable amounts is unknown. */
function sumTaxableParts(rows: readonly SummaryIncomeRow[]): Decimal | null {
  const rowsWithAmount = rows.filter(row => row.amount !== null)
  const sum = sumKnownAmounts(rowsWithAmount, 'taxableAmount')
  return rowsWithAmount.some(row => row.taxableAmount === null) ? null : sum
}

/** Sums the amounts of a column that are not null. Returns null if all of them are null. */
const sumKnownAmounts = <C extends string>(rows: readonly Readonly<Record<C, Decimal | null>>[], column: C) =>
  rows.reduce<Decimal | null>((sum, { [column]: columnAmount }) => {
    if (columnAmount === null) return sum
    const amount = readGivenAmount(columnAmount, `A summary's ${column}`)
    return sum === null ? amount : sum.plus(amount)
  }, null)
