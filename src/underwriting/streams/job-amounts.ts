// The yearly amounts of jobs after the rules that look at all jobs of a borrower: how much of a change of employers counts
// (the cap), sick pay that an insurer paid, and hours that moved from one job to another. The rules apply in this order.

import { NO_ITEMS } from '../../core/lists.js'
import { addCents, type Cents, multiplyCents, subtractCents, sumCents } from '../../core/money.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'
import { sumWages } from './employers.js'
import { findLargestAmount, findTrend, smallerOf } from './formulas.js'
import { type PayDocument, sumPay } from './gross-pay.js'
import type { Job } from './jobs.js'
import { type InputSelection, listRecentDocuments, type StreamContext } from './stream.js'

/** The amounts of one job in one evaluation. `latest` and `prior` are multiplied by `scale`. Units: cents. */
export interface JobAmounts {
  readonly job: Job
  latest: Cents | null
  prior: Cents | null
  /** 1, unless hours moved between jobs in a proportion that is not a whole number of cents. */
  scale: number | bigint
  /** What lies above the cap, in cents of the as-of year. */
  excess: Cents
  isOnLeave: boolean
  /** True if the job takes part in the rules that look at all jobs. */
  readonly isComparable: boolean
  /** True if the lender states its current pay. */
  readonly hasCurrentPay: boolean
  hasMovedHours: boolean
  /** Documents of insurers and of other jobs on which the amounts depend. */
  supportingDocuments: readonly ResolvedDocument[]
}

/** Reads the amounts of a job, before any rule. */
export const readJobAmounts = (job: Job, year: number, selection: InputSelection): JobAmounts => ({
  job,
  latest: sumWages(job.employers, year, selection),
  prior: sumWages(job.employers, year - 1, selection),
  scale: 1,
  excess: 0,
  isOnLeave: job.employers.some(employer => employer.isOnLeave),
  isComparable: !job.isOver && !job.employers.some(({ isUnreadable }) => isUnreadable),
  hasCurrentPay: selection.usesStatedAmounts && job.hasCurrentPay,
  hasMovedHours: false,
  supportingDocuments: NO_ITEMS,
})

/** Finds what a job lost: the fall of an employer whose pay fell, and all pay of one that ended in the year before. */
function findLosses({ employers, endedEmployers }: Job, year: number, selection: InputSelection) {
  let losses: Cents = 0
  let hasFallen = false
  for (const employer of employers) {
    const prior = sumWages([employer], year - 1, selection)
    if (prior === null) continue
    const latest = sumWages([employer], year, selection)
    if (latest !== null && latest < prior) {
      losses = addCents(losses, subtractCents(prior, latest))
      hasFallen = true
    } else if (endedEmployers.includes(employer)) losses = addCents(losses, prior)
  }
  return { losses, hasFallen }
}

/**
 * Limits a job of several employers to its pay of the year before plus what its old employers lost. Pay above this limit
 * may come from a second job, so it is a stream of its own.
 */
export function applyCap(amounts: JobAmounts, isMainJob: boolean, year: number, selection: InputSelection): void {
  const { job, latest, prior } = amounts
  if (job.employers.length < 2 || latest === null || prior === null || job.isOver) return
  const { losses, hasFallen } = findLosses(job, year, selection)
  if (!hasFallen && (isMainJob || !job.hasRecentStart)) return
  const cap = addCents(prior, losses)
  if (latest <= cap) return
  amounts.excess = subtractCents(latest, cap)
  amounts.latest = cap
}

/**
 * Adds sick pay of the as-of year to the job that fell most, at most twice its fall, and sick pay of the year before to the
 * job that rose most, without making it larger than the as-of year.
 *
 * @returns The sick pay of the as-of year that belongs to no job.
 */
export function addSickPay(
  jobs: readonly JobAmounts[],
  sickPay: readonly PayDocument[],
  year: number,
  selection: InputSelection,
): Cents {
  if (sickPay.length === 0) return 0
  const latestSickPay = sumPay(sickPay, year, selection) ?? 0
  const priorSickPay = sumPay(sickPay, year - 1, selection) ?? 0
  const findRise = ({ latest, prior, isComparable }: JobAmounts): Cents | null =>
    latest === null || prior === null || !isComparable ? null : subtractCents(latest, prior)
  const fallen = latestSickPay > 0 ? findLargestAmount(jobs, amounts => -(findRise(amounts) ?? 0)) : null
  let unassignedSickPay = latestSickPay
  if (fallen !== null) {
    const added = smallerOf(latestSickPay, multiplyCents(fallen.amount, 2))
    fallen.item.latest = addCents(fallen.item.latest ?? 0, added)
    fallen.item.isOnLeave = true
    addSupportingDocuments(fallen.item, listDocumentsOfYear(sickPay, year))
    unassignedSickPay = subtractCents(latestSickPay, added)
  }
  // The sick pay of the as-of year comes first: a job on leave in both years may have risen with it.
  const risen = priorSickPay > 0 ? findLargestAmount(jobs, findRise) : null
  if (risen !== null) {
    risen.item.prior = addCents(risen.item.prior ?? 0, smallerOf(priorSickPay, risen.amount))
    addSupportingDocuments(risen.item, listDocumentsOfYear(sickPay, year - 1))
  }
  return unassignedSickPay
}

