// The jobs of a borrower as a stream group: wages per job, what lies above a cap, and sick pay that belongs to no job.

import { trimList } from '../../core/lists.js'
import { addCents, type Cents, multiplyCents } from '../../core/money.js'
import { raiseCondition } from '../conditions/condition.js'
import { addFlag, withFlag } from '../flags.js'
import { addNotRecurring } from './accounts.js'
import { computeJobPay } from './current-pay.js'
import { type Employers, sumPay, type WageEmployer } from './employers.js'
import { finishEvaluation, startDraft } from './evaluation.js'
import { averageLatest } from './formulas.js'
import { type PayDocument, toPayItem } from './gross-pay.js'
import { addSickPay, applyCap, type JobAmounts, moveHours, readJobAmounts } from './job-amounts.js'
import { evaluateJob, type JobRole } from './job-evaluation.js'
import { findPeriod, formJobs, type Job, listPaidYears, type PreparedJob } from './jobs.js'
import {
  ALL_DOCUMENTS,
  type EvaluatedStream,
  type InputSelection,
  listRecentDocuments,
  type StreamContext,
  type StreamGroup,
} from './stream.js'
import { listRejectedInput } from './unreadable.js'

/**
 * Lists the employers that ended in the year before if the documents are too few to tell whether one of them was the
 * predecessor of an employer that goes on.
 */
function listPossiblePredecessors(
  employers: readonly WageEmployer[],
  paidYears: ReadonlySet<number>,
  year: number,
): readonly WageEmployer[] {
  if (paidYears.has(year - 2)) return []
  const periods = employers.map(employer => findPeriod(employer, paidYears, year))
  if (periods.some(({ start }) => start === year)) return []
  return employers.filter((_, i) => periods[i]?.end === year - 1)
}

export class JobGroup implements StreamGroup {
  readonly documents: StreamGroup['documents']
  readonly hasStatedAmounts: boolean
  readonly #jobs: readonly PreparedJob[]
  readonly #employers: Employers
  readonly #predecessors: readonly WageEmployer[]
  #mainJob: PreparedJob | null = null
  /** The job with the most pay in the year before. */
  readonly #formerMainJob: PreparedJob | null

  /** @param officerYears The years of officer pay, which is pay from somebody, too. */
  constructor(
    private readonly context: StreamContext,
    employers: Employers,
    officerYears: readonly number[],
  ) {
    const { year } = context
    const all = employers.employers
    const paidYears = listPaidYears(all, officerYears)
    this.#employers = employers
    this.#predecessors = all.length < 2 ? [] : listPossiblePredecessors(all, paidYears, year)
    this.#jobs = formJobs(all, paidYears, year).map(job => prepareJob(job, context))
    this.hasStatedAmounts = this.#jobs.some(({ hasCurrentPay }) => hasCurrentPay)
    this.#formerMainJob = findFormerMainJob(this.#jobs, year)
    const payDocuments = [...all.flatMap(employer => employer.payDocuments), ...employers.sickPay]
    this.documents = listRecentDocuments(payDocuments, year)
  }

  /** Chooses the main job: the one with the largest figure if each job is computed as if it were the main one. */
  chooseMainJob(unblocked: InputSelection): void {
    this.#mainJob = null
    const [onlyJob] = this.#jobs
    if (this.#jobs.length < 2) {
      this.#mainJob = onlyJob ?? null
      return
    }
    const figures = this.#computeFigures(unblocked)
    // Jobs with equal figures, such as those whose documents are all blocked, are compared on all documents.
    const figuresOnAll = unblocked === ALL_DOCUMENTS ? figures : this.#computeFigures(ALL_DOCUMENTS)
    let best = -1
    for (const [i, figure] of figures.entries()) {
      if (figure === null) continue
      const bestFigure = best === -1 ? null : (figures[best] as Cents)
      const isLarger =
        bestFigure === null ||
        figure > bestFigure ||
        (figure === bestFigure && (figuresOnAll[i] as Cents) > (figuresOnAll[best] as Cents))
      if (isLarger) best = i
    }
    this.#mainJob = this.#jobs[best] ?? null
  }

