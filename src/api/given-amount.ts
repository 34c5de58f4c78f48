import { Decimal } from '../core/money.js'

/** An amount that the caller gave, exact. Throws a RangeError that names `what` and never the value: text that is none, NaN. */
export function amountGiven(given: number | string | Decimal, what: string): Decimal {
  let amount: Decimal | null = null
  try {
    amount = new Decimal(given)
  } catch {
    // The library's own message quotes what it was given.
  }
  if (amount === null || !amount.isFinite()) throw new RangeError(`${what} cannot be read.`)
  return amount
}
