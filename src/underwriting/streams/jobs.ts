// Forms jobs from employers. An employer that ended and one that started in the same or the next year are one job, because
// the borrower changed employers. During the as-of year an employer whose pay fell is joined to one that started. Which
// employers form a job is decided once, on all documents.
//
// Example: A paid 60,000 in 2023 and 48,000 in 2024, and N started in 2024 with 14,000. A and N are one job.

import { appendToGroup, groupBy, trimList } from '../../core/lists.js'
import { computeJobPay } from './current-pay.js'
import { sumWages, type WageEmployer } from './employers.js'
import { findLargestAmount } from './formulas.js'
import { toPayItem } from './gross-pay.js'
import { ALL_DOCUMENTS, type StreamContext, type StreamItem } from './stream.js'

/** One or several employers that follow each other, and what is decided about them once. */
export interface Job {
  readonly employers: readonly WageEmployer[]
  readonly name: string | null
  readonly items: readonly StreamItem[]
  readonly isOver: boolean
  /** The employers that ended in the year before. All of their pay counts as lost. */
  readonly endedEmployers: readonly WageEmployer[]
  /** True if one of several employers started or ended in one of the two years. */
  readonly hasRecentChange: boolean
  /** True if one of several employers started in one of the two years. */
  readonly hasRecentStart: boolean
  /** True if the lender states current pay, and the policy uses it. */
  readonly hasCurrentPay: boolean
  readonly hasCombatPay: boolean
}

/** When an employer started and ended. Null: unknown, or it goes on. */
export interface Period {
  readonly start: number | null
  readonly end: number | null
}

/**
 * Finds when an employer started and ended. It started in its first year if anybody paid the borrower in the year before,
 * otherwise the start is unknown. It ended in its last year if that is before the as-of year.
 */
export function findPeriod(
  { years, isUnreadable }: WageEmployer,
  paidYears: ReadonlySet<number>,
  asOfYear: number,
): Period {
  const firstYear = years[0]
  const lastYear = years.at(-1)
  if (firstYear === undefined || lastYear === undefined || isUnreadable) return { start: null, end: null }
  return { start: paidYears.has(firstYear - 1) ? firstYear : null, end: lastYear < asOfYear ? lastYear : null }
}

/** True if the employer paid in both years, and less in the as-of year. */
function hasFallen(employer: WageEmployer, asOfYear: number): boolean {
  if (employer.isUnreadable) return false
  const latest = sumWages([employer], asOfYear, ALL_DOCUMENTS)
  const prior = sumWages([employer], asOfYear - 1, ALL_DOCUMENTS)
  return latest !== null && prior !== null && latest < prior
}

/**
 * True if the lender states the end of an employer to which the borrower changed: one of the as-of year whose pay did not
 * fall. The W-2s then show more pay than the job still has.
 */
export const hasNewEmployerEnded = ({ employers }: Job, year: number): boolean =>
  employers.length > 1 &&
  employers.some(
    employer => employer.facts?.endDate != null && employer.years.includes(year) && !hasFallen(employer, year),
  )

/** The earliest start date that the lender states of an employer of the job. */
export function findStartDate({ employers }: Job): string | null {
  let earliest: string | null = null
  for (const { facts } of employers)
    if (facts !== null && facts.startDate !== null && (earliest === null || facts.startDate < earliest))
      earliest = facts.startDate
  return earliest
}

/** Disjoint sets of employers, by their position. */
class EmployerSets {
  readonly #parents: number[]
  constructor(count: number) {
    this.#parents = Array.from({ length: count }, (_, i) => i)
  }

