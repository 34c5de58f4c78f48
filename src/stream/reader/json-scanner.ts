import { parseJson } from '../../core/json-value.js'

/** The number of zero bytes after the value, so that a 32-bit read may begin at its last byte. */
const PADDING_BYTES = 16

const [SPACE, QUOTE, COMMA, MINUS, POINT, ZERO, COLON] = [32, 34, 44, 45, 46, 48, 58]
const [OPEN_BRACKET, BACKSLASH, OPEN_BRACE] = [91, 92, 123]
/** The bytes that close an array and an object. */
export const [CLOSE_BRACKET, CLOSE_BRACE] = [93, 125] as const

/** The maximum nesting depth. Deeper values are left to `JSON.parse` and the checks after it. */
const MAX_NESTING_LEVELS = 16
/** The maximum size of a buffer that is reused for the next value, in bytes. */
const MAX_KEPT_BYTES = 1 << 20

/** Thrown if the scanner cannot read a value, so that `JSON.parse` must read it. */
export const NOT_SCANNABLE: unique symbol = Symbol('not scannable')

/** The bytes of one JSON value. They stay in memory while a part of them may still be parsed or quoted. */
export class JsonText {
  /** The bytes as Latin-1 text: one character per byte. */
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

  /** Parses the bytes from `from` up to, but not including, `to`. Returns undefined if they are not JSON. */
  parse(from: number, to: number): unknown {
    return this.parseBytes(this.bytes.slice(from, to))
  }

  /** Parses bytes of this value, given as one character per byte. Returns undefined if they are not JSON. */
  parseBytes(bytes: string): unknown {
    return parseJson(this.#decode(bytes))
  }

  #decode(bytes: string): string {
    return this.isAscii ? bytes : Buffer.from(bytes, 'latin1').toString('utf8')
  }
}

/** Buffer methods that its types do not declare. They are faster than `toString`, which looks up the encoding. */
interface SlicingBuffer {
  latin1Slice(from: number, to: number): string
  utf8Slice(from: number, to: number): string
}

/**
 * Scans the bytes of one JSON value at a time. `read` methods with an `at` parameter set `end` to the position after
 * what they read. Methods without it read at `position`, move it forward, and throw NOT_SCANNABLE on failure.
 */
export class JsonScanner {
  bytes = Buffer.alloc(0) as Buffer & SlicingBuffer
  dataView = new DataView(this.bytes.buffer)
  /** The number of bytes in the value. */
  length = 0
  json = new JsonText('', true)
  position = 0
  end = 0

