import { type Cents, divideHalfEven, narrow, textOfCents } from '../core/money.js'

/** A rate in hundred-thousandths: 0.0145 is 1,450. An exact integer. */
export type Rate = number

const ONE = 100_000

/** Sums amounts times their rates in cents. The sum is rounded half-even once. */
export function timesRate(...parts: readonly (readonly [cents: Cents, rate: Rate])[]): Cents {
  let quick = 0
  for (const [cents, rate] of parts) {
    const product = typeof cents === 'number' ? cents * rate : Number.NaN
    quick += product
    if (!Number.isSafeInteger(product) || !Number.isSafeInteger(quick)) return timesLargeRate(parts)
  }
  return roundRate(quick)
}

/** Multiplies an amount by its rate. Rounds half-even to the cent. */
export const atRate = (cents: Cents, rate: Rate): Cents => timesRate([cents, rate])

/** Converts hundred-thousandths of a cent, a safe integer, to cents. Rounds half-even. */
function roundRate(product: number): number {
  // Below 2^53 / 100,000, doubles are closer than two hundred-thousandths, so no quotient is rounded up to a whole number.
  const floor = Math.floor(product / ONE)
  const rest = product - floor * ONE
  const up = rest > ONE / 2 || (rest === ONE / 2 && floor % 2 !== 0)
  return floor + (up ? 1 : 0) + 0
}

const timesLargeRate = (parts: readonly (readonly [cents: Cents, rate: Rate])[]): Cents =>
  narrow(
    divideHalfEven(
      parts.reduce((sum, [cents, rate]) => sum + BigInt(cents) * BigInt(rate), 0n),
      BigInt(ONE),
    ),
  )

/** Returns an amount without its sign. */
export const absCents = (cents: Cents): Cents => (cents < 0 ? -cents : cents)

/** The larger of two amounts. */
export const maxCents = (a: Cents, b: Cents): Cents => (a >= b ? a : b)

/** Returns the amount that is nearer to 0, or the first if both are equally near. */
export const nearer = (a: Cents, b: Cents): Cents => (absCents(b) < absCents(a) ? b : a)

/** Returns the amount that is nearest to 0. Returns null for an empty list. */
export function nearestToZero(amounts: readonly Cents[]): Cents | null {
  let nearest: Cents | null = null
  for (const cents of amounts) nearest = nearest === null ? cents : nearer(nearest, cents)
  return nearest
}

/**
 * How far two amounts may differ: by a fixed amount in cents, or by a share of a base in hundred-thousandths, whichever is
 * larger.
 */
export interface Tolerance {
  /** The tolerance as the docs page prints it. */
  readonly text: string
  readonly cents: number
  readonly rate: Rate
}

/** No tolerance: amounts must be equal, or the rule does not compare amounts. */
export const NONE: Tolerance = { text: 'none', cents: 0, rate: 0 }

/** The tolerance of one truncated amount against another. Transcripts drop the cents. */
export const T1: Tolerance = { text: '1.00', cents: 100, rate: 0 }

/** The tolerance of a tax against its rate. Both the tax and its base are truncated. */
export const TW: Tolerance = { text: '2.00', cents: 200, rate: 0 }

/** The tolerance of a sum of three truncated amounts. */
export const T3: Tolerance = { text: '3.00', cents: 300, rate: 0 }

/** The tolerance of a sum with one truncated amount per row of the document. */
export const EACH_ROW: Tolerance = { text: '1.00 per row', cents: 100, rate: 0 }

/** Returns a tolerance of an amount or one percent of a base, whichever is larger. The amount may be 0. */
export const onePercent = (cents: number, base: string): Tolerance => ({
  text: cents === 0 ? `1% of ${base}` : `the larger of ${textOfCents(cents)} and 1% of ${base}`,
  cents,
  rate: 1000,
})

/** The tolerance of a ratio. No amount is compared: the check of shares applies it. */
export const BILLIONTH: Tolerance = { text: '0.000000001', cents: 0, rate: 0 }

/** Returns the allowed difference, given the base of the tolerance's share. */
export const allowed = ({ cents, rate }: Tolerance, base: Cents = 0): Cents =>
  rate === 0 ? cents : maxCents(cents, absCents(atRate(base, rate)))

/** Returns true if a difference of either sign is within the tolerance. */
export const isWithin = (difference: Cents, tolerance: Tolerance, base: Cents = 0): boolean =>
  absCents(difference) <= allowed(tolerance, base)
