// Two lenders may report the same loan in one year because it was transferred. Principals alone cannot show this: a
// borrower with two houses may have two loans of about the same size. The interest can. If one loan was transferred on
// July 1, each lender received interest for six months, so both rates of interest over their own months are about equal.
// If there are two loans, each lender received interest for twelve months, and the rate over six months is twice too high.
//
// Example: 240,000 with interest of 7,100, and 237,600 acquired on July 1 with interest of 7,000. The rates are
// 7,100 / (240,000 x 6/12) = 5.9 % and 7,000 / (237,600 x 6/12) = 5.9 %, so this is one loan.
//
// Without the principal of one lender, there is no rate to compare, and its loan may be a second, smaller one. The
// statements are then two loans.

import { isSameProperty, type LoanStatement } from './statement.js'

/** A month has 28 to 31 days. This number is a multiple of all of them, so that days are whole parts of a month. */
const PARTS_PER_MONTH = 377_580

const PARTS_PER_YEAR = 12 * PARTS_PER_MONTH

/** Returns the time from January 1 of the year to a date, in parts of a month: whole months, and days of the month. */
function countPartsBefore(date: string, year: number): number {
  const dateYear = Number(date.slice(0, 4))
  if (dateYear !== year) return dateYear < year ? 0 : PARTS_PER_YEAR
  const month = Number(date.slice(5, 7))
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return (month - 1) * PARTS_PER_MONTH + (Number(date.slice(8, 10)) - 1) * (PARTS_PER_MONTH / daysInMonth)
}

/** True if the statement says that the lender acquired the loan in the year. */
export const isAcquiredInYear = ({ acquired }: LoanStatement, year: number): boolean =>
  acquired !== null && Number(acquired.slice(0, 4)) === year

const hasAmountsToCompare = ({ interest, principal }: LoanStatement): boolean =>
  interest !== null && interest >= 0 && principal !== null && principal > 0

/**
 * True if the interest on the statements of a year fits one loan that its lenders had one after the other.
 *
 * @param statements Statements that do not contradict each other, ordered by the date of acquisition.
 */
export function isInterestOfOneLoan(statements: readonly LoanStatement[], year: number): boolean {
  if (!statements.every(hasAmountsToCompare)) return false
  return statements[1]?.acquired === null
    ? isInterestOfUndatedLoan(statements)
    : isInterestOfDatedLoan(statements, year)
}

/** The interest of one year on one loan is at most this part of the principal: 10 %. */
const MAX_INTEREST_PARTS = 10n

/**
 * The rule for statements without a date of acquisition: property and origination date are the same, and all interest
 * together is at most 10 % of the largest principal.
 */
function isInterestOfUndatedLoan(statements: readonly LoanStatement[]): boolean {
  const [first] = statements as readonly [LoanStatement]
  if (first.originated === null) return false
  let interest = 0n
  let principal = 0
  for (const statement of statements) {
    if (statement !== first && (!isSameProperty(first, statement) || statement.originated === null)) return false
    interest += BigInt(statement.interest as number)
    principal = Math.max(principal, statement.principal as number)
  }
  return interest * MAX_INTEREST_PARTS <= BigInt(principal)
}

/**
 * The rule for statements with dates of acquisition: each lender had the loan until the next one acquired it. The rates
 * of interest over these times differ by at most a third of the larger rate. A lender without any time in the year, such
 * as the first one if the second one acquired the loan on January 1, has no interest.
 */
function isInterestOfDatedLoan(statements: readonly LoanStatement[], year: number): boolean {
  // Each rate is a fraction. The lowest and the highest rate are kept, and compared by cross-multiplication.
  let lowest: readonly [interest: bigint, base: bigint] | null = null
  let highest: readonly [interest: bigint, base: bigint] | null = null
  for (const [i, statement] of statements.entries()) {
    const { acquired } = statement
    const start = acquired === null ? 0 : countPartsBefore(acquired, year)
    const next = statements[i + 1]?.acquired
    // Two lenders that acquired a loan on the same day acquired two loans.
    if (acquired !== null && next === acquired) return false
    const duration = (next === undefined || next === null ? PARTS_PER_YEAR : countPartsBefore(next, year)) - start
    const interest = BigInt(statement.interest as number)
    if (duration === 0 && interest === 0n) continue
    if (duration === 0 || interest === 0n) return false
    const rate = [interest, BigInt(statement.principal as number) * BigInt(duration)] as const
    if (lowest === null || rate[0] * lowest[1] < lowest[0] * rate[1]) lowest = rate
    if (highest === null || rate[0] * highest[1] > highest[0] * rate[1]) highest = rate
  }
  if (lowest === null || highest === null) return false
  return 3n * lowest[0] * highest[1] >= 2n * highest[0] * lowest[1]
}
