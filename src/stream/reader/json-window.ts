import { parseJson } from '../../core/parse-json.js'
import { JsonText } from './json-text.js'

/** Bytes behind a value that may be looked at: a word that begins at its last byte, and more. */
const ROOM = 16

const SPACE = 32
const QUOTE = 34
const BACKSLASH = 92
const COMMA = 44
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

/** What is nested deeper is left to those who tell of it. */
const MAX_LEVELS = 16

/** The length of what is not kept for the next value. */
const LARGE = 1 << 20

/** What Node slices a buffer with; its types do not say so. */
interface Slicing {
  latin1Slice(from: number, to: number): string
  utf8Slice(from: number, to: number): string
}

/** The bytes of one JSON value while they are read; they are others when the next value is taken. */
export class JsonWindow {
  bytes = Buffer.alloc(0)
  view = new DataView(this.bytes.buffer)
  /** Behind the last byte. There are zeros behind: no text, number or key goes on there. */
  end = 0
  /** The value, as it is kept. */
  json = new JsonText('', true)
  #slicing = this.bytes as Buffer & Slicing

  /** Takes the next value. */
  take(json: JsonText): this {
    const { length } = json.bytes
    if (this.bytes.length < length + ROOM || this.bytes.length > LARGE) {
      this.bytes = Buffer.alloc(Math.max(length > LARGE ? 0 : 2 * length, 1 << 16) + ROOM + length)
      this.view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length)
      this.#slicing = this.bytes as Buffer & Slicing
    }
    this.bytes.write(json.bytes, 0, 'latin1')
    for (let at = length; at < length + ROOM; at++) this.bytes[at] = 0
    this.end = length
    this.json = json
    return this
  }

  /** The text from one byte up to another. */
  slice(from: number, to: number): string {
    return this.json.isAscii ? this.#slicing.latin1Slice(from, to) : this.#slicing.utf8Slice(from, to)
  }

  /** The value from one byte up to another; undefined where it is no JSON. */
  parse(from: number, to: number): unknown {
    return parseJson(this.slice(from, to))
  }

  /** The first byte from here on that is no white space. */
  skipSpace(at: number): number {
    const { bytes } = this
    for (;;) {
      const byte = bytes[at] as number
      if (byte !== SPACE && byte !== 10 && byte !== 13 && byte !== 9) return at
      at++
    }
  }

  /** The quote that ends the text whose first character stands here; -1 where it has an escape, or has no end. */
  endOfPlain(at: number): number {
    const { bytes } = this
    for (;;) {
      const byte = bytes[at] as number
      if (byte === QUOTE) return at
      if (byte === BACKSLASH || byte < SPACE) return -1
      at++
    }
  }

  /**
   * Behind the value that begins here, which may still be no JSON; -1 where it has no end, or is nested too deep to be
   * looked at here.
   */
  endOfValue(at: number): number {
    const { bytes, end } = this
    if (bytes[at] === QUOTE) {
      const quote = this.endOfPlain(at + 1)
      if (quote !== -1) return quote < end ? quote + 1 : -1
    }
    let depth = 0
    while (at < end) {
      const byte = bytes[at] as number
      if (byte === QUOTE) {
        for (at++; at < end && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++
        at++
        if (depth === 0) return at <= end ? at : -1
        continue
      }
      if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        if (++depth > MAX_LEVELS) return -1
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        if (depth === 0) return at
        if (--depth === 0) return at + 1
      } else if (depth === 0 && (byte === COMMA || byte <= SPACE)) return at
      at++
    }
    return depth === 0 ? at : -1
  }
}
