import { halfAway } from '../values.js'

/** An exact number of cents, or a share, as a fraction. The denominator `bottom` is above zero. */
export interface Fraction {
  readonly top: bigint
  readonly bottom: bigint
}

export const ZERO_FRACTION: Fraction = { top: 0n, bottom: 1n }

/** Creates an exact amount of `top` / `bottom` cents. */
export const cents = (top: bigint, bottom = 1n): Fraction => ({ top, bottom })

/** Converts a decimal number to an exact fraction. 0.15 becomes 15/100. */
export function fractionFromNumber(number: number): Fraction {
  const [mantissa = '', exponent = '0'] = String(number).split('e')
  const [integerDigits = '', digits = ''] = mantissa.split('.')
  const places = BigInt(digits.length) - BigInt(exponent)
  const top = BigInt(integerDigits + digits)
  return places >= 0n ? { top, bottom: 10n ** places } : { top: top * 10n ** -places, bottom: 1n }
}

const addFractions = (a: Fraction, b: Fraction): Fraction => ({
  top: a.top * b.bottom + b.top * a.bottom,
  bottom: a.bottom * b.bottom,
})

export const multiplyFractions = (a: Fraction, b: Fraction): Fraction => ({
  top: a.top * b.top,
  bottom: a.bottom * b.bottom,
})

export const isLess = (a: Fraction, b: Fraction): boolean => a.top * b.bottom < b.top * a.bottom

export const minFraction = (a: Fraction, b: Fraction): Fraction => (isLess(b, a) ? b : a)

export const sumOf = (all: readonly Fraction[]): Fraction => all.reduce(addFractions, ZERO_FRACTION)

/** Rounds to whole cents, half away from zero. */
export const roundToCents = ({ top, bottom }: Fraction): bigint => halfAway(top, bottom)
