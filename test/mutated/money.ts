import type { Json } from './json.js'

type Money =
  | { readonly kind: 'absent' | 'zero' | 'bad' | 'unsure' }
  | { readonly kind: 'tiny' }
  | { readonly kind: 'amount'; readonly text: string }

const ABSENT: Money = { kind: 'absent' }
const ZERO: Money = { kind: 'zero' }
const BAD: Money = { kind: 'bad' }
const UNSURE: Money = { kind: 'unsure' }
const TINY: Money = { kind: 'tiny' }

const PHRASES = new Set([
  ...['', 'unanswered', 'not set', 'not significant', 'not checked', 'nothing checked', 'box not checked', 'n/a'],
  ...['none', 'no second notice'],
])

/** Returns true if a text is a phrase that means "not answered". */
export const isPhrase = (text: string): boolean => PHRASES.has(text.trim().toLowerCase().replace(/\s+/g, ' '))

const MAX_CENTS = 9_000_000_000_000_000n

/** Formats cents as dollars with two decimals. */
export const textOf = (cents: bigint): string => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Converts the decimal `digits * 10^exponent` to cents, rounded half to even. */
const centsOf = (negative: boolean, digits: string, exponent: number): Money => {
  const significand = BigInt(digits)
  if (significand === 0n) return ZERO
  const shift = exponent + 2
  if (digits.length + exponent > 30) return BAD
  let cents: bigint
  if (shift >= 0) cents = significand * 10n ** BigInt(shift)
  else if (-shift > digits.length + 5) cents = 0n
  else {
    const unit = 10n ** BigInt(-shift)
    cents = significand / unit
    const rest = (significand % unit) * 2n
    // The rules do not define whether a value that rounds up to the limit is in range.
    if (cents < MAX_CENTS && cents + 1n >= MAX_CENTS && rest > 0n) return UNSURE
    if (rest > unit || (rest === unit && cents % 2n === 1n)) cents += 1n
  }
  if (cents >= MAX_CENTS) return BAD
  if (cents === 0n) return TINY
  return { kind: 'amount', text: textOf(negative ? -cents : cents) }
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/
/** Matches an amount that is written as text. */
export const TEXT = /^(\(|[+-]?)\$?((?:\d{1,3}(?:,\d{3})+|\d+)?)(?:\.(\d*))?(\)?)$/

/** Reads an amount as the documentation of this library specifies, without using the code of the library. */
export const readMoney = (value: Json | undefined): Money => {
  if (value === undefined || value === null) return ABSENT
  if (typeof value === 'number') {
    const parts = NUMBER.exec(String(value))
    if (parts === null) return BAD
    const decimals = parts[3] ?? ''
    return centsOf(parts[1] === '-', parts[2] + decimals, Number(parts[4] ?? 0) - decimals.length)
  }
  if (typeof value !== 'string') return BAD
  if (isPhrase(value)) return ABSENT
  const parts = TEXT.exec(value)
  const integer = parts?.[2] ?? ''
  const decimals = parts?.[3] ?? ''
  if (parts === null || integer + decimals === '' || (parts[1] === '(') !== (parts[4] === ')')) {
    // The rules do not define whether an amount may have spaces around it.
    const trimmed = value.trim()
    return trimmed !== value && readMoney(trimmed).kind !== 'bad' ? UNSURE : BAD
  }
  // The rules do not define whether a comma may follow leading zeros.
  if (/^0[\d]*,/.test(integer)) return UNSURE
  const digits = integer.replaceAll(',', '') + decimals
  return centsOf(parts[1] === '(' || parts[1] === '-', digits, -decimals.length)
}

/** Returns true if a value is missing, null or a phrase that means "not answered". */
export const isAbsent = (value: Json | undefined): boolean =>
  value === undefined || value === null || (typeof value === 'string' && isPhrase(value))
