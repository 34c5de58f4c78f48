import { readFlag } from '../values.js'
import { doubtsOf } from './confirmed.js'
import { type Contribution, streamOf } from './contributions.js'
import { withoutOneYearPayments, workEntities } from './entities.js'
import { cents, type Fraction, fractionFromNumber, minFraction, multiplyFractions, ZERO_FRACTION } from './fraction.js'
import { computeJobs, type MissingWages } from './jobs.js'
import { lostCategories } from './lost.js'
import { separateOfficerPay } from './ownership.js'
import { type DocumentWithFacts, isOfTwoYears, type UnderwritingInput } from './papers.js'
import { INVESTMENT, type Rules } from './policies.js'
import { computeRetirement, isEarlyOrOneTime, type Retirement } from './retirement.js'
import { computeBenefits } from './social-security.js'
import {
  average,
  computeStream,
  historyOf,
  isLostInTwoYears,
  isYearLost,
  latestYear,
  makeExcluded,
  type Stream,
  type StreamResult,
  type StreamRules,
  type Trend,
  trendOf,
} from './stream.js'

/** A row before formatting. */
export interface IncomeRow {
  readonly category: string
  readonly latest: bigint | null
  readonly prior: bigint | null
  readonly trend: Trend | null
  readonly result: StreamResult
  readonly grossUp: Fraction
  readonly verifiedLatest: bigint | null
  readonly verifiedPrior: bigint | null
  /** The prior-year pay of ended employers, if it is unknown whether they were replaced. */
  readonly ended: bigint | null
  readonly ira: bigint
}

