import type { Cents } from '../core/money.js'
import { cellOf } from '../normalize/source.js'
import { divideHalfAway } from './averaging.js'
import { indicatorOf, type WorkedIndicator } from './indicator.js'
import { type Own, ownForms } from './own.js'
import { sumCents } from './sum-cents.js'
import { inputOf, type TraceInput } from './trace.js'

/** Mortgages that Form 1098 reports: obligations that an application may not list. */
export function mortgageIndicators(own: Own, year: number): WorkedIndicator[] {
  const documents = ownForms(own, 'form_1098', year)
  if (documents.length === 0) return []
  const of = (field: string): TraceInput[] =>
    documents.flatMap(document => {
      const cents = cellOf(document, field) as number | null
      return cents === null ? [] : [inputOf(document, field, cents)]
    })
  const sum = (inputs: readonly TraceInput[]): Cents => sumCents(inputs.map(({ cents }) => cents ?? 0))
  const principal = of('outstandingMortgagePrincipal')
  const interest = of('mortgageInterestPaid')
  return [
    indicatorOf('mortgages_reported', { count: documents.length }, 'Forms 1098 of the year', {
      inputs: () => documents.map(each => inputOf(each, 'outstandingMortgagePrincipal', null)),
    }),
    ...(principal.length === 0
      ? []
      : [
          indicatorOf('mortgage_principal', { amount: sum(principal) }, 'sum of outstanding principal', {
            inputs: () => principal,
          }),
        ]),
    ...(interest.length === 0
      ? []
      : [
          indicatorOf(
            'monthly_mortgage_interest',
            { amount: divideHalfAway(sum(interest), 12) },
            'interest paid in the year / 12',
            { inputs: () => interest },
          ),
        ]),
  ]
}
