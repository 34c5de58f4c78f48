// Only this file imports decimal.js. Its default class has mutable global settings, so the library uses a private
// clone. Constructors and `toDecimalPlaces` ignore `precision`. `times` and `div` round to it.
import { Decimal as DecimalJs } from 'decimal.js'

/** An exact decimal number in public results. Money is in US dollars. */
export type Decimal = DecimalJs

/** The library's decimal class. Its settings are independent of the default class of decimal.js. */
export const Decimal: typeof DecimalJs = DecimalJs.clone({
  precision: 60,
  rounding: DecimalJs.ROUND_HALF_EVEN,
  defaults: true,
})

declare const unit: unique symbol

/**
 * An exact whole number of a unit. It is a safe integer, or a bigint if it is larger. A bigint is used only if
 * necessary, so equal quantities are always equal values. The unit exists only in the type: the compiler accepts a
 * number without a unit and rejects a quantity with another unit.
 */
type Quantity<Unit extends string> = (number | bigint) & { readonly [unit]?: Unit }

/** An amount of money in cents. */
export type Cents = Quantity<'cents'>

/** A rate or ratio in millionths. */
export type Millionths = Quantity<'millionths'>

/** A monthly amount before it is rounded, in 24ths of a cent, so that averages over 12 and 24 months are exact. */
export type CentTwentyFourths = Quantity<'24ths of a cent'>

/** Adds two amounts of the same unit exactly. */
export function addCents(a: Cents, b: Cents): Cents
export function addCents(a: CentTwentyFourths, b: CentTwentyFourths): CentTwentyFourths
export function addCents(a: number | bigint, b: number | bigint): number | bigint {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b
    if (Number.isSafeInteger(sum)) return sum
  }
  return narrowBigint(BigInt(a) + BigInt(b))
}

/** Adds amounts exactly. 0 if there are none. */
export function sumCents(amounts: Iterable<Cents>): Cents {
  let sum: Cents = 0
  for (const amount of amounts) sum = addCents(sum, amount)
  return sum
}

/** Multiplies whole numbers exactly. The product has no unit, so the caller chooses its type. */
export function multiplyCents(cents: number | bigint, factor: number | bigint): number | bigint {
  const product = typeof cents === 'number' && typeof factor === 'number' ? cents * factor : Number.NaN
  return Number.isSafeInteger(product) ? product + 0 : narrowBigint(BigInt(cents) * BigInt(factor))
}

/** Subtracts two amounts exactly. */
export const subtractCents = (a: Cents, b: Cents): Cents => addCents(a, -b)

/** Converts a bigint to a number if it is a safe integer. */
export const narrowBigint = (value: bigint): number | bigint =>
  value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value

const ZERO = new Decimal(0)

/** Converts cents to a public decimal in dollars. Zero is one shared object. */
export const decimalFromCents = (cents: Cents): DecimalJs => decimalFromParts(cents, 100)

/** decimal.js stores digits in groups of seven, counted from the decimal point. */
const DIGIT_GROUP = 10_000_000

/** Converts hundredths or millionths to a decimal. Setting its digits directly is ten times as fast as parsing them. */
function decimalFromParts(parts: number | bigint, unit: 100 | 1_000_000): DecimalJs {
  if (parts === 0) return ZERO
  if (typeof parts === 'bigint') return new Decimal(parts.toString()).div(unit)
  const absoluteParts = Math.abs(parts)
  const fractionPart = absoluteParts % unit
  const wholePart = (absoluteParts - fractionPart) / unit
  const lowGroup = wholePart % DIGIT_GROUP
  const decimals = fractionPart * (DIGIT_GROUP / unit)
  const digitGroups =
    wholePart >= DIGIT_GROUP ? [(wholePart - lowGroup) / DIGIT_GROUP, lowGroup] : lowGroup > 0 ? [lowGroup] : []
  if (decimals > 0) digitGroups.push(decimals)
  else if (lowGroup === 0) digitGroups.pop()
  const decimal = new Decimal(0)
  const internals: { s: number; e: number; d: number[] } = decimal
  internals.s = parts < 0 ? -1 : 1
  internals.e = wholePart > 0 ? countDigits(wholePart) - 1 : countDigits(decimals) - 8
  internals.d = digitGroups
  return decimal
}

/** Counts the digits of an integer above 0. */
function countDigits(value: number): number {
  let digits = 1
  for (let next = 10; next <= value; next *= 10) digits++
  return digits
}

/** Formats an amount with two decimals: `-1234.50`. */
export const formatCents = (cents: Cents): string => formatParts(cents, 2)

/** Formats millionths with six decimals: `0.098750`. */
export const formatMicros = (micros: Millionths): string => formatParts(micros, 6)

function formatParts(parts: number | bigint, decimals: 2 | 6): string {
  const digits = String(parts < 0 ? -parts : parts).padStart(decimals + 1, '0')
  return `${parts < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Rounds an amount to whole dollars, half away from zero. The result is still in cents. */
export function roundToDollars(cents: number): number {
  const dollars = Math.floor((Math.abs(cents) + 50) / 100)
  return (cents < 0 ? -dollars : dollars) * 100 + 0
}

/** Converts millionths to a public decimal fraction. */
export const decimalFromMicros = (micros: Millionths): Decimal => decimalFromParts(micros, 1_000_000)

/** Divides two amounts. The ratio is in millionths, rounded half-even once. Null if the divisor is 0. */
export function divideToMicros(numerator: Cents, denominator: Cents): Millionths | null {
  if (numerator === 0 && denominator !== 0) return 0
  if (typeof numerator === 'number' && typeof denominator === 'number' && denominator !== 0) {
    const estimate = (numerator / denominator) * 1e6
    // Below 1e9, a double is exact enough unless it is so close to a half that it could round the other way.
    if (Math.abs(estimate) < 1e9 && Math.abs(estimate - Math.floor(estimate) - 0.5) > 1e-3)
      return Math.round(estimate) + 0
  }
  const divisor = BigInt(denominator)
  if (divisor === 0n) return null
  return narrowBigint(divideHalfEven(BigInt(numerator) * 1_000_000n, divisor))
}

/** Divides integers and rounds half-even. */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  const [n, d] = denominator < 0n ? [-numerator, -denominator] : [numerator, denominator]
  const floor = n >= 0n ? n / d : -((-n + d - 1n) / d)
  const doubledRemainder = 2n * (n - floor * d)
  return doubledRemainder > d || (doubledRemainder === d && floor % 2n !== 0n) ? floor + 1n : floor
}

/** Converts a decimal to millionths, rounded half-even. Used for rates, ratios and percentages. */
export const microsFromDecimal = (value: Decimal): Millionths =>
  // A rate with few digits is exact enough as a double.
  value.e < 3 && value.dp() <= 6
    ? Math.round(value.toNumber() * 1_000_000) + 0
    : narrowBigint(BigInt(value.times(1_000_000).toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN).toFixed(0)))
