import { type Cents, divideHalfEven, narrow, textOfCents } from '../core/money.js'

/** A rate in hundred-thousandths: 0.0145 is 1,450. An exact integer. */
export type Rate = number

const ONE = 100_000

/** The sum of amounts times their rates, rounded half-even to the cent once. Units: cents. */
export function timesRate(...parts: readonly (readonly [cents: Cents, rate: Rate])[]): Cents {
  let quick = 0
  for (const [cents, rate] of parts) {
    const product = typeof cents === 'number' ? cents * rate : Number.NaN
    quick += product
    if (!Number.isSafeInteger(product) || !Number.isSafeInteger(quick)) return timesLargeRate(parts)
  }
  return roundRate(quick)
}

/** One amount times its rate, rounded half-even to the cent. Units: cents. */
export const atRate = (cents: Cents, rate: Rate): Cents => timesRate([cents, rate])

/** Hundred-thousandths of a cent, a safe integer, rounded half-even to the cent. */
function roundRate(product: number): number {
  // Below 2^53 / 100,000 doubles lie closer than two hundred-thousandths, so no quotient is rounded up to a whole number.
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

/** An amount without its sign. */
export const absCents = (cents: Cents): Cents => (cents < 0 ? -cents : cents)

/** The larger of two amounts. */
export const maxCents = (a: Cents, b: Cents): Cents => (a >= b ? a : b)

/** Of two amounts the one that is nearer to 0, the first of equally near ones. */
export const nearer = (a: Cents, b: Cents): Cents => (absCents(b) < absCents(a) ? b : a)

/** The amount that is nearest to 0; null where there is none. */
export function nearestToZero(amounts: readonly Cents[]): Cents | null {
  let nearest: Cents | null = null
  for (const cents of amounts) nearest = nearest === null ? cents : nearer(nearest, cents)
  return nearest
}

/**
 * By how much two amounts may miss each other: the larger of an amount and a share of the row's base.
 * Units: cents; the share in hundred-thousandths.
 */
export interface Tolerance {
  /** As the docs page prints it. */
  readonly text: string
  readonly cents: number
  readonly rate: Rate
}

/** No tolerance: amounts are compared as they are, or none are compared. */
export const NONE: Tolerance = { text: 'none', cents: 0, rate: 0 }

/** One truncated amount against another: transcripts cut the cents. */
export const T1: Tolerance = { text: '1.00', cents: 100, rate: 0 }

/** A tax against its rate: both the tax and its base are cut. */
export const TW: Tolerance = { text: '2.00', cents: 200, rate: 0 }

/** A sum of three truncated amounts. */
export const T3: Tolerance = { text: '3.00', cents: 300, rate: 0 }

/** A sum of as many truncated amounts as the document has rows. */
export const EACH_ROW: Tolerance = { text: '1.00 a row', cents: 100, rate: 0 }

/** The larger of an amount and one percent of a base; the amount may be 0. */
export const onePercent = (cents: number, base: string): Tolerance => ({
  text: cents === 0 ? `1% of ${base}` : `the larger of ${textOfCents(cents)} and 1% of ${base}`,
  cents,
  rate: 1000,
})

/** The billionth of a ratio; its own check knows it, no amount is compared. */
export const BILLIONTH: Tolerance = { text: '0.000000001', cents: 0, rate: 0 }

/** What a tolerance allows, given the base that its share is of. */
export const allowed = ({ cents, rate }: Tolerance, base: Cents = 0): Cents =>
  rate === 0 ? cents : maxCents(cents, absCents(atRate(base, rate)))

/** True where a difference, either way, is within what is allowed. */
export const isWithin = (difference: Cents, tolerance: Tolerance, base: Cents = 0): boolean =>
  absCents(difference) <= allowed(tolerance, base)
