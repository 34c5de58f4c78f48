import type { Amounts, Entry } from './entry.js'

/**
 * Same amounts: every money field present on both is equal, and one is, or none is on either.
 * Between sources a transcript may have cut the cents: with one side in whole dollars a difference below 1.00 is equal,
 * with both, one of exactly 1.00 too.
 */
export const sameAmounts = (a: Entry, b: Entry, between: boolean): boolean =>
  agree(a.amounts, b.amounts, between ? toleranceOf(a, b) : 0)

/** The largest difference in cents that counts as none between two sources. */
const toleranceOf = (a: Entry, b: Entry): number => (a.whole && b.whole ? 100 : a.whole || b.whole ? 99 : 0)

function agree(a: Amounts, b: Amounts, tolerance: number): boolean {
  let shared = false
  let any = false
  for (let i = 0; i < a.length; i++) {
    const x = a[i] as number | null
    const y = b[i] as number | null
    if (x !== null && y !== null) {
      const difference = x - y
      if (difference > tolerance || -difference > tolerance) return false
      shared = true
    } else if (x !== null || y !== null) any = true
  }
  return shared || !any
}

/** Same amounts between sources, at least two of them not zero on both: what speaks for one document. */
export function amountsSpeak(a: Entry, b: Entry): boolean {
  let both = 0
  for (let i = 0; i < a.amounts.length; i++) {
    const x = a.amounts[i] as number | null
    const y = b.amounts[i] as number | null
    if (x !== null && y !== null && x !== 0 && y !== 0) both++
  }
  return both >= 2 && sameAmounts(a, b, true)
}

/** How many boxes, not zero on either side, are equal. */
export function equalBoxes(a: Entry, b: Entry, between: boolean): number {
  const tolerance = between ? toleranceOf(a, b) : 0
  let equal = 0
  for (let i = 0; i < a.amounts.length; i++) {
    const x = a.amounts[i] as number | null
    const y = b.amounts[i] as number | null
    if (x !== null && y !== null && x !== 0 && y !== 0 && Math.abs(x - y) <= tolerance) equal++
  }
  return equal
}

/** True where no money field of a document is there and not zero. */
export const isZero = (amounts: Amounts): boolean => amounts.every(cents => cents === null || cents === 0)

/** True where a document has no money field. */
export const hasNoMoney = (amounts: Amounts): boolean => amounts.every(cents => cents === null)

/** Each amount is equal to the cent, or absent on both. */
export function isEqualAmounts(a: Amounts, b: Amounts): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
