// Made by `npm run generate` from the tables; edit those.
import type { Decimal } from '../../core/money.js'

/** One row an employer and year, of counted W-2s and of the employment history. Units: US dollars; fractions of 1. Missing: null, never 0. */
export interface EmploymentRow {
  /** Tax year. */
  readonly taxYear: number
  /** Identifier of the employer. Missing: null. */
  readonly employerId: string | null
  /** Name of the employer. Missing: null. */
  readonly employerName: string | null
  /** Box 1 of the counted W-2s; null where one was lost. US dollars. */
  readonly wages: Decimal | null
  /** Share of the year's wages; null where some were, or may have been, lost. A fraction of 1. */
  readonly wageShare: Decimal | null
  /** A counted W-2 names the employer. */
  readonly inDocuments: boolean
  /** The employment history names the employer. */
  readonly inHistory: boolean
}
