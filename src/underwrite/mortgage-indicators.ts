import { type Cents, sumCents } from '../core/money.js'
import type { FormUses } from '../model/form.js'
import { cellOf } from '../normalize/source.js'
import { divideHalfAway } from './averaging.js'
import { type BorrowerView, ownForms } from './borrower-view.js'
import { type IndicatorValue, indicatorOf } from './indicator.js'
import { hasLostEntry, isFormUnreadable } from './lost.js'
import { inputOf } from './trace.js'

type MortgageBox = keyof FormUses['mortgage']

/**
 * Mortgages that Form 1098 reports: obligations that an application may not list. Missing: an amount is null where none of
 * its boxes could be read.
 */
export function mortgageIndicators(borrower: BorrowerView, year: number): (IndicatorValue | null)[] {
  const forms = ownForms(borrower, 'mortgage', year)
  const ofYear = (each: number): boolean => each === year
  if (forms.length === 0 && !hasLostEntry(borrower, ofYear, 'mortgage')) return []
  const sumOf = (
    name: 'mortgage_principal' | 'monthly_mortgage_interest',
    box: MortgageBox,
    rule: string,
    amountOf: (sum: Cents) => Cents,
  ): IndicatorValue | null => {
    const inputs = forms.flatMap(({ document, boxes }) => {
      const cents = cellOf(document, boxes[box]) as number | null
      return cents === null ? [] : [inputOf(document, boxes[box], cents)]
    })
    if (inputs.length === 0 && !forms.some(({ document, boxes }) => document.unreadable.includes(boxes[box])))
      return null
    const amount = inputs.length === 0 ? null : amountOf(sumCents(inputs.map(({ cents }) => cents ?? 0)))
    const unreadable = isFormUnreadable(borrower, 'mortgage', ofYear, boxes => [boxes[box]])
    return indicatorOf(name, { amount }, rule, { inputs: () => inputs, lost: unreadable })
  }
  return [
    indicatorOf('mortgages_reported', { count: forms.length }, 'Forms 1098 of the year', {
      inputs: () => forms.map(({ document, boxes }) => inputOf(document, boxes.principal, null)),
      lost: isFormUnreadable(borrower, 'mortgage', ofYear),
    }),
    sumOf('mortgage_principal', 'principal', 'sum of outstanding principal', sum => sum),
    sumOf('monthly_mortgage_interest', 'interest', 'interest paid in the year / 12', sum =>
      divideHalfAway(sum, 12),
    ),
  ]
}
