import { Decimal } from '../core/money.js'
import { listOpenLines, RETURN_LINES, type ReturnLine } from '../summarize/return-lines.js'
import { parseYear } from '../underwrite/parse-terms.js'
import { getResult, type NormalizedDossier } from './dossier.js'
import { returnLines } from './figures.js'
import { readGivenAmount } from './given-amount.js'
import type { ReturnLineRow } from './rows.js'

/**
 * A line of a filed return compared with what the documents imply. Amounts are in whole US dollars. `difference` is filed less
 * implied. `implied` and `difference` are null if nothing of the line could be read.
 */
export interface ReturnDifference {
  /** The tax year. */
  readonly taxYear: number
  /** The line as given, or several lines joined by `+`. */
  readonly line: string
  /** The filed amount in US dollars. */
  readonly filed: Decimal
  /** The amount that the documents imply in US dollars. Null if nothing of it could be read. */
  readonly implied: Decimal | null
  /** Filed less implied, in US dollars. Null if `implied` is null. */
  readonly difference: Decimal | null
  /** False if a document for the line is missing or unreadable. */
  readonly complete: boolean
  /** The boxes that the implied amount comes from. */
  readonly parts: ReturnLineRow['parts']
}

/**
 * The lines of a filed return: `{ '1a': 39674, '4b+5b': '1200' }`. Lines joined by a plus are compared as one. Line 7 is
 * printed as 7a from 2025 on, and both names work for every year.
 */
export type FiledLines = Readonly<Record<string, number | string | Decimal>>

/**
 * Compares a filed return with the one that the documents imply, line by line. Lines that agree are in the result too.
 *
 * A line that no document implies is 0. It is incomplete if the year has no counted document or has a rejected record. Line 7
 * is also incomplete if the year has sales or shares of gains, and line 3a if it has shares of dividends, because the return
 * needs more than the documents report.
 *
 * @throws RangeError if a line is unknown, if the year is invalid or if an amount is invalid. The message names the line or
 *   the known lines, and never a value.
 */
export function compareReturn(
  dossier: NormalizedDossier,
  filed: FiledLines,
  taxYear: number,
): readonly ReturnDifference[] {
  const { completeness, years, ledger, resolution } = getResult(dossier)
  parseYear(taxYear ?? Number.NaN)
  // A year without a counted document gives no evidence that a line is 0.
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
    const read = lineRows.flatMap(row => row.wholeDollars ?? [])
    const isUnreadable = read.length === 0 && lineRows.length > 0
    const implied = isUnreadable ? null : read.reduce((sum, amount) => sum.plus(amount), new Decimal(0))
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
