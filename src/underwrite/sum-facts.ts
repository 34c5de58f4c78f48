import { addCents, type Cents } from '../core/money.js'
import type { FactRow } from '../summarize/facts.js'

/** The exact sum of facts; of none, 0. */
export function sumFacts(facts: readonly FactRow[]): Cents {
  let sum: Cents = 0
  for (const { cents } of facts) sum = addCents(sum, cents)
  return sum
}

/** The exact sum of those amounts that there are; null where there is none. */
export function sumOfKnown(amounts: readonly (Cents | null)[]): Cents | null {
  let sum: Cents | null = null
  for (const amount of amounts) if (amount !== null) sum = addCents(sum ?? 0, amount)
  return sum
}
