// Jobs: which employers replaced which, and how the wages of a year are shared among the jobs.

import type { Raw } from '../values.js'
import {
  type Amount,
  add,
  divide,
  exact,
  isAbove,
  isBelow,
  isZero,
  larger,
  multiply,
  smaller,
  subtract,
  sum,
  ZERO,
} from './amounts.js'
import { computeCurrentPay } from './current-pay.js'
import type { Group } from './employers.js'
import type { Item } from './input.js'
import { averageOf, type Evaluation, Findings, hasFallen, perMonth, toSeries, trendOf } from './outcome.js'
import { payOf } from './pay.js'
import type { Settings } from './policies.js'

/** One employer of one borrower, up to the as-of year. */
export interface Employer {
  readonly group: Group
  readonly items: readonly Item[]
  readonly wages: ReadonlyMap<number, Amount>
  readonly isUnreadable: boolean
  readonly leaveYears: ReadonlySet<number>
  readonly fact: Raw | undefined
  /** The first year with wages, if it is sure that there were none before. */
  readonly startYear: number | null
  /** The last year with wages, if that is before the as-of year. */
  readonly endYear: number | null
}

/** Employers that are one job. */
export interface Job {
  readonly employers: readonly Employer[]
  readonly position: number
  readonly name: string
  readonly items: readonly Item[]
}

/** A job's wages in one evaluation, after the rules that move wages between jobs. */
export interface JobAmounts {
  readonly job: Job
  readonly series: Map<number, Amount>
  isOver: boolean
  isOnLeave: boolean
  hasMovedHours: boolean
  /** What lies above the cap of rule 3, in the as-of year. */
  excess: Amount
  /** The result of rule 6, or null if the rule does not apply. */
  possiblePredecessor: Amount | null
}

/** Adds the gross pay of documents by year. Pay of 0 is no pay. */
export const toWages = (items: readonly Item[]): Map<number, Amount> =>
  toSeries(
    items.flatMap(item => {
      const pay = payOf(item)
      return pay === null || pay.isUnreadable || pay.gross === 0n ? [] : [{ year: item.year, amount: pay.gross }]
    }),
  )

export const fellIn = (wages: ReadonlyMap<number, Amount>, year: number): boolean => {
  const [latest, prior] = [wages.get(year), wages.get(year - 1)]
  return latest !== undefined && prior !== undefined && isBelow(latest, prior)
}

/** Joins employers into jobs by rules 1 and 2. An employer with an unreadable amount is a job by itself. */
export function formJobs(employers: readonly Employer[], year: number): Job[] {
  const readable = employers.filter(({ isUnreadable }) => !isUnreadable)
  const sets = new Map(employers.map(employer => [employer, new Set([employer])]))
  const unite = (a: Employer, b: Employer): void => {
    const united = new Set([...sets.get(a)!, ...sets.get(b)!])
    for (const member of united) sets.set(member, united)
  }
  for (const old of readable)
    for (const next of readable) {
      if (old === next || old.endYear === null || next.startYear === null) continue
      if (next.startYear === old.endYear || next.startYear === old.endYear + 1) unite(old, next)
    }
  const fallen = readable.filter(({ wages }) => fellIn(wages, year))
  const started = readable.filter(({ startYear }) => startYear === year)
  if (fallen.length > 0) for (const next of started) for (const old of fallen) unite(old, next)
  return [...new Set(sets.values())]
    .map(set =>
      makeJob(
        employers.filter(employer => set.has(employer)),
        year,
      ),
    )
    .sort((a, b) => a.position - b.position)
}

// Reading: a job is named after its largest employer in the last year that has wages.
function makeJob(employers: readonly Employer[], year: number): Job {
  const years = employers.flatMap(({ wages }) => [...wages.keys()]).filter(candidate => candidate <= year)
  const last = Math.max(...years)
  const [largest] = employers.toSorted((a, b) => compareDown(a.wages.get(last) ?? ZERO, b.wages.get(last) ?? ZERO))
  return {
    employers,
    position: Math.min(...employers.map(({ group }) => group.position)),
    name: largest!.group.name,
    items: employers.flatMap(({ items }) => items),
  }
}

const compareDown = (a: Amount, b: Amount): number => (isAbove(a, b) ? -1 : isBelow(a, b) ? 1 : 0)

/** Returns the employer after whom what lies above the cap is named: the largest new one, or else the largest riser. */
export function findNewEmployer(job: Job, year: number): Employer {
  const started = job.employers.filter(({ startYear }) => startYear === year || startYear === year - 1)
  const newest = started.filter(({ startYear }) => startYear === year)
  const candidates = newest.length > 0 ? newest : started.length > 0 ? started : job.employers
  return candidates.toSorted((a, b) => compareDown(a.wages.get(year) ?? ZERO, b.wages.get(year) ?? ZERO))[0]!
}

