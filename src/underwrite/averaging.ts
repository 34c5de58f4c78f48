import { addCents, type Cents, narrow, timesCents } from '../core/money.js'
import type { Flag } from './flag.js'
import type { Policy } from './policy.js'
import type { Trend } from './trend.js'

/**
 * A monthly amount before it is rounded. Units: 24ths of a cent, so that one year over 12 and two over 24 are exact.
 * Missing: `supportable` is null where nothing was held back.
 */
export interface UnroundedAmount {
  readonly amount: Cents
  readonly months: 0 | 12 | 24
  readonly supportable: Cents | null
  readonly flags: readonly Flag[]
  readonly rule: string
}

const NO_FLAGS: readonly Flag[] = []

const monthOf = (
  months: UnroundedAmount['months'],
  amount: Cents,
  rule: string,
  flags: readonly Flag[] = NO_FLAGS,
): UnroundedAmount => ({ amount, months, supportable: null, flags, rule })

/** Nothing counts, and why. */
export const nothing = (rule: string, flags?: readonly Flag[]): UnroundedAmount => monthOf(0, 0, rule, flags)

/** The latest year over 12. */
export const latestYear = (latest: Cents, rule: string, flags?: readonly Flag[]): UnroundedAmount =>
  monthOf(12, addCents(latest, latest), rule, flags)

/** Both years over 24. */
export const twoYears = (
  latest: Cents,
  prior: Cents,
  rule = 'average: (latest + prior) / 24',
  flags?: readonly Flag[],
): UnroundedAmount => monthOf(24, addCents(latest, prior), rule, flags)

/** The smaller of the two; of equal ones the average. */
function lesser(latest: Cents, prior: Cents, falls: boolean): UnroundedAmount {
  const rule = 'the smaller of (latest + prior) / 24 and latest / 12'
  const one = addCents(latest, latest)
  const two = addCents(latest, prior)
  const flags: readonly Flag[] = falls ? DECLINING : NO_FLAGS
  return one < two ? latestYear(latest, rule, flags) : twoYears(latest, prior, rule, flags)
}

const DECLINING: readonly Flag[] = ['declining']

/** An amount of two years under a policy's way of averaging and its way with a decline. */
export function averageYears(
  latest: Cents,
  prior: Cents,
  trend: Trend | null,
  { averaging, onDecline }: Pick<Policy, 'averaging' | 'onDecline'>,
): UnroundedAmount {
  if (averaging === 'latest') return latestYear(latest, 'latest / 12')
  const falls = trend === 'decreasing'
  if (averaging === 'lesser_of_1y_2y') return lesser(latest, prior, falls)
  if (!falls) return twoYears(latest, prior)
  if (onDecline === 'latest') return latestYear(latest, 'declining: latest / 12', DECLINING)
  if (onDecline === 'lesser_of') return lesser(latest, prior, falls)
  const one = latestYear(latest, 'declining and not stabilized: 0, or the loss of the latest year / 12', [
    'declining_not_stabilized',
  ])
  const loss = one.amount < 0
  return { ...one, amount: loss ? one.amount : 0, months: loss ? 12 : 0, supportable: one.amount }
}

/** A quotient rounded once, half away from zero. */
export function divideHalfAway(numerator: Cents, denominator: number): Cents {
  if (typeof numerator === 'number') {
    const size = Math.abs(numerator)
    const rest = size % denominator
    const rounded = (size - rest) / denominator + (2 * rest >= denominator ? 1 : 0)
    return (numerator < 0 ? -rounded : rounded) + 0
  }
  return narrow(divideLarge(numerator, BigInt(denominator)))
}

function divideLarge(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (2n * size + denominator) / (2n * denominator)
  return numerator < 0n ? -rounded : rounded
}

/** Shares stand in millionths. */
export const MILLION = 1_000_000

/** An amount in 24ths of a cent as cents, or a share of it in millionths, rounded once. */
export const divideShare = (amount: Cents, micros: number | null): Cents =>
  micros === null ? divideHalfAway(amount, 24) : divideHalfAway(timesCents(amount, micros), 24 * MILLION)
