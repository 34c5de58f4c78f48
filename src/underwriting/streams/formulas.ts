// Formulas that turn yearly amounts into a monthly amount. All comparisons use exact amounts by cross-multiplication, and a
// monthly amount is rounded once. Before that it is in 24ths of a cent: one year over 12 months and two years over 24
// months are whole numbers of this unit.

import {
  addCents,
  type Cents,
  type CentTwentyFourths,
  type Millionths,
  multiplyCents,
  narrowBigint,
  subtractCents,
} from '../../core/money.js'
import { divideToMicros } from '../../core/ratio.js'
import type { UnderwritingPolicy } from '../policies/policy.js'

/** How an amount changed between two years. `unknown`: one of the years is unreadable. */
export type Trend = 'new' | 'ended' | 'leave' | 'stable' | 'increasing' | 'declining' | 'unknown'

/** How the monthly amount was computed. `none`: nothing was computed. */
export type Method = 'average' | 'lesser' | 'latest' | 'current_pay' | 'stated' | 'none'

export const MILLION = 1_000_000

/** Converts a share of a policy to millionths. */
export const toMicros = (share: number): Millionths & number => Math.round(share * MILLION)

export const isAboveShare = (part: Cents, total: Cents, share: Millionths): boolean =>
  multiplyCents(part, MILLION) > multiplyCents(total, share)

/** True if an amount fell by more than a share of the year before. */
export const hasFallenByMore = (latest: Cents | null, prior: Cents | null, share: number): boolean =>
  latest !== null &&
  prior !== null &&
  prior > latest &&
  (prior <= 0 || isAboveShare(subtractCents(prior, latest), prior, toMicros(share)))

/** Computes the change as a share of the year before. Null without both years, or if the year before is not above 0. */
export const computeChange = (latest: Cents | null, prior: Cents | null): Millionths | null =>
  latest === null || prior === null || prior <= 0 ? null : divideToMicros(subtractCents(latest, prior), prior)

export function countYearsInRow(years: { has(year: number): boolean }, lastYear: number): number {
  let count = 0
  while (years.has(lastYear - count)) count++
  return count
}

/** Finds the trend. The edges of the stable band are stable. Null if neither year has an amount. */
export function findTrend(
  latest: Cents | null,
  prior: Cents | null,
  { down, up }: UnderwritingPolicy['stableBand'],
): Trend | null {
  if (latest === null) return prior === null ? null : 'ended'
  if (prior === null) return 'new'
  if (prior <= 0) return latest === prior ? 'stable' : latest > prior ? 'increasing' : 'declining'
  if (latest < prior) return isAboveShare(subtractCents(prior, latest), prior, toMicros(down)) ? 'declining' : 'stable'
  return isAboveShare(subtractCents(latest, prior), prior, toMicros(up)) ? 'increasing' : 'stable'
}

/** The rules that only jobs have: the average over the months worked, and the average with employers that ended. */
export type JobRule = 'months_worked' | 'predecessors'

/** A monthly amount, the method and the months that it is based on. */
export interface MonthlyAmount {
  /** The amount multiplied by `scale`. */
  readonly amount: CentTwentyFourths
  /** 1, unless the amount is not a whole number of 24ths of a cent. */
  readonly scale: number | bigint
  readonly method: Method
  /** More than 12 if the year before counts. Parts of a month count as a month. */
  readonly months: number
  /** Absent: the policy's formula gave the amount. */
  readonly jobRule?: JobRule
}

export const averageLatest = (latest: Cents): MonthlyAmount => ({
  amount: multiplyCents(latest, 2),
  scale: 1,
  method: 'latest',
  months: 12,
})

/** Averages two years over 24 months. Their sum in cents is the average in 24ths of a cent. */
export const averageTwoYears = (latest: Cents, prior: Cents): MonthlyAmount => ({
  amount: addCents(latest, prior) as number | bigint,
  scale: 1,
  method: 'average',
  months: 24,
})

