// Made by `npm run generate` from the tables; edit those.
import type { Decimal } from '../../core/money.js'
import type { IncomeCategory } from '../../model/role.js'

/** Income by year and category, of the documents that count. Units: US dollars. Missing: null, never 0. */
export interface IncomeRow {
  /** Tax year. */
  readonly taxYear: number
  /** Category of income. */
  readonly category: IncomeCategory
  /** Sum of the counted facts; null if none could be read. If a record or form object of the year was rejected or is not parsed yet, or a form is unknown, every row of the year is incomplete, and each category without a fact has a row with a null amount. US dollars. */
  readonly amount: Decimal | null
  /** The taxable part; null where it is not known. US dollars. */
  readonly taxableAmount: Decimal | null
  /** Documents with a counted fact in the row. */
  readonly documents: number
  /** No input to the sum was lost or unknown. */
  readonly complete: boolean
}