  find(i: number): number {
    let root = i
    while (this.#parents[root] !== root) root = this.#parents[root] as number
    this.#parents[i] = root
    return root
  }

  /** Joins two sets. The earlier employer represents the result. */
  join(a: number, b: number): void {
    const [rootA, rootB] = [this.find(a), this.find(b)]
    this.#parents[Math.max(rootA, rootB)] = Math.min(rootA, rootB)
  }
}

/** True if the job has no pay in the as-of year, or if every employer that pays then has a stated end. */
function isJobOver(employers: readonly WageEmployer[], asOfYear: number): boolean {
  const paying = employers.filter(({ years }) => years.includes(asOfYear))
  return paying.every(({ facts }) => facts !== null && facts.endDate !== null)
}

/** Forms the jobs of a borrower, in the order of their first employers. `periods` are those of the employers. */
export function formJobs(
  employers: readonly WageEmployer[],
  periods: readonly Period[],
  context: StreamContext,
): Job[] {
  return groupPositions(employers, periods, context.year).map(positions =>
    createJob(
      positions.map(i => employers[i] as WageEmployer),
      positions.map(i => periods[i] as Period),
      context,
    ),
  )
}

function groupPositions(
  employers: readonly WageEmployer[],
  periods: readonly Period[],
  asOfYear: number,
): readonly (readonly number[])[] {
  if (employers.length < 2) return employers.map((_, i) => [i])
  const startedIn = new Map<number, number[]>()
  const endedIn = new Map<number, number[]>()
  periods.forEach(({ start, end }, i) => {
    if (start !== null) appendToGroup(startedIn, start, i)
    if (end !== null) appendToGroup(endedIn, end, i)
  })
  const sets = new EmployerSets(employers.length)
  for (const [year, ended] of endedIn) {
    const started = [...(startedIn.get(year) ?? []), ...(startedIn.get(year + 1) ?? [])]
    joinChanges(sets, ended, started)
  }
  const [firstStarted, ...otherStarted] = startedIn.get(asOfYear) ?? []
  if (firstStarted !== undefined) {
    const fallen = employers.flatMap((employer, i) => (hasFallen(employer, asOfYear) ? [i] : []))
    if (fallen.length > 0) for (const i of [...fallen, ...otherStarted]) sets.join(firstStarted, i)
  }
  return [...groupBy([...employers.keys()], i => sets.find(i)).values()]
}

function createJob(employers: readonly WageEmployer[], periods: readonly Period[], context: StreamContext): Job {
  const { year: asOfYear } = context
  const isRecent = (year: number | null): boolean => year === asOfYear || year === asOfYear - 1
  const payDocuments = employers.flatMap(employer => employer.payDocuments)
  const isOver = isJobOver(employers, asOfYear)
  return {
    employers,
    name: findJobName(employers, asOfYear),
    items: trimList(payDocuments.filter(({ pay }) => pay !== 0).map(toPayItem)),
    isOver,
    endedEmployers: employers.filter((_, i) => periods[i]?.end === asOfYear - 1),
    hasRecentChange: employers.length > 1 && periods.some(({ start, end }) => isRecent(start) || isRecent(end)),
    hasRecentStart: employers.length > 1 && periods.some(({ start }) => isRecent(start)),
    hasCurrentPay: computeJobPay({ employers, isOver }, context, ALL_DOCUMENTS) !== null,
    hasCombatPay: payDocuments.some(({ hasCombatPay, year }) => hasCombatPay && year >= asOfYear - 1),
  }
}

/** The name of the employer that paid most in the last year with pay. */
function findJobName(employers: readonly WageEmployer[], asOfYear: number): string | null {
  if (employers.length === 1) return employers[0]?.name ?? null
  const years = employers.flatMap(employer => employer.years.filter(year => year <= asOfYear))
  return findLargestEmployer(employers, Math.max(0, ...years))?.name ?? null
}

export const findLargestEmployer = (employers: readonly WageEmployer[], year: number): WageEmployer | undefined =>
  findLargestAmount(employers, employer => sumWages([employer], year, ALL_DOCUMENTS))?.item

/**
 * Joins every employer that ended to every one that started, except to itself: an employer that ended in the year in which
 * it started is only joined to others.
 */
function joinChanges(sets: EmployerSets, ended: readonly number[], started: readonly number[]): void {
  const joinToFirst = (position: number, partners: readonly number[]): void => {
    const partner = partners[0] === position ? partners[1] : partners[0]
    if (partner !== undefined) sets.join(position, partner)
  }
  for (const position of ended) joinToFirst(position, started)
  for (const position of started) joinToFirst(position, ended)
}
