// Made by `npm run generate` from the tables; edit those.
import type { Decimal } from '../../core/money.js'

/** One row per tax year that has a document, or input that could not be used. Units: US dollars; fractions of 1. Missing: null, never 0. */
export interface YearRow {
  /** Tax year. */
  readonly taxYear: number
  /** All income but allocated tips; null where nothing of it could be read. US dollars. */
  readonly totalIncome: Decimal | null
  /** Part of the total that is gross receipts, before expenses; null as the total. US dollars. */
  readonly grossPart: Decimal | null
  /** Part of the total that is shares of earnings, not cash; null as the total. US dollars. */
  readonly allocatedPart: Decimal | null
  /** Federal income tax withheld; null as the total. US dollars. */
  readonly federalWithheld: Decimal | null
  /** Federal tax withheld over total income. A fraction of 1. Missing: null. */
  readonly effectiveWithholdingRate: Decimal | null
  /** The largest payer's share of total income. A fraction of 1. Missing: null. */
  readonly largestPayerShare: Decimal | null
  /** Documents that count. */
  readonly documents: number
  /** Documents that do not count. */
  readonly notCounted: number
  /** Every sum of the year is complete. */
  readonly complete: boolean
  /** Amounts of counted documents behind keys that the library does not know; they are in no sum. */
  readonly unreadAmounts: number
}
