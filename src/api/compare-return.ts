import { Decimal } from '../core/money.js'
import { listOpenLines, RETURN_LINES, type ReturnLine } from '../figures/return-lines.js'
import { parseAsOfYear } from '../underwriting/facts/options.js'
import { getResult, type NormalizedDossier } from './dossier.js'
import { returnLines } from './figures.js'
import { readGivenAmount } from './options.js'
import type { ReturnLineRow } from './rows.js'

/** A line of a filed return compared with the amount that the documents imply. */
export interface ReturnDifference {
  /** The tax year. */
  readonly taxYear: number
  /** The line as the caller named it. It can be several lines joined by `+`. */
  readonly line: string
  /** The filed amount in US dollars, as passed. */
  readonly filed: Decimal
  /** The amount that the documents imply, in whole US dollars. Null if every amount for the line is unreadable. */
  readonly implied: Decimal | null
  /** The filed amount minus the implied amount, in US dollars. Null if `implied` is null. */
  readonly difference: Decimal | null
  /** False if a document that the line may depend on is unreadable, rejected or missing. See `compareReturn`. */
  readonly complete: boolean
  /** The boxes that the implied amount comes from. */
  readonly parts: ReturnLineRow['parts']
}

/**
 * The amounts of a filed return by line, such as `{ '1a': 39674, '4b+5b': '1200' }`. Lines joined by a plus sign are
 * compared as one sum. Forms print line 7 as 7a from 2025 on. Every year accepts 7 and 7a.
 */
export type FiledLines = Readonly<Record<string, number | string | Decimal>>

/**
 * Compares the lines of a filed return with the lines that the documents imply. Returns one row for each line in
 * `filed`, including lines that agree.
 *
 * The implied amount of a line is 0 if no document has an amount for it. A row is incomplete if an amount for its line
 * is unreadable, if the year has no counted document, or if the year has a rejected record or a form of an unknown
 * kind. Line 7 is also incomplete in a year with sales or with an allocated share of gains, and line 3a in a year with
 * an allocated share of dividends, because the return needs more than the documents report.
 *
 * @throws RangeError if a line is unknown, or if the year or an amount is invalid. Messages never contain an
 *   amount.
 */
export function compareReturn(
  dossier: NormalizedDossier,
  filed: FiledLines,
  taxYear: number,
): readonly ReturnDifference[] {
  const { completeness, years, ledger, resolution } = getResult(dossier)
  parseAsOfYear(taxYear ?? Number.NaN)
  // Without a counted document in the year, nothing shows that a line is 0.
  const isYearComplete =
    !completeness.hasUnusableInput(taxYear) && years.some(({ year, documents }) => year === taxYear && documents > 0)
  const openLineNames = listOpenLines(resolution.documents, ledger, taxYear)
  const rows = returnLines(dossier).filter(row => row.taxYear === taxYear)
  return Object.entries(filed).map(([line, amount]) => {
    const names = line.split('+').map(name => (name === '7a' ? '7' : name)) as ReturnLine[]
    if (names.some(name => !RETURN_LINES.includes(name)))
      throw new RangeError(
        `A filed line is unknown. The known lines are ${RETURN_LINES.join(', ')}. Line 7a is line 7.`,
      )
    const lineRows = rows.filter(row => names.includes(row.line))
    const roundedAmounts = lineRows.flatMap(row => row.wholeDollars ?? [])
    const isUnreadable = roundedAmounts.length === 0 && lineRows.length > 0
    const implied = isUnreadable ? null : roundedAmounts.reduce((sum, amount) => sum.plus(amount), new Decimal(0))
    const filedAmount = readGivenAmount(amount, `The amount of line ${line}`)
    return {
      taxYear,
      line,
      filed: filedAmount,
      implied,
      difference: implied === null ? null : filedAmount.minus(implied),
      complete: isYearComplete && lineRows.every(row => row.complete) && !names.some(name => openLineNames.has(name)),
      parts: lineRows.flatMap(row => row.parts),
    }
  })
}
