import { type Flag, flagText } from './flag.js'
import type { QualifyingRow } from './qualifying-income.js'
import type { Underwriting } from './underwrite.js'

/** What the trend `discontinued` is of a year that is not over. */
const NONE_SO_FAR = 'None was seen so far in the year, which is not complete.'

/** What flags say, one line each, and of a year that is not over the trend `discontinued` too; each is said once. */
export function wordsOfRows(rows: readonly QualifyingRow[], under: Underwriting): string[] {
  const flags = [...new Set(rows.flatMap(row => row.flags))].sort()
  const said = flags.map(flag => `${flag}: ${flagText(flag, under)}`)
  const isNoneSoFar = under.yearIncomplete && rows.some(({ trend }) => trend === 'discontinued')
  return isNoneSoFar ? [`discontinued: ${NONE_SO_FAR}`, ...said] : said
}

/** The years behind the one worked for that are not complete: no figure has them. Missing: null where there are none. */
export const wordsOfLaterYears = ({ laterIncompleteYears: later }: Underwriting): string | null =>
  later.length === 0
    ? null
    : `Later years, not complete yet: ${later.join(', ')}. Nothing of them is in these figures.`

/** What makes a row say less than the income may be. */
const LACKS: readonly Flag[] = [
  'not_computable',
  'incomplete',
  'income_unreadable',
  'unread_amounts',
  'check_failed',
  'not_on_transcript',
  'transcript_incomplete',
]

/** What the rows of a total lack, with their names, which the total cannot show. */
export function lacksOf({ qualifyingIncome }: Underwriting): readonly (readonly [Flag, readonly string[]])[] {
  const rows = qualifyingIncome.filter(({ category }) => category !== 'total')
  return LACKS.flatMap(flag => {
    const names = rows.filter(row => row.flags.includes(flag)).map(({ category }) => category)
    return names.length === 0 ? [] : [[flag, [...new Set(names)]] as const]
  })
}
