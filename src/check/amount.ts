import { divideHalfEven } from '../core/micros.js'
import { type Cents, narrow } from '../core/money.js'

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
export function atRate(cents: Cents, rate: Rate): Cents {
  const product = typeof cents === 'number' ? cents * rate : Number.NaN
  return Number.isSafeInteger(product) ? roundRate(product) : timesLargeRate([[cents, rate]])
}

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
