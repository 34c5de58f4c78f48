import { parseJson } from '../../core/json-value.js'

/** Zeros after the value, so that 32 bits may be read that begin at its last byte. */
const PADDING_BYTES = 16

const [SPACE, QUOTE, COMMA, MINUS, POINT, ZERO, COLON] = [32, 34, 44, 45, 46, 48, 58]
const [OPEN_BRACKET, BACKSLASH, OPEN_BRACE] = [91, 92, 123]
/** The bytes that end an array and an object. */
export const [CLOSE_BRACKET, CLOSE_BRACE] = [93, 125] as const

/** Values with more levels are left to `JSON.parse` and the checks after it. */
const MAX_LEVELS = 16
/** A buffer of more bytes is not kept for the next value. */
const MAX_KEPT_BYTES = 1 << 20

/** Thrown if a value is left to `JSON.parse`. */
export const LEFT: unique symbol = Symbol('left')

/** The bytes of one JSON value, kept for as long as anything may be cut out of them. */
export class JsonText {
  /** A character for each byte. */
  readonly bytes: string
  readonly isAscii: boolean
  #text: string | null = null

  constructor(bytes: string, isAscii: boolean) {
    this.bytes = bytes
    this.isAscii = isAscii
  }

  get text(): string {
    this.#text ??= this.#decode(this.bytes)
    return this.#text
  }

  /** Parses the value from one byte up to another. Returns undefined if that is not JSON. */
  parse(from: number, to: number): unknown {
    return this.parseBytes(this.bytes.slice(from, to))
  }

  /** Parses bytes of this value, a character for each. Returns undefined if they are not JSON. */
  parseBytes(bytes: string): unknown {
    return parseJson(this.#decode(bytes))
  }

  #decode(bytes: string): string {
    return this.isAscii ? bytes : Buffer.from(bytes, 'latin1').toString('utf8')
  }
}

/** Methods of a buffer that its types do not have. They decode without a look at the name of an encoding. */
interface Slicing {
  latin1Slice(from: number, to: number): string
  utf8Slice(from: number, to: number): string
}

/**
 * Goes through the bytes of one JSON value after another. Methods that take a position look at any byte, and set `end` if
 * they read something. The others read what is at `at`, set `at` to what follows, and throw LEFT if they cannot read it.
 */
export class JsonScanner {
  bytes = Buffer.alloc(0) as Buffer & Slicing
  view = new DataView(this.bytes.buffer)
  /** The number of bytes of the value. */
  length = 0
  json = new JsonText('', true)
  at = 0
  end = 0

