import { type NormalizedDossier, scopeOf } from '../api/dossier.js'
import { getOrCreate } from '../core/lists.js'
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
    const figures = getOrCreate(causes, cause, () => new Map())
    figures.set(figure, (figures.get(figure) ?? 0) + 1)
  }
  return [...causes].map(([cause, figures]) => {
    const times = Math.max(...figures.values())
    return `${cause}${times === 1 ? '' : `, ${times} times`} (${[...figures.keys()].join(', ')})`
  })
}

/**
 * What the figures of a dossier lack, as text for a person: a line for each cause, with its year and the figures that lack
 * it, as `taxtally summarize` prints it under "Not whole". Missing: the empty text where nothing is lost. Names no value of a box; documents
 * are named by their issuer and record. Throws a TypeError for what the library did not make.
 */
export const gapText = (dossier: NormalizedDossier): string =>
  missingSayings(scopeOf(dossier))
    .map(line => `${line}\n`)
    .join('')
