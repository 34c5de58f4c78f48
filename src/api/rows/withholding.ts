// Made by `npm run generate` from the tables; edit those.
import type { Decimal } from '../../core/money.js'
import type { WithholdingKind } from '../../model/role.js'

/** Withheld tax by year and kind; foreign tax is shown beside it and never totalled with it. Units: US dollars. Missing: null, never 0. */
export interface WithholdingRow {
  /** Tax year. */
  readonly taxYear: number
  /** Kind of tax. */
  readonly kind: WithholdingKind
  /** Sum of the counted facts; null if nothing of it could be read. Every row of a year with a rejected record or an unknown form is incomplete, and categories without a fact have a row without an amount. US dollars. */
  readonly amount: Decimal | null
  /** Documents with a counted fact in the row. */
  readonly documents: number
  /** No input to the sum was lost or unknown. */
  readonly complete: boolean
}
