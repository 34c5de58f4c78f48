import type { Severity } from '../core/issues/issue-table.js'
import type { Cents } from '../core/money.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'
import type { FormKey } from '../schema/forms/index.js'
import type { CheckableDocument } from './checkable-document.js'
import type { Tolerance } from './tolerance.js'

/**
 * A broken rule that a check reports. `difference` is the left side of the rule less its right side in cents, or null
 * if the rule does not compare two amounts.
 */
export interface Breach {
  readonly difference: Cents | null
  /** The severity of the breach. Left out if it is the check's own. */
  readonly severity?: Severity | undefined
  /** A sentence about the part of the rule that is broken. It never contains a value from the data. */
  readonly note?: string | undefined
}

/** A broken rule that a check over all documents reports. `document` is null if the breach is about several documents. */
export interface AcrossBreach extends Breach {
  readonly document: ResolvedDocument | null
  readonly year: number
  readonly form: FormKey
}

/**
 * A check: a rule between the boxes of a document that a correct form obeys. It only reports and never changes a
 * figure. A check runs if every box of `boxes` is present (0 is present). If a box of `optional` is absent, the check
 * either reads it as 0 or skips the part that needs it. The part is also skipped if the box is unreadable.
 */
export interface Check {
  /** A stable id. Checks are added, never renamed. */
  readonly id: string
  readonly forms: readonly FormKey[] | 'all'
  /** The rule in one sentence. */
  readonly doc: string
  /** How the rule is interpreted if several interpretations are possible. The one with fewer false alarms is used. */
  readonly interpretation?: string
  /** The normalized names of the boxes that must be present. */
  readonly boxes: readonly string[]
  readonly optional?: readonly string[]
  readonly tolerance: Tolerance
  readonly severity: Severity
  /** A second severity and when it applies. */
  readonly secondSeverity?: { readonly severity: Severity; readonly when: string }
  /** A description of correct forms that break the rule. */
  readonly exceptions: string
  readonly source: string
  /** Checks one document. */
  readonly run?: (document: CheckableDocument) => Breach | null
  /** Checks all documents of a taxpayer that are neither void nor canceled. */
  readonly runAcross?: (documents: readonly ResolvedDocument[]) => readonly AcrossBreach[]
}
