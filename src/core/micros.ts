import { type Cents, Decimal, decimalOf, narrow } from './money.js'

/** Millionths as a public decimal: a fraction. */
export const fractionOfMicros = (micros: Cents): Decimal => decimalOf(micros, 1_000_000)

/** A ratio in millionths, rounded half-even once; null where the divisor is 0. */
export function ratioMicros(numerator: Cents, denominator: Cents): Cents | null {
  if (numerator === 0 && denominator !== 0) return 0
  if (typeof numerator === 'number' && typeof denominator === 'number' && denominator !== 0) {
    const quick = (numerator / denominator) * 1e6
    // A double is this exact below 1e9; only near a half could it round the other way.
    if (Math.abs(quick) < 1e9 && Math.abs(quick - Math.floor(quick) - 0.5) > 1e-3)
      return Math.round(quick) + 0
  }
  const divisor = BigInt(denominator)
  if (divisor === 0n) return null
  return narrow(divideHalfEven(BigInt(numerator) * 1_000_000n, divisor))
}

/** Integer division rounded half-even. */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  const [n, d] = denominator < 0n ? [-numerator, -denominator] : [numerator, denominator]
  const floor = n >= 0n ? n / d : -((-n + d - 1n) / d)
  const twice = 2n * (n - floor * d)
  return twice > d || (twice === d && floor % 2n !== 0n) ? floor + 1n : floor
}

/** A decimal in millionths, rounded half-even; for rates, ratios and percentages. */
export const microsOfDecimal = (value: Decimal): Cents =>
  // A rate of a few digits, which doubles tell from its neighbors.
  value.e < 3 && value.dp() <= 6
    ? Math.round(value.toNumber() * 1_000_000) + 0
    : narrow(BigInt(value.times(1_000_000).toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN).toFixed(0)))

/** Millionths as text with six decimals: `0.098750`. */
export function textOfMicros(micros: Cents): string {
  if (typeof micros === 'number') {
    const size = Math.abs(micros)
    const rest = size % 1_000_000
    return `${micros < 0 ? '-' : ''}${(size - rest) / 1_000_000}.${String(rest + 1_000_000).slice(1)}`
  }
  const value = BigInt(micros)
  const digits = (value < 0n ? -value : value).toString().padStart(7, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
}
