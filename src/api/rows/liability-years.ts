// Made by `npm run generate` from the tables; edit those.
import type { Decimal } from '../../core/money.js'

/** Balance due by tax year. Units: US dollars. */
export interface LiabilityYear {
  /** Tax year. */
  readonly taxYear: number
  /** Balance due. US dollars. */
  readonly amount: Decimal
}
