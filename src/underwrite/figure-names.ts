import { compareText } from '../core/text.js'
import { FIGURES } from './row-figures.js'

const COLUMNS: readonly string[] = FIGURES.map(([column]) => column)

/** The names of figures in groups: whole they are hundreds, of which a person asks for rows, for what these are made of, and for indicators. */
export function groupsOfNames(figures: Iterable<string>) {
  const rows = new Set<string>()
  const parts: string[] = []
  const indicators: string[] = []
  for (const figure of figures) {
    const at = figure.lastIndexOf('.')
    if (at === -1) indicators.push(figure)
    else if (COLUMNS.includes(figure.slice(at + 1))) rows.add(figure.slice(0, at))
    else parts.push(figure)
  }
  return {
    rows: [...rows].sort(compareText),
    parts: parts.sort(compareText),
    indicators: indicators.sort(compareText),
  }
}

/** The same in lines. */
export function wordsOfNames(figures: Iterable<string>): string[] {
  const { rows, parts, indicators } = groupsOfNames(figures)
  return [
    `Rows: ${rows.join(', ')}.`,
    `A column may stand behind a row, as in ${rows.at(-1) ?? 'total'}.${COLUMNS[0]}: ${COLUMNS.join(', ')}.`,
    ...(parts.length === 0 ? [] : [`Jobs and businesses: ${parts.join(', ')}.`]),
    `Indicators: ${indicators.join(', ')}.`,
  ]
}
