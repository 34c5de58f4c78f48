import type { Severity } from '../core/issue-table.js'
import type { Cents } from '../core/money.js'
import type { FormKey } from '../forms/index.js'
import type { ResolvedDocument } from '../resolve/entry.js'
import type { Tolerance } from './tolerance.js'
import type { View } from './view.js'

/**
 * What a check found that does not hold. Units: cents, the left side of the rule less its right side.
 * Missing: `difference` is null where the rule compares no two amounts.
 */
export interface Breach {
  readonly difference: Cents | null
  /** Where it is not the check's own severity. */
  readonly severity?: Severity | undefined
  /** A sentence that tells which part of the rule broke; holds no value from the data. */
  readonly note?: string | undefined
}

/** What a check over all documents found. Missing: `document` is null where it is about several. */
export interface AcrossBreach extends Breach {
  readonly document: ResolvedDocument | null
  readonly year: number
  readonly form: FormKey
}

/**
 * A check: a rule between the boxes of a document that a correct form obeys. It reports and never changes a figure.
 * It runs where every one of `boxes` is present (0 is present); each box of `optional` is read where it is there, as 0
 * or as not tested where it is not. A box that was there and could not be read stops what needs it.
 */
export interface Check {
  /** Stable; checks are added, never renamed. */
  readonly id: string
  readonly forms: readonly FormKey[] | 'all'
  /** What must hold, one sentence. */
  readonly doc: string
  /** How the rule is read where more than one reading is possible: the one with fewer false alarms. */
  readonly reading?: string
  /** Normalized names. */
  readonly boxes: readonly string[]
  readonly optional?: readonly string[]
  readonly tolerance: Tolerance
  readonly severity: Severity
  /** A second severity, and when it is given. */
  readonly other?: { readonly severity: Severity; readonly when: string }
  /** When a correct form breaks the rule. */
  readonly exceptions: string
  readonly source: string
  /** Looks at one document. */
  readonly run?: (view: View) => Breach | null
  /** Looks at all documents of a taxpayer that are neither void nor canceled. */
  readonly runAcross?: (documents: readonly ResolvedDocument[]) => readonly AcrossBreach[]
}
