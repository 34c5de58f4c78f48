import { microsOfDecimal } from '../core/micros.js'
import { type Cents, Decimal, timesCents } from '../core/money.js'
import { divideHalfAway, MILLION, type UnroundedAmount } from './averaging.js'
import type { Policy } from './policy.js'
import type { StreamRule } from './stream-rules.js'
import { microsOfShare } from './trend.js'

/**
 * What is added for the part of a stream that is not taxed: the policy's share of it, rounded once. Units: cents.
 * Missing: 0 where nothing counts, or where nothing is known to be nontaxable.
 */
export function grossUpOf(
  worked: UnroundedAmount,
  latest: Cents | null,
  nontaxable: Cents,
  stated: number | undefined,
  rule: StreamRule,
  policy: Policy,
): Cents {
  if (rule.nontaxable === null || latest === null || worked.months === 0 || worked.amount <= 0) return 0
  const share = microsOfShare(policy.grossUp)
  if (rule.nontaxable === 'all') return divideHalfAway(timesCents(worked.amount, share), 24 * MILLION)
  if (stated === undefined && rule.nontaxable === 'untaxed')
    return divideHalfAway(timesCents(nontaxable, share), 12 * MILLION)
  const micros =
    stated === undefined
      ? microsOfShare(policy.socialSecurityNontaxable)
      : microsOfDecimal(new Decimal(stated))
  return divideHalfAway(timesCents(timesCents(latest, micros), share), 12 * MILLION * MILLION)
}

/** What the gross-up is worked out from, in words. */
export function grossUpRule(
  rule: StreamRule,
  policy: Policy,
  stated: number | undefined,
  rolledOver: boolean,
): string {
  if (rule.nontaxable === null) return 'no part of it is known to be nontaxable: 0'
  const part = {
    all: 'all of the monthly amount',
    untaxed: `gross less taxable of the year${rolledOver ? ', of IRA rows less what was rolled over,' : ''} / 12`,
    share: `${policy.socialSecurityNontaxable} of the year / 12`,
  }[rule.nontaxable]
  const words =
    stated === undefined || rule.nontaxable === 'all' ? part : `the stated ${stated} of the year / 12`
  return `${policy.grossUp} of the nontaxable part: ${words}`
}
