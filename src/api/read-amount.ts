import { centsFromDollars, Decimal, decimalFromCents } from '../core/money.js'

/** Matches plain decimal text of any length. JSON has the decimals of a `Summary` in this form. */
const PLAIN_DECIMAL = /^-?[0-9]+(?:\.[0-9]+)?$/

/**
 * Returns an amount that the caller passed, exactly. Text that is not plain digits is parsed like amounts in records.
 *
 * @param amountName The name of the amount in the error message, which never contains the value.
 * @throws RangeError if the amount is NaN, infinite or unreadable text.
 */
export function readGivenAmount(givenAmount: number | string | Decimal, amountName: string): Decimal {
  if (typeof givenAmount === 'string' && !PLAIN_DECIMAL.test(givenAmount)) {
    const cents = centsFromDollars(givenAmount)
    if (cents !== null) return decimalFromCents(cents)
  } else if (typeof givenAmount === 'number' || typeof givenAmount === 'string' || Decimal.isDecimal(givenAmount)) {
    const amount = new Decimal(givenAmount)
    if (amount.isFinite()) return amount
  }
  throw new RangeError(`${amountName} cannot be read.`)
}