  /** Computes each job as if it were the main one. Null if the job is over. */
  #computeFigures(selection: InputSelection): (Cents | null)[] {
    const { amountsOfJobs, predecessorPay, successor } = this.#computeAmounts(selection)
    return this.#jobs.map((preparedJob, i) => {
      if (preparedJob.job.isOver) return null
      const amounts = amountsOfJobs[i] as JobAmounts
      const role: JobRole = {
        isMain: true,
        wasMain: false,
        predecessorPay: amounts === successor ? predecessorPay : 0,
        hasSuccessor: false,
      }
      return evaluateJob(preparedJob, amounts, role, selection, this.context).computed ?? 0
    })
  }

  evaluate(selection: InputSelection): readonly EvaluatedStream[] {
    const { context } = this
    const { amountsOfJobs, sickPay, predecessorPay, successor } = this.#computeAmounts(selection)
    const streams: EvaluatedStream[] = []
    for (const [i, preparedJob] of this.#jobs.entries()) {
      const amounts = amountsOfJobs[i] as JobAmounts
      const role: JobRole = {
        isMain: preparedJob === this.#mainJob,
        wasMain: preparedJob === this.#formerMainJob,
        predecessorPay: amounts === successor ? predecessorPay : 0,
        hasSuccessor: successor !== null,
      }
      const { items, name, job } = preparedJob
      const evaluation = evaluateJob(preparedJob, amounts, role, selection, context)
      const isAdded = isJobAdded(job, this.#jobs.length, context.year)
      streams.push({
        key: `job ${i}`,
        category: 'wages',
        name,
        items,
        evaluation: isAdded ? { ...evaluation, flags: withFlag(evaluation.flags, 'job_added') } : evaluation,
      })
      const excess = amounts.excess > 0 ? this.#evaluateExcess(preparedJob, amounts.excess, i, selection) : null
      if (excess !== null) streams.push(excess)
    }
    if (sickPay !== 0 || this.#findUnreadableSickPay(selection) !== undefined)
      streams.push(this.#evaluateSickPay(sickPay, selection))
    return streams
  }

  /** Reads the amounts of all jobs and applies the rules that look at all of them. */
  #computeAmounts(selection: InputSelection) {
    const { context } = this
    const { year } = context
    const mainJob = this.#mainJob
    const amountsOfJobs = this.#jobs.map(preparedJob => {
      const hasCurrentPay = selection.usesStatedAmounts && preparedJob.hasCurrentPay
      const amounts = readJobAmounts(preparedJob.job, hasCurrentPay, year, selection)
      applyCap(amounts, mainJob === null || mainJob === preparedJob, year, selection)
      return amounts
    })
    const sickPay = addSickPay(amountsOfJobs, this.#employers.sickPay, year, selection)
    moveHours(amountsOfJobs, context)
    let predecessorPay: Cents = 0
    for (const employer of this.#predecessors)
      predecessorPay = addCents(predecessorPay, sumPay(employer, year - 1, selection) ?? 0)
    const successor = this.#predecessors.length === 0 ? null : findLargestLasting(amountsOfJobs)
    return { amountsOfJobs, sickPay, predecessorPay, successor }
  }

  /** The stream of what lies above the cap of a job, named after the largest new employer. */
  #evaluateExcess(
    { job, items }: PreparedJob,
    excess: Cents,
    index: number,
    selection: InputSelection,
  ): EvaluatedStream | null {
    const { year, policy } = this.context
    const employer = findNewEmployer(job, year)
    if (employer === undefined) return null
    const { facts } = employer
    const hasCurrentPay = facts !== null && (facts.pay !== null || facts.yearToDate !== null)
    if (hasCurrentPay && policy.currentPay !== null && selection.usesStatedAmounts) return null
    const draft = startDraft(excess, null, 1, policy)
    draft.monthly = averageLatest(excess)
    addFlag(draft.flags, 'short_history')
    const { secondJobYears } = policy
    const startDate = facts?.startDate ?? null
    if (startDate === null ? secondJobYears > 1 : startDate > `${year - secondJobYears}-12-31` && secondJobYears > 0)
      draft.conditions.push(raiseCondition('second_job_history'))
    draft.conditions.push(raiseCondition('current_pay'))
    return {
      key: `excess ${index}`,
      isExcess: true,
      category: 'wages',
      name: employer.name,
      items: items.filter(item => employer.payDocuments.some(({ document }) => document === item.document)),
      evaluation: finishEvaluation(draft, policy),
    }
  }

  #findUnreadableSickPay({ includes }: InputSelection): PayDocument | undefined {
    return this.#employers.sickPay.find(
      ({ pay, year, document }) => pay === null && year >= this.context.year - 1 && includes(document),
    )
  }

  #evaluateSickPay(sickPay: Cents, selection: InputSelection): EvaluatedStream {
    const { policy, year } = this.context
    const draft = startDraft(sickPay, null, 1, policy)
    draft.monthly = averageLatest(sickPay)
    addNotRecurring(draft)
    draft.conditions.push(...listRejectedInput(this.context, 'wages'))
    const unreadable = this.#findUnreadableSickPay(selection)
    if (unreadable !== undefined)
      draft.conditions.push(
        raiseCondition('unreadable_box', { taxYear: unreadable.year, document: unreadable.document }),
      )
    const items = this.#employers.sickPay.flatMap(payDocument =>
      payDocument.pay === null || payDocument.year < year - 1 ? [] : [toPayItem(payDocument)],
    )
    const [first] = this.#employers.sickPay
    return {
      key: 'sick pay',
      category: 'sick_pay',
      name: first?.document.document.issuer.name ?? null,
      items,
      evaluation: finishEvaluation(draft, policy),
    }
  }
}

