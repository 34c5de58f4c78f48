import { NO_ITEMS } from '../../core/lists.js'
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
import type { FactRow } from '../../figures/facts.js'
import type { Flag } from '../flag.js'
import type { Policy } from '../policies/settings.js'
import type { TraceExclusion } from '../traces/trace.js'

/** How an amount went from one year to the next; `unknown` where one could not be read. */
export type Trend = 'new' | 'discontinued' | 'stable' | 'increasing' | 'decreasing' | 'unknown'

/** A share of a policy in millionths, exact. */
export const microsOfShare = (share: number): Millionths & number => Math.round(share * 1e6)

/** True where a part is above a share of a whole, in millionths; none is below 0. */
const isAboveShare = (part: Cents, whole: Cents, micros: Millionths): boolean =>
  multiplyCents(part, MILLION) > multiplyCents(whole, micros)

/** The change as a share of the year before. Units: millionths. Missing: null without both years, or from 0 or below. */
export const changeOf = (latest: Cents | null, prior: Cents | null): Millionths | null =>
  latest === null || prior === null || prior <= 0 ? null : divideToMicros(subtractCents(latest, prior), prior)

/**
 * The trend: stable inside the band, its edges too; from 0 or below, by the sign of the difference. Missing: null where
 * neither year has an amount.
 */
export function trendOf(latest: Cents | null, prior: Cents | null, stableBand: number): Trend | null {
  if (latest === null) return prior === null ? null : 'discontinued'
  if (prior === null) return 'new'
  const difference = subtractCents(latest, prior)
  const size = difference < 0 ? -difference : difference
  if (!isAboveShare(size, prior > 0 ? prior : 0, microsOfShare(stableBand))) return 'stable'
  return difference > 0 ? 'increasing' : 'decreasing'
}

/** True where an amount fell by more than the share; by exactly that much is not more. */
export const fellByMore = (latest: Cents | null, prior: Cents | null, share: number): boolean =>
  latest !== null &&
  prior !== null &&
  prior > latest &&
  prior > 0 &&
  isAboveShare(subtractCents(prior, latest), prior, microsOfShare(share))

/**
 * A monthly amount before it is rounded. Units: 24ths of a cent, so that one year over 12 and two over 24 are exact.
 * Missing: `supportable` is null where nothing was held back.
 */
export interface UnroundedAmount {
  readonly amount: CentTwentyFourths
  readonly months: 0 | 12 | 24
  readonly supportable: CentTwentyFourths | null
  readonly flags: readonly Flag[]
  readonly rule: string
}

/** A year over 12 months. */
export const overTwelve = (year: Cents): CentTwentyFourths => multiplyCents(year, 2)

/** Two years over 24 months: their sum in cents is the average in 24ths of a cent. */
export const overTwentyFour = (latest: Cents, prior: Cents): CentTwentyFourths =>
  addCents(latest, prior) as number | bigint

const monthOf = (
  months: UnroundedAmount['months'],
  amount: CentTwentyFourths,
  rule: string,
  flags: readonly Flag[] = NO_ITEMS,
): UnroundedAmount => ({ amount, months, supportable: null, flags, rule })

/** Nothing counts, and why. */
export const nothing = (rule: string, flags?: readonly Flag[]): UnroundedAmount => monthOf(0, 0, rule, flags)

/** The latest year over 12. */
export const latestYear = (latest: Cents, rule: string, flags?: readonly Flag[]): UnroundedAmount =>
  monthOf(12, overTwelve(latest), rule, flags)

/** Both years over 24. */
export const twoYears = (
  latest: Cents,
  prior: Cents,
  rule = 'average: (latest + prior) / 24',
  flags?: readonly Flag[],
): UnroundedAmount => monthOf(24, overTwentyFour(latest, prior), rule, flags)

