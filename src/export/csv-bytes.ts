import { textOfCents, textOfMicros } from '../core/money.js'
import { type CsvOptions, csvTextCell } from './csv-text.js'

const COMMA = 44
const MINUS = 45
const POINT = 46
const ZERO = 48
/** Numbers below this are written digit by digit with 32-bit arithmetic. */
const SMALL = 0x7fffffff

const encoder = new TextEncoder()
const TRUE = encoder.encode('true')
const FALSE = encoder.encode('false')

/** First bytes of a text that neither a quote, nor the guard against formulas, can be needed for: letters and digits. */
const PLAIN_FIRST = new Uint8Array(128)
for (let c = 0; c < 128; c++) PLAIN_FIRST[c] = /[0-9A-Za-z$[]/.test(String.fromCharCode(c)) ? 1 : 0

/** Bytes that a quote may be needed for, or behind which the guard may be. */
const SPECIAL = new Uint8Array(128)
for (const c of '",\n\r;') SPECIAL[c.charCodeAt(0)] = 1

/** Bytes that are written again and again. */
export class Written {
  readonly length: number
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.length = bytes.length
    // Whole words are read, so the last one has room.
    const padded = new Uint8Array(bytes.length + 3)
    padded.set(bytes)
    this.#view = new DataView(padded.buffer)
  }

  /** Writes them at a place of a view, and up to three more behind them. */
  to(view: DataView, at: number): void {
    for (let i = 0; i < this.length; i += 4) view.setInt32(at + i, this.#view.getInt32(i, true), true)
  }
}

/** Bytes of CSV that grow as cells are written into them; the same bytes as `csvLine` gives as text. */
export class CsvBytes {
  bytes = new Uint8Array(1 << 17)
  length = 0
  #view = new DataView(this.bytes.buffer)
  readonly #options: CsvOptions

  constructor(options: CsvOptions) {
    this.#options = options
  }

  /** Makes room for that many more bytes. */
  reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more))
    larger.set(this.bytes.subarray(0, this.length))
    this.bytes = larger
    this.#view = new DataView(larger.buffer)
  }

  byte(byte: number): void {
    if (this.length === this.bytes.length) this.reserve(1)
    this.bytes[this.length++] = byte
  }

  comma(): void {
    this.byte(COMMA)
  }

  /** Bytes that were written before, once more; whole words are faster than a call for so few. */
  again(from: number, to: number): void {
    this.reserve(to - from + 3)
    const view = this.#view
    const shift = this.length - from
    for (let at = from; at < to; at += 4) view.setInt32(at + shift, view.getInt32(at, true), true)
    this.length += to - from
  }

  /** Bytes that stand elsewhere. Four at a time, since a byte at a time is slower, and so is set. */
  copy(written: Written): void {
    this.reserve(written.length + 3)
    written.to(this.#view, this.length)
    this.length += written.length
  }

  /** The bytes from a place on, to be written again. */
  since(from: number): Written {
    return new Written(this.bytes.subarray(from, this.length))
  }

  /** Text as it is, UTF-8. */
  raw(text: string): void {
    this.reserve(text.length * 3)
    this.length += encoder.encodeInto(text, this.bytes.subarray(this.length)).written
  }

  /** A text cell, guarded and quoted where it needs to be. */
  text(value: string): void {
    const count = value.length
    if (count === 0) return
    this.reserve(count)
    const { bytes, length } = this
    const first = value.charCodeAt(0)
    if (first < 128 && PLAIN_FIRST[first] === 1) {
      let i = 0
      for (; i < count; i++) {
        const c = value.charCodeAt(i)
        if (c > 127 || SPECIAL[c] === 1) break
        bytes[length + i] = c
      }
      if (i === count) {
        this.length = length + count
        return
      }
    }
    this.raw(csvTextCell(value, this.#options))
  }

  int(value: number): void {
    if (value >= 0 && value < SMALL && (value | 0) === value) this.#digits(value, 1)
    else this.raw(String(value))
  }

  bool(value: boolean): void {
    const word = value ? TRUE : FALSE
    this.reserve(5)
    for (let i = 0; i < word.length; i++) this.bytes[this.length++] = word[i] as number
  }

  /** Cents with two decimals. */
  money(cents: number | bigint): void {
    if (cents === 0) {
      this.reserve(4)
      const { bytes } = this
      bytes[this.length++] = ZERO
      bytes[this.length++] = POINT
      bytes[this.length++] = ZERO
      bytes[this.length++] = ZERO
    } else if (typeof cents === 'number' && cents < SMALL && cents > -SMALL) {
      if (cents < 0) this.byte(MINUS)
      const amount = cents < 0 ? -cents : cents
      const whole = (amount / 100) | 0
      this.#digits(whole, 1)
      this.byte(POINT)
      this.#digits(amount - whole * 100, 2)
    } else this.raw(textOfCents(cents))
  }

  /** Millionths with six decimals. */
  ratio(micros: number | bigint): void {
    if (typeof micros === 'number' && micros >= 0 && micros < SMALL) {
      const whole = (micros / 1_000_000) | 0
      this.#digits(whole, 1)
      this.byte(POINT)
      this.#digits(micros - whole * 1_000_000, 6)
    } else this.raw(textOfMicros(micros))
  }

  /** A number below 2^31, with leading zeros up to a width. */
  #digits(value: number, width: number): void {
    let count = 1
    for (let rest = value; rest > 9; rest = (rest / 10) | 0) count++
    if (count < width) count = width
    this.reserve(count)
    const { bytes } = this
    let rest = value
    for (let at = this.length + count - 1; at >= this.length; at--) {
      const next = (rest / 10) | 0
      bytes[at] = ZERO + rest - next * 10
      rest = next
    }
    this.length += count
  }
}
