import { addCents, type Cents, multiplyCents } from '../../core/money.js'
import type { RaisedCondition } from '../conditions/condition.js'
import { addFlag } from '../flags.js'
import { computeJobPay, countMonthsBetween } from './current-pay.js'
import {
  addHistoryAndTrend,
  type EvaluationDraft,
  finishEvaluation,
  raise,
  setEnded,
  setMonthly,
  startDraft,
} from './evaluation.js'
import {
  applyFormula,
  averageLatest,
  averageTwoYears,
  countYearsInRow,
  divideHalfAway,
  findTrend,
  hasFallenByMore,
  type MonthlyAmount,
  roundMonthly,
  roundRates,
} from './formulas.js'
import type { JobAmounts } from './job-amounts.js'
import { findStartDate, hasNewEmployerEnded, type Job } from './jobs.js'
import type { Evaluation, InputSelection, StreamContext } from './stream.js'
import { listRejectedInput, listUnreadablePay } from './unreadable.js'

/** The role of a job among the jobs of a borrower. */
interface JobRole {
  readonly isMain: boolean
  /** True if it was the main job of the year before. */
  readonly wasMain: boolean
  /** The pay of employers that ended in the year before and may be predecessors of this job. */
  readonly predecessorPay: Cents
  /** True if a job of the borrower may have taken the place of those that ended. */
  readonly hasSuccessor: boolean
}

export function evaluateJob(
  amounts: JobAmounts,
  role: JobRole,
  selection: InputSelection,
  context: StreamContext,
): Evaluation {
  const { policy, year } = context
  const { job, scale } = amounts
  const unscale = (cents: Cents | null): Cents | null =>
    cents === null || scale === 1 ? cents : divideHalfAway(cents, scale)
  const years = listSelectedYears(job, selection)
  const draft = startDraft(
    unscale(amounts.latest),
    unscale(amounts.prior),
    countYearsInRow(new Set(years), year),
    policy,
  )
  if (job.isOver) {
    endJob(draft, job, role, year, listUnreadableInput(job, selection, context))
    return finishEvaluation(draft, policy)
  }
  if (!hasDocuments(job, selection)) return finishEvaluation(draft, policy)
  if (amounts.isOnLeave) draft.trend = 'leave'
  else if (scale !== 1) draft.trend = findTrend(amounts.latest, amounts.prior, policy.stableBand)
  draft.conditions.push(...listUnreadableInput(job, selection, context))
  const currentPay = amounts.hasCurrentPay ? computeJobPay(job, context, selection) : null
  if (currentPay === null) {
    raise(draft, 'current_pay')
    computeFromW2s(draft, amounts, role, years, selection, context)
  } else {
    draft.parts = currentPay.parts
    draft.fixedAmount = roundRates(currentPay.parts)
    draft.fixedMethod = 'current_pay'
    draft.conditions.push(...currentPay.conditions)
  }
  addJobConditions(draft, amounts, role, selection, context)
  return finishEvaluation(draft, policy)
}

/** True if a document of the job is in the selection. A job without any asks nothing. */
const hasDocuments = ({ employers }: Job, { includes }: InputSelection): boolean =>
  employers.some(({ payDocuments }) => payDocuments.some(({ document }) => includes(document)))

/** A job that is over counts 0. If it was the main job and nothing took its place, a document must show that it goes on. */
function endJob(
  draft: EvaluationDraft,
  { employers }: Job,
  { wasMain, hasSuccessor }: JobRole,
  year: number,
  unreadable: readonly RaisedCondition[],
): void {
  const { prior } = draft
  setEnded(draft)
  const isStated = employers.some(({ facts }) => facts !== null && facts.endDate !== null)
  // Unreadable input may hide pay, or a change to another employer.
  if (!isStated && unreadable.length > 0) {
    draft.conditions.push(...unreadable)
    return
  }
  if (!employers.some(({ years }) => years.includes(year - 1) || years.includes(year))) return
  draft.trend = 'ended'
  addFlag(draft.flags, 'employer_ended')
  if (!wasMain || hasSuccessor || prior === null) return
  raise(draft, 'employment_verification', { severity: 'blocking', amount: roundMonthly(averageLatest(prior)) })
}

function computeFromW2s(
  draft: EvaluationDraft,
  amounts: JobAmounts,
  { isMain, predecessorPay }: JobRole,
  years: readonly number[],
  selection: InputSelection,
  context: StreamContext,
): void {
  const { policy, year } = context
  const { job, latest, prior, scale } = amounts
  if (latest === null) return
  const monthly = applyFormula(latest, prior, draft.trend, policy.averaging)
  setMonthly(draft, monthly === null ? null : { ...monthly, scale }, {
    latest,
    prior,
    historyYears: draft.historyYears,
    latestUntaxed: sumUntaxed(job, year, selection),
    priorUntaxed: sumUntaxed(job, year - 1, selection),
  })
  if (years[0] === year - 1) adjustForStartInPriorYear(draft, amounts, context)
  if (predecessorPay !== 0 && prior !== null) {
    const withPredecessor = averageTwoYears(latest, addCents(prior, multiplyCents(predecessorPay, scale)))
    const smaller = takeSmaller(averageLatest(latest), withPredecessor)
    applyMinimum(draft, { ...smaller, method: 'lesser', scale, jobRule: 'predecessors' })
  }
  addFlag(draft.flags, 'annual_w2_basis')
  addHistoryAndTrend(draft, context, 'wages', isMain)
}