/** Computes what all evaluations of a job share. */
function prepareJob(job: Job, { policy, year }: StreamContext): PreparedJob {
  const { employers } = job
  return {
    job,
    name: findJobName(job, year),
    items: trimList(
      employers.flatMap(({ payDocuments }) => payDocuments.filter(({ pay }) => pay !== 0).map(toPayItem)),
    ),
    hasCurrentPay: computeJobPay(job, policy, ALL_DOCUMENTS) !== null,
    hasCombatPay: employers.some(({ payDocuments }) =>
      payDocuments.some(payDocument => payDocument.hasCombatPay && payDocument.year >= year - 1),
    ),
  }
}

/** True if all employers of a job started in the as-of year, and the borrower has other jobs. */
const isJobAdded = ({ employers, isOver }: Job, jobCount: number, year: number): boolean =>
  jobCount > 1 && !isOver && employers.every(({ years, isUnreadable }) => years[0] === year && !isUnreadable)

function findFormerMainJob(jobs: readonly PreparedJob[], year: number): PreparedJob | null {
  if (jobs.length < 2) return jobs[0] ?? null
  let formerMainJob: PreparedJob | null = null
  let largestPay: Cents = 0
  for (const preparedJob of jobs) {
    const { prior } = readJobAmounts(preparedJob.job, false, year, ALL_DOCUMENTS)
    if (prior === null || prior <= largestPay) continue
    formerMainJob = preparedJob
    largestPay = prior
  }
  return formerMainJob
}

const isLatestLarger = (a: JobAmounts, b: JobAmounts): boolean =>
  multiplyCents(a.latest as Cents, b.scale) > multiplyCents(b.latest as Cents, a.scale)

/** Returns the job with the most pay in the as-of year among those that were paid in both years. */
function findLargestLasting(amountsOfJobs: readonly JobAmounts[]): JobAmounts | null {
  let largest: JobAmounts | null = null
  for (const amounts of amountsOfJobs) {
    const { isComparable, latest, prior } = amounts
    if (!isComparable || latest === null || prior === null) continue
    if (largest === null || isLatestLarger(amounts, largest)) largest = amounts
  }
  return largest
}

/** The name of the employer that paid most in the last year with pay. */
function findJobName({ employers }: Job, asOfYear: number): string | null {
  if (employers.length === 1) return employers[0]?.name ?? null
  let lastYear = 0
  for (const { years } of employers) for (const year of years) if (year > lastYear && year <= asOfYear) lastYear = year
  return findLargestEmployer(employers, lastYear)?.name ?? null
}

function findLargestEmployer(employers: readonly WageEmployer[], year: number): WageEmployer | undefined {
  let largest: WageEmployer | undefined
  let largestPay: Cents = 0
  for (const employer of employers) {
    const pay = sumPay(employer, year, ALL_DOCUMENTS)
    if (pay === null || pay <= largestPay) continue
    largest = employer
    largestPay = pay
  }
  return largest
}

/** The largest employer that started in the as-of year, otherwise in the year before, otherwise the largest of all. */
function findNewEmployer({ employers }: Job, year: number): WageEmployer | undefined {
  for (const start of [year, year - 1]) {
    const started = findLargestEmployer(
      employers.filter(({ years }) => years[0] === start),
      year,
    )
    if (started !== undefined) return started
  }
  return findLargestEmployer(employers, year)
}
