// Made by `npm run generate` from the tables; edit those.
import type { Decimal } from '../../core/money.js'
import type { NeedCode } from '../../underwrite/needs/codes.js'

/** What is missing, by document, issuer and year, with what stands behind it. Units: US dollars. Missing: null, never 0. */
export interface NeedRow {
  /** self, the last four of the recipient, or all of the household. */
  readonly borrower: string
  /** What is missing, as a code. */
  readonly need: NeedCode
  /** The issuer, the form or the record. Missing: null. */
  readonly about: string | null
  /** Tax year. Missing: null. */
  readonly taxYear: number | null
  /** What stands behind it. US dollars. Missing: null. */
  readonly amount: Decimal | null
  /** What is asked for. */
  readonly message: string
}
