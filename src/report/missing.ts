import type { Scope } from '../export/table.js'
import { missingBoxes } from './missing-boxes.js'
import { type Missing, missingRecords } from './missing-records.js'

/** What every incomplete figure lacks, by year: the box and the document, the entry or the record. */
export const missingOf = (scope: Scope): Missing[] =>
  [...missingRecords(scope), ...missingBoxes(scope)].sort((a, b) => (a.year ?? 9999) - (b.year ?? 9999))

/** What is missing, each once, with the figures that lack it. */
export function missingSayings(scope: Scope): string[] {
  const causes = new Map<string, Map<string, number>>()
  for (const { year, figure, why } of missingOf(scope)) {
    const cause = `${year === null ? '' : `${year}: `}${why}`
    const figures = causes.get(cause) ?? new Map<string, number>()
    figures.set(figure, (figures.get(figure) ?? 0) + 1)
    causes.set(cause, figures)
  }
  return [...causes].map(([cause, figures]) => {
    const times = Math.max(...figures.values())
    return `${cause}${times === 1 ? '' : `, ${times} times`} (${[...figures.keys()].join(', ')})`
  })
}
