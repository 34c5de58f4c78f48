import type { JsonWindow } from './json-window.js'

const [COMMA, MINUS, POINT, ZERO] = [44, 45, 46, 48]

/** No number, or one that takes another reading. */
const NO_AMOUNT = Number.NaN

/** Reads the amounts that most are: digits, and at most two behind a point. */
export class AmountReader {
  /** Behind the amount that was read last. */
  end = 0

  /**
   * The cents of the number that begins here, exact; NaN for any that is written otherwise, and from 10 trillion
   * dollars on. What stands behind it is not looked at, but that it is no digit. As text it may have commas between
   * thousands; behind these a digit may stand.
   */
  centsAt({ bytes }: JsonWindow, at: number, isText = false): number {
    const isNegative = bytes[at] === MINUS
    if (isNegative) at++
    const first = at
    let digit = (bytes[at++] as number) - ZERO
    if (!(digit >= 0 && digit <= 9)) return NO_AMOUNT
    let cents = digit
    const isZero = digit === 0
    digit = (bytes[at] as number) - ZERO
    // JSON has no leading zeros.
    if (isZero && digit >= 0 && digit <= 9) return NO_AMOUNT
    while (digit >= 0 && digit <= 9) {
      cents = cents * 10 + digit
      digit = (bytes[++at] as number) - ZERO
    }
    if (isText && bytes[at] === COMMA) {
      if (isZero || at - first > 3) return NO_AMOUNT
      do {
        for (let place = 0; place < 3; place++) {
          digit = (bytes[++at] as number) - ZERO
          if (!(digit >= 0 && digit <= 9)) return NO_AMOUNT
          cents = cents * 10 + digit
        }
      } while (bytes[++at] === COMMA)
    }
    cents *= 100
    if (bytes[at] === POINT) {
      const tenths = (bytes[at + 1] as number) - ZERO
      if (!(tenths >= 0 && tenths <= 9)) return NO_AMOUNT
      const hundredths = (bytes[at + 2] as number) - ZERO
      const hasTwo = hundredths >= 0 && hundredths <= 9
      cents += tenths * 10 + (hasTwo ? hundredths : 0)
      at += hasTwo ? 3 : 2
      digit = (bytes[at] as number) - ZERO
      if (digit >= 0 && digit <= 9) return NO_AMOUNT
    }
    this.end = at
    // Up to here all of it was exact.
    if (!(cents < 1e15)) return NO_AMOUNT
    // Subtracted from 0, zero stays without a sign.
    return isNegative ? 0 - cents : cents
  }
}
