import { magnitude } from '../values.js'
import {
  cents,
  type Fraction,
  fractionFromNumber,
  isLess,
  minFraction,
  multiplyFractions,
  sumOf,
  ZERO_FRACTION,
} from './fraction.js'

export type Trend = 'new' | 'discontinued' | 'stable' | 'increasing' | 'decreasing' | 'unknown'

/** A stream's annual amounts, their confirmed parts, and years with missing input. Absent years have no key. */
export interface Stream {
  readonly amounts: ReadonlyMap<number, bigint>
  readonly confirmed: ReadonlyMap<number, bigint>
  /** Years with unreadable or rejected input. */
  readonly incompleteYears: ReadonlySet<number>
}

/** The rules for averaging a stream. */
export interface StreamRules {
  readonly averaging: 'average' | 'lesser_of_1y_2y' | 'latest'
  readonly onDecline: 'exclude' | 'latest' | 'lesser_of'
  readonly stableBand: number
  readonly minHistory: number
}

/** A formula for a monthly amount from two annual amounts. */
type Formula = (latest: bigint, prior: bigint) => Fraction

/** The result of a stream, or of a part of one. */
export interface StreamResult {
  readonly monthly: Fraction
  /** The result of the same formula for the confirmed amounts only. */
  readonly confirmed: Fraction
  readonly months: 0 | 12 | 24
  readonly supportable: Fraction | null
  readonly flags: readonly string[]
}

export const average: Formula = (latest, prior) => cents(latest + prior, 24n)
export const latestYear: Formula = latest => cents(latest, 12n)
const capAtZero =
  (formula: Formula): Formula =>
  (latest, prior) =>
    minFraction(ZERO_FRACTION, formula(latest, prior))

/** Returns a result in which nothing counts. */
export const makeExcluded = (flags: readonly string[], supportable: Fraction | null = null): StreamResult => ({
  monthly: ZERO_FRACTION,
  confirmed: ZERO_FRACTION,
  months: 0,
  supportable,
  flags,
})

/** Returns the trend between two years, or null if neither has an amount. */
export function trendOf(latest: bigint | null, prior: bigint | null, band: number): Trend | null {
  if (latest === null) return prior === null ? null : 'discontinued'
  if (prior === null) return 'new'
  const difference = latest - prior
  const largestStable = multiplyFractions(fractionFromNumber(band), cents(prior))
  if (difference === 0n || (prior > 0n && !isLess(largestStable, cents(magnitude(difference))))) return 'stable'
  return difference > 0n ? 'increasing' : 'decreasing'
}

/** Counts the consecutive years with an amount, up to and including the given year. */
export function historyOf({ amounts }: Pick<Stream, 'amounts'>, year: number): number {
  let years = 0
  while (amounts.has(year - years)) years++
  return years
}

/** Returns true if a year has missing input and no readable amount. */
export const isYearLost = ({ amounts, incompleteYears }: Stream, year: number): boolean =>
  incompleteYears.has(year) && !amounts.has(year)

/** Returns true if `year` or the year before it has missing input and no readable amount. */
export const isLostInTwoYears = (stream: Stream, year: number): boolean =>
  isYearLost(stream, year) || isYearLost(stream, year - 1)

/** Returns true if the amount fell by more than a share of the prior year's amount. */
export function hasFallen({ amounts }: Stream, year: number, share: number): boolean {
  const [latest, prior] = [amounts.get(year), amounts.get(year - 1)]
  if (latest === undefined || prior === undefined || prior <= 0n) return false
  return isLess(multiplyFractions(fractionFromNumber(share), cents(prior)), cents(prior - latest))
}

/** Computes a stream's result from its trend, averaging and history. */
export function computeStream(stream: Stream, year: number, rules: StreamRules): StreamResult {
  const latest = stream.amounts.get(year) ?? null
  const prior = stream.amounts.get(year - 1) ?? null
  const makeResult = (
    formula: Formula,
    flags: readonly string[],
    supportable: Fraction | null = null,
    months: 0 | 12 | 24 = 12,
  ): StreamResult => {
    const monthly = formula(latest ?? 0n, prior ?? 0n)
    return {
      monthly,
      confirmed: formula(stream.confirmed.get(year) ?? 0n, stream.confirmed.get(year - 1) ?? 0n),
      months: monthly.top === 0n && flags.length > 0 ? 0 : formula === average ? 24 : months,
      supportable,
      flags,
    }
  }
  const counts = (formula: Formula, months: 12 | 24, flags: readonly string[] = []): StreamResult => ({
    ...makeResult(formula, flags),
    months,
  })

  // If a year is unreadable, only a known loss counts.
  const unreadable = isLostInTwoYears(stream, year)
  const history = historyOf(stream, year)
  if (latest === null && !unreadable) return makeExcluded([])
  if (unreadable || (history < rules.minHistory && isYearLost(stream, year - history))) {
    if (latest === null) return makeExcluded(['income_unreadable'])
    if (unreadable || prior === null) return makeResult(capAtZero(latestYear), ['income_unreadable'])
    const { formula, months } = ruleFor(latest, prior, rules)
    return makeResult(capAtZero(formula), ['income_unreadable'], null, months)
  }

  if (prior === null)
    return history < rules.minHistory
      ? makeResult(capAtZero(latestYear), ['insufficient_history'])
      : counts(latestYear, 12, ['short_history'])

  const rule = ruleFor(latest as bigint, prior, rules)
  // Design choice: with a short history only a loss counts, so that a longer required history never raises the income.
  if (history < rules.minHistory)
    return makeResult(capAtZero(rule.formula), ['insufficient_history'], null, rule.months)
  const result = makeResult(rule.formula, rule.flags, rule.supportable)
  return { ...result, months: rule.months }
}

interface Rule {
  readonly formula: Formula
  readonly months: 0 | 12 | 24
  readonly flags: readonly string[]
  readonly supportable: Fraction | null
}

function ruleFor(latest: bigint, prior: bigint, rules: StreamRules): Rule {
  const isFall = trendOf(latest, prior, rules.stableBand) === 'decreasing'
  const latestOnly: Rule = { formula: latestYear, months: 12, flags: [], supportable: null }
  const twoYearAverage: Rule = { formula: average, months: 24, flags: [], supportable: null }
  const isLastSmaller = isLess(latestYear(latest, prior), average(latest, prior))
  const declining = (rule: Rule): Rule => (isFall ? { ...rule, flags: ['declining'] } : rule)
  if (rules.averaging === 'latest') return latestOnly
  // The formula with the lower result is also used for the confirmed amounts.
  const lesser = declining(isLastSmaller ? latestOnly : twoYearAverage)
  if (rules.averaging === 'lesser_of_1y_2y') return lesser
  if (!isFall) return twoYearAverage
  if (rules.onDecline === 'latest') return declining(latestOnly)
  if (rules.onDecline === 'lesser_of') return lesser
  return {
    formula: capAtZero(latestYear),
    months: latest < 0n ? 12 : 0,
    flags: ['declining_not_stabilized'],
    supportable: latestYear(latest, prior),
  }
}

/** Adds up the separately computed parts of a row, without rounding. */
export function sumResults(parts: readonly StreamResult[], supportable: Fraction | null): StreamResult {
  const months = Math.max(0, ...parts.map(part => part.months))
  return {
    monthly: sumOf(parts.map(({ monthly }) => monthly)),
    confirmed: sumOf(parts.map(({ confirmed }) => confirmed)),
    months: months === 24 ? 24 : months === 12 ? 12 : 0,
    supportable,
    flags: [...new Set(parts.flatMap(({ flags }) => flags))],
  }
}
