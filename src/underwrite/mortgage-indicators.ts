import { type Cents, sumCents } from '../core/money.js'
import { cellOf } from '../normalize/source.js'
import { divideHalfAway } from './averaging.js'
import { indicatorOf, type WorkedIndicator } from './indicator.js'
import { hasLostEntry, isFormLost } from './lost.js'
import { type Own, ownForms } from './own.js'
import { inputOf } from './trace.js'

const FORM = 'form_1098'
const PRINCIPAL = 'outstandingMortgagePrincipal'

/**
 * Mortgages that Form 1098 reports: obligations that an application may not list. Missing: an amount is null where none of
 * its boxes could be read.
 */
export function mortgageIndicators(own: Own, year: number): (WorkedIndicator | null)[] {
  const documents = ownForms(own, FORM, year)
  const ofYear = (each: number): boolean => each === year
  if (documents.length === 0 && !hasLostEntry(own, ofYear, FORM)) return []
  const sumOf = (
    name: 'mortgage_principal' | 'monthly_mortgage_interest',
    field: string,
    rule: string,
    amountOf: (sum: Cents) => Cents,
  ): WorkedIndicator | null => {
    const held = documents.filter(each => cellOf(each, field) !== null)
    if (held.length === 0 && !documents.some(each => each.lost.includes(field))) return null
    const inputs = held.map(each => inputOf(each, field, cellOf(each, field) as number))
    const amount = held.length === 0 ? null : amountOf(sumCents(inputs.map(({ cents }) => cents ?? 0)))
    const lost = isFormLost(own, FORM, ofYear, field)
    return indicatorOf(name, { amount }, rule, { inputs: () => inputs, lost })
  }
  return [
    indicatorOf('mortgages_reported', { count: documents.length }, 'Forms 1098 of the year', {
      inputs: () => documents.map(each => inputOf(each, PRINCIPAL, null)),
      lost: isFormLost(own, FORM, ofYear),
    }),
    sumOf('mortgage_principal', PRINCIPAL, 'sum of outstanding principal', sum => sum),
    sumOf('monthly_mortgage_interest', 'mortgageInterestPaid', 'interest paid in the year / 12', sum =>
      divideHalfAway(sum, 12),
    ),
  ]
}
