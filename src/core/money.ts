// The folder `core` has the values that every other folder uses: money, dates, identifiers, text, JSON and lists. It
// knows nothing of tax forms. `schema` comes next.

import { Decimal as DecimalJs } from 'decimal.js'

// Only this file imports decimal.js. Its default class has mutable global settings, so the library uses a private
// clone. Constructors and `toDecimalPlaces` ignore `precision`. `times` and `div` round to it.

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

const MAX_CENTS = 9_000_000_000_000_000

// The decimal point and the decimals are in one group, so that the engine scans a long run of digits only once.
const MONEY_PATTERN = /^(?:\(\$?([0-9,]*(?:\.[0-9]*)?)\)|([+-]?)\$?([0-9,]*(?:\.[0-9]*)?))$/

const NUMERAL_PATTERN = /^(?:(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]*)?|\.[0-9]+)$/

/** The pattern of an amount as text, without sign and dollar sign, for JSON Schema. */
export const UNSIGNED_AMOUNT_PATTERN = '(([0-9]{1,3}(,[0-9]{3})+|[0-9]+)(\\.[0-9]*)?|\\.[0-9]+)'

/** Why an amount is unreadable, or how it changed. `artifact`: rounding changed it by at most $0.000001. */
type MoneyNote = 'unreadable' | 'out_of_range' | 'artifact' | 'rounded' | 'inexact'

/** The smallest amount in dollars at which doubles are too far apart to represent every cent. */
const MIN_INEXACT_DOLLARS = 2 ** 46

/**
 * Converts a JSON number to cents if its shortest decimal form has at most two decimals and at most 13 digits before
 * them. Undefined for any other number.
 */
export function centsFromShortNumber(value: number): number | undefined {
  const cents = Math.round(value * 100)
  // Adding 0 turns negative zero into zero.
  return cents / 100 === value && cents < 1e15 && cents > -1e15 ? cents + 0 : undefined
}

/**
 * Converts any JSON number to cents, based on its shortest decimal form. The note says how the amount was changed.
 * Large numbers have the note `inexact` unless they are multiples of a quarter dollar, which doubles represent exactly.
 */
export function centsFromNumber(value: number): [cents: number | null, note: MoneyNote | null] {
  if (!Number.isFinite(value)) return [null, Number.isNaN(value) ? 'unreadable' : 'out_of_range']
  const [cents, note] = roundToCents(new Decimal(value))
  const isInexact = cents !== null && Math.abs(value) >= MIN_INEXACT_DOLLARS && !Number.isInteger(value * 4)
  return [cents, isInexact ? 'inexact' : note]
}

/** Converts plain digits with at most two decimals, such as `1234.5`, to cents. Undefined for any other text. */
function centsFromPlainDigits(text: string): number | undefined {
  let cents = 0
  let decimals = -1
  if (text.length === 0 || text.length > 15) return undefined
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 46 && decimals === -1 && i > 0) decimals = 0
    else if (c >= 48 && c <= 57 && decimals < 2) {
      cents = cents * 10 + c - 48
      if (decimals !== -1) decimals++
    } else return undefined
  }
  if (decimals === -1 && text.length > 13) return undefined
  return decimals === 2 ? cents : decimals === 1 ? cents * 10 : cents * 100
}

/** Converts an amount as US tax software writes it, such as `($1,234.50)`, to cents. The note is null if exact. */
export function centsFromText(text: string): [cents: number | null, note: MoneyNote | null] {
  const plainCents = centsFromPlainDigits(text)
  if (plainCents !== undefined) return [plainCents, null]
  const match = MONEY_PATTERN.exec(text)
  const numeral = match?.[1] ?? match?.[3] ?? ''
  if (match === null || !NUMERAL_PATTERN.test(numeral)) return [null, 'unreadable']
  const significantText = numeral.replace(/^[0,]+(?=[0-9])/, '')
  // Fourteen digits have at most four commas. This check avoids removing the commas from a text of a million digits.
  if (significantText.search(/\.|$/) > (significantText.includes(',') ? 18 : 14)) return [null, 'out_of_range']
  const digits = significantText.replaceAll(',', '')
  const isNegative = match[1] !== undefined || match[2] === '-'
  const digitCents = centsFromPlainDigits(digits)
  if (digitCents !== undefined) return [isNegative ? 0 - digitCents : digitCents, null]
  const amount = new Decimal(digits.startsWith('.') ? `0${digits}` : digits.replace(/\.$/, ''))
  return roundToCents(isNegative ? amount.neg() : amount)
}

function roundToCents(amount: Decimal): [number | null, MoneyNote | null] {
  if (amount.abs().gte(90_000_000_000_000)) return [null, 'out_of_range']
  const roundedAmount = amount.toDecimalPlaces(2, Decimal.ROUND_HALF_EVEN)
  const cents = roundedAmount.times(100).toNumber()
  if (Math.abs(cents) >= MAX_CENTS) return [null, 'out_of_range']
  if (roundedAmount.eq(amount)) return [cents + 0, null]
  return [cents + 0, amount.minus(roundedAmount).abs().lte('1e-6') ? 'artifact' : 'rounded']
}

/** Reads an amount in cents from a number or a string, ignoring whitespace around it. Other types are unreadable. */
export function readCents(value: unknown): [cents: number | null, note: MoneyNote | null] {
  if (typeof value === 'number') return centsFromNumber(value)
  return typeof value === 'string' ? centsFromText(value.trim()) : [null, 'unreadable']
}

/** Converts an amount in dollars that the caller supplies to exact cents. Null if it is not an amount. */
export const centsFromDollars = (amount: number | string): Cents | null => readCents(amount)[0]

/** Converts an optional amount in dollars to exact cents. Null if it is left out or is not an amount. */
export const centsFromOptionalDollars = (amount: number | string | undefined): Cents | null =>
  amount === undefined ? null : centsFromDollars(amount)
