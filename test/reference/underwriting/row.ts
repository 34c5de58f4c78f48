import { doubtsOf } from './confirmed.js'
import { type Contribution, streamOf } from './contributions.js'
import { withoutOneYearPayments, workEntities } from './entities.js'
import { cents, type Fraction, NOTHING, smaller, spelled, times } from './fraction.js'
import { type Lost, workJobs } from './jobs.js'
import { lostCategories } from './lost.js'
import { isOwnBusiness } from './ownership.js'
import type { Desk, Paper } from './papers.js'
import { INVESTMENT, type Rules } from './policies.js'
import { isEarlyOrOneTime, type Retirement, retirementOf } from './retirement.js'
import { benefitsOf } from './social-security.js'
import {
  average,
  excluded,
  historyOf,
  latestYear,
  type Stream,
  type StreamRules,
  type Trend,
  trendOf,
  type Worked,
  work,
} from './stream.js'

/** A row before it is printed. */
export interface IncomeRow {
  readonly category: string
  readonly latest: bigint | null
  readonly prior: bigint | null
  readonly trend: Trend | null
  readonly worked: Worked
  readonly grossUp: Fraction
  readonly verifiedLatest: bigint | null
  readonly verifiedPrior: bigint | null
  /** What employers paid in the year before of whom it is not known whether they were replaced. */
  readonly ended: bigint | null
  readonly ira: bigint
}

/** What a row is worked from. */
export interface Case {
  readonly desk: Desk
  readonly rules: Rules
  readonly year: number
  readonly category: string
  /** The borrower's contributions of all categories, officer pay apart, and of this one. */
  readonly everything: readonly Contribution[]
  readonly own: readonly Contribution[]
  readonly papers: readonly Paper[]
  /** The borrower's papers, what does not count for want of an authority among them: what they lost is lost. */
  readonly whole: readonly Paper[]
  /** Years of the category of which something was lost, and those of which something that may be anyone's was refused. */
  readonly lost: ReadonlySet<number>
  readonly refused: ReadonlySet<number>
  /** Years of which wages were lost. */
  readonly lostWages: ReadonlySet<number>
}

const ENTITY_FORMS: Readonly<Record<string, string>> = {
  partnership: 'schedule_k1_1065',
  s_corporation: 'schedule_k1_1120s',
  estate_trust: 'schedule_k1_1041',
}
const NO_GENERAL_HISTORY = ['retirement', 'social_security', 'tax_exempt_interest']

export const isInvestment = (category: string): boolean => INVESTMENT.includes(category)

function streamRulesOf({ rules, category }: Case): StreamRules {
  const byCategory = rules.minHistoryByCategory[category]
  const general = NO_GENERAL_HISTORY.includes(category) ? 0 : rules.minHistoryYears
  const isLikeInterest = isInvestment(category) || category === 'royalties'
  return {
    averaging: isLikeInterest ? rules.investmentAveraging : rules.averaging,
    onDecline: isLikeInterest ? 'latest' : rules.onDecline,
    stableBand: rules.stableBand,
    minHistory: byCategory ?? general,
  }
}

/** The categories that a document lost, the pay of one's own business apart. */
export function lostCategoryOf(paper: Paper, papers: readonly Paper[], rules: Rules, year: number): string[] {
  const k1s = papers.filter(
    each => each.counted && each.entry.form.startsWith('schedule_k1') && (each.year ?? 9999) <= year,
  )
  return lostCategories(paper, rules).map(category =>
    category === 'wages' &&
    paper.entry.form === 'form_w2' &&
    isOwnBusiness(paper, k1s, rules.selfEmployedOwnership)
      ? 'officer_compensation'
      : category,
  )
}

/** How long the caller says that a category continues, beside what the policy asks. */
function continuanceOf({ desk: { known }, rules, category }: Case): 'unknown' | 'stated' | 'short' {
  const months = known.continuance?.[category]
  if (months === undefined) return 'unknown'
  return months >= rules.continuanceMonths ? 'stated' : 'short'
}

/** The latest year / 12, where the history suffices. */
function latestOf(stream: Stream, year: number, least: number, flagsShort: boolean): Worked {
  const latest = stream.amounts.get(year) ?? null
  const isLost = (each: number): boolean => stream.lost.has(each) && !stream.amounts.has(each)
  const history = historyOf(stream, year)
  const used = (flags: string[]): Worked => ({
    monthly: latestYear(latest ?? 0n, 0n),
    confirmed: latestYear(stream.confirmed.get(year) ?? 0n, 0n),
    months: 12,
    supportable: null,
    flags,
  })
  const onlyLoss = (flag: string): Worked =>
    latest !== null && latest < 0n ? used([flag]) : excluded([flag])
  if (isLost(year) || isLost(year - 1)) return onlyLoss('income_unreadable')
  if (latest === null) return excluded([])
  if (history < least) return onlyLoss(isLost(year - history) ? 'income_unreadable' : 'insufficient_history')
  return used(flagsShort && !stream.amounts.has(year - 1) ? ['short_history'] : [])
}

