import { addCents, type Cents } from '../core/money.js'
import type { FactRow } from '../summarize/facts.js'

/** The exact sum of facts; of none, 0. */
export function sumFacts(facts: readonly FactRow[]): Cents {
  let sum: Cents = 0
  for (const { cents } of facts) sum = addCents(sum, cents)
  return sum
}
