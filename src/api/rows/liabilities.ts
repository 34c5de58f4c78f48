// Made by `npm run generate` from the tables; edit those.
import type { Decimal } from '../../core/money.js'
import type { LiabilityYear } from './liability-years.js'

/** What the taxpayer owes; none of the figures is assumed to agree with another. Units: US dollars; fractions of 1. Missing: null, never 0. */
export interface LiabilitySummary {
  /** Total tax liabilities. */
  readonly total: Decimal | null
  /** Liabilities with a lien filed. */
  readonly withLien: Decimal | null
  /** Total less those with a lien. */
  readonly withoutLien: Decimal | null
  /** Share with a lien. */
  readonly lienShare: Decimal | null
  /** Balance due. */
  readonly balanceDue: Decimal | null
  /** Sum of the balances by year. */
  readonly yearsTotal: Decimal | null
  /** Balance due less the sum of years. */
  readonly yearsDifference: Decimal | null
  /** Total less balance due. */
  readonly totalDifference: Decimal | null
  /** Oldest year with a balance. */
  readonly oldestBalanceYear: number | null
  /** A lien is filed. */
  readonly lienFiled: boolean | null
  /** The balance due of each year. */
  readonly years: readonly LiabilityYear[]
}
