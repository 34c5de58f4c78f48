import { centsOfStated, Decimal, decimalOfCents } from '../core/money.js'

/** Digits as in the JSON of a summary, of any size. */
const PLAIN = /^-?[0-9]+(?:\.[0-9]+)?$/

/**
 * Returns an amount that the caller passed, exactly. Text other than plain digits is read like the amounts of records.
 *
 * @param what The name of the amount in the error message. The message never contains the value.
 * @throws RangeError if the amount is NaN, infinite or unreadable text.
 */
export function amountGiven(given: number | string | Decimal, what: string): Decimal {
  if (typeof given === 'string' && !PLAIN.test(given)) {
    const cents = centsOfStated(given)
    if (cents !== null) return decimalOfCents(cents)
  } else if (typeof given === 'number' || typeof given === 'string' || Decimal.isDecimal(given)) {
    const amount = new Decimal(given)
    if (amount.isFinite()) return amount
  }
  throw new RangeError(`${what} cannot be read.`)
}
