import { addCents, type Cents } from '../core/money.js'

/** The exact sum of amounts; of none, 0. */
export function sumCents(amounts: Iterable<Cents>): Cents {
  let sum: Cents = 0
  for (const amount of amounts) sum = addCents(sum, amount)
  return sum
}
