import { sumCents } from '../core/money.js'
import type { FormUses } from '../model/uses.js'
import { divideHalfAway } from './averaging.js'
import type { BorrowerView } from './borrower-view.js'
import { type IndicatorValue, indicatorOf } from './indicator.js'
import { hasLostEntry, isFormUnreadable } from './lost.js'
import type { Loan } from './mortgages/loans.js'
import type { Statement } from './mortgages/statement.js'
import { inputOf, leftOut, type TraceInput } from './trace.js'

type Box = 'principal' | 'interest'

const boxesOf = ({ document }: Statement) => document.plan.uses.mortgage as FormUses['mortgage']

const inputAt = (statement: Statement, box: Box): TraceInput =>
  inputOf(statement.document, boxesOf(statement)[box], statement[box])

/**
 * Loans of a year that Forms 1098 report: obligations that an application may not list. Missing: an amount is null where
 * none of its boxes could be read.
 */
export function mortgageIndicators(
  borrower: BorrowerView,
  year: number,
  loans: readonly Loan[],
): (IndicatorValue | null)[] {
  const held = loans.filter(loan => loan.year === year)
  const ofYear = (each: number): boolean => each === year
  if (held.length === 0 && !hasLostEntry(borrower, ofYear, 'mortgage')) return []
  const statements = held.flatMap(loan => loan.statements)
  const sumOf = (
    name: 'mortgage_principal' | 'monthly_mortgage_interest',
    box: Box,
    rule: string,
    counted: readonly Statement[],
    months: number,
  ): IndicatorValue | null => {
    const given = counted.filter(each => each[box] !== null)
    const isLost = (each: Statement): boolean => each.document.unreadable.includes(boxesOf(each)[box])
    if (given.length === 0 && !statements.some(isLost)) return null
    const sum = sumCents(given.map(each => each[box] ?? 0))
    const amount = given.length === 0 ? null : divideHalfAway(sum, months)
    const lost = isFormUnreadable(borrower, 'mortgage', ofYear, boxes => [boxes[box]])
    const left = statements.filter(each => each[box] !== null && !counted.includes(each))
    return indicatorOf(name, amount, rule, {
      inputs: () => given.map(each => inputAt(each, box)),
      excluded: () => left.map(each => leftOut(inputAt(each, box), 'servicing_transfer')),
      lost,
    })
  }
  const first = held.flatMap(loan => loan.statements.find(({ principal }) => principal !== null) ?? [])
  return [
    indicatorOf('mortgages_reported', held.length, 'loans that Forms 1098 of the year report', {
      inputs: () => statements.map(each => ({ ...inputAt(each, 'principal'), cents: null })),
      lost: isFormUnreadable(borrower, 'mortgage', ofYear),
    }),
    sumOf('mortgage_principal', 'principal', 'sum of outstanding principal, each loan once', first, 1),
    sumOf('monthly_mortgage_interest', 'interest', 'interest paid in the year / 12', statements, 12),
  ]
}