  /** Loads the next value. Its bytes replace those of the previous value. */
  load(json: JsonText): this {
    const { length } = json.bytes
    if (this.bytes.length < length + PADDING_BYTES || this.bytes.length > MAX_KEPT_BYTES) {
      const spare = length > MAX_KEPT_BYTES ? 0 : Math.max(2 * length, 1 << 16)
      this.bytes = Buffer.alloc(length + spare + PADDING_BYTES) as Buffer & SlicingBuffer
      this.dataView = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length)
    }
    this.bytes.write(json.bytes, 0, 'latin1')
    this.bytes.fill(0, length, length + PADDING_BYTES)
    this.length = length
    this.json = json
    this.position = this.skipSpace(0)
    return this
  }

  /** Returns the text between two byte positions. */
  slice(from: number, to: number): string {
    return this.json.isAscii ? this.bytes.latin1Slice(from, to) : this.bytes.utf8Slice(from, to)
  }

  /** Returns the position of the first byte at or after `at` that is not white space. */
  skipSpace(at: number): number {
    const { bytes } = this
    for (;;) {
      const byte = bytes[at] as number
      if (byte !== SPACE && byte !== 10 && byte !== 13 && byte !== 9) return at
      at++
    }
  }

  /** Returns the position of a string's closing quote, or -1 if it has an escape, a control character or no end. */
  findPlainEnd(at: number): number {
    const { bytes } = this
    for (;;) {
      const byte = bytes[at] as number
      if (byte === QUOTE) return at
      if (byte === BACKSLASH || byte < SPACE) return -1
      at++
    }
  }

  /**
   * Returns the position after the value that begins at `at`, or -1 if it has no end or is nested too deeply. Does not
   * check whether the value is valid JSON.
   */
  findValueEnd(at: number): number {
    const { bytes, length } = this
    if (bytes[at] === QUOTE) {
      const quote = this.findPlainEnd(at + 1)
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
        if (++depth > MAX_NESTING_LEVELS) return -1
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        if (depth === 0) return at
        if (--depth === 0) return at + 1
      } else if (depth === 0 && (byte === COMMA || byte <= SPACE)) return at
      at++
    }
    return depth === 0 ? at : -1
  }

  /** Reads the value that begins at `at`. Returns undefined if it is not JSON or is nested too deeply. */
  readValueAt(at: number): unknown {
    if (this.bytes[at] === QUOTE) {
      const quote = this.findPlainEnd(at + 1)
      if (quote !== -1) {
        this.end = quote + 1
        return this.slice(at + 1, quote)
      }
    }
    this.end = this.findValueEnd(at)
    return this.end === -1 ? undefined : parseJson(this.slice(at, this.end))
  }

  /**
   * Reads an amount with at most two decimals, without rounding. The next byte must not be a digit.
   *
   * @param isText - True if the amount may have commas between thousands. A digit may follow the last group.
   * @returns Cents, or NaN for other notations and for amounts of 10 trillion dollars or more.
   */
  readCentsAt(at: number, isText = false): number {
    const { bytes } = this
    const isNegative = bytes[at] === MINUS
    if (isNegative) at++
    const first = at
    let digit = (bytes[at++] as number) - ZERO
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    let cents = digit
    const isZero = digit === 0
    digit = (bytes[at] as number) - ZERO
    // JSON numbers have no leading zeros.
    if (isZero && digit >= 0 && digit <= 9) return Number.NaN
    while (digit >= 0 && digit <= 9) {
      cents = cents * 10 + digit
      digit = (bytes[++at] as number) - ZERO
    }
    if (isText && bytes[at] === COMMA) {
      if (isZero || at - first > 3) return Number.NaN
      do {
        for (let digitIndex = 0; digitIndex < 3; digitIndex++) {
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
      const hasHundredths = hundredths >= 0 && hundredths <= 9
      cents += tenths * 10 + (hasHundredths ? hundredths : 0)
      at += hasHundredths ? 3 : 2
      digit = (bytes[at] as number) - ZERO
      if (digit >= 0 && digit <= 9) return Number.NaN
    }
    this.end = at
    // The arithmetic is exact only for amounts below this limit.
    if (!(cents < 1e15)) return Number.NaN
    // Subtracted from 0, because negating zero would yield -0.
    return isNegative ? 0 - cents : cents
  }

  /** The byte at the scanner's current position. */
  get byte(): number {
    return this.bytes[this.position] as number
  }

  /** Moves to the first element or key of an array or object. If it is empty, moves past it and returns false. */
  enter(close: typeof CLOSE_BRACKET | typeof CLOSE_BRACE): boolean {
    this.position = this.skipSpace(this.position + 1)
    if (this.byte !== close) return true
    this.position++
    return false
  }

  /** Moves to the next element or key. At the end of the array or object, moves past it and returns false. */
  next(close: typeof CLOSE_BRACKET | typeof CLOSE_BRACE): boolean {
    this.position = this.skipSpace(this.position)
    const { byte } = this
    if (byte === COMMA) this.position = this.skipSpace(this.position + 1)
    else if (byte === close) this.position++
    else throw NOT_SCANNABLE
    return byte === COMMA
  }

  /** Moves from a key to its value. Returns the key if the value is an array, or null if not. */
  readArrayKey(): string | null {
    const from = this.position + 1
    const quote = this.byte === QUOTE ? this.findPlainEnd(from) : -1
    const colon = this.skipSpace(quote + 1)
    if (quote === -1 || this.bytes[colon] !== COLON) throw NOT_SCANNABLE
    this.position = this.skipSpace(colon + 1)
    return this.byte === OPEN_BRACKET ? this.slice(from, quote) : null
  }

  /** Reads the value at the current position and moves past it. */
  readValue(): unknown {
    const value = this.readValueAt(this.position)
    if (value === undefined) throw NOT_SCANNABLE
    this.position = this.end
    return value
  }

  skipValue(): void {
    this.position = this.findValueEnd(this.position)
    if (this.position === -1) throw NOT_SCANNABLE
  }
}
