// Made by `npm run generate` from the tables; edit those.
import type { Severity } from '../../core/issue-table.js'
import type { Decimal } from '../../core/money.js'
import type { DocumentPlace } from '../place.js'

/** Checks between the boxes of a document that did not hold. Units: US dollars. Missing: null, never 0. */
export interface CheckFinding {
  /** Id of the check; limits_unknown where the year has no limits. */
  readonly check: string
  /** error, warning or info. */
  readonly severity: Severity
  /** A `FormKey`, or the key of one of the caller's own `forms`. */
  readonly form: string
  /** Where the document stands; null where the finding is of a year. */
  readonly document: DocumentPlace | null
  /** Tax year of the document. Missing: null. */
  readonly taxYear: number | null
  /** By how much it does not hold: left side less right side. US dollars. Missing: null. */
  readonly difference: Decimal | null
  /** What must hold; never a value from the data. */
  readonly message: string
}
