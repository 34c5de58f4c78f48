// Made by `npm run generate` from the tables; edit those.
import type { Decimal } from '../../core/money.js'
import type { IncomeCategory } from '../../model/role.js'

/** Income by year and category, of the documents that count. Units: US dollars. Missing: null, never 0. */
export interface IncomeRow {
  /** Tax year. */
  readonly taxYear: number
  /** Category of income. */
  readonly category: IncomeCategory
  /** Sum of the counted facts; null if nothing of it could be read. Every row of a year with a rejected record or an unknown form is incomplete, and categories without a fact have a row without an amount. US dollars. */
  readonly amount: Decimal | null
  /** The taxable part; null where it is not known. US dollars. */
  readonly taxableAmount: Decimal | null
  /** Documents with a counted fact in the row. */
  readonly documents: number
  /** No input to the sum was lost or unknown. */
  readonly complete: boolean
}
