import { addCents, type Cents } from '../core/money.js'
import { averageYears, latestYear, nothing, twoYears, type UnroundedAmount } from './averaging.js'
import type { Policy } from './policy.js'
import type { StreamRule } from './stream-rules.js'
import { trendOf } from './trend.js'

/** What a stream's monthly amount is worked out from. Missing: an amount is null where its year has none. */
export interface StreamAmounts {
  readonly latest: Cents | null
  readonly prior: Cents | null
  /** Years in a row with an amount, up to the latest. */
  readonly historyYears: number
  /** Months for which the caller states that the income will continue; undefined where nothing is stated. */
  readonly continuance: number | undefined
  /** Both years have unemployment and wages. */
  readonly seasonal: boolean
}

const TWO_YEAR = { averaging: 'average', onDecline: 'latest' } as const

/** The monthly amount of a stream, exact, with its rule. */
export function workStream(amounts: StreamAmounts, rule: StreamRule, policy: Policy): UnroundedAmount {
  const worked = workAmount(amounts, rule, policy)
  const { continuance } = amounts
  if (continuance === undefined || continuance >= policy.continuanceMonths || worked.months === 0)
    return worked
  const because = `stated to continue for less than ${policy.continuanceMonths} months: 0, or the loss`
  if (worked.amount < 0) return { ...worked, rule: because, flags: [...worked.flags, 'continuance_short'] }
  return nothing(because, [...worked.flags, 'continuance_short'])
}

function workAmount(amounts: StreamAmounts, rule: StreamRule, policy: Policy): UnroundedAmount {
  const { latest, prior, continuance, seasonal } = amounts
  if (rule.method === 'never') return nothing('not counted')
  const unstated = continuance === undefined
  if (rule.method === 'stated' && unstated) {
    const held = nothing('continuance is not stated: 0', ['continuance_unknown'])
    return latest === null ? held : { ...held, supportable: addCents(latest, latest) }
  }
  if (rule.method === 'seasonal' && unstated && !seasonal) {
    return nothing('no seasonal pattern: 0', ['not_seasonal_pattern'])
  }
  if (latest === null) return nothing(prior === null ? 'nothing left to count' : 'discontinued: 0')
  if (rule.method === 'latest') return latestYear(latest, 'latest / 12')
  const worked = workYears(latest, amounts, rule, policy)
  if (!rule.history || amounts.historyYears >= policy.minHistoryYears) return worked
  const because = `fewer than ${policy.minHistoryYears} years in a row: 0, or the loss`
  // Asking for more years must not forgive a loss.
  if (worked.amount >= 0) return nothing(because, ['insufficient_history'])
  return { ...worked, supportable: null, rule: because, flags: ['insufficient_history'] }
}

function workYears(latest: Cents, amounts: StreamAmounts, rule: StreamRule, policy: Policy): UnroundedAmount {
  const { prior, seasonal } = amounts
  if (prior === null) return latestYear(latest, 'one year only: latest / 12', ['short_history'])
  if (rule.method === 'stated') return latestYear(latest, 'continuance is stated: latest / 12')
  if (rule.method === 'seasonal') {
    return seasonal ? twoYears(latest, prior) : latestYear(latest, 'continuance is stated: latest / 12')
  }
  const trend = trendOf(latest, prior, policy.stableBand)
  return averageYears(latest, prior, trend, rule.method === 'two_year' ? TWO_YEAR : policy)
}
