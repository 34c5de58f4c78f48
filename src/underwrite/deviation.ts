import { type Cents, narrow } from '../core/money.js'

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

/**
 * The coefficient of variation in its population form, exact, rounded half-even once. Units: millionths.
 * Missing: null where the mean is 0 or below, of which a share says nothing.
 */
export function deviationMicros(values: readonly Cents[]): Cents | null {
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