// A box of a K-1 is of its entity; what was refused may have been of any.
const lostOfEntities =
  ({ rules, category, refused }: Case) =>
  (paper: Paper): Set<number> =>
    new Set([...refused, ...(lostCategories(paper, rules).includes(category) ? [paper.year!] : [])])

// A W-2 that could not be read is of its employer; what was refused may have been of any.
const lostOfJobs = ({ whole, rules, category, refused, year }: Case): Lost => ({
  papers: whole.filter(paper => lostCategoryOf(paper, whole, rules, year).includes(category)),
  refused,
})

const only = (worked: Worked, ...flags: readonly string[]): Worked => ({
  ...worked,
  flags: [...worked.flags, ...flags],
})

/** A stream of what is the taxpayer's after expenses. */
const share = (worked: Worked, part: Fraction): Worked => ({
  ...worked,
  monthly: times(worked.monthly, part),
  confirmed: times(worked.confirmed, part),
  supportable: worked.supportable === null ? null : times(worked.supportable, part),
})

/** What a category comes to, with what some of them say beside it. */
interface Part extends Worked {
  readonly ended?: bigint | null
  readonly ownSupportable?: Fraction | null
  readonly isUnread?: boolean
  readonly isSeveral?: boolean
  readonly mayCount?: boolean
}

function workCategory(given: Case, stream: Stream): Part {
  const { category, rules, year, own, papers, everything } = given
  const streamRules = streamRulesOf(given)
  const continuance = continuanceOf(given)
  const latest = stream.amounts.get(year) ?? null
  const supportable = latest === null ? null : latestYear(latest, 0n)
  const unreadable = [year, year - 1].some(each => stream.lost.has(each) && !stream.amounts.has(each))
  const zero = (...flags: string[]): Worked => excluded(unreadable ? ['income_unreadable', ...flags] : flags)

  if (category === 'wages' || category === 'officer_compensation') {
    const sick = own.some(({ paper, year: of }) => (of === year || of === year - 1) && isSickPay(paper))
    const worked = workJobs(own, year, streamRules, rules.materialDecline, lostOfJobs(given))
    return { ...worked, flags: [...worked.flags, ...(sick ? ['third_party_sick_pay'] : [])] }
  }
  if (category === 'self_employment') {
    if (rules.selfEmployedExpenses === null) return zero('not_computable', 'needs_schedule_c')
    const { top, bottom } = spelled(rules.selfEmployedExpenses)
    const worked = share(work(stream, year, streamRules), { top: bottom - top, bottom })
    return only(worked, 'expenses_assumed')
  }
  if (category === 'rental') return zero('not_computable', 'needs_schedule_e')
  if (category in ENTITY_FORMS) {
    const k1s = papers.filter(paper => paper.counted && paper.entry.form === ENTITY_FORMS[category])
    const { kept, leftOut } = withoutOneYearPayments(own, year, lostOfEntities(given))
    const worked = workEntities(
      kept,
      k1s,
      year,
      rules,
      streamRules,
      lostOfEntities(given),
      continuance === 'short',
    )
    const marks = [
      ...(leftOut ? ['guaranteed_payment_one_year'] : []),
      // What was refused may have been a share of an entity that is not seen at all.
      ...(unreadable && latest === null ? ['income_unreadable'] : []),
    ]
    return only(worked, ...marks)
  }
  if (category === 'royalties') {
    if (rules.royalties === 'count') return work(stream, year, streamRules)
    if (continuance === 'unknown') return zero('needs_schedule_e')
    return only(work(stream, year, streamRules), 'needs_schedule_e')
  }
  if (isInvestment(category)) return work(stream, year, streamRules)
  if (category === 'retirement') return latestOf(stream, year, streamRules.minHistory, false)
  if (category === 'social_security') {
    const worked = latestOf(stream, year, streamRules.minHistory, false)
    // Choice: a year below zero is told as such, whatever its history.
    return worked.monthly.top < 0n || (latest ?? 0n) < 0n ? zero('net_negative') : worked
  }
  if (category === 'unemployment') return workUnemployment(given, stream, everything)
  if (category === 'gambling') return zero('not_recurring')
  if (category === 'allocated_tips') return zero('unreported')
  // Government payments and other.
  if (continuance === 'unknown')
    return { ...zero('continuance_unknown'), supportable: unreadable ? null : supportable }
  return latestOf(stream, year, streamRules.minHistory, true)
}

