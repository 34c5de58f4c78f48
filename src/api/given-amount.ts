import { centsOfStated, Decimal, decimalOfCents } from '../core/money.js'

/** Digits as a summary's JSON has them, of any size. */
const PLAIN = /^-?[0-9]+(?:\.[0-9]+)?$/

/**
 * An amount that the caller gave, exact; other text than plain digits is read as amounts of the records are. Throws a
 * RangeError that names `what` and never the value: text that is none, NaN.
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
