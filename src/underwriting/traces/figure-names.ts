// The names of figures: a borrower's prefix, a row and a column, or an indicator.

import { cutLines, shortenText } from '../../core/cut-list.js'
import { formatSuggestion } from '../../core/nearest-name.js'
import { compareText } from '../../core/text.js'
import { ALL } from '../../figures/recipients.js'
import { INDICATORS } from '../indicators/indicator.js'
import { STREAM_CATEGORIES } from '../policies/policy.js'
import { isStreamColumn, splitName } from './figure-traces.js'
import { STREAM_COLUMNS } from './stream-traces.js'
import { TOTAL_COLUMNS } from './traces.js'

/** The column that the name of a row alone means. */
export const DEFAULT_COLUMN = 'qualifying_monthly'
const BORROWER_PREFIX = new RegExp(`^(?:[0-9]{4}|recipient_[1-9][0-9]*|${ALL})\\.`)

/** The names of figures, without borrowers and without the names of streams, which differ by taxpayer. */
export const FIGURE_NAMES: readonly string[] = [
  ...Object.keys(INDICATORS),
  ...STREAM_CATEGORIES.flatMap(category => STREAM_COLUMNS.map(column => `${category}.${column}`)),
  ...TOTAL_COLUMNS.map(column => `total.${column}`),
]

const isStreamKey = (row: string): boolean =>
  STREAM_CATEGORIES.some(category => row === category || row.startsWith(`${category}:`))

/** Splits the name of a figure into its row and its column. Null if it has no column. */
export function splitFigure(figure: string): readonly [row: string, column: string] | null {
  const parts = splitName(figure)
  return parts[0] !== '' && isStreamColumn(parts[1]) ? parts : null
}

/** Shortens a long name of a figure, but not its column. `FigureTraces` finds the figure by the shortened name, too. */
export function shortenFigure(figure: string): string {
  const [row, column] = splitFigure(figure) ?? [figure, null]
  return column === null ? shortenText(row) : `${shortenText(row)}.${column}`
}

/** True if a figure or a row can have this name, whether or not a taxpayer has it. */
export function isFigureName(name: string): boolean {
  const unprefixed = name.replace(BORROWER_PREFIX, '')
  if (Object.hasOwn(INDICATORS, unprefixed)) return true
  const [row, column] = splitFigure(unprefixed) ?? [unprefixed, DEFAULT_COLUMN]
  return row === 'total' ? TOTAL_COLUMNS.some(name => name === column) : isStreamKey(row)
}

/** Returns a sentence that suggests the figure that is most likely meant. Empty if none is close. */
export const suggestFigure = (name: string): string =>
  formatSuggestion(name, [...STREAM_CATEGORIES, 'total', ...FIGURE_NAMES])

/** Lists the names of figures in lines by groups: rows with their columns, and indicators. */
export function listFigureNameLines(figures: Iterable<string>): string[] {
  const rows = new Set<string>()
  const indicators: string[] = []
  for (const figure of figures) {
    const parts = splitFigure(figure)
    if (parts === null) indicators.push(figure)
    else rows.add(parts[0])
  }
  const sortedRows = [...rows].sort(compareText)
  return [
    `Rows: ${cutLines(sortedRows, 'traces', row => shortenText(row)).join(', ')}.`,
    `A row can be followed by a column, as in ${sortedRows[0] ?? 'wages'}.${DEFAULT_COLUMN}: ${STREAM_COLUMNS.join(', ')}.`,
    `Indicators: ${indicators.sort(compareText).join(', ')}.`,
  ]
}
