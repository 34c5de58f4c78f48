import type { Origin } from '../core/issue.js'
import { type Site, step } from '../core/path.js'
import type { SourceDossier } from './source-dossier.js'

/** What was rejected, and the way to it. Missing: `at` is null for all of a value. */
interface Rejection {
  readonly at: Site | null
  readonly origin: Origin | null
  readonly value: unknown
}

/** Everything of a dossier that was rejected, taxpayers, whole records and single entries, and the way to it in the input. */
export function rejectionsOf({ superseded, rejected, records }: SourceDossier): Rejection[] {
  const all: Rejection[] = []
  for (const { raw, at, origin } of superseded) all.push({ at, origin, value: raw })
  for (const { raw, at, origin } of rejected) all.push({ at, origin, value: raw })
  for (const { at, origin, rejectedEntries } of records)
    for (const { path, value } of rejectedEntries)
      all.push({ at: path.reduce<Site | null>((site, key) => step(site, key), at), origin, value })
  return all
}
