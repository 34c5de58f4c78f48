import { addCents, type Cents, type CentTwentyFourths, Decimal, multiplyCents } from '../../core/money.js'
import { microsFromDecimal } from '../../core/ratio.js'
import type { SourceDocument } from '../../ingest/source.js'
import type { BorrowerView } from '../borrowers/borrower-view.js'
import { isLostIn, type Loss, unreadYears } from '../borrowers/completeness.js'
import type { Flag } from '../flag.js'
import type { Policy } from '../policies/settings.js'
import {
  type AdjustedYear,
  averageYears,
  divideHalfAway,
  latestYear,
  MILLION,
  microsOfShare,
  nothing,
  overTwelve,
  overTwentyFour,
  trendOf,
  twoYears,
  type UnroundedAmount,
} from './averaging.js'
import type { StreamRule } from './stream-rules.js'

/** A business, estate or trust that gave the taxpayer a K-1. `owned`: a share at or above the policy's, or not known. */
export interface Entity {
  readonly documents: readonly SourceDocument[]
  readonly owned: boolean
}

/** The entities of a taxpayer, and which of them a document is of. */
export interface Entities {
  readonly all: readonly Entity[]
  readonly of: ReadonlyMap<SourceDocument, Entity>
}

/** What a stream is worked for, beside its facts. */
export interface Work {
  readonly borrower: BorrowerView
  readonly year: number
  readonly policy: Policy
  readonly rule: StreamRule
  readonly entities: Entities
  /** Months for which the caller states that the income will continue; undefined where nothing is stated. */
  readonly continuance: number | undefined
  /** Both years have unemployment and wages. */
  readonly seasonal: boolean
}

/**
 * A stream of income with a history and an average of its own: a category, an entity, or a job. A row is the sum of its
 * streams.
 */
export interface WorkStream {
  readonly latest: AdjustedYear
  readonly prior: AdjustedYear
  /** Years in a row with an amount, up to the latest. */
  readonly historyYears: number
  readonly losses: readonly Loss[]
  readonly flags: readonly Flag[]
  /** What the jobs that go on paid in the latest year, of which at most a month counts; null where nothing is in doubt. */
  readonly cap: AdjustedYear | null
}

/** A stream with its monthly amount, and how much of it an authority confirms. Units: 24ths of a cent for `confirmed`. */
export interface WorkedStream {
  readonly worked: UnroundedAmount
  /** Which of the two years could not be read. */
  readonly unread: readonly number[]
  readonly confirmedLatest: Cents | null
  readonly confirmedPrior: Cents | null
  readonly confirmed: CentTwentyFourths
}

/** What is not known of a year that could not be read. */
const UNKNOWN: ReadonlySet<Flag> = new Set<Flag>(['insufficient_history', 'not_seasonal_pattern', 'short_history'])

/**
 * A stream as it was worked. If one of its two years could not be read, nothing of it counts but a loss that is known. So it
 * is if the year that ends a history too short could not be read: nobody knows that the history is short.
 */
export function unlessUnread(
  worked: UnroundedAmount,
  unread: readonly number[],
  past: number,
  losses: readonly Loss[],
  borrower: BorrowerView,
  { method }: StreamRule,
): UnroundedAmount {
  const isShort = unread.length === 0 && worked.flags.includes('insufficient_history')
  const years = isShort && isLostIn(past, losses, borrower) ? [past] : unread
  if (years.length === 0) return worked
  const reason = `${years.join(' and ')} could not be read`
  const flags: Flag[] = [...worked.flags.filter(flag => !UNKNOWN.has(flag)), 'income_unreadable']
  if (worked.amount < 0) return { ...worked, supportable: null, flags, rule: `${reason}: only the loss` }
  return nothing(method === 'never' ? `${worked.rule}; ${reason}` : `${reason}: 0`, flags)
}

export function workStream(stream: WorkStream, work: Work): WorkedStream {
  const { latest, prior, historyYears, losses, cap } = stream
  const { borrower, year, rule } = work
  const unread = unreadYears(year, latest.cents, prior.cents, losses, borrower)
  const amount = amountOf(stream, work)
  const worked = unlessUnread(amount, unread, year - historyYears, losses, borrower, rule)
  const confirmedLatest = confirmedOf(latest, year, borrower, rule)
  const confirmedPrior = confirmedOf(prior, year - 1, borrower, rule)
  const one = (isCapped(cap, worked) ? confirmedOf(cap, year, borrower, rule) : confirmedLatest) ?? 0
  return {
    worked,
    unread,
    confirmedLatest,
    confirmedPrior,
    // The formula that was used, on what is confirmed alone.
    confirmed: worked.months === 0 ? 0 : overTwentyFour(one, worked.months === 12 ? one : (confirmedPrior ?? 0)),
  }
}

/** True where a stream counts what the jobs that go on paid, and no more. */
const isCapped = (cap: AdjustedYear | null, { amount, months }: UnroundedAmount): cap is AdjustedYear =>
  cap !== null && months === 12 && amount === overTwelve(cap.cents ?? 0)

