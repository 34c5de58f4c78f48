// The streams of a borrower's W-2s: jobs, officer pay, equity pay, deferred pay and sick pay.
import { isOneIssuer } from '../underwriting/issuers.js'
import { type Raw, readText } from '../values.js'
import { type Amount, add, divide, isBelow, isZero, larger, smaller, ZERO } from './amounts.js'
import { computeCurrentPay, monthsFrom } from './current-pay.js'
import { type Group, groupByIssuer, makeGroup } from './employers.js'
import type { Item } from './input.js'
import {
  applyPredecessor,
  type Employer,
  fellIn,
  findLargestJob,
  findNewEmployer,
  formJobs,
  hasJobFallen,
  type Job,
  type JobAmounts,
  type JobCase,
  shareWages,
  statesCurrentPay,
  toWages,
} from './jobs.js'
import { childOf, findNamed, readStatedDay } from './known-facts.js'
import {
  applyPolicy,
  averageOf,
  countHistory,
  type Evaluation,
  emptyOutcome,
  Findings,
  makeOutcome,
  makeUnreadable,
  noteHistory,
  type Outcome,
  perMonth,
  raiseDeclining,
  toSeries,
  totalOf,
  trendOf,
} from './outcome.js'
import { isOwner } from './ownership.js'
import { payOf } from './pay.js'
import { MATERIAL_DECLINE } from './policies.js'
import { type BorrowerCase, earningsOf, isOfTwoYears, makeStream, noteUnreadable } from './shared.js'
import type { Stream } from './stream.js'

/** The employers of a borrower, split by what their pay is. */
interface Split {
  readonly employers: readonly Employer[]
  readonly officers: readonly Group[]
  readonly sickItems: readonly Item[]
}

// Finds the businesses of which the borrower holds a K-1 of 25 % or more, up to the as-of year.
function listOwnedBusinesses({ items, year }: BorrowerCase): Item[][] {
  const k1s = items.filter(
    item => (item.entry.form === 'schedule_k1_1065' || item.entry.form === 'schedule_k1_1120s') && item.year <= year,
  )
  return groupByIssuer(k1s).filter(isOwner)
}

function splitEmployers(borrowerCase: BorrowerCase, groups: readonly Group[]): Split {
  const { borrower, year, facts } = borrowerCase
  const owned = listOwnedBusinesses(borrowerCase)
  const officers: Group[] = []
  const sickItems: Item[] = []
  const drafts: { group: Group; items: Item[]; leaveYears: Set<number> }[] = []
  for (const group of groups) {
    const documents = group.items.filter(item => item.borrower === borrower)
    const isPaid = (item: Item): boolean => {
      const pay = payOf(item)
      return pay !== null && (pay.gross !== 0n || pay.isUnreadable) && item.year <= year
    }
    const items = documents.filter(isPaid)
    if (items.length === 0) continue
    // An issuer that also has a W-2 without the box is an employer whose employee was on leave.
    const isInsurer = documents.every(item => payOf(item)?.isSickPay === true)
    const business = owned.find(k1s =>
      k1s.some(k1 => items.some(item => isOneIssuer(k1.entry.issuer, item.entry.issuer))),
    )
    // Reading: the borrower's business is no insurer.
    if (business !== undefined) officers.push(makeGroup(items))
    else if (isInsurer) sickItems.push(...items)
    else {
      const leaveYears = new Set(items.filter(item => payOf(item)?.isSickPay === true).map(item => item.year))
      // Reading: documents without pay also show by which numbers and names an employer is known.
      const { ids, names } = makeGroup(documents)
      drafts.push({
        group: { ...makeGroup(items), ids, names, isJoinedByName: group.isJoinedByName },
        items,
        leaveYears,
      })
    }
  }
  const factOfGroup = new Map<Group, Raw>()
  for (const job of facts?.jobs ?? []) {
    const identifiers = Array.isArray(job['identifiers']) ? job['identifiers'].map(String) : []
    const group = findNamed(
      drafts.map(draft => draft.group),
      identifiers,
      readText(job['employer']),
    )
    if (group !== undefined && !factOfGroup.has(group)) factOfGroup.set(group, job)
  }
  const yearsOf = (items: readonly Item[]): number[] => items.map(item => item.year)
  // Reading: officer pay is pay from somebody, so it also shows that documents go back further.
  const paidYears = new Set([
    ...drafts.flatMap(draft => yearsOf(draft.items)),
    ...officers.flatMap(g => yearsOf(g.items)),
  ])
  const employers = drafts.map(({ group, items, leaveYears }): Employer => {
    const years = yearsOf(items)
    const [first, last] = [Math.min(...years), Math.max(...years)]
    return {
      group,
      items,
      leaveYears,
      wages: toWages(items),
      isUnreadable: items.some(item => payOf(item)!.isUnreadable),
      fact: factOfGroup.get(group),
      startYear: paidYears.has(first - 1) ? first : null,
      endYear: last < year ? last : null,
    }
  })
  return { employers, officers, sickItems }
}

