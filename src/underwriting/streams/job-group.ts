// The jobs of a borrower as a stream group: wages per job, what lies above a cap, and sick pay that belongs to no job.

import { type Cents, multiplyCents } from '../../core/money.js'
import { addFlag, withFlag } from '../flags.js'
import { type Employers, sumWages, type WageEmployer } from './employers.js'
import { addNotRecurring, finishEvaluation, raise, setEnded, startDraft } from './evaluation.js'
import { averageLatest, findLargestAmount } from './formulas.js'
import { type PayDocument, toPayItem } from './gross-pay.js'
import {
  addSickPay,
  addSupportingDocuments,
  applyCap,
  type JobAmounts,
  listDocumentsOfYear,
  moveHours,
  readJobAmounts,
} from './job-amounts.js'
import { evaluateJob, isSecondJobShort } from './job-evaluation.js'
import { findLargestEmployer, findPeriod, formJobs, type Job, type Period } from './jobs.js'
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
  periods: readonly Period[],
  paidYears: ReadonlySet<number>,
  year: number,
): readonly WageEmployer[] {
  if (employers.length < 2 || paidYears.has(year - 2)) return []
  if (periods.some(({ start }) => start === year)) return []
  return employers.filter((_, i) => periods[i]?.end === year - 1)
}

export class JobGroup implements StreamGroup {
  readonly documents: StreamGroup['documents']
  readonly hasStatedAmounts: boolean
  readonly #jobs: readonly Job[]
  readonly #sickPay: readonly PayDocument[]
  readonly #predecessors: readonly WageEmployer[]
  #mainJob: Job | undefined
  /** The job with the most pay in the year before. */
  readonly #formerMainJob: Job | undefined

  /** @param officerYears The years of officer pay, which is pay from somebody, too. */
  constructor(
    private readonly context: StreamContext,
    { employers, sickPay }: Employers,
    officerYears: readonly number[],
  ) {
    const { year } = context
    const paidYears = new Set([...officerYears, ...employers.flatMap(({ years }) => years)])
    const periods = employers.map(employer => findPeriod(employer, paidYears, year))
    this.#sickPay = sickPay
    this.#predecessors = listPossiblePredecessors(employers, periods, paidYears, year)
    this.#jobs = formJobs(employers, periods, context)
    this.hasStatedAmounts = this.#jobs.some(({ hasCurrentPay }) => hasCurrentPay)
    this.#formerMainJob =
      this.#jobs.length < 2
        ? this.#jobs[0]
        : findLargestAmount(this.#jobs, job => sumWages(job.employers, year - 1, ALL_DOCUMENTS))?.item
    const payDocuments = [...employers.flatMap(employer => employer.payDocuments), ...sickPay]
    this.documents = listRecentDocuments(payDocuments, year)
  }

  /** Chooses the main job: the one with the largest figure if each job is computed as if it were the main one. */
  chooseMainJob(today: InputSelection, all: InputSelection): void {
    this.#mainJob = undefined
    if (this.#jobs.length < 2) {
      this.#mainJob = this.#jobs[0]
      return
    }
    const figures = this.#computeFigures(today)
    // Jobs whose documents do not count today are compared on all documents.
    const figuresOnAll = today === all ? figures : this.#computeFigures(all)
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
    this.#mainJob = this.#jobs[best]
  }

  /** Computes each job as if it were the main one. Null if the job is over. */
  #computeFigures(selection: InputSelection): (Cents | null)[] {
    const { amountsOfJobs, predecessorPay, successor } = this.#computeAmounts(selection)
    return amountsOfJobs.map(amounts => {
      if (amounts.job.isOver) return null
      const pay = amounts === successor ? predecessorPay : 0
      const role = { isMain: true, wasMain: false, predecessorPay: pay, hasSuccessor: false }
      return evaluateJob(amounts, role, selection, this.context).computed ?? 0
    })
  }

  evaluate(selection: InputSelection): readonly EvaluatedStream[] {
    const { context } = this
    const { amountsOfJobs, sickPay, predecessorPay, successor } = this.#computeAmounts(selection)
    const streams: EvaluatedStream[] = []
    for (const [i, amounts] of amountsOfJobs.entries()) {
      const { job } = amounts
      const role = {
        isMain: job === this.#mainJob,
        wasMain: job === this.#formerMainJob,
        predecessorPay: amounts === successor ? predecessorPay : 0,
        hasSuccessor: successor !== null,
      }
      const { items, name } = job
      const evaluation = evaluateJob(amounts, role, selection, context)
      streams.push({
        key: `job ${i}`,
        category: 'wages',
        name,
        items,
        supportingDocuments: amounts.supportingDocuments,
        evaluation: this.#isAdded(job) ? { ...evaluation, flags: withFlag(evaluation.flags, 'job_added') } : evaluation,
      })
      const excess = amounts.excess > 0 ? this.#evaluateExcess(job, amounts.excess, i, selection) : null
      if (excess !== null) streams.push(excess)
    }
    const unreadableSickPay = this.#sickPay.find(
      ({ pay, year, document }) => pay === null && year >= context.year - 1 && selection.includes(document),
    )
    if (sickPay !== 0 || unreadableSickPay !== undefined)
      streams.push(this.#evaluateSickPay(sickPay, unreadableSickPay))
    return streams
  }

