import type { Origin } from '../core/issue.js'
import { type Site, step } from '../core/path.js'
import type { KeptAside } from './source.js'
import type { SourceDossier } from './source-dossier.js'

/** Everything of a dossier that was rejected, taxpayers, whole records and single entries, and the way to it in the input. */
export function rejectionsOf(
  dossier: SourceDossier,
): { at: Site | null; origin: Origin | null; value: unknown }[] {
  const entryAt = (at: Site | null, { path }: KeptAside): Site | null =>
    path.reduce<Site | null>((site, key) => step(site, key), at)
  return [
    ...[...dossier.superseded, ...dossier.rejected].map(({ raw, at, origin }) => ({
      at,
      origin,
      value: raw,
    })),
    ...dossier.records.flatMap(record =>
      record.rejectedEntries.map(entry => ({
        at: entryAt(record.at, entry),
        origin: record.origin,
        value: entry.value,
      })),
    ),
  ]
}