/** The monthly amount of a stream, exact, with its rule. */
function amountOf(stream: WorkStream, work: Work): UnroundedAmount {
  const { rule, policy, continuance } = work
  const latest = stream.latest.cents
  if (rule.repaid && latest !== null && latest < 0) return nothing('more repaid than paid: 0', ['net_negative'])
  let worked = heldAmount(stream, work)
  const { cap } = stream
  if (cap !== null && worked.amount > overTwelve(cap.cents ?? 0)) {
    const because = `${worked.rule}, at most latest / 12 of the jobs that continue`
    worked = { ...latestYear(cap.cents ?? 0, because, worked.flags), supportable: worked.supportable }
  }
  if (continuance !== undefined && continuance < policy.continuanceMonths && worked.months > 0) {
    const because = `stated to continue for less than ${policy.continuanceMonths} months: 0, or the loss`
    worked = lossAlone(worked, because, 'continuance_short')
  }
  if (!rule.withoutLosses || worked.amount >= 0) return worked
  return nothing('a loss that need not be considered: 0', [...worked.flags, 'loss_not_considered'])
}

/** What is asked for must not forgive a loss. */
const lossAlone = (worked: UnroundedAmount, rule: string, flag: Flag): UnroundedAmount =>
  worked.amount < 0
    ? { ...worked, supportable: null, rule, flags: [...worked.flags, flag] }
    : nothing(rule, [...worked.flags, flag])

/** Nothing, where continuance must be stated and is not. */
function heldAmount(stream: WorkStream, work: Work): UnroundedAmount {
  const { rule, continuance, seasonal } = work
  const latest = stream.latest.cents
  if (rule.method === 'never') return nothing('not counted')
  const isHeld =
    continuance === undefined && rule.unstated !== null && !(rule.unstated === 'not_seasonal_pattern' && seasonal)
  if (!isHeld) return workAmount(stream, work)
  const flag = rule.unstated as Flag
  const because = flag === 'not_seasonal_pattern' ? 'no seasonal pattern: 0' : 'continuance is not stated: 0'
  if (rule.method !== 'stated') {
    const worked = latest === null ? nothing(because) : workAmount(stream, work)
    return worked.amount < 0 ? lossAlone(worked, `${because}, or the loss`, flag) : nothing(because, [flag])
  }
  const held = nothing(because, [flag])
  return latest === null ? held : { ...held, supportable: overTwelve(latest) }
}

function workAmount(stream: WorkStream, { rule, policy }: Work): UnroundedAmount {
  const latest = stream.latest.cents
  const prior = stream.prior.cents
  if (latest === null) return nothing(prior === null ? 'nothing left to count' : 'discontinued: 0')
  const worked = workYears(latest, prior, rule, policy)
  if (stream.historyYears >= rule.minHistory) return worked
  const because = `fewer than ${rule.minHistory} years in a row: 0, or the loss`
  return lossAlone({ ...worked, flags: [] }, because, 'insufficient_history')
}

const SHORT: readonly Flag[] = ['short_history']

function workYears(latest: Cents, prior: Cents | null, rule: StreamRule, policy: Policy): UnroundedAmount {
  if (rule.method === 'latest') return latestYear(latest, 'latest / 12')
  if (prior === null) return latestYear(latest, 'one year only: latest / 12', SHORT)
  if (rule.method === 'stated') return latestYear(latest, 'continuance is stated: latest / 12')
  if (rule.method === 'seasonal') return twoYears(latest, prior)
  return averageYears(latest, prior, trendOf(latest, prior, policy.stableBand), rule)
}

/** How much of a year an authority confirms. Missing: null where the year has no amount. */
function confirmedOf(of: AdjustedYear, year: number, borrower: BorrowerView, rule: StreamRule): Cents | null {
  if (of.cents === null) return null
  const { confirmation } = borrower
  let sum: Cents = 0
  let confirmed = 0
  for (const fact of of.kept) {
    if (!confirmation.isConfirmed(fact.resolvedDocument)) continue
    sum = addCents(sum, fact.cents)
    confirmed++
  }
  if (confirmed === of.kept.length) return of.cents
  if (rule.adjust === null || confirmed === 0) return sum
  const facts = of.kept.filter(fact => confirmation.isConfirmed(fact.resolvedDocument))
  return rule.adjust(facts, year, borrower).cents ?? 0
}

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
  if (rule.nontaxable === 'all') return divideHalfAway(multiplyCents(worked.amount, share), 24 * MILLION)
  if (stated === undefined && rule.nontaxable === 'untaxed')
    return divideHalfAway(multiplyCents(nontaxable, share), 12 * MILLION)
  const micros =
    stated === undefined ? microsOfShare(policy.socialSecurityNontaxable) : microsFromDecimal(new Decimal(stated))
  return divideHalfAway(multiplyCents(multiplyCents(latest, micros), share), 12 * MILLION * MILLION)
}

/** What the gross-up is worked out from, in words. */
export function grossUpRule(rule: StreamRule, policy: Policy, stated: number | undefined, rolledOver: boolean): string {
  if (rule.nontaxable === null) return 'no part of it is known to be nontaxable: 0'
  const part = {
    all: 'all of the monthly amount',
    untaxed: `gross less taxable of the year${rolledOver ? ', of IRA rows less what was rolled over,' : ''} / 12`,
    share: `${policy.socialSecurityNontaxable} of the year / 12`,
  }[rule.nontaxable]
  const words = stated === undefined || rule.nontaxable === 'all' ? part : `the stated ${stated} of the year / 12`
  return `${policy.grossUp} of the nontaxable part: ${words}`
}