const statesCurrentPay = (fact: Raw | undefined): boolean => fact?.['pay'] !== undefined || !!fact?.['year_to_date']

/** Returns true if every employer that pays in the as-of year has a stated end date. */
const isStatedOver = (job: Job, year: number): boolean => {
  const paying = job.employers.filter(({ wages, isUnreadable }) => wages.has(year) || isUnreadable)
  return paying.length > 0 && paying.every(({ fact }) => typeof fact?.['end_date'] === 'string')
}

const paysIn = (job: Job, year: number): boolean =>
  job.employers.some(({ wages, items }) => wages.has(year) || items.some(item => item.year === year))

/** What the jobs of a borrower are worked out from. */
export interface JobCase {
  readonly jobs: readonly Job[]
  readonly sickItems: readonly Item[]
  readonly year: number
  readonly settings: Settings
  readonly hasWagesBefore: boolean
}

/** The wages of all jobs in one evaluation, and the sick pay that belongs to no job. */
export interface SharedWages {
  readonly amounts: readonly JobAmounts[]
  readonly sickPay: Amount
}

/**
 * Shares the wages of one evaluation among the jobs by rules 3 to 6. `mainJob` is null while the main job is being
 * chosen: each job is then worked out as if it were the main one.
 */
export function shareWages(jobCase: JobCase, evaluation: Evaluation, mainJob: Job | null): SharedWages {
  const { jobs, year, settings } = jobCase
  const amounts = jobs.map(job => toAmounts(job, jobCase, evaluation, mainJob === null || mainJob === job))
  const goingOn = amounts.filter(({ isOver, job }) => !isOver && !job.employers.some(employer => employer.isUnreadable))
  const sickPay = shareSickPay(jobCase, evaluation, goingOn)
  moveHours(goingOn, settings, year, evaluation)
  addPredecessors(jobCase, goingOn, amounts, evaluation)
  return { amounts, sickPay }
}

function toAmounts(job: Job, { year }: JobCase, evaluation: Evaluation, isMain: boolean): JobAmounts {
  const series = toWages(job.items.filter(evaluation.has))
  const isOver = !paysIn(job, year) || isStatedOver(job, year)
  const result: JobAmounts = {
    job,
    series,
    isOver,
    isOnLeave: job.employers.some(({ leaveYears }) => leaveYears.has(year)),
    hasMovedHours: false,
    excess: ZERO,
    possiblePredecessor: null,
  }
  const [latest, prior] = [series.get(year), series.get(year - 1)]
  if (job.employers.length === 1 || latest === undefined || prior === undefined || isOver) return result
  // Rule 3. The wages of this evaluation decide how much the old employers lost.
  const byEmployer = job.employers.map(({ items, endYear }) => ({
    wages: toWages(items.filter(evaluation.has)),
    endYear,
  }))
  const losses = byEmployer.map(({ wages, endYear }) => {
    const before = wages.get(year - 1) ?? ZERO
    if (fellIn(wages, year)) return subtract(before, wages.get(year)!)
    return endYear === year - 1 ? before : ZERO
  })
  // Reading: in a job that is not the main one, only a change in the last two years is capped. A raise at an employer
  // that took over long ago is no change.
  const isRecentChange = job.employers.some(({ startYear }) => startYear === year || startYear === year - 1)
  const isCapped = byEmployer.some(({ wages }) => fellIn(wages, year)) || (!isMain && isRecentChange)
  const cap = add(prior, sum(losses))
  if (isCapped && isAbove(latest, cap)) {
    series.set(year, cap)
    result.excess = subtract(latest, cap)
  }
  return result
}

// Rule 4. Returns the sick pay of the as-of year that belongs to no job.
function shareSickPay({ sickItems, year }: JobCase, evaluation: Evaluation, goingOn: readonly JobAmounts[]): Amount {
  const sickWages = toWages(sickItems.filter(evaluation.has))
  const changes = goingOn.flatMap(amounts => {
    const [latest, prior] = [amounts.series.get(year), amounts.series.get(year - 1)]
    return latest === undefined || prior === undefined ? [] : [{ amounts, latest, prior }]
  })
  let rest = sickWages.get(year) ?? ZERO
  const [fallen] = changes.toSorted((a, b) => compareDown(subtract(a.prior, a.latest), subtract(b.prior, b.latest)))
  if (fallen !== undefined && isBelow(fallen.latest, fallen.prior) && isAbove(rest, ZERO)) {
    const fall = subtract(fallen.prior, fallen.latest)
    const added = smaller(rest, add(fall, fall))
    fallen.amounts.series.set(year, add(fallen.latest, added))
    fallen.amounts.isOnLeave = true
    rest = subtract(rest, added)
  }
  const before = sickWages.get(year - 1) ?? ZERO
  const [risen] = changes
    .map(({ amounts, prior }) => ({ amounts, prior, rise: subtract(amounts.series.get(year)!, prior) }))
    .sort((a, b) => compareDown(a.rise, b.rise))
  if (risen !== undefined && isAbove(risen.rise, ZERO) && isAbove(before, ZERO))
    risen.amounts.series.set(year - 1, add(risen.prior, smaller(before, risen.rise)))
  return rest
}