  /** Takes the next value. Its bytes replace those of the last one. */
  take(json: JsonText): this {
    const { length } = json.bytes
    if (this.bytes.length < length + PADDING_BYTES || this.bytes.length > MAX_KEPT_BYTES) {
      const spare = length > MAX_KEPT_BYTES ? 0 : Math.max(2 * length, 1 << 16)
      this.bytes = Buffer.alloc(length + spare + PADDING_BYTES) as Buffer & Slicing
      this.view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length)
    }
    this.bytes.write(json.bytes, 0, 'latin1')
    this.bytes.fill(0, length, length + PADDING_BYTES)
    this.length = length
    this.json = json
    this.at = this.skipSpace(0)
    return this
  }

  /** Returns the text from one byte up to another. */
  slice(from: number, to: number): string {
    return this.json.isAscii ? this.bytes.latin1Slice(from, to) : this.bytes.utf8Slice(from, to)
  }

  /** Returns the position of the first byte from here on that is not white space. */
  skipSpace(at: number): number {
    const { bytes } = this
    for (;;) {
      const byte = bytes[at] as number
      if (byte !== SPACE && byte !== 10 && byte !== 13 && byte !== 9) return at
      at++
    }
  }

  /** Returns the position of the quote that ends a text, given its first character, or -1 if the text has an escape or no end. */
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
   * Returns the position after the value that begins here, which may still not be JSON. Returns -1 if it has no end or too
   * many levels.
   */
  endOfValue(at: number): number {
    const { bytes, length } = this
    if (bytes[at] === QUOTE) {
      const quote = this.endOfPlain(at + 1)
      if (quote !== -1) return quote < length ? quote + 1 : -1
    }
    let depth = 0
    while (at < length) {
      const byte = bytes[at] as number
      if (byte === QUOTE) {
        for (at++; at < length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++
        at++
        if (depth === 0) return at <= length ? at : -1
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

  /** Reads the value that begins here. Returns undefined if it is not JSON or has too many levels. */
  valueAt(at: number): unknown {
    if (this.bytes[at] === QUOTE) {
      const quote = this.endOfPlain(at + 1)
      if (quote !== -1) {
        this.end = quote + 1
        return this.slice(at + 1, quote)
      }
    }
    this.end = this.endOfValue(at)
    return this.end === -1 ? undefined : parseJson(this.slice(at, this.end))
  }

  /**
   * Reads an amount with at most two decimals, exactly. Does not check what follows, except that it is not a digit.
   *
   * @param isText - Whether it may have commas between thousands. A digit may follow the last group.
   * @returns Cents, or NaN for numbers that are written otherwise and from 10 trillion dollars on.
   */
  centsAt(at: number, isText = false): number {
    const { bytes } = this
    const isNegative = bytes[at] === MINUS
    if (isNegative) at++
    const first = at
    let digit = (bytes[at++] as number) - ZERO
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    let cents = digit
    const isZero = digit === 0
    digit = (bytes[at] as number) - ZERO
    // JSON has no leading zeros.
    if (isZero && digit >= 0 && digit <= 9) return Number.NaN
    while (digit >= 0 && digit <= 9) {
      cents = cents * 10 + digit
      digit = (bytes[++at] as number) - ZERO
    }
    if (isText && bytes[at] === COMMA) {
      if (isZero || at - first > 3) return Number.NaN
      do {
        for (let place = 0; place < 3; place++) {
          digit = (bytes[++at] as number) - ZERO
          if (!(digit >= 0 && digit <= 9)) return Number.NaN
          cents = cents * 10 + digit
        }
      } while (bytes[++at] === COMMA)
    }
    cents *= 100
    if (bytes[at] === POINT) {
      const tenths = (bytes[at + 1] as number) - ZERO
      if (!(tenths >= 0 && tenths <= 9)) return Number.NaN
      const hundredths = (bytes[at + 2] as number) - ZERO
      const hasTwo = hundredths >= 0 && hundredths <= 9
      cents += tenths * 10 + (hasTwo ? hundredths : 0)
      at += hasTwo ? 3 : 2
      digit = (bytes[at] as number) - ZERO
      if (digit >= 0 && digit <= 9) return Number.NaN
    }
    this.end = at
    // Up to here all of it was exact.
    if (!(cents < 1e15)) return Number.NaN
    // Subtracted from 0, so that zero has no sign.
    return isNegative ? 0 - cents : cents
  }

  /** The byte at the position of the scanner. */
  get byte(): number {
    return this.bytes[this.at] as number
  }

  /** Goes into an array to its first element, or into an object to its first key. Returns false, and goes on, if it is empty. */
  enter(close: typeof CLOSE_BRACKET | typeof CLOSE_BRACE): boolean {
    this.at = this.skipSpace(this.at + 1)
    if (this.byte !== close) return true
    this.at++
    return false
  }

  /** Goes to the next element or key. Returns false, and goes on, at the end of the array or object. */
  next(close: typeof CLOSE_BRACKET | typeof CLOSE_BRACE): boolean {
    this.at = this.skipSpace(this.at)
    const { byte } = this
    if (byte === COMMA) this.at = this.skipSpace(this.at + 1)
    else if (byte === close) this.at++
    else throw LEFT
    return byte === COMMA
  }

  /** Goes from a key to its value. Returns the key if the value is an array, and null if not. */
  keyOfArray(): string | null {
    const from = this.at + 1
    const quote = this.byte === QUOTE ? this.endOfPlain(from) : -1
    const colon = this.skipSpace(quote + 1)
    if (quote === -1 || this.bytes[colon] !== COLON) throw LEFT
    this.at = this.skipSpace(colon + 1)
    return this.byte === OPEN_BRACKET ? this.slice(from, quote) : null
  }

  /** Reads a value. */
  value(): unknown {
    const value = this.valueAt(this.at)
    if (value === undefined) throw LEFT
    this.at = this.end
    return value
  }

  skipValue(): void {
    this.at = this.endOfValue(this.at)
    if (this.at === -1) throw LEFT
  }
}
