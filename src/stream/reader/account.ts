import type { JsonWindow } from './json-window.js'

const [QUOTE, ZERO] = [34, 48]

/** The texts of four digits, once they are met. */
const FOURS: (string | undefined)[] = new Array<string | undefined>(10_000).fill(undefined)

/** Reads the account numbers that most are: digits alone. */
export class AccountReader {
  /** The last four digits of the account that was read last, and where its text ends. */
  four = ''
  end = 0

  /** True where a text of four digits or more begins here. */
  hasFour({ bytes }: JsonWindow, quote: number): boolean {
    if (bytes[quote] !== QUOTE) return false
    let at = quote + 1
    let digit = (bytes[at] as number) - ZERO
    while (digit >= 0 && digit <= 9) digit = (bytes[++at] as number) - ZERO
    if (bytes[at] !== QUOTE || at - quote < 5) return false
    let four = 0
    for (let i = at - 4; i < at; i++) four = four * 10 + (bytes[i] as number) - ZERO
    let text = FOURS[four]
    if (text === undefined) {
      text = String(four + 10_000).slice(1)
      FOURS[four] = text
    }
    this.four = text
    this.end = at + 1
    return true
  }
}
