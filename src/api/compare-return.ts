import { Decimal } from '../core/money.js'
import { isMissing } from '../summarize/result.js'
import { openLines, RETURN_LINES, type ReturnLine } from '../summarize/return-lines.js'
import { parseYear } from '../underwrite/parse-terms.js'
import { type NormalizedDossier, resultFor } from './dossier.js'
import { returnLines } from './figures.js'
import { amountGiven } from './given-amount.js'
import type { ReturnLineRow } from './rows.js'

/**
 * A line of a filed return beside what the documents imply. Units: whole US dollars. `difference` is filed less implied.
 * `parts` are the documents behind the implied figure. Missing: `implied` and `difference` are null where nothing of the
 * line could be read.
 */
export interface ReturnDifference {
  /** The tax year. */
  readonly taxYear: number
  /** The line, or the lines joined by `+`, as given. */
  readonly line: string
  /** What was filed. US dollars. */
  readonly filed: Decimal
  /** What the documents imply. US dollars. Missing: null where nothing of it could be read. */
  readonly implied: Decimal | null
  /** Filed less implied. US dollars. Missing: null as `implied`. */
  readonly difference: Decimal | null
  /** False where a document behind it is missing, or could not be read. */
  readonly complete: boolean
  /** The boxes behind what is implied. */
  readonly parts: ReturnLineRow['parts']
}

/**
 * A filed return's lines: `{ '1a': 39674, '4b+5b': '1200' }`; lines joined by a plus are compared as one. Line 7, which is
 * printed as 7a from 2025 on, goes by either name in any year.
 */
export type FiledLines = Readonly<Record<string, number | string | Decimal>>

/**
 * Compares a filed return with the one that the documents imply, line by line, those that agree too.
 * Missing: a line that no document implies is 0, and not complete in a year without a counted document or with a refused
 * record. Nor is line 7 beside sales or shares of gains, and 3a beside shares of dividends: documents say less than a
 * return. Throws a RangeError for a line that is not one of the known ones, for a year that is none, and for an amount
 * that is none; it names the line or the known lines, and never a value.
 */
export function compareReturn(
  dossier: NormalizedDossier,
  filed: FiledLines,
  taxYear: number,
): readonly ReturnDifference[] {
  const { missing, strange, years, ledger, resolution } = resultFor(dossier)
  parseYear(taxYear ?? Number.NaN)
  // Of a year without a counted document nothing says that the line is 0.
  const isWhole =
    !isMissing(missing, taxYear) &&
    !isMissing(strange, taxYear) &&
    years.some(({ year, documents }) => year === taxYear && documents > 0)
  const open = openLines(resolution.documents, ledger, taxYear)
  const rows = returnLines(dossier).filter(row => row.taxYear === taxYear)
  return Object.entries(filed).map(([line, amount]) => {
    const names = line.split('+').map(name => (name === '7a' ? '7' : name)) as ReturnLine[]
    if (names.some(name => !RETURN_LINES.includes(name)))
      throw new RangeError(`A filed line is none of the known lines: ${RETURN_LINES.join(', ')}; 7a is 7.`)
    const behind = rows.filter(row => names.includes(row.line))
    const read = behind.flatMap(row => row.wholeDollars ?? [])
    const isUnread = read.length === 0 && behind.length > 0
    const implied = isUnread ? null : read.reduce((sum, amount) => sum.plus(amount), new Decimal(0))
    const given = amountGiven(amount, `The amount of line ${line}`)
    return {
      taxYear,
      line,
      filed: given,
      implied,
      difference: implied === null ? null : given.minus(implied),
      complete: isWhole && behind.every(row => row.complete) && !names.some(name => open.has(name)),
      parts: behind.flatMap(row => row.parts),
    }
  })
}