  /** True if all employers of a job started in the as-of year, and the borrower has other jobs. */
  #isAdded({ employers, isOver }: Job): boolean {
    const hasStarted = ({ years, isUnreadable }: WageEmployer): boolean =>
      years[0] === this.context.year && !isUnreadable
    return this.#jobs.length > 1 && !isOver && employers.every(hasStarted)
  }

  /** Reads the amounts of all jobs and applies the rules that look at all of them. */
  #computeAmounts(selection: InputSelection) {
    const { context } = this
    const { year } = context
    const mainJob = this.#mainJob
    const amountsOfJobs = this.#jobs.map(job => readJobAmounts(job, year, selection))
    for (const amounts of amountsOfJobs)
      applyCap(amounts, mainJob === undefined || mainJob === amounts.job, year, selection)
    const sickPay = addSickPay(amountsOfJobs, this.#sickPay, year, selection)
    moveHours(amountsOfJobs, context)
    const predecessorPay = sumWages(this.#predecessors, year - 1, selection) ?? 0
    const successor = this.#predecessors.length === 0 ? null : findLargestLasting(amountsOfJobs)
    if (successor !== null)
      for (const { payDocuments } of this.#predecessors)
        addSupportingDocuments(successor, listDocumentsOfYear(payDocuments, year - 1))
    return { amountsOfJobs, sickPay, predecessorPay, successor }
  }

  /** The stream of what lies above the cap of a job, named after the largest new employer. */
  #evaluateExcess({ employers, items }: Job, excess: Cents, index: number, selection: InputSelection) {
    const { year, policy } = this.context
    const employer = findNewEmployer(employers, year)
    if (employer === undefined) return null
    const { facts } = employer
    const hasEnded = facts !== null && facts.endDate !== null
    const hasCurrentPay = facts !== null && (facts.pay !== null || facts.yearToDate !== null)
    if (hasCurrentPay && !hasEnded && policy.currentPay !== null && selection.usesStatedAmounts) return null
    const draft = startDraft(excess, null, 1, policy)
    if (hasEnded) {
      setEnded(draft)
      draft.trend = 'ended'
      addFlag(draft.flags, 'employer_ended')
    } else {
      draft.monthly = averageLatest(excess)
      addFlag(draft.flags, 'short_history')
      if (isSecondJobShort(facts?.startDate ?? null, 1, this.context)) raise(draft, 'second_job_history')
      raise(draft, 'current_pay')
    }
    return {
      key: `excess ${index}`,
      isExcess: true,
      category: 'wages',
      name: employer.name,
      items: items.filter(item => employer.payDocuments.some(({ document }) => document === item.document)),
      // The cap depends on all employers of the job.
      supportingDocuments: listRecentDocuments(
        employers.flatMap(({ payDocuments }) => payDocuments),
        year,
      ),
      evaluation: finishEvaluation(draft, policy),
    } as const
  }

  #evaluateSickPay(amount: Cents, unreadable: PayDocument | undefined): EvaluatedStream {
    const { policy, year } = this.context
    const draft = startDraft(amount, null, 1, policy)
    draft.monthly = averageLatest(amount)
    addNotRecurring(draft)
    draft.conditions.push(...listRejectedInput(this.context, 'wages'))
    if (unreadable !== undefined)
      raise(draft, 'unreadable_box', { taxYear: unreadable.year, document: unreadable.document })
    return {
      key: 'sick pay',
      category: 'sick_pay',
      name: this.#sickPay[0]?.document.document.issuer.name ?? null,
      items: this.#sickPay.filter(({ pay, year: payYear }) => pay !== null && payYear >= year - 1).map(toPayItem),
      evaluation: finishEvaluation(draft, policy),
    }
  }
}

/** Returns the job with the most pay in the as-of year among those that were paid in both years. */
function findLargestLasting(amountsOfJobs: readonly JobAmounts[]): JobAmounts | null {
  const isLatestLarger = (a: JobAmounts, b: JobAmounts): boolean =>
    multiplyCents(a.latest as Cents, b.scale) > multiplyCents(b.latest as Cents, a.scale)
  let largest: JobAmounts | null = null
  for (const amounts of amountsOfJobs) {
    const { isComparable, latest, prior } = amounts
    if (!isComparable || latest === null || prior === null) continue
    if (largest === null || isLatestLarger(amounts, largest)) largest = amounts
  }
  return largest
}

/** The largest employer that started in the as-of year, otherwise in the year before, otherwise the largest of all. */
function findNewEmployer(employers: readonly WageEmployer[], year: number): WageEmployer | undefined {
  const findStarted = (start: number): WageEmployer | undefined =>
    findLargestEmployer(
      employers.filter(({ years }) => years[0] === start),
      year,
    )
  return findStarted(year) ?? findStarted(year - 1) ?? findLargestEmployer(employers, year)
}