/** The input of one row. */
export interface Case {
  readonly input: UnderwritingInput
  readonly rules: Rules
  readonly year: number
  readonly category: string
  /** The borrower's contributions in all categories, with officer pay as a separate category. */
  readonly everything: readonly Contribution[]
  readonly contributions: readonly Contribution[]
  readonly documents: readonly DocumentWithFacts[]
  /** All of the borrower's documents. Unreadable input matters even if the policy excludes the document. */
  readonly allDocuments: readonly DocumentWithFacts[]
  /** Years in which the category has missing input. In the years of `refused`, the input may belong to any issuer. */
  readonly incompleteYears: ReadonlySet<number>
  readonly refused: ReadonlySet<number>
  /** Years with missing wages. */
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

/** Lists the categories in which a document has unreadable amounts, with officer pay as a separate category. */
export function listLostCategories(
  document: DocumentWithFacts,
  documents: readonly DocumentWithFacts[],
  rules: Rules,
  year: number,
): string[] {
  return lostCategories(document, rules).map(category => separateOfficerPay(category, document, documents, rules, year))
}

/** Compares the continuance that the lender states for a category with the policy's minimum. */
function continuanceOf({ input: { knownFacts }, rules, category }: Case): 'unknown' | 'stated' | 'short' {
  const months = knownFacts.continuance?.[category]
  if (months === undefined) return 'unknown'
  return months >= rules.continuanceMonths ? 'stated' : 'short'
}

/** Counts one twelfth of the latest year's amount if the history is long enough. */
function latestOf(stream: Stream, year: number, minYears: number, flagsShort: boolean): StreamResult {
  const latest = stream.amounts.get(year) ?? null
  const history = historyOf(stream, year)
  const makeResult = (flags: string[]): StreamResult => ({
    monthly: latestYear(latest ?? 0n, 0n),
    confirmed: latestYear(stream.confirmed.get(year) ?? 0n, 0n),
    months: 12,
    supportable: null,
    flags,
  })
  const onlyLoss = (flag: string): StreamResult =>
    latest !== null && latest < 0n ? makeResult([flag]) : makeExcluded([flag])
  if (isLostInTwoYears(stream, year)) return onlyLoss('income_unreadable')
  if (latest === null) return makeExcluded([])
  if (history < minYears)
    return onlyLoss(isYearLost(stream, year - history) ? 'income_unreadable' : 'insufficient_history')
  return makeResult(flagsShort && !stream.amounts.has(year - 1) ? ['short_history'] : [])
}

// An unreadable K-1 affects only its own entity. Rejected input may affect any entity.
const lostOfEntities =
  ({ rules, category, refused }: Case) =>
  (document: DocumentWithFacts): Set<number> =>
    new Set([...refused, ...(lostCategories(document, rules).includes(category) ? [document.year!] : [])])

// An unreadable W-2 affects only its own employer. Rejected input may affect any employer.
const lostOfJobs = ({ allDocuments, rules, category, refused, year }: Case): MissingWages => ({
  documents: allDocuments.filter(document =>
    listLostCategories(document, allDocuments, rules, year).includes(category),
  ),
  refused,
})

const withFlags = (result: StreamResult, ...flags: readonly string[]): StreamResult => ({
  ...result,
  flags: [...result.flags, ...flags],
})

/** Multiplies a result by the share that remains after expenses. */
const multiplyResult = (result: StreamResult, part: Fraction): StreamResult => ({
  ...result,
  monthly: multiplyFractions(result.monthly, part),
  confirmed: multiplyFractions(result.confirmed, part),
  supportable: result.supportable === null ? null : multiplyFractions(result.supportable, part),
})

/** The result of one category. Only some categories set the optional properties. */
interface CategoryResult extends StreamResult {
  readonly ended?: bigint | null
  readonly ownSupportable?: Fraction | null
  readonly isUnread?: boolean
  readonly isSeveral?: boolean
  readonly mayCount?: boolean
}

function computeCategory(rowCase: Case, stream: Stream): CategoryResult {
  const { category, rules, year, contributions, documents, everything } = rowCase
  const streamRules = streamRulesOf(rowCase)
  const continuance = continuanceOf(rowCase)
  const latest = stream.amounts.get(year) ?? null
  const supportable = latest === null ? null : latestYear(latest, 0n)
  const unreadable = isLostInTwoYears(stream, year)
  const zero = (...flags: string[]): StreamResult => makeExcluded(unreadable ? ['income_unreadable', ...flags] : flags)

  if (category === 'wages' || category === 'officer_compensation') {
    const sick = contributions.filter(isOfTwoYears(year)).some(({ document }) => isSickPay(document))
    const jobs = computeJobs(contributions, year, streamRules, rules.materialDecline, lostOfJobs(rowCase))
    return sick ? { ...jobs, flags: [...jobs.flags, 'third_party_sick_pay'] } : jobs
  }
  if (category === 'self_employment') {
    if (rules.selfEmployedExpenses === null) return zero('not_computable', 'needs_schedule_c')
    const { top, bottom } = fractionFromNumber(rules.selfEmployedExpenses)
    const netIncome = multiplyResult(computeStream(stream, year, streamRules), { top: bottom - top, bottom })
    return withFlags(netIncome, 'expenses_assumed')
  }
  if (category === 'rental') return zero('not_computable', 'needs_schedule_e')
  if (category in ENTITY_FORMS) {
    const k1s = documents.filter(document => document.counted && document.entry.form === ENTITY_FORMS[category])
    const { keptShares, leftOut } = withoutOneYearPayments(contributions, year, lostOfEntities(rowCase))
    const entities = workEntities(
      keptShares,
      k1s,
      year,
      rules,
      streamRules,
      lostOfEntities(rowCase),
      continuance === 'short',
    )
    const marks = [
      ...(leftOut ? ['guaranteed_payment_one_year'] : []),
      // Rejected input may be a share of an entity that has no readable document.
      ...(unreadable && latest === null ? ['income_unreadable'] : []),
    ]
    return withFlags(entities, ...marks)
  }
  if (category === 'royalties') {
    if (rules.royalties === 'count') return computeStream(stream, year, streamRules)
    if (continuance === 'unknown') return zero('needs_schedule_e')
    return withFlags(computeStream(stream, year, streamRules), 'needs_schedule_e')
  }
  if (isInvestment(category)) return computeStream(stream, year, streamRules)
  if (category === 'retirement') return latestOf(stream, year, streamRules.minHistory, false)
  if (category === 'social_security') {
    const benefits = latestOf(stream, year, streamRules.minHistory, false)
    // Design choice: a negative year has the flag `net_negative` regardless of the history.
    return benefits.monthly.top < 0n || (latest ?? 0n) < 0n ? zero('net_negative') : benefits
  }
  if (category === 'unemployment') return workUnemployment(rowCase, stream, everything)
  if (category === 'gambling') return zero('not_recurring')
  if (category === 'allocated_tips') return zero('unreported')
  // The remaining categories are government payments and other income.
  if (continuance === 'unknown') return { ...zero('continuance_unknown'), supportable: unreadable ? null : supportable }
  return latestOf(stream, year, streamRules.minHistory, true)
}

const isSickPay = ({ entry: { form, raw } }: DocumentWithFacts): boolean =>
  form === 'form_w2' && readFlag(raw['third_party_sick_pay_indicator']) === true

function workUnemployment(rowCase: Case, stream: Stream, everything: readonly Contribution[]): StreamResult {
  const { rules, year, lostWages } = rowCase
  const continuance = continuanceOf(rowCase)
  const has = (candidateYear: number) => stream.amounts.has(candidateYear)
  const hasWages = (candidateYear: number): boolean =>
    everything.some(
      ({ category, year: contributionYear }) =>
        contributionYear === candidateYear && (category === 'wages' || category === 'officer_compensation'),
    )
  const isNotStated = continuance === 'unknown' && rules.unemployment === 'continuance_stated'
  // With an unreadable year, the seasonal pattern is unknown. Whether the lender states the continuance is known.
  if (isLostInTwoYears(stream, year))
    return makeExcluded(['income_unreadable', ...(isNotStated ? ['continuance_unknown'] : [])])
  const hasBothYears = has(year) && has(year - 1)
  const isSeasonal = hasBothYears && hasWages(year) && hasWages(year - 1)
  const counts = continuance !== 'unknown' || (rules.unemployment === 'seasonal_pattern' && isSeasonal)
  if (!counts && rules.unemployment === 'continuance_stated') return makeExcluded(['continuance_unknown'])
  // Unreadable wages may complete the seasonal pattern.
  const mayHave = (candidateYear: number): boolean => hasWages(candidateYear) || lostWages.has(candidateYear)
  const isDoubtful = hasBothYears && mayHave(year) && mayHave(year - 1)
  if (!counts) return makeExcluded(['not_seasonal_pattern', ...(isDoubtful ? ['incomplete'] : [])])
  if (!hasBothYears) return latestOf(stream, year, streamRulesOf(rowCase).minHistory, true)
  const history = historyOf(stream, year)
  if (history < streamRulesOf(rowCase).minHistory)
    return makeExcluded([stream.incompleteYears.has(year - history) ? 'income_unreadable' : 'insufficient_history'])
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

// Computes the stream after its category's exclusions.
function adjustStream(rowCase: Case): { stream: Stream; flags: string[]; retirement: Retirement | null } {
  const { category, contributions, year, documents, incompleteYears } = rowCase
  const flags: string[] = []
  if (category === 'retirement' || category === 'social_security') {
    const amounts = new Map<number, bigint>()
    const confirmed = new Map<number, bigint>()
    let retirement: Retirement | null = null
    for (const contributionYear of new Set(contributions.map(row => row.year))) {
      const adjustedYear =
        category === 'retirement'
          ? computeRetirement(contributions, documents, contributionYear)
          : computeBenefits(contributions, contributionYear)
      if (contributionYear === year && 'ira' in adjustedYear) retirement = adjustedYear
      if (isOfTwoYears(year)({ year: contributionYear })) flags.push(...adjustedYear.flags)
      if (adjustedYear.amount === null) continue
      amounts.set(contributionYear, adjustedYear.amount)
      confirmed.set(contributionYear, adjustedYear.confirmed)
    }
    return { stream: { amounts, confirmed, incompleteYears }, flags, retirement }
  }
  return { stream: streamOf(keepContributions(rowCase), incompleteYears), flags, retirement: null }
}

/** Lists the contributions without the guaranteed payments that a partnership made in only one year. */
const keepContributions = (rowCase: Case): readonly Contribution[] =>
  rowCase.category === 'partnership'
    ? withoutOneYearPayments(rowCase.contributions, rowCase.year, lostOfEntities(rowCase)).keptShares
    : rowCase.contributions

/** Lists the contributions of the two years that remain in the row after its category's exclusions. */
function keptInRow(rowCase: Case): Contribution[] {
  const inTwoYears = keepContributions(rowCase).filter(isOfTwoYears(rowCase.year))
  if (rowCase.category !== 'retirement') return inTwoYears
  return inTwoYears.filter(({ document }) => document.entry.form !== 'form_1099_r' || !isEarlyOrOneTime(document))
}

function grossUpOf(rowCase: Case, result: StreamResult, latest: bigint | null, retirement: Retirement | null) {
  const { category, input, rules } = rowCase
  const flags: string[] = []
  let nontaxable = ZERO_FRACTION
  const documented = input.knownFacts.nontaxable_share?.[category]
  const monthly = result.monthly
  if (category === 'tax_exempt_interest') nontaxable = monthly
  if (category === 'social_security')
    nontaxable = multiplyFractions(monthly, fractionFromNumber(documented ?? rules.socialSecurityNontaxable))
  if (category === 'retirement') {
    if (documented !== undefined) nontaxable = multiplyFractions(monthly, fractionFromNumber(documented))
    else if (retirement !== null && latest !== null) {
      if (retirement.isTaxableUnknown) flags.push('taxable_unknown')
      if (result.months > 0) nontaxable = cents(retirement.nontaxable, 12n)
    }
  }
  if (monthly.top <= 0n) nontaxable = ZERO_FRACTION
  const grossUp = multiplyFractions(nontaxable, fractionFromNumber(rules.grossUp))
  if (grossUp.top > 0n && rules.grossUpUse === 'ratio_only') flags.push('ratio_only')
  return { grossUp, flags }
}

/** Returns true for categories that never count, regardless of history. */
const neverCounts = ({ category, rules }: Case): boolean =>
  ['rental', 'gambling', 'allocated_tips'].includes(category) ||
  (category === 'self_employment' && rules.selfEmployedExpenses === null)

export function computeRow(rowCase: Case): IncomeRow {
  const { category, year, contributions, input, rules } = rowCase
  const { stream, flags, retirement } = adjustStream(rowCase)
  const findAmount = (amountYear: number) => stream.amounts.get(amountYear) ?? null
  const [latest, prior] = [findAmount(year), findAmount(year - 1)]
  let result = computeCategory(rowCase, stream)
  const isLost = isLostInTwoYears(stream, year) || result.isUnread === true
  // Design choice: `continuance_short` is only for income that counts, or that would count if all input were readable.
  // Income that is excluded for another reason does not get the flag.
  const readable = { ...rowCase, incompleteYears: new Set<number>(), refused: new Set<number>() }
  const adjustedReadable = adjustStream(readable)
  const mayCount =
    result.mayCount ?? computeCategory({ ...readable, documents: [] }, adjustedReadable.stream).months > 0
  if (continuanceOf(rowCase) === 'short' && (result.months > 0 || mayCount)) {
    const isLoss = result.monthly.top < 0n
    result = {
      ...result,
      monthly: minFraction(result.monthly, ZERO_FRACTION),
      confirmed: ZERO_FRACTION,
      // A loss that is stated to end soon has no supportable amount.
      supportable: isLoss && result.isUnread === undefined ? null : (result.ownSupportable ?? result.supportable),
      months: isLoss ? result.months : 0,
      flags: [...result.flags, 'continuance_short'],
    }
  }
  if (category === 'capital_gains' && rules.capitalLosses === 'leave_out' && result.monthly.top < 0n)
    result = makeExcluded([...result.flags, 'loss_not_considered'])
  const gross = grossUpOf(rowCase, result, latest, retirement)
  const ofTwoYears = contributions.filter(isOfTwoYears(year))
  const marks = [...flags, ...gross.flags, ...doubtsOf(input, ofTwoYears)]
  marks.push(...ofTwoYears.flatMap(contribution => contribution.flags))
  if (keptInRow(rowCase).some(({ document }) => document.hasFailedCheck)) marks.push('check_failed')
  const isShare = ({ document }: Contribution) => document.entry.form.startsWith('schedule_k1')
  if ((isInvestment(category) || category === 'royalties') && ofTwoYears.some(isShare))
    marks.push('access_to_income_not_shown')
  // Missing input of earlier years matters, because earlier years determine when jobs start and end.
  const isPastLost =
    result.isSeveral === true &&
    [...stream.incompleteYears, ...input.read.yearsWithUnknownForms].some(
      incompleteYear => incompleteYear === null || incompleteYear < year - 1,
    )
  // The figure also depends on the years of history that the policy requires.
  const history = neverCounts(rowCase) ? 2 : Math.max(2, streamRulesOf(rowCase).minHistory)
  const requiredYears = Array.from({ length: history }, (_, i) => year - i)
  const isLostIn = (candidateYear: number): boolean => stream.incompleteYears.has(candidateYear)
  if (
    isPastLost ||
    requiredYears.some(requiredYear => isLostIn(requiredYear) || input.read.yearsWithUnknownForms.has(requiredYear))
  )
    marks.push('incomplete')
  const confirmed = (confirmedYear: number) =>
    findAmount(confirmedYear) === null ? null : (stream.confirmed.get(confirmedYear) ?? 0n)
  return {
    category,
    latest,
    prior,
    trend: isLost ? 'unknown' : trendOf(latest, prior, rules.stableBand),
    result: { ...result, flags: [...new Set([...result.flags, ...marks])] },
    grossUp: gross.grossUp,
    verifiedLatest: confirmed(year),
    verifiedPrior: confirmed(year - 1),
    ended: result.ended ?? null,
    ira: retirement?.ira ?? 0n,
  }
}
