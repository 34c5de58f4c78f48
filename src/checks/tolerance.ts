import { type Cents, formatCents, narrowBigint } from '../core/money.js'
import { divideHalfEven } from '../core/ratio.js'

/** A rate in hundred-thousandths, as an exact integer: 0.0145 is 1,450. */
export type Rate = number

const RATE_DENOMINATOR = 100_000

/** Multiplies amounts by their rates and adds the products. Rounds half-even to the cent, only once. */
export function sumRateProducts(...parts: readonly (readonly [cents: Cents, rate: Rate])[]): Cents {
  let total = 0
  for (const [cents, rate] of parts) {
    const product = typeof cents === 'number' ? cents * rate : Number.NaN
    total += product
    if (!Number.isSafeInteger(product) || !Number.isSafeInteger(total)) return sumLargeRateProducts(parts)
  }
  return roundRateProduct(total)
}

/** Multiplies an amount by its rate. Rounds half-even to the cent. */
export const multiplyByRate = (cents: Cents, rate: Rate): Cents => sumRateProducts([cents, rate])

/** Converts hundred-thousandths of a cent to cents. Rounds half-even. `product` must be a safe integer. */
function roundRateProduct(product: number): number {
  // Below 2^53 / 100,000, doubles are under two hundred-thousandths apart, so no quotient is rounded up to an integer.
  const floor = Math.floor(product / RATE_DENOMINATOR)
  const remainder = product - floor * RATE_DENOMINATOR
  const shouldRoundUp = remainder > RATE_DENOMINATOR / 2 || (remainder === RATE_DENOMINATOR / 2 && floor % 2 !== 0)
  return floor + (shouldRoundUp ? 1 : 0) + 0
}

const sumLargeRateProducts = (parts: readonly (readonly [cents: Cents, rate: Rate])[]): Cents =>
  narrowBigint(
    divideHalfEven(
      parts.reduce((sum, [cents, rate]) => sum + BigInt(cents) * BigInt(rate), 0n),
      BigInt(RATE_DENOMINATOR),
    ),
  )

/** Returns the absolute value of an amount. */
export const removeSign = (cents: Cents): Cents => (cents < 0 ? -cents : cents)

/** Returns the larger of two amounts. */
export const pickLarger = (a: Cents, b: Cents): Cents => (a >= b ? a : b)

/** Returns the amount that is nearer to 0, or the first if both are equally near. */
export const pickNearerToZero = (a: Cents, b: Cents): Cents => (removeSign(b) < removeSign(a) ? b : a)

/** Returns the amount that is nearest to 0. Returns null for an empty list. */
export function pickNearestToZero(amounts: readonly Cents[]): Cents | null {
  let nearest: Cents | null = null
  for (const cents of amounts) nearest = nearest === null ? cents : pickNearerToZero(nearest, cents)
  return nearest
}

/**
 * The allowed difference between two amounts: a fixed amount in cents, or a share of a base (`rate`, in
 * hundred-thousandths), whichever is larger.
 */
export interface Tolerance {
  /** The tolerance as the documentation prints it. */
  readonly text: string
  readonly cents: number
  readonly rate: Rate
}

/** No tolerance: amounts must be equal, or the rule does not compare amounts. */
export const NO_TOLERANCE: Tolerance = { text: 'none', cents: 0, rate: 0 }

/** The tolerance between two truncated amounts. Transcripts drop the cents. */
export const ONE_AMOUNT_TOLERANCE: Tolerance = { text: '1.00', cents: 100, rate: 0 }

/** The tolerance between a tax and its base times the rate. Both the tax and its base are truncated. */
export const TAX_TOLERANCE: Tolerance = { text: '2.00', cents: 200, rate: 0 }

/** The tolerance of a sum of three truncated amounts. */
export const THREE_AMOUNTS_TOLERANCE: Tolerance = { text: '3.00', cents: 300, rate: 0 }

/** The tolerance of a sum with one truncated amount per row of the document. */
export const PER_ROW_TOLERANCE: Tolerance = { text: '1.00 per row', cents: 100, rate: 0 }

/** Returns a tolerance of an amount or one percent of a base, whichever is larger. The amount may be 0. */
export const defineOnePercent = (cents: number, base: string): Tolerance => ({
  text: cents === 0 ? `1% of ${base}` : `the larger of ${formatCents(cents)} and 1% of ${base}`,
  cents,
  rate: 1000,
})

/** The tolerance of a ratio, for documentation only. The check of capital shares compares ratios itself. */
export const BILLIONTH_TOLERANCE: Tolerance = { text: '0.000000001', cents: 0, rate: 0 }

/** Returns the allowed difference in cents. `base` is the amount that the tolerance's rate applies to. */
export const computeAllowance = ({ cents, rate }: Tolerance, base: Cents = 0): Cents =>
  rate === 0 ? cents : pickLarger(cents, removeSign(multiplyByRate(base, rate)))

/** Returns true if a difference of either sign is within the tolerance. */
export const isWithinTolerance = (difference: Cents, tolerance: Tolerance, base: Cents = 0): boolean =>
  removeSign(difference) <= computeAllowance(tolerance, base)