/** The smaller of the two; of equal ones the average. */
function lesser(latest: Cents, prior: Cents, falls: boolean): UnroundedAmount {
  const rule = 'the smaller of (latest + prior) / 24 and latest / 12'
  const one = overTwelve(latest)
  const two = overTwentyFour(latest, prior)
  const flags: readonly Flag[] = falls ? DECLINING : NO_ITEMS
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
export function divideHalfAway(numerator: number | bigint, denominator: number): number | bigint {
  if (typeof numerator === 'number') {
    const size = Math.abs(numerator)
    const rest = size % denominator
    const rounded = (size - rest) / denominator + (2 * rest >= denominator ? 1 : 0)
    return (numerator < 0 ? -rounded : rounded) + 0
  }
  return narrowBigint(divideLarge(numerator, BigInt(denominator)))
}

function divideLarge(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (2n * size + denominator) / (2n * denominator)
  return numerator < 0n ? -rounded : rounded
}

/** Shares stand in millionths. */
export const MILLION = 1_000_000

/** An amount in 24ths of a cent as cents, or a share of it in millionths, rounded once. */
export const divideShare = (amount: CentTwentyFourths, micros: Millionths | null): Cents =>
  micros === null ? divideHalfAway(amount, 24) : divideHalfAway(multiplyCents(amount, micros), 24 * MILLION)

/** The years of facts, each once. */
export function yearsOf(facts: readonly FactRow[]): number[] {
  const years: number[] = []
  for (const { resolvedDocument } of facts) {
    const year = resolvedDocument.document.year as number
    if (!years.includes(year)) years.push(year)
  }
  return years
}

/** Years in a row that have an amount, up to a year. */
export function yearsInRow(years: readonly number[], year: number): number {
  let count = 0
  while (years.includes(year - count)) count++
  return count
}

export function factsOfYear(facts: readonly FactRow[], year: number): readonly FactRow[] {
  let count = 0
  for (const fact of facts) if (fact.resolvedDocument.document.year === year) count++
  // Most rows are of one year or of none, and there may be a million of them.
  if (count === 0) return NO_ITEMS
  return count === facts.length ? facts : facts.filter(fact => fact.resolvedDocument.document.year === year)
}

/** The exact sum of facts; of none, 0. */
export function sumFacts(facts: readonly FactRow[]): Cents {
  let sum: Cents = 0
  for (const { cents } of facts) sum = addCents(sum, cents)
  return sum
}

/** An amount cut to a range from 0 to a largest one. If that is below 0, it is 0. */
export function within(amount: Cents, largest: Cents): Cents {
  const cut = amount < largest ? amount : largest
  return cut > 0 ? cut : 0
}

/** A sum with one more amount, where there is one. */
export function addKnown(sum: Cents | null, amount: Cents | null): Cents | null
export function addKnown(sum: CentTwentyFourths | null, amount: CentTwentyFourths | null): CentTwentyFourths | null
export function addKnown(sum: number | bigint | null, amount: number | bigint | null) {
  return amount === null ? sum : sum === null ? amount : addCents(sum, amount)
}

/**
 * A year of a stream after its exclusions. Units: cents. Missing: `cents` is null where nothing is left;
 * `nontaxable` leaves out what is not known. `ira` is the part of IRAs that counts.
 */
export interface AdjustedYear {
  readonly cents: Cents | null
  readonly nontaxable: Cents
  readonly ira: Cents
  readonly kept: readonly FactRow[]
  readonly excluded: readonly TraceExclusion[]
  readonly flags: readonly Flag[]
}

const yearOf = (facts: readonly FactRow[], excluded: readonly TraceExclusion[]): AdjustedYear => ({
  cents: facts.length === 0 ? null : sumFacts(facts),
  nontaxable: 0,
  ira: 0,
  kept: facts,
  excluded,
  flags: NO_ITEMS,
})

const EMPTY = yearOf(NO_ITEMS, NO_ITEMS)

/** A year as it is: the sum of its facts, and nothing left out unless it is given. */
export const plainYear = (facts: readonly FactRow[], excluded: readonly TraceExclusion[] = NO_ITEMS): AdjustedYear =>
  facts.length === 0 && excluded.length === 0 ? EMPTY : yearOf(facts, excluded)