/** Returns true if a pension or Social Security begins in the as-of year, on the documents of an evaluation. */
type IsRetiring = (evaluation: Evaluation) => boolean

/** Lists the streams of a borrower's pay. */
export function listPayStreams(borrowerCase: BorrowerCase, groups: readonly Group[], isRetiring: IsRetiring): Stream[] {
  const split = splitEmployers(borrowerCase, groups)
  return [
    ...listJobStreams(borrowerCase, split, isRetiring),
    ...split.officers.map(group => makeOfficerStream(borrowerCase, group)),
    ...listSeparatePay(borrowerCase),
  ]
}

function listJobStreams(borrowerCase: BorrowerCase, split: Split, isRetiring: IsRetiring): Stream[] {
  const { year, settings } = borrowerCase
  const { employers, sickItems } = split
  const jobs = formJobs(employers, year)
  const hasWagesBefore = [...employers, ...split.officers].some(({ items }) =>
    items.some(item => item.year === year - 2),
  )
  const jobCase: JobCase = { jobs, sickItems, year, settings, hasWagesBefore }
  const worker = new JobWorker(borrowerCase, jobCase, isRetiring)
  const streams = jobs
    .filter(job => job.items.some(item => isOfTwoYears(year, item)))
    .flatMap(job => {
      const main = makeStream(borrowerCase, 'wages', job.name, job.items, evaluation =>
        worker.evaluate(job, evaluation),
      )
      if (job.employers.length === 1) return [main]
      const employer = findNewEmployer(job, year)
      const name = employer.group.name
      // Reading: the documents of what lies above the cap are those of the new employer.
      return [
        main,
        makeStream(borrowerCase, 'wages', name, employer.items, evaluation =>
          worker.evaluateExcess(job, employer, evaluation),
        ),
      ]
    })
  if (sickItems.length > 0) {
    const evaluate = (evaluation: Evaluation): Outcome => worker.evaluateSickPay(evaluation)
    streams.push({ ...makeStream(borrowerCase, 'sick_pay', null, sickItems, evaluate), isNeverSupportable: true })
  }
  return streams
}

/** Works out a borrower's jobs. The main job is chosen once, on today's documents. */
const ALL_DOCUMENTS: Evaluation = { kind: 'all', has: () => true, usesStatedAmounts: true }

class JobWorker {
  readonly #case: BorrowerCase
  readonly #jobCase: JobCase
  readonly #isRetiring: IsRetiring
  #mainJob: Job | null = null
  #isMainChosen = false

  constructor(borrowerCase: BorrowerCase, jobCase: JobCase, isRetiring: IsRetiring) {
    this.#case = borrowerCase
    this.#jobCase = jobCase
    this.#isRetiring = isRetiring
  }

