import { didYouMean } from '../core/near.js'
import { compareText } from '../core/text.js'
import { ALL } from './borrower-view.js'
import { INDICATORS } from './indicator-names.js'
import { FIGURES } from './row-figures.js'
import { STREAMS } from './subject.js'

const COLUMNS: readonly string[] = FIGURES.map(([column]) => column)
const ROWS: readonly string[] = [...STREAMS, 'total']
const BORROWER = new RegExp(`^(?:[0-9]{4}|${ALL})\\.`)
const PART = /^(?:job|entity)_[1-9][0-9]*$/

/** Every name that a figure can have, but for its borrower, and for jobs and businesses, which are numbered. */
export const FIGURE_NAMES: readonly string[] = [
  ...Object.keys(INDICATORS),
  ...ROWS.flatMap(row => COLUMNS.map(column => `${row}.${column}`)),
]

/** True for what can be the name of a figure, or of a row, whether or not a taxpayer has it. */
export function isFigureName(name: string): boolean {
  const [row = '', part, ...more] = name.replace(BORROWER, '').split('.')
  if (part === undefined) return ROWS.includes(row) || Object.hasOwn(INDICATORS, name)
  return ROWS.includes(row) && more.length === 0 && (COLUMNS.includes(part) || PART.test(part))
}

/** Which name was most likely meant, as a sentence to hang on. Rows stand first: who writes a part of a name means the row. */
export const nearFigure = (name: string): string => didYouMean(name, [...ROWS, ...FIGURE_NAMES])

/**
 * The names of figures in lines, by groups: whole they are hundreds, of which a person asks for rows, for what these are
 * made of, and for indicators.
 */
export function wordsOfNames(figures: Iterable<string>): string[] {
  const held = new Set<string>()
  const parts: string[] = []
  const indicators: string[] = []
  for (const figure of figures) {
    const at = figure.lastIndexOf('.')
    if (at === -1) indicators.push(figure)
    else if (COLUMNS.includes(figure.slice(at + 1))) held.add(figure.slice(0, at))
    else parts.push(figure)
  }
  const rows = [...held].sort(compareText)
  return [
    `Rows: ${rows.join(', ')}.`,
    `A column may stand behind a row, as in ${rows.at(-1) ?? 'total'}.${COLUMNS[0]}: ${COLUMNS.join(', ')}.`,
    ...(parts.length === 0 ? [] : [`Jobs and businesses: ${parts.sort(compareText).join(', ')}.`]),
    `Indicators: ${indicators.sort(compareText).join(', ')}.`,
  ]
}
