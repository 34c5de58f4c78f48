// The result of working out one stream on one set of documents, and the formulas that streams share.
import {
  type Amount,
  add,
  divide,
  exact,
  exactNumber,
  isAbove,
  isBelow,
  negate,
  smaller,
  subtract,
  sum,
  ZERO,
} from './amounts.js'
import type { Item } from './input.js'
import { type Settings, type Severity, severityOf } from './policies.js'

/** A set of documents on which streams are worked out. */
export interface Evaluation {
  readonly kind: 'all' | 'today' | 'verified'
  /** True unless the evaluation leaves out the amounts that the lender stated. */
  readonly usesStatedAmounts: boolean
  readonly has: (item: Item) => boolean
}

/** A condition of a stream in one evaluation. */
export interface Condition {
  readonly code: string
  readonly severity: Severity
  /** True if a fact answers it. The lender's list of met conditions is applied later. */
  readonly isMet: boolean
  /** The part of the stream that it blocks. Null if it blocks the whole stream. */
  readonly part: number | null
  /** The tax year that it is about. Null if it is about the as-of year. */
  readonly year: number | null
}

export type Trend = 'new' | 'ended' | 'leave' | 'stable' | 'increasing' | 'declining' | 'unknown'

/** The result of a stream in one evaluation. Amounts are monthly except `latest` and `prior`. */
export interface Outcome {
  readonly latest: Amount | null
  readonly prior: Amount | null
  readonly history: number
  readonly trend: Trend
  /** The parts that add up to the figure without gross-up. Null if the stream cannot be computed. */
  readonly parts: readonly Amount[] | null
  readonly nontaxable: Amount
  /** What is supportable without gross-up, if that differs from the figure. */
  readonly supportable: Amount | null
  /** The loss that counts although a year is unreadable. */
  readonly readableLoss: Amount
  /** True if the policy leaves out a loss. The computed amount still shows it. */
  readonly isLossLeftOut: boolean
  readonly flags: readonly string[]
  readonly conditions: readonly Condition[]
}

/** Collects the conditions and flags of one evaluation. */
export class Findings {
  readonly conditions: Condition[] = []
  readonly flags: string[] = []
  readonly #settings: Settings

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Adds a condition with the policy's severity. `severity` is what the rule says if the table refers to it. */
  raise(code: string, options: { severity?: Severity; isMet?: boolean; part?: number; year?: number } = {}): void {
    const severity = severityOf(this.#settings, code, options.severity)
    if (severity === 'ignore') return
    const { isMet = false, part = null, year = null } = options
    this.conditions.push({ code, severity, isMet, part, year })
  }

  flag(name: string): void {
    this.flags.push(name)
  }
}

/** Yearly amounts of a stream. */
export type Series = ReadonlyMap<number, Amount>

/** Adds amounts by year. Years whose amounts add up to nothing stay in the series. */
export function toSeries(rows: readonly { readonly year: number; readonly amount: bigint }[]): Map<number, Amount> {
  const series = new Map<number, Amount>()
  for (const { year, amount } of rows) series.set(year, add(series.get(year) ?? ZERO, exact(amount)))
  return series
}

export const TWELVE = exact(12n)
const TWENTY_FOUR = exact(24n)

export const perMonth = (year: Amount): Amount => divide(year, TWELVE)
export const averageOf = (latest: Amount, prior: Amount): Amount => divide(add(latest, prior), TWENTY_FOUR)

/** Counts the consecutive years with an amount, ending in `year`. */
export function countHistory(years: { has(year: number): boolean }, year: number): number {
  let count = 0
  while (years.has(year - count)) count++
  return count
}

/** Returns true if `latest` is below `prior` by more than a share of `prior`. */
export const hasFallen = (latest: Amount, prior: Amount, share: number): boolean =>
  isAbove(prior, ZERO) && isAbove(subtract(prior, latest), scale(prior, share))

export const scale = (amount: Amount, share: number): Amount => {
  const factor = exactNumber(share)
  return exact(amount.top * factor.top, amount.bottom * factor.bottom)
}

/** Returns the trend between two years. */
export function trendOf(latest: Amount | null, prior: Amount | null, settings: Settings): Trend {
  if (latest === null) return 'ended'
  if (prior === null) return 'new'
  const change = subtract(latest, prior)
  if (!isAbove(prior, ZERO)) return change.top > 0n ? 'increasing' : change.top < 0n ? 'declining' : 'stable'
  if (isBelow(change, negate(scale(prior, settings.bandDown)))) return 'declining'
  return isAbove(change, scale(prior, settings.bandUp)) ? 'increasing' : 'stable'
}

/** Applies the policy's averaging to two years with a trend. */
export function applyPolicy(latest: Amount | null, prior: Amount | null, trend: Trend, settings: Settings): Amount {
  if (latest === null) return ZERO
  if (prior === null || settings.averaging === 'latest') return perMonth(latest)
  const average = averageOf(latest, prior)
  if (trend === 'leave') return average
  if (settings.averaging === 'lesser') return smaller(average, perMonth(latest))
  return trend === 'declining' ? perMonth(latest) : average
}

/** Raises `declining` with the severity that the policy's setting gives to the size of the fall. */
export function raiseDeclining(
  findings: Findings,
  latest: Amount,
  prior: Amount,
  settings: Settings,
  part?: number,
): void {
  const { declineBlocks } = settings
  // A fall below a year that was already 0 or a loss has no size, so a policy that blocks declines blocks it.
  const isBlocking = declineBlocks !== null && (!isAbove(prior, ZERO) || hasFallen(latest, prior, declineBlocks))
  findings.raise('declining', { severity: isBlocking ? 'blocking' : 'review', ...(part === undefined ? {} : { part }) })
}

/** Raises the conditions and flags about the length of a stream's history. */
export function noteHistory(findings: Findings, history: number, prior: Amount | null, required: number): void {
  if (prior === null) findings.flag('short_history')
  if (history < required) findings.raise('history')
}

/** Returns a result without amounts. */
export const emptyOutcome = (findings: Findings): Outcome => ({
  latest: null,
  prior: null,
  history: 0,
  trend: 'ended',
  parts: [ZERO],
  nontaxable: ZERO,
  supportable: null,
  readableLoss: ZERO,
  isLossLeftOut: false,
  flags: findings.flags,
  conditions: findings.conditions,
})

/** Builds the result of a stream with two years. Options replace what the series says. */
export function makeOutcome(
  series: Series,
  asOfYear: number,
  findings: Findings,
  options: Partial<Outcome> & Pick<Outcome, 'parts' | 'trend'>,
): Outcome {
  const latest = series.get(asOfYear) ?? null
  return {
    latest,
    prior: series.get(asOfYear - 1) ?? null,
    history: countHistory(series, asOfYear),
    nontaxable: ZERO,
    supportable: null,
    readableLoss: ZERO,
    isLossLeftOut: false,
    flags: findings.flags,
    conditions: findings.conditions,
    ...options,
  }
}

/** The unreadable years of a stream: a condition, and at most a loss that counts. */
export function makeUnreadable(series: Series, asOfYear: number, findings: Findings): Outcome {
  const latest = series.get(asOfYear) ?? null
  const loss = latest === null ? ZERO : smaller(ZERO, perMonth(latest))
  return makeOutcome(series, asOfYear, findings, { parts: null, trend: 'unknown', readableLoss: loss })
}

export const totalOf = ({ parts }: Outcome): Amount | null => (parts === null ? null : sum(parts))
