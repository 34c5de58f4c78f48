import { type Cents, Decimal, type Millionths, narrowBigint } from './money.js'

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
