// Made by `npm run generate` from the tables; edit those.
import type { Decimal } from '../../core/money.js'
import type { WithholdingKind } from '../../model/role.js'

/** Withheld tax by year and kind; foreign tax is shown beside it and never totalled with it. Units: US dollars. Missing: null, never 0. */
export interface WithholdingRow {
  /** Tax year. */
  readonly taxYear: number
  /** Kind of tax. */
  readonly kind: WithholdingKind
  /** Sum of the counted facts; null if none could be read. If a record or form object of the year was rejected or is not parsed yet, or a form is unknown, every row of the year is incomplete, and each kind without a fact has a row with a null amount. US dollars. */
  readonly amount: Decimal | null
  /** Documents with a counted fact in the row. */
  readonly documents: number
  /** No input to the sum was lost or unknown. */
  readonly complete: boolean
}
