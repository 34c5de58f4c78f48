// A job's figure from current pay: base, overtime, bonus, commission and tips, each with its own trend.
import type { Raw } from '../values.js'
import {
  type Amount,
  add,
  divide,
  exact,
  isAbove,
  isBelow,
  isZero,
  multiply,
  smaller,
  subtract,
  ZERO,
} from './amounts.js'
import { childOf, readStated, readStatedDay, readStatedNumber } from './known-facts.js'
import { type Findings, hasFallen, perMonth, raiseDeclining, scale, TWELVE } from './outcome.js'
import type { Settings } from './policies.js'

/** The number of pay periods per month. */
const PERIODS: Readonly<Record<string, Amount>> = {
  week: exact(52n, 12n),
  two_weeks: exact(26n, 12n),
  half_month: exact(2n),
  month: exact(1n),
  year: exact(1n, 12n),
}

const daysOfMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

const partsOf = (day: string): [year: number, month: number, day: number] => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return [year, month, date]
}

/** Returns the months from January 1 through a day: whole months plus days over the days of the month. */
function monthsThrough(day: string): Amount {
  const [year, month, date] = partsOf(day)
  return add(exact(BigInt(month - 1)), exact(BigInt(date), BigInt(daysOfMonth(year, month))))
}

/** Returns the months from a day through the end of its year. */
export function monthsFrom(day: string): Amount {
  const [year, month, date] = partsOf(day)
  const days = daysOfMonth(year, month)
  return add(exact(BigInt(12 - month)), exact(BigInt(days - date + 1), BigInt(days)))
}

/** Returns the months from one day through another. */
function monthsBetween(since: string, through: string): Amount {
  const [start] = partsOf(since)
  const [end] = partsOf(through)
  const wholeYears = exact(BigInt(12 * (end - start)))
  return subtract(add(wholeYears, monthsThrough(through)), subtract(TWELVE, monthsFrom(since)))
}

/** Returns the fixed base pay per month, or null if it varies or is not stated. */
function fixedBaseOf(fact: Raw): Amount | null {
  const pay = childOf(fact, 'pay')
  const amount = readStated(pay, 'amount')
  if (amount === null || pay['varies'] === true) return null
  const per = String(pay['per'])
  if (per !== 'hour') return PERIODS[per] === undefined ? null : multiply(amount, PERIODS[per])
  const hours = readStatedNumber(pay, 'hours_per_week')
  return hours === null ? null : multiply(multiply(amount, hours), PERIODS['week']!)
}

const VARIABLE_PARTS = ['overtime', 'bonus', 'commission', 'tips']

interface Case {
  readonly fact: Raw
  readonly settings: Settings
  readonly findings: Findings
  /** The job's wages by year from the documents. */
  readonly wages: ReadonlyMap<number, Amount>
  /** The index that the next part gets. */
  readonly firstPart: number
}

// Returns a part's amount in an earlier year. For base pay alone, the W-2 total less the other parts replaces it.
function amountInYear({ fact, wages }: Case, part: string, year: number): Amount | null {
  const statedYear = childOf(childOf(fact, 'prior_years'), String(year))
  const amount = readStated(statedYear, part)
  const total = wages.get(year)
  if (amount !== null || part !== 'base' || total === undefined) return amount
  return VARIABLE_PARTS.reduce((rest, key) => subtract(rest, readStated(statedYear, key) ?? ZERO), total)
}

/** Computes a job's parts from stated pay. Returns null if the facts do not state enough. */
export function computeCurrentPay(payCase: Case): Amount[] | null {
  const { fact, findings, firstPart } = payCase
  const toDate = childOf(fact, 'year_to_date')
  const through = readStatedDay(toDate, 'through')
  const months = through === null ? null : monthsThrough(through)
  const base = fixedBaseOf(fact)
  const baseToDate = readStated(toDate, 'base')
  const parts: Amount[] = []
  if (base !== null) {
    parts.push(base)
    if (months !== null && baseToDate !== null) {
      const difference = subtract(divide(baseToDate, months), base)
      const size = isBelow(difference, ZERO) ? subtract(ZERO, difference) : difference
      if (isAbove(size, scale(base, 0.1))) findings.raise('pay_does_not_fit', { part: firstPart })
    }
  }
  if (through !== null && months !== null) {
    for (const part of [...(base === null ? ['base'] : []), ...VARIABLE_PARTS]) {
      const amount = readStated(toDate, part)
      if (amount === null) continue
      const year = Number(through.slice(0, 4))
      const prior = amountInYear(payCase, part, year - 1)
      // Reading: a part of 0 that was not paid in the year before is no part. Base pay of 0 says that the job pays nothing.
      if (part !== 'base' && isZero(amount) && (prior === null || isZero(prior))) continue
      parts.push(computePart(payCase, part, amount, through, prior, firstPart + parts.length))
    }
  }
  return parts.length === 0 ? null : parts
}

function computePart(
  payCase: Case,
  name: string,
  toDate: Amount,
  through: string,
  prior: Amount | null,
  part: number,
): Amount {
  const { settings, findings } = payCase
  const months = monthsThrough(through)
  const rate = divide(toDate, months)
  if (prior === null) {
    findings.raise('history', { part })
    return rate
  }
  if (settings.isFha) return computeFhaPart(payCase, name, through, prior, part)
  const average = divide(add(toDate, prior), add(months, TWELVE))
  const before = perMonth(prior)
  if (!isBelow(rate, before)) {
    if (settings.isFreddie && isAbove(rate, scale(before, 1.1)))
      findings.raise('raise_documented', { severity: isAbove(rate, scale(before, 1.3)) ? 'blocking' : 'review', part })
    return average
  }
  // Freddie Mac uses any fall as it is, and asks for the reason only if the fall exceeds 10 %.
  if (settings.isFreddie && !hasFallen(rate, before, 0.1)) return rate
  const stabilized = childOf(payCase.fact, 'stabilized')
  const since = readStatedDay(stabilized, 'since')
  const stable = readStated(stabilized, name)
  if (since !== null && stable !== null) {
    const stableMonths = monthsBetween(since, through)
    if (isAbove(stableMonths, ZERO)) return divide(stable, stableMonths)
  }
  raiseDeclining(findings, rate, before, settings, part)
  return rate
}

// FHA: a varying base is the average of the two years before, and other parts are at most that.
function computeFhaPart(payCase: Case, name: string, through: string, prior: Amount, part: number): Amount {
  const earlier = amountInYear(payCase, name, Number(through.slice(0, 4)) - 2)
  if (earlier === null) {
    // Reading: one year of a part is not enough for FHA's average.
    payCase.findings.raise('history', { part })
    return perMonth(prior)
  }
  const average = divide(add(prior, earlier), exact(24n))
  return name === 'base' ? average : smaller(average, perMonth(prior))
}
