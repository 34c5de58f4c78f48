// Made by `npm run generate` from the tables; edit those.
import type { Decimal } from '../../core/money.js'
import type { LiabilityYear } from './liability-years.js'

/** What the taxpayer owes; none of the figures is assumed to agree with another. Units: US dollars; fractions of 1. Missing: null, never 0. */
export interface LiabilitySummary {
  /** Total tax liabilities. US dollars. Missing: null. */
  readonly total: Decimal | null
  /** Liabilities with a lien filed. US dollars. Missing: null. */
  readonly withLien: Decimal | null
  /** Total less those with a lien. US dollars. Missing: null. */
  readonly withoutLien: Decimal | null
  /** Share with a lien. A fraction of 1. Missing: null. */
  readonly lienShare: Decimal | null
  /** Balance due. US dollars. Missing: null. */
  readonly balanceDue: Decimal | null
  /** Sum of the balances by year. US dollars. Missing: null. */
  readonly yearsTotal: Decimal | null
  /** Balance due less the sum of years. US dollars. Missing: null. */
  readonly yearsDifference: Decimal | null
  /** Total less balance due. US dollars. Missing: null. */
  readonly totalDifference: Decimal | null
  /** Oldest year with a balance. Missing: null. */
  readonly oldestBalanceYear: number | null
  /** A lien is filed. Missing: null. */
  readonly lienFiled: boolean | null
  /** The balance due of each year. */
  readonly years: readonly LiabilityYear[]
}