  #findMainJob(): Job | null {
    if (this.#isMainChosen) return this.#mainJob
    this.#isMainChosen = true
    // Reading: jobs that count equally today, such as 0, are compared on all documents.
    const evaluations = [this.#case.today(), ALL_DOCUMENTS]
    const figuresOf = (job: Job): Amount[] =>
      evaluations.map(evaluation => {
        const amounts = shareWages(this.#jobCase, evaluation, null).amounts.find(candidate => candidate.job === job)!
        return totalOf(this.#evaluateGoingOn(amounts, evaluation, true)) ?? ZERO
      })
    let best: Amount[] | null = null
    for (const { job, isOver } of shareWages(this.#jobCase, ALL_DOCUMENTS, null).amounts) {
      if (isOver) continue
      const figures = figuresOf(job)
      const isLarger =
        best === null ||
        isBelow(best[0]!, figures[0]!) ||
        (!isBelow(figures[0]!, best[0]!) && isBelow(best[1]!, figures[1]!))
      if (!isLarger) continue
      best = figures
      this.#mainJob = job
    }
    return this.#mainJob
  }

  #share(evaluation: Evaluation): ReturnType<typeof shareWages> {
    return shareWages(this.#jobCase, evaluation, this.#findMainJob())
  }

  evaluate(job: Job, evaluation: Evaluation): Outcome {
    const amounts = this.#share(evaluation).amounts.find(candidate => candidate.job === job)!
    if (amounts.isOver) return this.#evaluateOver(amounts, evaluation)
    const findings = new Findings(this.#case.settings)
    if (!job.items.some(evaluation.has)) return emptyOutcome(findings)
    return this.#evaluateGoingOn(amounts, evaluation, job === this.#findMainJob())
  }

  // A job without wages in the as-of year, or with a stated end.
  #evaluateOver({ job, series }: JobAmounts, evaluation: Evaluation): Outcome {
    const { year, settings } = this.#case
    const findings = new Findings(settings)
    // Reading: unreadable input may hide pay of the as-of year, or a change to another employer.
    const isStated = job.employers.some(({ fact }) => typeof fact?.['end_date'] === 'string')
    const isBoxUnread = job.items.some(
      item => isOfTwoYears(year, item) && evaluation.has(item) && payOf(item)!.isUnreadable,
    )
    if (!isStated && noteUnreadable(this.#case, 'wages', findings, isBoxUnread))
      return makeUnreadable(series, year, findings)
    findings.flag('employer_ended')
    const { jobs, hasWagesBefore } = this.#jobCase
    const isMainOfY0 = findLargestJob(jobs, year - 1) === job
    // Under rule 6, a continuing job takes the place of the one that ended.
    const isReplaced =
      !hasWagesBefore &&
      this.#share(evaluation).amounts.some(({ possiblePredecessor }) => possiblePredecessor !== null) &&
      job.employers.some(({ endYear }) => endYear === year - 1)
    if (isMainOfY0 && !isReplaced && evaluation.kind === 'all')
      findings.raise('employment_verification', { severity: 'blocking' })
    return makeOutcome(series, year, findings, { parts: [ZERO], trend: 'ended', supportable: ZERO })
  }

  #evaluateGoingOn(amounts: JobAmounts, evaluation: Evaluation, isMain: boolean): Outcome {
    const { year, settings, items: all } = this.#case
    const { job, series } = amounts
    const findings = new Findings(settings)
    const items = job.items.filter(evaluation.has)
    const history = countHistory(series, year)
    this.#noteEmployers(job, findings)
    if (amounts.isOnLeave) {
      findings.flag('temporary_leave')
      findings.raise('return_to_work', {
        isMet: job.employers.some(({ fact }) => typeof fact?.['returns_to_work'] === 'string'),
      })
    }
    if (amounts.hasMovedHours) {
      findings.flag('hours_moved')
      findings.raise('employment_verification', { severity: 'review' })
    }
    if (amounts.possiblePredecessor !== null) {
      findings.flag('employer_ended')
      findings.raise('employment_verification', { severity: 'review' })
    }
    if (this.#isRetiring(evaluation) && hasJobFallen(amounts, year, MATERIAL_DECLINE))
      findings.raise('employment_verification', { severity: 'blocking' })
    if (items.some(item => isOfTwoYears(year, item) && payOf(item)!.hasCombatPay)) findings.raise('combat_pay')
    if (!isMain) this.#noteSecondJob(job, history, findings)

    const currentPay = evaluation.usesStatedAmounts ? this.#computeCurrentPay(amounts, evaluation, findings) : null
    const isBoxUnread = items.some(item => isOfTwoYears(year, item) && payOf(item)!.isUnreadable)
    const isUnread = noteUnreadable(this.#case, 'wages', findings, isBoxUnread)
    const [latest, prior] = [series.get(year) ?? null, series.get(year - 1) ?? null]
    const trend = isUnread ? 'unknown' : amounts.isOnLeave ? 'leave' : trendOf(latest, prior, settings)
    if (currentPay !== null) return makeOutcome(series, year, findings, { parts: currentPay, trend, history })
    // Reading: if the new employer of a job has a stated end, somebody must verify what is left of the job.
    const hasNewEmployerEnded = job.employers.some(
      ({ fact, wages, isUnreadable: isWagesUnread }) =>
        typeof fact?.['end_date'] === 'string' && wages.has(year) && (isWagesUnread || !fellIn(wages, year)),
    )
    if (job.employers.length > 1 && hasNewEmployerEnded) {
      findings.flag('employer_ended')
      findings.raise('employment_verification', { severity: 'blocking' })
    }
    if (all.length > 0) findings.raise('current_pay')
    if (isUnread) return makeUnreadable(series, year, findings)

    noteHistory(findings, history, prior, isMain ? (settings.history['wages'] ?? 1) : 0)
    if (trend === 'declining') {
      findings.flag('declining')
      raiseDeclining(findings, latest!, prior!, settings)
    }
    const ordinary = applyPolicy(latest, prior, trend, settings)
    const { figure, supportable } = this.#applyStart(amounts, trend, ordinary, findings)
    const nontaxable = toSeries(
      items.map(item => ({ year: item.year, amount: payOf(item)!.nontaxable })).filter(row => row.amount !== 0n),
    )
    return makeOutcome(series, year, findings, {
      parts: [applyPredecessor(figure, amounts)],
      trend,
      history,
      nontaxable: nontaxable.size === 0 ? ZERO : this.#applyToNontaxable(nontaxable, trend, latest, prior),
      supportable: supportable === null ? null : applyPredecessor(supportable, amounts),
    })
  }

  // The nontaxable part is worked out by the same formula as the stream. Reading: of the lesser of two formulas, it is the
  // one that was taken.
  #applyToNontaxable(
    nontaxable: ReadonlyMap<number, Amount>,
    trend: Outcome['trend'],
    latest: Amount | null,
    prior: Amount | null,
  ): Amount {
    const { year, settings } = this.#case
    const before = prior === null ? null : (nontaxable.get(year - 1) ?? ZERO)
    const part = nontaxable.get(year) ?? ZERO
    if (settings.averaging !== 'lesser' || before === null || latest === null || prior === null || trend === 'leave')
      return applyPolicy(part, before, trend, settings)
    return isBelow(perMonth(latest), averageOf(latest, prior)) ? perMonth(part) : averageOf(part, before)
  }

  #noteEmployers(job: Job, findings: Findings): void {
    const { year } = this.#case
    const { employers } = job
    const isRecent = (candidate: number | null): boolean => candidate === year || candidate === year - 1
    if (employers.length > 1) {
      findings.flag('employer_changed')
      if (employers.some(({ startYear, endYear }) => isRecent(startYear) || isRecent(endYear)))
        findings.raise('employment_verification', { severity: 'review' })
    }
    if (employers.every(({ startYear }) => startYear === year) && this.#jobCase.jobs.length > 1)
      findings.flag('job_added')
    if (employers.some(({ group }) => group.isJoinedByName)) findings.raise('employer_by_name')
  }

  #noteSecondJob(job: Job, history: number, findings: Findings): void {
    const { year, settings } = this.#case
    const dates = job.employers.flatMap(({ fact }) => readStatedDay(fact, 'start_date') ?? [])
    const [earliest] = dates.sort()
    const isShort =
      earliest === undefined
        ? history < settings.secondJobYears
        : settings.secondJobYears > 0 && earliest > `${year - settings.secondJobYears}-12-31`
    if (isShort) findings.raise('second_job_history')
  }

  // Reading: if several employers of a job have stated pay, their pay adds up.
  #computeCurrentPay({ job }: JobAmounts, evaluation: Evaluation, findings: Findings): Amount[] | null {
    const { settings } = this.#case
    if (settings.column !== 'agency') return null
    const parts: Amount[] = []
    // Reading: the W-2 total is that of the job without the cap of rule 3.
    const wages = toWages(job.items.filter(evaluation.has))
    for (const { fact } of job.employers) {
      if (fact === undefined || !statesCurrentPay(fact) || typeof fact['end_date'] === 'string') continue
      parts.push(...(computeCurrentPay({ fact, settings, findings, wages, firstPart: parts.length }) ?? []))
    }
    return parts.length === 0 ? null : parts
  }

  // A job whose first year is Y0 may have been part of a year.
  #applyStart(
    { job, series }: JobAmounts,
    trend: Outcome['trend'],
    ordinary: Amount,
    findings: Findings,
  ): { figure: Amount; supportable: Amount | null } {
    const { year, settings } = this.#case
    const [latest, prior] = [series.get(year), series.get(year - 1)]
    const isFirst = [...series.keys()].every(candidate => candidate >= year - 1)
    if (latest === undefined || prior === undefined || !isFirst) return { figure: ordinary, supportable: null }
    const [start] = job.employers.flatMap(({ fact }) => readStatedDay(fact, 'start_date') ?? []).sort()
    if (start === undefined) {
      if (trend !== 'increasing') return { figure: ordinary, supportable: null }
      findings.raise('start_date')
      return { figure: ordinary, supportable: larger(ordinary, perMonth(latest)) }
    }
    const isInY0 = start.startsWith(`${year - 1}-`)
    if (!isInY0 || settings.averaging === 'latest' || trend === 'declining')
      return { figure: ordinary, supportable: null }
    const months = add({ top: 12n, bottom: 1n }, monthsFrom(start))
    return { figure: smaller(divide(add(latest, prior), months), perMonth(latest)), supportable: null }
  }

  /** Works out what lies above the cap of rule 3. */
  evaluateExcess(job: Job, employer: Employer, evaluation: Evaluation): Outcome {
    const { year, settings } = this.#case
    const findings = new Findings(settings)
    const amounts = this.#share(evaluation).amounts.find(candidate => candidate.job === job)!
    // Reading: what lies above the cap ends with the new employer.
    if (!amounts.isOver && !isZero(amounts.excess) && typeof employer.fact?.['end_date'] === 'string') {
      findings.flag('employer_ended')
      const ended = { parts: [ZERO], trend: 'ended', supportable: ZERO } as const
      return makeOutcome(new Map([[year, amounts.excess]]), year, findings, ended)
    }
    // Stated pay of the new employer says what the job pays, so nothing lies above a cap.
    const isStated = settings.column === 'agency' && statesCurrentPay(employer.fact)
    if (amounts.isOver || isZero(amounts.excess) || isStated) return emptyOutcome(findings)
    findings.flag('short_history')
    findings.raise('current_pay')
    // Reading: the excess is a job of one year, so the condition depends on the years that the policy asks.
    const start = readStatedDay(employer.fact, 'start_date')
    const isShort = start === null ? settings.secondJobYears > 1 : start > `${year - settings.secondJobYears}-12-31`
    if (isShort && settings.secondJobYears > 0) findings.raise('second_job_history')
    const series = new Map([[year, amounts.excess]])
    return makeOutcome(series, year, findings, { parts: [perMonth(amounts.excess)], trend: 'new' })
  }

  evaluateSickPay(evaluation: Evaluation): Outcome {
    const { year, settings } = this.#case
    const findings = new Findings(settings)
    const items = this.#jobCase.sickItems.filter(evaluation.has)
    const isBoxUnread = items.some(item => isOfTwoYears(year, item) && payOf(item)!.isUnreadable)
    const { sickPay } = this.#share(evaluation)
    if (isZero(sickPay) && !isBoxUnread) return emptyOutcome(findings)
    findings.raise('not_recurring')
    const isUnread = noteUnreadable(this.#case, 'sick_pay', findings, isBoxUnread)
    const series = new Map([[year, sickPay]])
    if (isUnread) return makeUnreadable(series, year, findings)
    return makeOutcome(series, year, findings, { parts: [perMonth(sickPay)], trend: 'new' })
  }
}

function makeOfficerStream(borrowerCase: BorrowerCase, group: Group): Stream {
  const { items: all, year, settings, facts } = borrowerCase
  const k1s = all.filter(
    ({ entry, year: k1Year }) =>
      (entry.form === 'schedule_k1_1065' || entry.form === 'schedule_k1_1120s') &&
      k1Year <= year &&
      group.items.some(item => isOneIssuer(item.entry.issuer, entry.issuer)),
  )
  const fact = findBusinessFact(facts?.businesses ?? [], group)
  const evaluate = (evaluation: Evaluation): Outcome => {
    const findings = new Findings(settings)
    const items = group.items.filter(evaluation.has)
    if (items.length === 0) return emptyOutcome(findings)
    const series = toWages(items)
    const rows = k1s.filter(evaluation.has).flatMap(earningsOf)
    const guaranteedYears = new Set(rows.filter(row => row.isGuaranteed).map(row => row.year))
    const areBothYears = guaranteedYears.has(year) && guaranteedYears.has(year - 1)
    // Reading: a guaranteed payment that is left out of the business is left out of its trend, too.
    const earnings = toSeries(rows.filter(row => !row.isGuaranteed || areBothYears || !isOfTwoYears(year, row)))
    const business = new Map(series)
    for (const [ofYear, amount] of earnings) business.set(ofYear, add(business.get(ofYear) ?? ZERO, amount))
    const isBoxUnread =
      items.some(item => isOfTwoYears(year, item) && payOf(item)!.isUnreadable) ||
      k1s.some(k1 => evaluation.has(k1) && isOfTwoYears(year, k1) && isEarningsUnread(k1))
    const isUnread = noteUnreadable(borrowerCase, 'officer_compensation', findings, isBoxUnread)
    const [latest, prior] = [series.get(year) ?? null, series.get(year - 1) ?? null]
    const [total, totalBefore] = [business.get(year) ?? null, business.get(year - 1) ?? null]
    const businessTrend = trendOf(total, totalBefore, settings)
    const isFalling = businessTrend === 'declining'
    const hasLoss = (earnings.get(year) ?? ZERO).top < 0n
    findings.raise('business_returns', {
      severity: isFalling || hasLoss ? 'blocking' : 'review',
      isMet: areReturnsReviewed(fact),
    })
    if (latest === null && !isUnread) {
      findings.flag('employer_ended')
      return makeOutcome(series, year, findings, { parts: [ZERO], trend: 'ended' })
    }
    findings.raise('current_pay')
    if (isUnread) return makeUnreadable(series, year, findings)
    noteHistory(findings, countHistory(series, year), prior, settings.history['officer_compensation'] ?? 1)
    if (isFalling) {
      findings.flag('declining')
      raiseDeclining(findings, total!, totalBefore!, settings)
    }
    const figure =
      isFalling && prior !== null
        ? smaller(averageOf(latest!, prior), perMonth(latest!))
        : applyPolicy(latest, prior, businessTrend, settings)
    const trend = prior === null ? 'new' : businessTrend
    return makeOutcome(series, year, findings, { parts: [figure], trend })
  }
  return makeStream(borrowerCase, 'officer_compensation', group.name, group.items, evaluate)
}

/** Finds the lender's facts about a business. */
export function findBusinessFact(businesses: readonly Raw[], group: Group): Raw | undefined {
  return businesses.find(business => {
    const identifier = readText(business['identifier'])
    const name = readText(business['name'])
    return findNamed([group], identifier === null ? [] : [identifier], name) !== undefined
  })
}

/** Returns true if the lender reviewed the business's returns or states its cash flow. */
export const areReturnsReviewed = (fact: Raw | undefined): boolean =>
  fact?.['returns_reviewed'] === true || Object.keys(childOf(fact, 'cash_flow')).length > 0

/** Returns true if an amount of a K-1 that is earnings of its business cannot be read. */
export const isEarningsUnread = ({ entry, reading }: Item): boolean =>
  entry.doubtful || reading.unreadRoles.some(role => role === 'income.partnership' || role === 'income.s_corporation')

function listSeparatePay(borrowerCase: BorrowerCase): Stream[] {
  const { items, year, settings } = borrowerCase
  const kinds = [
    ['equity_pay', 'equity', 'isEquityUnreadable', 'equity_vesting'],
    ['deferred_pay', 'deferred', 'isDeferredUnreadable', 'deferred_pay_term'],
  ] as const
  return kinds.flatMap(([category, amountKey, unreadKey, condition]) => {
    const isSource = (item: Item): boolean => {
      const pay = item.year <= year ? payOf(item) : null
      return pay !== null && (pay[amountKey] !== 0n || pay[unreadKey])
    }
    const documents = items.filter(isSource)
    if (!documents.some(item => isOfTwoYears(year, item))) return []
    const evaluate = (evaluation: Evaluation): Outcome => {
      const findings = new Findings(settings)
      const current = documents.filter(evaluation.has)
      if (current.length === 0) return emptyOutcome(findings)
      findings.raise(condition)
      const series = toSeries(current.map(item => ({ year: item.year, amount: payOf(item)![amountKey] })))
      const isBoxUnread = current.some(item => isOfTwoYears(year, item) && payOf(item)![unreadKey])
      if (noteUnreadable(borrowerCase, category, findings, isBoxUnread)) return makeUnreadable(series, year, findings)
      const [latest, prior] = [series.get(year) ?? null, series.get(year - 1) ?? null]
      // Reading: pay that stopped is no pay, so the average needs the as-of year.
      const figure = latest === null ? ZERO : prior === null ? perMonth(latest) : averageOf(latest, prior)
      if (latest === null) findings.flag('income_ended')
      else if (prior === null) findings.flag('short_history')
      return makeOutcome(series, year, findings, { parts: [figure], trend: trendOf(latest, prior, settings) })
    }
    return [makeStream(borrowerCase, category, null, documents, evaluate)]
  })
}