/** Raises the monthly amount, and what is supportable, to at least an amount. */
function applyMinimum(draft: EvaluationDraft, minimum: MonthlyAmount): void {
  if (draft.monthly === null || takeSmaller(draft.monthly, minimum) !== draft.monthly) return
  draft.monthly = minimum
  const rounded = roundMonthly(minimum)
  if (draft.supportable !== null && draft.supportable < rounded) draft.supportable = rounded
}

const takeSmaller = (a: MonthlyAmount, b: MonthlyAmount): MonthlyAmount =>
  multiplyCents(a.amount, b.scale) < multiplyCents(b.amount, a.scale) ? a : b

/** A job that began during the year before: the average is too low, so the latest year is supportable. */
function adjustForStartInPriorYear(
  draft: EvaluationDraft,
  { job, latest, prior, scale }: JobAmounts,
  { policy, year }: StreamContext,
): void {
  if (latest === null || prior === null) return
  const startDate = findStartDate(job)
  if (startDate === null) {
    if (draft.trend !== 'increasing') return
    draft.supportable = roundMonthly({ ...averageLatest(latest), scale })
    raise(draft, 'start_date')
    return
  }
  const isInPriorYear = startDate.startsWith(`${year - 1}-`)
  if (!isInPriorYear || policy.averaging === 'latest' || draft.trend === 'declining') return
  // (Y0 + Y1) / (12 + months worked in Y0), in 24ths of a cent, at most Y1 / 12.
  const { numerator, denominator } = countMonthsBetween(startDate, `${year - 1}-12-31`)
  const average: MonthlyAmount = {
    amount: multiplyCents(addCents(latest, prior), 24 * denominator),
    scale: multiplyCents(scale, numerator + 12 * denominator),
    method: policy.averaging,
    months: 12 + Math.ceil(numerator / denominator),
  }
  const smaller = takeSmaller({ ...averageLatest(latest), method: 'lesser', scale }, average)
  draft.monthly = { ...smaller, jobRule: 'months_worked' }
}

function addJobConditions(
  draft: EvaluationDraft,
  { job, isOnLeave, hasMovedHours }: JobAmounts,
  { isMain, predecessorPay }: JobRole,
  selection: InputSelection,
  context: StreamContext,
): void {
  const { flags, historyYears, latest, prior } = draft
  const verify = (severity: 'blocking' | 'review'): void => raise(draft, 'employment_verification', { severity })
  if (job.employers.length > 1) {
    addFlag(flags, 'employer_changed')
    if (job.hasRecentChange) verify('review')
  }
  // Stated current pay already leaves out an employer that ended.
  if (draft.fixedMethod !== 'current_pay' && hasNewEmployerEnded(job, context.year)) {
    addFlag(flags, 'employer_ended')
    verify('blocking')
  }
  if (isOnLeave) {
    addFlag(flags, 'temporary_leave')
    const returnDates = job.employers.map(({ facts }) => context.usedFacts.use(facts, 'returnsToWork'))
    const isMet = returnDates.some(date => date !== null)
    raise(draft, 'return_to_work', { isMet })
  }
  if (hasMovedHours) {
    addFlag(flags, 'hours_moved')
    verify('review')
  }
  if (predecessorPay !== 0) {
    addFlag(flags, 'employer_ended')
    verify('review')
  }
  if (selection.hasRetired && hasFallenByMore(latest, prior, context.policy.materialDecline)) verify('blocking')
  if (job.hasCombatPay) raise(draft, 'combat_pay')
  if (!isMain && isSecondJobShort(findStartDate(job), historyYears, context)) raise(draft, 'second_job_history')
}

/** True if a job that is not the main one began too late. A start date decides instead of the years of history. */
export function isSecondJobShort(
  startDate: string | null,
  historyYears: number,
  { policy: { secondJobYears }, year }: StreamContext,
): boolean {
  if (startDate === null) return historyYears < secondJobYears
  return secondJobYears > 0 && startDate > `${year - secondJobYears}-12-31`
}

/** Lists unreadable W-2s of the job, and rejected input that may be a W-2 of any job. */
function listUnreadableInput({ employers }: Job, selection: InputSelection, context: StreamContext): RaisedCondition[] {
  const payDocuments = employers.flatMap(employer => (employer.isUnreadable ? employer.payDocuments : []))
  return [...listRejectedInput(context, 'wages'), ...listUnreadablePay(payDocuments, context.year, selection)]
}

/** The years in which a job has pay in a selection, ascending. */
function listSelectedYears({ employers }: Job, { includes }: InputSelection): number[] {
  const years = employers.flatMap(({ payDocuments }) =>
    payDocuments.flatMap(({ pay, year, document }) => (pay && includes(document) ? [year] : [])),
  )
  return [...new Set(years)].sort((a, b) => a - b)
}

function sumUntaxed({ employers }: Job, year: number, { includes }: InputSelection): Cents {
  let sum: Cents = 0
  for (const { payDocuments } of employers)
    for (const payDocument of payDocuments)
      if (payDocument.untaxed !== 0 && payDocument.year === year && includes(payDocument.document))
        sum = addCents(sum, payDocument.untaxed)
  return sum
}
