import { addCents, type Cents } from '../core/money.js'
import type { FactRow } from '../summarize/facts.js'
import type { AdjustedYear } from './adjusted-year.js'
import type { Work } from './work-stream.js'

/** How much of a year an authority confirms. Missing: null where the year has no amount. */
export function confirmedOf(of: AdjustedYear, year: number, { borrower, rule }: Work): Cents | null {
  if (of.cents === null) return null
  const { confirmation } = borrower
  let sum: Cents = 0
  let confirmed = 0
  for (const fact of of.kept) {
    if (!confirmation.isConfirmed(fact.of)) continue
    sum = addCents(sum, fact.cents)
    confirmed++
  }
  if (confirmed === of.kept.length) return of.cents
  if (rule.adjust === null || confirmed === 0) return sum
  const facts: FactRow[] = of.kept.filter(fact => confirmation.isConfirmed(fact.of))
  return rule.adjust(facts, year, borrower).cents ?? 0
}
