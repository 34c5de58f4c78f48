import { addCents, type Cents, narrow } from '../core/money.js'

/** The largest whole number whose square is not above. */
function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

/** The same in doubles; not a number where a sum is 0 or below, or too large to be exact. */
function quickDeviation(values: readonly Cents[]): number {
  let sum: Cents = 0
  for (const value of values) sum = addCents(sum, value)
  if (typeof sum === 'bigint' || sum <= 0 || values.length > 100) return Number.NaN
  // n times the squares less the square of the sum is the sum of the squared differences of all pairs: nothing cancels.
  let squares = 0
  for (let i = 0; i < values.length; i++) {
    for (let k = 0; k < i; k++) squares += (Number(values[i]) - Number(values[k])) ** 2
  }
  return (Math.sqrt(squares) / sum) * 1e6
}

/**
 * The coefficient of variation in its population form, exact, rounded half-even once. Units: millionths.
 * Missing: null where the mean is 0 or below, of which a share says nothing.
 */
export function deviationMicros(values: readonly Cents[]): Cents | null {
  const quick = quickDeviation(values)
  // Doubles err by far less than this share of a millionth; only near a half could they round the other way.
  if (quick < 1e9 && Math.abs(quick - Math.floor(quick) - 0.5) > 1e-3) return Math.round(quick)
  const sum = values.reduce<bigint>((total, value) => total + BigInt(value), 0n)
  if (sum <= 0n) return null
  const squares = values.reduce<bigint>((total, value) => total + BigInt(value) * BigInt(value), 0n)
  // The deviation over the mean is the root of n times the squares less the square of the sum, over the sum.
  const numerator = (BigInt(values.length) * squares - sum * sum) * 1_000_000_000_000n
  const denominator = sum * sum
  const floor = squareRoot(numerator / denominator)
  const half = (2n * floor + 1n) ** 2n * denominator
  const up = 4n * numerator > half || (4n * numerator === half && floor % 2n !== 0n)
  return narrow(up ? floor + 1n : floor)
}
