import { type Cents, sumCents } from '../core/money.js'
import { cellOf } from '../normalize/source.js'
import type { FormUses } from '../spec/form.js'
import { divideHalfAway } from './averaging.js'
import { indicatorOf, type WorkedIndicator } from './indicator.js'
import { hasLostEntry, isFormLost } from './lost.js'
import { type Own, ownForms } from './own.js'
import { inputOf } from './trace.js'

type MortgageBox = keyof FormUses['mortgage']

/**
 * Mortgages that Form 1098 reports: obligations that an application may not list. Missing: an amount is null where none of
 * its boxes could be read.
 */
export function mortgageIndicators(own: Own, year: number): (WorkedIndicator | null)[] {
  const forms = ownForms(own, 'mortgage', year)
  const ofYear = (each: number): boolean => each === year
  if (forms.length === 0 && !hasLostEntry(own, ofYear, 'mortgage')) return []
  const sumOf = (
    name: 'mortgage_principal' | 'monthly_mortgage_interest',
    box: MortgageBox,
    rule: string,
    amountOf: (sum: Cents) => Cents,
  ): WorkedIndicator | null => {
    const inputs = forms.flatMap(({ document, boxes }) => {
      const cents = cellOf(document, boxes[box]) as number | null
      return cents === null ? [] : [inputOf(document, boxes[box], cents)]
    })
    if (inputs.length === 0 && !forms.some(({ document, boxes }) => document.lost.includes(boxes[box])))
      return null
    const amount = inputs.length === 0 ? null : amountOf(sumCents(inputs.map(({ cents }) => cents ?? 0)))
    const lost = isFormLost(own, 'mortgage', ofYear, boxes => [boxes[box]])
    return indicatorOf(name, { amount }, rule, { inputs: () => inputs, lost })
  }
  return [
    indicatorOf('mortgages_reported', { count: forms.length }, 'Forms 1098 of the year', {
      inputs: () => forms.map(({ document, boxes }) => inputOf(document, boxes.principal, null)),
      lost: isFormLost(own, 'mortgage', ofYear),
    }),
    sumOf('mortgage_principal', 'principal', 'sum of outstanding principal', sum => sum),
    sumOf('monthly_mortgage_interest', 'interest', 'interest paid in the year / 12', sum =>
      divideHalfAway(sum, 12),
    ),
  ]
}
