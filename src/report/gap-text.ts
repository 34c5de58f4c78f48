import { type NormalizedDossier, scopeOf } from '../api/dossier.js'
import { missingSayings } from './missing.js'

/**
 * What the figures of a dossier lack, as text for a person: a line for each cause, with its year and the figures that lack
 * it, as `taxtally summarize` prints it under "Not whole". Missing: the empty text where nothing is lost. Names no value of a box; documents
 * are named by their issuer and record. Throws a TypeError for what the library did not make.
 */
export const gapText = (dossier: NormalizedDossier): string =>
  missingSayings(scopeOf(dossier))
    .map(line => `${line}\n`)
    .join('')
