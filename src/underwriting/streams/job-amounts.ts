// The yearly amounts of jobs after the rules that look at all jobs of a borrower: how much of a change of employers counts
// (the cap), sick pay that an insurer paid, and hours that moved from one job to another. The rules apply in this order.

import { addCents, type Cents, multiplyCents, subtractCents, sumCents } from '../../core/money.js'
import { sumPay } from './employers.js'
import { addKnownCents, findTrend, smallerOf } from './formulas.js'
import type { PayDocument } from './gross-pay.js'
import type { Job } from './jobs.js'
import type { InputSelection, StreamContext } from './stream.js'

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
  haveHoursMoved: boolean
}

/** Reads the amounts of a job, before any rule. */
export function readJobAmounts(job: Job, hasCurrentPay: boolean, year: number, selection: InputSelection): JobAmounts {
  let latest: Cents | null = null
  let prior: Cents | null = null
  for (const employer of job.employers) {
    latest = addKnownCents(latest, sumPay(employer, year, selection))
    prior = addKnownCents(prior, sumPay(employer, year - 1, selection))
  }
  const isOnLeave = job.employers.some(employer => employer.isOnLeave)
  const isComparable = !job.isOver && !job.employers.some(({ isUnreadable }) => isUnreadable)
  return { job, latest, prior, scale: 1, excess: 0, isOnLeave, isComparable, hasCurrentPay, haveHoursMoved: false }
}

/** Finds what a job lost: the fall of an employer whose pay fell, and all pay of one that ended in the year before. */
function findLosses({ employers, endedEmployers }: Job, year: number, selection: InputSelection) {
  let losses: Cents = 0
  let hasFallen = false
  for (const employer of employers) {
    const prior = sumPay(employer, year - 1, selection)
    if (prior === null) continue
    const latest = sumPay(employer, year, selection)
    if (latest !== null && latest < prior) {
      losses = addCents(losses, subtractCents(prior, latest))
      hasFallen = true
    } else if (endedEmployers.has(employer)) losses = addCents(losses, prior)
  }
  return { losses, hasFallen }
}

/**
 * Limits a job of several employers to its pay of the year before plus what its old employers lost. What lies above may be
 * a second job, so it is a stream of its own.
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

/** Adds up the sick pay of a year in a selection. */
const sumSickPay = (sickPay: readonly PayDocument[], year: number, { includes }: InputSelection): Cents =>
  sumCents(
    sickPay.flatMap(payDocument =>
      payDocument.year === year && payDocument.pay !== null && includes(payDocument.document) ? [payDocument.pay] : [],
    ),
  )

/** Returns the job with the largest difference above 0, and the difference. */
function findLargestDifference(
  jobs: readonly JobAmounts[],
  subtract: (latest: Cents, prior: Cents) => Cents,
): readonly [JobAmounts, Cents] | null {
  let largest: readonly [JobAmounts, Cents] | null = null
  for (const amounts of jobs) {
    const { latest, prior } = amounts
    if (latest === null || prior === null || !amounts.isComparable) continue
    const difference = subtract(latest, prior)
    if (difference > 0 && (largest === null || difference > largest[1])) largest = [amounts, difference]
  }
  return largest
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
  const latestSickPay = sumSickPay(sickPay, year, selection)
  const priorSickPay = sumSickPay(sickPay, year - 1, selection)
  const fallen = latestSickPay > 0 ? findLargestDifference(jobs, (latest, prior) => subtractCents(prior, latest)) : null
  let unassignedSickPay = latestSickPay
  if (fallen !== null) {
    const [amounts, fall] = fallen
    const added = smallerOf(latestSickPay, multiplyCents(fall, 2))
    amounts.latest = addCents(amounts.latest ?? 0, added)
    amounts.isOnLeave = true
    unassignedSickPay = subtractCents(latestSickPay, added)
  }
  // The sick pay of the as-of year comes first: a job on leave in both years may have risen with it.
  const risen = priorSickPay > 0 ? findLargestDifference(jobs, subtractCents) : null
  if (risen !== null) {
    const [amounts, rise] = risen
    amounts.prior = addCents(amounts.prior ?? 0, smallerOf(priorSickPay, rise))
  }
  return unassignedSickPay
}

/**
 * Moves pay back from jobs that rose to jobs that fell, because the borrower may have worked fewer hours for one and more
 * for the other. The smaller of all falls and all rises is moved. The jobs on that side then have their pay of the year
 * before, and those on the other side give or get in proportion to their difference. Applies only if no fallen job is
 * declining afterwards. Example: one job fell by 6,000, and two others rose by 4,000 and 8,000. The 6,000 come from the two
 * others: 2,000 and 4,000.
 */
export function moveHours(jobs: readonly JobAmounts[], { policy }: StreamContext): void {
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
  for (const [amounts, [latest, prior, jobScale]] of [...fallenMoves, ...risenMoves]) {
    amounts.latest = latest
    amounts.prior = prior
    amounts.scale = jobScale
    amounts.haveHoursMoved = true
  }
}
