import {
  applyEarlierPulls,
  applyMarkedDuplicates,
  applyVoidsAndAmendments,
  warnOfLikeness,
  warnOfRepeats,
} from './amend.js'
import { type DocumentClass, formClasses } from './classes.js'
import type { Entry, Warn } from './entry.js'
import { Scorer } from './identity.js'

/** What compares the documents of one form and year with each other; `ordered` stand in the order. */
export interface Rules {
  /** Rules 1 and 2, of one source, taken by position. */
  readonly applyVoidsAndAmendments: (held: readonly Entry[], warn: Warn) => void
  /** Rule 3. */
  readonly applyEarlierPulls: (ordered: readonly Entry[]) => void
  /** Rule 4. */
  readonly applyMarkedDuplicates: (ordered: readonly Entry[], warn: Warn) => void
  /** Rule 5. */
  readonly warnOfRepeats: (ordered: readonly Entry[], warn: Warn) => void
  /** The classes of rule 6, of what still counts. */
  readonly formClasses: (ordered: readonly Entry[]) => readonly DocumentClass[]
  /** Same amounts in two sources, and too little else to say that they are one document. */
  readonly warnOfLikeness: (ordered: readonly Entry[], warn: Warn) => void
}

/** The rules by indexes, which do not look at each pair. */
export function byIndexes(): Rules {
  const scorer = new Scorer()
  return {
    applyVoidsAndAmendments,
    applyEarlierPulls: ordered => applyEarlierPulls(ordered, scorer),
    applyMarkedDuplicates,
    warnOfRepeats,
    formClasses: ordered => formClasses(ordered, scorer),
    warnOfLikeness: (ordered, warn) => warnOfLikeness(ordered, scorer, warn),
  }
}
