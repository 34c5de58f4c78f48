// Made by `npm run generate` from the tables; edit those.
import type { Decimal } from '../../core/money.js'
import type { MortgageFlag } from '../../underwrite/mortgages/loans.js'

/** Mortgages that Forms 1098 report, a row a loan and year; a loan that was handed from one lender to another is one. Units: US dollars. Missing: null, never 0. */
export interface Mortgage {
  /** Tax year. */
  readonly taxYear: number
  /** Number of the loan in the year, from 1 on. */
  readonly loan: number
  /** Who held it, the first one first, with ; between. */
  readonly lenders: string
  /** Address of the property; only where identifiers are full. Missing: null. */
  readonly property: string | null
  /** Day of origination. `YYYY-MM-DD`. Missing: null. */
  readonly originationDate: string | null
  /** Outstanding principal that the first lender reports. US dollars. Missing: null. */
  readonly principal: Decimal | null
  /** Interest that all of them received. US dollars. */
  readonly interest: Decimal
  /** Mortgage insurance premiums. US dollars. */
  readonly insurancePremiums: Decimal
  /** Points paid on purchase. US dollars. */
  readonly points: Decimal
  /** How many lenders held it in the year. */
  readonly lenderCount: number
  /** Doubts, sorted. */
  readonly flags: readonly MortgageFlag[]
  /** self, or the last four of the recipient. */
  readonly borrower: string
}
