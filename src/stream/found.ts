import type { Issue } from '../core/issue.js'
import type { ParsedValue } from '../normalize/raw-dossier.js'
import type { GroupedDossier } from '../normalize/taxpayer-group.js'

/** What the inputs hold, in their order: a taxpayer's dossier, or a value that could not be used, with its text. */
export type Found = { readonly dossier: GroupedDossier } | BrokenValue

/** A value that could not be used. Missing: `text` where it was too large to keep, `taxpayerId` where it is nobody's. */
export interface BrokenValue {
  readonly issue: Issue
  readonly taxpayerId: string | null
  readonly text: string | null
  /** The file is one value, and that value is malformed JSON; or it unpacks to more than it may. */
  readonly unreadable: boolean
  /** How many values it stands for; one unless given. */
  readonly count?: number
}

/** A value of an input, parsed; or one that could not be used; or several that stood on one line. */
export type ReadValue = ParsedValue | BrokenValue | { readonly values: readonly ReadValue[] }
