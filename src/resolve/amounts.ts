import type { Entry } from './entry.js'

/**
 * The largest difference in cents that counts as none. Between sources a transcript may have cut the cents: with one side
 * in whole dollars a difference below 1.00 is equal, with both, one of exactly 1.00 too.
 */
const toleranceOf = (a: Entry, b: Entry, between: boolean): number =>
  !between ? 0 : a.whole && b.whole ? 100 : a.whole || b.whole ? 99 : 0

/** Same amounts: every money field present on both is equal, and one is, or none is on either. */
export function sameAmounts(a: Entry, b: Entry, between: boolean): boolean {
  const tolerance = toleranceOf(a, b, between)
  let shared = false
  let any = false
  for (let i = 0; i < a.amounts.length; i++) {
    const x = a.amounts[i] as number | null
    const y = b.amounts[i] as number | null
    if (x !== null && y !== null) {
      if (Math.abs(x - y) > tolerance) return false
      shared = true
    } else if (x !== null || y !== null) any = true
  }
  return shared || !any
}

/** How many boxes, not zero on either side, are equal. */
export function equalBoxes(a: Entry, b: Entry, between: boolean): number {
  const tolerance = toleranceOf(a, b, between)
  let equal = 0
  for (let i = 0; i < a.amounts.length; i++) {
    const x = a.amounts[i]
    const y = b.amounts[i]
    if (x && y && Math.abs(x - y) <= tolerance) equal++
  }
  return equal
}

/** Of the same amounts between sources at least two are not zero on both: that speaks for one document. */
export const amountsSpeak = (a: Entry, b: Entry): boolean => equalBoxes(a, b, true) >= 2

/** True where no money field of a document is there and not zero. */
export const isZero = ({ amounts }: Entry): boolean => amounts.every(cents => cents === null || cents === 0)

/** True where a document has no money field. */
export const hasNoMoney = ({ amounts }: Entry): boolean => amounts.every(cents => cents === null)