// Returns true if the stated pay of an employer is enough for a figure.
function isPayComputable(fact: Raw, job: Job, settings: Settings): boolean {
  if (typeof fact['end_date'] === 'string') return false
  const payCase = { fact, settings, findings: new Findings(settings), wages: toWages(job.items), firstPart: 0 }
  return computeCurrentPay(payCase) !== null
}

// Rule 5. Reading: a job on leave or with stated pay takes no part, because its figure does not depend on the fall.
function moveHours(goingOn: readonly JobAmounts[], settings: Settings, year: number, evaluation: Evaluation): void {
  const hasStatedPay = ({ job }: JobAmounts): boolean =>
    evaluation.usesStatedAmounts &&
    settings.column === 'agency' &&
    job.employers.some(({ fact }) => fact !== undefined && isPayComputable(fact, job, settings))
  const changes = goingOn
    .filter(amounts => !amounts.isOnLeave && !hasStatedPay(amounts))
    .flatMap(amounts => {
      const [latest, prior] = [amounts.series.get(year), amounts.series.get(year - 1)]
      return latest === undefined || prior === undefined
        ? []
        : [{ amounts, latest, prior, by: subtract(latest, prior) }]
    })
  const isFall = ({ latest, prior }: { latest: Amount; prior: Amount }): boolean =>
    settings.averaging === 'lesser' ? isBelow(latest, prior) : trendOf(latest, prior, settings) === 'declining'
  const falls = changes.filter(isFall)
  const rises = changes.filter(({ by }) => isAbove(by, ZERO))
  if (falls.length === 0 || rises.length === 0) return
  const totalFall = sum(falls.map(({ by }) => subtract(ZERO, by)))
  const totalRise = sum(rises.map(({ by }) => by))
  const moved = smaller(totalFall, totalRise)
  const raised = falls.map(fall => ({
    ...fall,
    after: subtract(fall.latest, divide(multiply(moved, fall.by), totalFall)),
  }))
  if (raised.some(({ after, prior }) => trendOf(after, prior, settings) === 'declining')) return
  for (const { amounts, after } of raised) amounts.series.set(year, after)
  for (const { amounts, latest, by } of rises)
    amounts.series.set(year, subtract(latest, divide(multiply(moved, by), totalRise)))
  for (const { amounts } of [...raised, ...rises]) amounts.hasMovedHours = true
}

// Rule 6.
function addPredecessors(
  { year, hasWagesBefore, jobs }: JobCase,
  goingOn: readonly JobAmounts[],
  all: readonly JobAmounts[],
  evaluation: Evaluation,
): void {
  const employers = jobs.flatMap(job => job.employers)
  if (hasWagesBefore || employers.some(({ startYear }) => startYear === year)) return
  const ended = employers.filter(({ endYear, isUnreadable }) => endYear === year - 1 && !isUnreadable)
  const continuing = goingOn.filter(({ series }) => series.has(year) && series.has(year - 1))
  const [largest] = continuing.toSorted((a, b) => compareDown(a.series.get(year)!, b.series.get(year)!))
  if (ended.length === 0 || largest === undefined || all.length === 0) return
  const latest = largest.series.get(year)!
  const predecessors = sum(ended.map(({ items }) => toWages(items.filter(evaluation.has)).get(year - 1) ?? ZERO))
  const prior = add(largest.series.get(year - 1)!, predecessors)
  largest.possiblePredecessor = smaller(perMonth(latest), averageOf(latest, prior))
}

/** Returns the larger of a figure and what rule 6 gives. */
export const applyPredecessor = (figure: Amount, { possiblePredecessor }: JobAmounts): Amount =>
  possiblePredecessor === null ? figure : larger(figure, possiblePredecessor)

/** Returns true if a job's wages fell by more than a share. */
export function hasJobFallen({ series }: JobAmounts, year: number, share: number): boolean {
  const [latest, prior] = [series.get(year), series.get(year - 1)]
  return latest !== undefined && prior !== undefined && hasFallen(latest, prior, share)
}

/** Returns the job with the largest wages in a year, or null if none has any. Ties go by the order of documents. */
export function findLargestJob(jobs: readonly Job[], year: number): Job | null {
  const wagesOf = (job: Job): Amount => toWages(job.items).get(year) ?? exact(0n)
  const [largest] = jobs.toSorted((a, b) => compareDown(wagesOf(a), wagesOf(b)) || a.position - b.position)
  return largest === undefined || isZero(wagesOf(largest)) ? null : largest
}

export { statesCurrentPay }