/** Adds documents on which the amounts of a job depend, although they are not documents of the job. */
export function addSupportingDocuments(amounts: JobAmounts, documents: readonly ResolvedDocument[]): void {
  amounts.supportingDocuments = [...amounts.supportingDocuments, ...documents]
}

/** Lists the documents of a year. */
export const listDocumentsOfYear = (payDocuments: readonly PayDocument[], documentYear: number): ResolvedDocument[] =>
  payDocuments.flatMap(({ document, year }) => (year === documentYear ? [document] : []))

/**
 * The maximum number of documents of other jobs that a job lists after hours moved. Without it, the number of conditions
 * grows with the square of the number of jobs. Conditions of further documents are only at their own jobs.
 */
const MAX_DOCUMENTS_OF_OTHER_JOBS = 12

const listDocumentsOfJobs = (jobs: readonly JobAmounts[], year: number): ResolvedDocument[] => {
  const payDocuments = jobs.flatMap(({ job }) => job.employers.flatMap(employer => employer.payDocuments))
  return listRecentDocuments(payDocuments, year).slice(0, MAX_DOCUMENTS_OF_OTHER_JOBS)
}

/**
 * Moves pay back from jobs that rose to jobs that fell, because the borrower may have worked fewer hours for one and more
 * for the other. The amount moved is the sum of all falls or the sum of all rises, whichever is smaller. The jobs on that
 * side then have their pay of the year before, and those on the other side give or get in proportion to their difference.
 * Applies only if no fallen job is declining afterwards. Example: one job fell by 6,000, and two others rose by 4,000 and
 * 8,000. The 6,000 come from the two others: 2,000 and 4,000.
 */
export function moveHours(jobs: readonly JobAmounts[], { policy, year }: StreamContext): void {
  if (jobs.length < 2) return
  const differenceOf = ({ latest, prior }: JobAmounts): Cents => subtractCents(latest as Cents, prior as Cents)
  const lasting = jobs.filter(
    ({ latest, prior, isOnLeave, isComparable, hasCurrentPay }) =>
      latest !== null && prior !== null && isComparable && !isOnLeave && !hasCurrentPay,
  )
  const isFallen = (amounts: JobAmounts): boolean =>
    policy.averaging === 'lesser'
      ? differenceOf(amounts) < 0
      : findTrend(amounts.latest, amounts.prior, policy.stableBand) === 'declining'
  const fallen = lasting.filter(isFallen)
  const risen = lasting.filter(amounts => differenceOf(amounts) > 0)
  if (fallen.length === 0 || risen.length === 0) return
  const falls = sumCents(fallen.map(amounts => -differenceOf(amounts)))
  const rises = sumCents(risen.map(differenceOf))
  // Amounts on the side with the larger sum are multiplied by that sum, so that the proportions are exact.
  const [moved, scale] = falls <= rises ? [falls, rises] : [rises, falls]
  const moveShare = (amounts: JobAmounts, total: Cents): readonly [latest: Cents, prior: Cents, scale: Cents] => {
    const { latest, prior } = amounts
    const difference = differenceOf(amounts)
    if (total === moved) return [subtractCents(latest as Cents, difference), prior as Cents, 1]
    const change = multiplyCents(difference, moved)
    return [subtractCents(multiplyCents(latest as Cents, scale), change), multiplyCents(prior as Cents, scale), scale]
  }
  const fallenMoves = fallen.map(amounts => [amounts, moveShare(amounts, falls)] as const)
  const isDecliningAfterwards = fallenMoves.some(
    ([, [latest, prior]]) => findTrend(latest, prior, policy.stableBand) === 'declining',
  )
  if (isDecliningAfterwards) return
  const risenMoves = risen.map(amounts => [amounts, moveShare(amounts, rises)] as const)
  const [fallenDocuments, risenDocuments] = [listDocumentsOfJobs(fallen, year), listDocumentsOfJobs(risen, year)]
  for (const amounts of fallen) addSupportingDocuments(amounts, risenDocuments)
  for (const amounts of risen) addSupportingDocuments(amounts, fallenDocuments)
  for (const [amounts, [latest, prior, jobScale]] of [...fallenMoves, ...risenMoves]) {
    amounts.latest = latest
    amounts.prior = prior
    amounts.scale = jobScale
    amounts.hasMovedHours = true
  }
}
