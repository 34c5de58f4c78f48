import { addCents, type Cents } from '../core/money.js'
import type { FactRow } from '../summarize/facts.js'

/** The exact sum of facts; of none, 0. */
export function sumFacts(facts: readonly FactRow[]): Cents {
  let sum: Cents = 0
  for (const { cents } of facts) sum = addCents(sum, cents)
  return sum
}

/** A sum with one more amount, where there is one. */
export const addKnown = (sum: Cents | null, amount: Cents | null): Cents | null =>
  amount === null ? sum : sum === null ? amount : addCents(sum, amount)
