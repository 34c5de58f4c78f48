// Computes a job from its current parts (base, overtime, bonus, commission, tips) that the lender states, instead of from
// annual W-2s. Months are fractions: whole months plus days over the days of the month, so that 31 January is one month.

import { addCents, type Cents, multiplyCents, subtractCents, sumCents } from '../../core/money.js'
import { type RaisedCondition, raiseCondition } from '../conditions/condition.js'
import { type JobFacts, PAY_PARTS, type PayPart } from '../facts/known-facts.js'
import type { ConditionCode, ConditionSeverity, UnderwritingPolicy } from '../policies/policy.js'
import { sumWages, type WageEmployer } from './employers.js'
import { MILLION, type MonthlyRate, roundRates, toMicros } from './formulas.js'
import type { InputSelection, StreamContext } from './stream.js'

/** The parts of current pay per month, and their conditions. */
interface CurrentPay {
  readonly parts: readonly MonthlyRate[]
  readonly conditions: readonly RaisedCondition[]
}

interface Months {
  readonly numerator: number
  readonly denominator: number
}

const YEAR: Months = { numerator: 12, denominator: 1 }

/** One part's amounts: the year to date over months, and the two years before. Null: unknown. */
interface PartHistory {
  readonly yearToDate: Cents
  readonly months: Months
  readonly prior: Cents | null
  readonly beforePrior: Cents | null
}

const perMonth = (cents: Cents, { numerator, denominator }: Months): MonthlyRate => ({
  cents: multiplyCents(cents, denominator),
  divisor: numerator,
})

const isLess = (a: MonthlyRate, b: MonthlyRate): boolean =>
  multiplyCents(a.cents, b.divisor) < multiplyCents(b.cents, a.divisor)

const multiplyRate = ({ cents, divisor }: MonthlyRate, factor: number): MonthlyRate => ({
  cents: multiplyCents(cents, toMicros(factor)),
  divisor: multiplyCents(divisor, MILLION),
})

const getDaysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The months of a year through a day. */
function countMonthsThrough(date: string): Months {
  const [year, month, day] = parseDay(date)
  const days = getDaysInMonth(year, month)
  return { numerator: (month - 1) * days + day, denominator: days }
}

/** The months from a day, which is included, through a later day. 0 or less if the day is not later. */
export function countMonthsBetween(since: string, through: string): Months {
  const [year, month, day] = parseDay(since)
  const days = getDaysInMonth(year, month)
  const { numerator, denominator } = countMonthsThrough(through)
  const wholeMonths = (parseDay(through)[0] - year) * 12 - (month - 1)
  return {
    numerator: (numerator + wholeMonths * denominator) * days - (day - 1) * denominator,
    denominator: denominator * days,
  }
}

const parseDay = (date: string): readonly [number, number, number] => [
  Number(date.slice(0, 4)),
  Number(date.slice(5, 7)),
  Number(date.slice(8, 10)),
]

const PERIODS_PER_YEAR = { week: 52, two_weeks: 26, half_month: 24, month: 12, year: 1 } as const

/** The fixed base pay per month. Null if hours are needed and not stated. */
function computeFixedBase({ amount, per, hoursPerWeek }: NonNullable<JobFacts['pay']>): MonthlyRate | null {
  if (per !== 'hour') return { cents: multiplyCents(amount, PERIODS_PER_YEAR[per]), divisor: 12 }
  if (hoursPerWeek === null) return null
  return { cents: multiplyCents(multiplyCents(amount, hoursPerWeek), 52), divisor: 12 * MILLION }
}

/** The month's amount of a part, and the condition that it raises. */
interface PartResult {
  readonly rate: MonthlyRate
  readonly condition?: ConditionCode
  readonly severity?: ConditionSeverity
}

/** Averages the year to date with the year before: (YTD + P) / (m + 12). */
const averageWithPrior = ({ yearToDate, months }: PartHistory, prior: Cents): MonthlyRate => ({
  cents: multiplyCents(addCents(yearToDate, prior), months.denominator),
  divisor: months.numerator + 12 * months.denominator,
})

function computeGeneralPart(history: PartHistory, prior: Cents, policy: UnderwritingPolicy): PartResult {
  const current = perMonth(history.yearToDate, history.months)
  const priorRate = perMonth(prior, YEAR)
  if (!isLess(current, priorRate)) return { rate: averageWithPrior(history, prior) }
  const { decliningBlocksAbove, stableBand } = policy
  const limit = decliningBlocksAbove === 'band' ? stableBand.down : decliningBlocksAbove
  const isBlocking = limit !== null && isLess(current, multiplyRate(priorRate, 1 - limit))
  return { rate: current, condition: 'declining', severity: isBlocking ? 'blocking' : 'review' }
}

/** FHA: the two years before. Parts other than base count the lesser of their average and the last year. */
function computeFhaPart({ beforePrior }: PartHistory, prior: Cents, part: PayPart): PartResult {
  const latestYear = perMonth(prior, YEAR)
  if (beforePrior === null) return { rate: latestYear, condition: 'history' }
  const average: MonthlyRate = { cents: addCents(prior, beforePrior), divisor: 24 }
  return { rate: part === 'base' || isLess(average, latestYear) ? average : latestYear }
}

/** Freddie Mac: a rise of more than 10 % must be documented, and only a fall of more than 10 % is a decline. */
function computeFreddiePart(history: PartHistory, prior: Cents): PartResult {
  const current = perMonth(history.yearToDate, history.months)
  const priorRate = perMonth(prior, YEAR)
  if (isLess(current, priorRate))
    return isLess(current, multiplyRate(priorRate, 0.9))
      ? { rate: current, condition: 'declining', severity: 'blocking' }
      : { rate: current }
  const rate = averageWithPrior(history, prior)
  if (!isLess(multiplyRate(priorRate, 1.1), current)) return { rate }
  const severity = isLess(multiplyRate(priorRate, 1.3), current) ? 'blocking' : 'review'
  return { rate, condition: 'raise_documented', severity }
}