/** Averages two years. Without a year before, the latest year counts. Null if the latest year has no amount. */
export const averageYears = (latest: Cents | null, prior: Cents | null): MonthlyAmount | null =>
  latest === null ? null : prior === null ? averageLatest(latest) : averageTwoYears(latest, prior)

/** Returns the smaller of the two-year average and the latest year. The average if they are equal. */
export function takeLesser(latest: Cents, prior: Cents): MonthlyAmount {
  const latestOnly = averageLatest(latest)
  const average = averageTwoYears(latest, prior)
  return { ...(latestOnly.amount < average.amount ? latestOnly : average), method: 'lesser' }
}

/** Applies the policy's formula. Without a year before, the latest year counts. Null if the latest year has no amount. */
export function applyFormula(
  latest: Cents | null,
  prior: Cents | null,
  trend: Trend | null,
  averaging: UnderwritingPolicy['averaging'],
): MonthlyAmount | null {
  if (latest === null) return null
  if (prior === null || averaging === 'latest') return averageLatest(latest)
  if (trend === 'leave') return averageTwoYears(latest, prior)
  if (averaging === 'lesser') return takeLesser(latest, prior)
  return trend === 'declining' ? averageLatest(latest) : averageTwoYears(latest, prior)
}

/** Divides and rounds once, half away from zero. */
export function divideHalfAway(numerator: number | bigint, denominator: number | bigint): number | bigint {
  if (typeof numerator === 'number' && typeof denominator === 'number') {
    const size = Math.abs(numerator)
    const remainder = size % denominator
    const rounded = (size - remainder) / denominator + (2 * remainder >= denominator ? 1 : 0)
    return (numerator < 0 ? -rounded : rounded) + 0
  }
  const divisor = BigInt(denominator)
  const size = numerator < 0 ? -BigInt(numerator) : BigInt(numerator)
  const rounded = (2n * size + divisor) / (2n * divisor)
  return narrowBigint(numerator < 0 ? -rounded : rounded)
}

/** An amount per month as a fraction of cents. */
export interface MonthlyRate {
  readonly cents: number | bigint
  readonly divisor: number | bigint
}

/** Adds rates exactly and rounds the sum once. 0 if there are none. */
export function roundRates(rates: readonly MonthlyRate[]): Cents {
  let [cents, divisor]: [number | bigint, number | bigint] = [0, 1]
  for (const rate of rates) {
    cents = addCents(multiplyCents(cents, rate.divisor), multiplyCents(rate.cents, divisor)) as number | bigint
    divisor = multiplyCents(divisor, rate.divisor)
  }
  return divideHalfAway(cents, divisor)
}

export const toRate = ({ amount, scale }: MonthlyAmount): MonthlyRate => ({
  cents: amount,
  divisor: multiplyCents(scale, 24),
})

export const roundMonthly = ({ amount, scale }: MonthlyAmount): Cents =>
  divideHalfAway(amount, scale === 1 ? 24 : multiplyCents(scale, 24))

export const largerOf = (a: Cents, b: Cents): Cents => (a > b ? a : b)
export const smallerOf = (a: Cents, b: Cents): Cents => (a < b ? a : b)

/** Adds an amount that may be absent. */
export const addKnownCents = (sum: Cents | null, amount: Cents | null): Cents | null =>
  amount === null ? sum : sum === null ? amount : addCents(sum, amount)

/** Returns the first item with the largest amount above 0. Null if there is none. */
export function findLargestAmount<Item>(
  items: readonly Item[],
  getAmount: (item: Item) => Cents | null,
): { readonly item: Item; readonly amount: Cents } | null {
  let largest: { readonly item: Item; readonly amount: Cents } | null = null
  for (const item of items) {
    const amount = getAmount(item)
    if (amount !== null && amount > (largest?.amount ?? 0)) largest = { item, amount }
  }
  return largest
}
