import type { Cents } from '../../core/money.js'
import type { IncomeCategory } from '../../model/role.js'
import { averageYears, latestYear, type UnroundedAmount } from '../averaging.js'
import type { Policy } from '../policy.js'
import { divideShare } from '../share.js'
import { microsOfShare } from '../trend.js'
import type { Word } from './messages.js'
import { paidIn, type Workplace } from './workplaces.js'

/** A month of what documents say. Units: cents. Missing: null where the year has nothing. */
export interface Documented {
  readonly monthly: Cents | null
  readonly more: readonly Word[]
}

const MILLION = 1_000_000

const HOW: Readonly<Record<Policy['averaging'], Word>> = {
  average: 'average',
  lesser_of_1y_2y: 'lesser',
  latest: 'latest',
}

/**
 * A month of two years by the policy's averaging, or the share of it that is kept, rounded once; a decline is the policy's
 * matter, and not of what is on documents.
 */
function monthOf(latest: Cents | null, prior: Cents | null, policy: Policy, kept: number | null): Documented {
  if (latest === null) return { monthly: null, more: [] }
  const worked: UnroundedAmount =
    prior === null ? latestYear(latest, '') : averageYears(latest, prior, null, policy)
  return {
    monthly: divideShare(worked.amount, kept),
    more: [prior === null ? 'latest' : HOW[policy.averaging]],
  }
}

/** The same of those who pay for work, all of it or one category. */
export const monthPaid = (
  places: readonly Workplace[],
  year: number | null,
  policy: Policy,
  category?: IncomeCategory,
  kept: number | null = null,
): Documented =>
  monthOf(
    paidIn(places, year, category),
    year === null ? null : paidIn(places, year - 1, category),
    policy,
    kept,
  )

/** The same of receipts, less the expenses that the policy takes for granted; null where it takes gross for no income. */
export function netPaid(
  places: readonly Workplace[],
  year: number | null,
  policy: Policy,
  category?: IncomeCategory,
): Documented {
  const share = policy.selfEmployedExpenses
  if (share === null || paidIn(places, year, category) === null) return { monthly: null, more: ['gross'] }
  return monthPaid(places, year, policy, category, MILLION - microsOfShare(share))
}