const isSickPay = (paper: Paper): boolean =>
  paper.entry.form === 'form_w2' && isTrue(paper.entry.raw['third_party_sick_pay_indicator'])
const isTrue = (raw: unknown): boolean =>
  raw === true || raw === 1 || /^(true|1|yes|y|x|box checked)$/i.test(String(raw).trim())

function workUnemployment(given: Case, stream: Stream, everything: readonly Contribution[]): Worked {
  const { rules, year, lostWages } = given
  const continuance = continuanceOf(given)
  const has = (each: number) => stream.amounts.has(each)
  const hasWages = (each: number): boolean =>
    everything.some(
      ({ category, year: of }) =>
        of === each && (category === 'wages' || category === 'officer_compensation'),
    )
  const isUnreadable = [year, year - 1].some(each => stream.lost.has(each) && !has(each))
  const isNotStated = continuance === 'unknown' && rules.unemployment === 'continuance_stated'
  // That there is no pattern is not known of a year that could not be read; that nobody stated it is.
  if (isUnreadable) return excluded(['income_unreadable', ...(isNotStated ? ['continuance_unknown'] : [])])
  const both = has(year) && has(year - 1)
  const isSeasonal = both && hasWages(year) && hasWages(year - 1)
  const counts = continuance !== 'unknown' || (rules.unemployment === 'seasonal_pattern' && isSeasonal)
  if (!counts && rules.unemployment === 'continuance_stated') return excluded(['continuance_unknown'])
  // Wages that could not be read may show the pattern.
  const mayHave = (each: number): boolean => hasWages(each) || lostWages.has(each)
  const isDoubtful = both && mayHave(year) && mayHave(year - 1)
  if (!counts) return excluded(['not_seasonal_pattern', ...(isDoubtful ? ['incomplete'] : [])])
  if (!both) return latestOf(stream, year, streamRulesOf(given).minHistory, true)
  const history = historyOf(stream, year)
  if (history < streamRulesOf(given).minHistory)
    return excluded([stream.lost.has(year - history) ? 'income_unreadable' : 'insufficient_history'])
  const formula = (amounts: ReadonlyMap<number, bigint>) =>
    average(amounts.get(year) ?? 0n, amounts.get(year - 1) ?? 0n)
  return {
    monthly: formula(stream.amounts),
    confirmed: formula(stream.confirmed),
    months: 24,
    supportable: null,
    flags: [],
  }
}

// The stream after the table's exclusions.
function adjusted(given: Case): { stream: Stream; flags: string[]; retirement: Retirement | null } {
  const { category, own, year, papers, lost } = given
  const flags: string[] = []
  if (category === 'retirement' || category === 'social_security') {
    const amounts = new Map<number, bigint>()
    const confirmed = new Map<number, bigint>()
    let retirement: Retirement | null = null
    for (const each of new Set(own.map(row => row.year))) {
      const of = category === 'retirement' ? retirementOf(own, papers, each) : benefitsOf(own, each)
      if (each === year && 'ira' in of) retirement = of
      if (each === year || each === year - 1) flags.push(...of.flags)
      if (of.amount === null) continue
      amounts.set(each, of.amount)
      confirmed.set(each, of.confirmed)
    }
    return { stream: { amounts, confirmed, lost }, flags, retirement }
  }
  const kept =
    category === 'partnership' ? withoutOneYearPayments(own, year, lostOfEntities(given)).kept : own
  return { stream: streamOf(kept, lost), flags, retirement: null }
}

/** The contributions of the two years whose amounts stay in the row after the exclusions of its category. */
function keptInRow(given: Case): Contribution[] {
  const { category, year, own } = given
  const kept =
    category === 'partnership' ? withoutOneYearPayments(own, year, lostOfEntities(given)).kept : own
  return kept.filter(
    each =>
      (each.year === year || each.year === year - 1) &&
      (category !== 'retirement' || each.paper.entry.form !== 'form_1099_r' || !isEarlyOrOneTime(each.paper)),
  )
}

