import { JsonWindow } from './json-window.js'
import { ValueCache } from './value-cache.js'

const [QUOTE, COMMA, COLON] = [34, 44, 58]
/** What closes an array, and an object. */
export const [CLOSE_BRACKET, CLOSE_BRACE] = [93, 125] as const

/** Thrown where a value is left to `JSON.parse`, and caught where the reading of it began. */
export const LEFT: unique symbol = Symbol('left')

/** What texts are kept as. */
const [KEY, TEXT] = [1, 2] as const

/** Goes through JSON a value at a time. Throws LEFT where there is none, or one that is nested too deep. */
export class JsonScanner {
  window = new JsonWindow()
  at = 0
  readonly #texts = new ValueCache<string>(1 << 12, 8)

  /** The byte that stands here. */
  get byte(): number {
    return this.window.bytes[this.at] as number
  }

  /** Goes behind the bracket or brace that stands here; false, and behind the one that closes it, where nothing is between them. */
  begins(end: number): boolean {
    this.at++
    this.#skipSpace()
    if (this.byte !== end) return true
    this.at++
    return false
  }

  /** Goes behind the comma that stands here; false, and behind the end, where that stands here. */
  goesOn(end: number): boolean {
    this.#skipSpace()
    const mark = this.byte
    this.at++
    if (mark === end) return false
    if (mark !== COMMA) throw LEFT
    this.#skipSpace()
    return true
  }

  /** The key that stands here; goes on to its value. */
  key(): string {
    const key = this.#text(KEY)
    // As a key of an object of ours it would be none.
    if (key === '__proto__') throw LEFT
    this.#skipSpace()
    if (this.byte !== COLON) throw LEFT
    this.at++
    this.#skipSpace()
    return key
  }

  /** The value that stands here. */
  value(): unknown {
    if (this.byte === QUOTE) return this.#text(TEXT)
    const from = this.at
    const to = this.window.endOfValue(from)
    const value = to === -1 ? undefined : this.window.parse(from, to)
    if (value === undefined) throw LEFT
    this.at = to
    return value
  }

  #text(kind: typeof KEY | typeof TEXT): string {
    const { window, at: from } = this
    if (this.byte !== QUOTE) throw LEFT
    const quote = window.endOfPlain(from + 1)
    if (quote === -1) {
      const to = window.endOfValue(from)
      const text = to === -1 ? undefined : window.parse(from, to)
      if (typeof text !== 'string') throw LEFT
      this.at = to
      return text
    }
    this.at = quote + 1
    const texts = this.#texts
    // Of long ones, such as ids and addresses of files, there is one each.
    if (quote - from > texts.most) return window.slice(from + 1, quote)
    const place = texts.placeOf(window, kind, from, quote)
    if (place >= 0) return texts.at(place)
    const text = window.slice(from + 1, quote)
    texts.keep(~place, window, kind, from, quote, text)
    return text
  }

  #skipSpace(): void {
    if (this.byte <= 32) this.at = this.window.skipSpace(this.at)
  }
}