function computePart(
  history: PartHistory,
  part: PayPart,
  job: JobFacts,
  { policy, usedFacts }: StreamContext,
): PartResult {
  const { prior, months, yearToDate } = history
  if (prior === null) return { rate: perMonth(yearToDate, months), condition: 'history' }
  const result =
    policy.currentPay === 'fha'
      ? computeFhaPart(history, prior, part)
      : policy.currentPay === 'freddie'
        ? computeFreddiePart(history, prior)
        : computeGeneralPart(history, prior, policy)
  const stabilizedAmount = job.stabilized?.[part] ?? null
  if (result.condition !== 'declining' || job.stabilized === null || stabilizedAmount === null) return result
  const stabilizedMonths = countMonthsBetween(job.stabilized.since, job.yearToDate?.through ?? '')
  if (stabilizedMonths.numerator <= 0) return result
  usedFacts.add(job, 'stabilized')
  return { rate: perMonth(stabilizedAmount, stabilizedMonths) }
}

/**
 * Computes current pay. Null if the lender states no pay of the job.
 *
 * @param sumW2Pay Returns the gross pay of the job's W-2s of a year. It stands in for base pay if only the other parts of
 * that year are stated.
 * @param firstPart The number of parts of the job that other facts state.
 */
function computeCurrentPay(
  job: JobFacts,
  context: StreamContext,
  sumW2Pay: (year: number) => Cents | null,
  firstPart: number,
): CurrentPay | null {
  const { pay, yearToDate, priorYears } = job
  const { policy, usedFacts } = context
  const conditions: RaisedCondition[] = []
  const rates: MonthlyRate[] = []
  const fixedBase = pay === null || pay.varies === true ? null : computeFixedBase(pay)
  const payYear = yearToDate === null ? 0 : Number(yearToDate.through.slice(0, 4))
  const months = yearToDate === null ? YEAR : countMonthsThrough(yearToDate.through)
  const findPart = (part: PayPart, year: number): Cents | null => {
    const parts = priorYears?.get(year)
    const amount = parts?.[part] ?? null
    const w2Pay = part === 'base' && amount === null ? sumW2Pay(year) : null
    const isFound = amount !== null || w2Pay !== null
    if (isFound && parts !== undefined) usedFacts.add(parts)
    if (w2Pay === null) return amount
    const otherParts = PAY_PARTS.map(otherPart => (otherPart === 'base' ? 0 : (parts?.[otherPart] ?? 0)))
    return subtractCents(w2Pay, sumCents(otherParts))
  }
  const addCondition = (
    code: ConditionCode,
    part: PayPart,
    rate: MonthlyRate,
    severity: ConditionSeverity | null = null,
  ): void => {
    const partIndex = firstPart + rates.length
    conditions.push(raiseCondition(code, { about: part, amount: roundRates([rate]), partIndex, severity }))
  }
  for (const part of PAY_PARTS) {
    const partToDate = yearToDate?.[part] ?? null
    if (partToDate !== null) usedFacts.add(job, 'yearToDate')
    // Pay that varies is used, too: it says that the average of base pay counts.
    if (part === 'base' && (fixedBase ?? partToDate) !== null) usedFacts.add(job, 'pay')
    if (part === 'base' && fixedBase !== null) {
      if (partToDate !== null && !fits(perMonth(partToDate, months), fixedBase))
        addCondition('pay_does_not_fit', part, fixedBase)
      rates.push(fixedBase)
      continue
    }
    if (partToDate === null) continue
    const history: PartHistory = {
      yearToDate: partToDate,
      months,
      prior: findPart(part, payYear - 1),
      beforePrior: policy.currentPay === 'fha' ? findPart(part, payYear - 2) : null,
    }
    if (part !== 'base' && partToDate === 0 && !history.prior) continue
    const { rate, condition, severity } = computePart(history, part, job, context)
    if (condition !== undefined) addCondition(condition, part, rate, severity)
    rates.push(rate)
  }
  return rates.length === 0 ? null : { parts: rates, conditions }
}

/** True if base pay of the year to date differs from the rate of pay by at most 10 %. */
const fits = (current: MonthlyRate, fixed: MonthlyRate): boolean =>
  !isLess(current, multiplyRate(fixed, 0.9)) && !isLess(multiplyRate(fixed, 1.1), current)

/**
 * Computes the current pay of a job: what the lender states of all of its employers. Null if it states none, or if the
 * policy does not use current pay. W-2s of the selection stand in for base pay of the year before.
 */
export function computeJobPay(
  { employers, isOver }: { readonly employers: readonly WageEmployer[]; readonly isOver: boolean },
  context: StreamContext,
  selection: InputSelection,
): CurrentPay | null {
  if (context.policy.currentPay === null || isOver) return null
  const sumW2Pay = (payYear: number): Cents | null => sumWages(employers, payYear, selection)
  const parts: MonthlyRate[] = []
  const conditions: RaisedCondition[] = []
  for (const { facts } of employers) {
    const pay =
      facts === null || facts.endDate !== null ? null : computeCurrentPay(facts, context, sumW2Pay, parts.length)
    if (pay === null) continue
    parts.push(...pay.parts)
    conditions.push(...pay.conditions)
  }
  return parts.length === 0 ? null : { parts, conditions }
}