function grossUpOf(given: Case, worked: Worked, latest: bigint | null, retirement: Retirement | null) {
  const { category, desk, rules } = given
  const flags: string[] = []
  let nontaxable = NOTHING
  const documented = desk.known.nontaxable_share?.[category]
  const monthly = worked.monthly
  if (category === 'tax_exempt_interest') nontaxable = monthly
  if (category === 'social_security')
    nontaxable = times(monthly, spelled(documented ?? rules.socialSecurityNontaxable))
  if (category === 'retirement') {
    if (documented !== undefined) nontaxable = times(monthly, spelled(documented))
    else if (retirement !== null && latest !== null) {
      if (retirement.isTaxableUnknown) flags.push('taxable_unknown')
      if (worked.months > 0) nontaxable = cents(retirement.nontaxable, 12n)
    }
  }
  if (monthly.top <= 0n) nontaxable = NOTHING
  const grossUp = times(nontaxable, spelled(rules.grossUp))
  if (grossUp.top > 0n && rules.grossUpUse === 'ratio_only') flags.push('ratio_only')
  return { grossUp, flags }
}

/** What counts nothing, whatever its history. */
const isNever = ({ category, rules }: Case): boolean =>
  ['rental', 'gambling', 'allocated_tips'].includes(category) ||
  (category === 'self_employment' && rules.selfEmployedExpenses === null)

/** A row of qualifying income. */
export function rowOf(given: Case): IncomeRow {
  const { category, year, own, desk, rules } = given
  const { stream, flags, retirement } = adjusted(given)
  const at = (each: number) => stream.amounts.get(each) ?? null
  const [latest, prior] = [at(year), at(year - 1)]
  let worked = workCategory(given, stream)
  const isLost =
    [year, year - 1].some(each => stream.lost.has(each) && !stream.amounts.has(each)) ||
    worked.isUnread === true
  // Choice: what does not count for another reason does not count for this one too.
  // What would count but for a year that could not be read does not count for this reason too.
  const readable = { ...given, lost: new Set<number>(), refused: new Set<number>() }
  const whole = adjusted(readable)
  const mayCount = worked.mayCount ?? workCategory({ ...readable, papers: [] }, whole.stream).months > 0
  if (continuanceOf(given) === 'short' && (worked.months > 0 || mayCount)) {
    const isLoss = worked.monthly.top < 0n
    worked = {
      ...worked,
      monthly: smaller(worked.monthly, NOTHING),
      confirmed: NOTHING,
      // A loss that is stated to end soon is not supportable by being stable.
      supportable:
        isLoss && worked.isUnread === undefined ? null : (worked.ownSupportable ?? worked.supportable),
      months: isLoss ? worked.months : 0,
      flags: [...worked.flags, 'continuance_short'],
    }
  }
  if (category === 'capital_gains' && rules.capitalLosses === 'leave_out' && worked.monthly.top < 0n)
    worked = excluded([...worked.flags, 'loss_not_considered'])
  const gross = grossUpOf(given, worked, latest, retirement)
  const ofTwoYears = own.filter(each => each.year === year || each.year === year - 1)
  const marks = [...flags, ...gross.flags, ...doubtsOf(desk, ofTwoYears)]
  marks.push(...ofTwoYears.flatMap(each => each.flags))
  if (keptInRow(given).some(({ paper }) => paper.hasFailedCheck)) marks.push('check_failed')
  const isShare = ({ paper }: Contribution) => paper.entry.form.startsWith('schedule_k1')
  if ((isInvestment(category) || category === 'royalties') && ofTwoYears.some(isShare))
    marks.push('access_to_income_not_shown')
  // When jobs start and end is told by the years before the two.
  const isPastLost =
    worked.isSeveral === true &&
    [...stream.lost, ...desk.read.strange].some(each => each === null || each < year - 1)
  // The history that a policy asks for stands behind the figure too, where there is one.
  const history = isNever(given) ? 2 : Math.max(2, streamRulesOf(given).minHistory)
  const asked = Array.from({ length: history }, (_, i) => year - i)
  const isLostIn = (each: number): boolean => stream.lost.has(each)
  if (isPastLost || asked.some(each => isLostIn(each) || desk.read.strange.has(each)))
    marks.push('incomplete')
  const confirmed = (each: number) => (at(each) === null ? null : (stream.confirmed.get(each) ?? 0n))
  return {
    category,
    latest,
    prior,
    trend: isLost ? 'unknown' : trendOf(latest, prior, rules.stableBand),
    worked: { ...worked, flags: [...new Set([...worked.flags, ...marks])] },
    grossUp: gross.grossUp,
    verifiedLatest: confirmed(year),
    verifiedPrior: confirmed(year - 1),
    ended: worked.ended ?? null,
    ira: retirement?.ira ?? 0n,
  }
}
