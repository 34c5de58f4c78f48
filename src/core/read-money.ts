import { type Cents, Decimal } from './money.js'

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
  return [
    cents,
    cents !== null && Math.abs(value) >= MIN_INEXACT_DOLLARS && !Number.isInteger(value * 4) ? 'inexact' : note,
  ]
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
