// Exact amounts in cents as fractions, and the few operations that the rules need.
import { halfAway } from '../values.js'

/** An exact number of cents, months or a share. The denominator is above zero. */
export interface Amount {
  readonly top: bigint
  readonly bottom: bigint
}

export const ZERO: Amount = { top: 0n, bottom: 1n }

/** Creates an exact amount of `top` / `bottom`. */
export const exact = (top: bigint, bottom = 1n): Amount =>
  bottom < 0n ? { top: -top, bottom: -bottom } : { top, bottom }

/** Converts a decimal number to an exact amount. 0.15 becomes 15/100. */
export function exactNumber(number: number): Amount {
  const [mantissa = '', exponent = '0'] = String(number).split('e')
  const [integerDigits = '', digits = ''] = mantissa.split('.')
  const places = BigInt(digits.length) - BigInt(exponent)
  const top = BigInt(integerDigits + digits)
  return places >= 0n ? exact(top, 10n ** places) : exact(top * 10n ** -places)
}

export const add = (a: Amount, b: Amount): Amount => exact(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom)
export const negate = (a: Amount): Amount => exact(-a.top, a.bottom)
export const subtract = (a: Amount, b: Amount): Amount => add(a, negate(b))
export const multiply = (a: Amount, b: Amount): Amount => exact(a.top * b.top, a.bottom * b.bottom)
/** Divides `a` by `b`, which is not zero. */
export const divide = (a: Amount, b: Amount): Amount => exact(a.top * b.bottom, a.bottom * b.top)
export const isBelow = (a: Amount, b: Amount): boolean => a.top * b.bottom < b.top * a.bottom
export const isAbove = (a: Amount, b: Amount): boolean => isBelow(b, a)
export const smaller = (a: Amount, b: Amount): Amount => (isBelow(b, a) ? b : a)
export const larger = (a: Amount, b: Amount): Amount => (isAbove(b, a) ? b : a)
export const sum = (amounts: readonly Amount[]): Amount => amounts.reduce(add, ZERO)
export const isZero = (a: Amount): boolean => a.top === 0n

/** Rounds to whole cents, half away from zero. */
export const toCents = ({ top, bottom }: Amount): bigint => halfAway(top, bottom)
