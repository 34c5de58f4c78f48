import { textOfMicros } from '../core/micros.js'
import { textOfCents } from '../core/money.js'
import { type CsvOptions, csvTextCell } from './csv-text.js'
import { Written } from './written.js'

const COMMA = 44
const MINUS = 45
const POINT = 46
const ZERO = 48
/** Numbers below this are written with 32-bit arithmetic. */
const SMALL = 0x7fffffff
/** No number, and no flag, is written with more bytes. */
const ROOM = 16

/** The four digits of the numbers below 10,000 as words, the first digit lowest. */
const FOURS = new Int32Array(10_000)
for (let number = 0; number < FOURS.length; number++)
  for (let rest = number, shift = 24; shift >= 0; shift -= 8, rest = (rest / 10) | 0)
    (FOURS[number] as number) |= (ZERO + (rest % 10)) << shift

/** `true` and `fals`, as words. */
const [TRUE, FALS] = [0x65757274, 0x736c6166]
const LETTER_E = 101

const encoder = new TextEncoder()

/** First bytes of a text that neither a quote, nor the guard against formulas, can be needed for: letters and digits. */
const PLAIN_FIRST = new Uint8Array(128)
for (let c = 0; c < 128; c++) PLAIN_FIRST[c] = /[0-9A-Za-z$[]/.test(String.fromCharCode(c)) ? 1 : 0

/** Bytes that a quote may be needed for, or behind which the guard may be. */
const SPECIAL = new Uint8Array(128)
for (const c of '",\n\r;') SPECIAL[c.charCodeAt(0)] = 1

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
    if (value >= 0 && value < SMALL && (value | 0) === value) {
      this.reserve(ROOM)
      this.#digits(value, 1)
    } else this.raw(String(value))
  }

  bool(value: boolean): void {
    this.reserve(ROOM)
    this.#view.setInt32(this.length, value ? TRUE : FALS, true)
    this.length += 4
    if (!value) this.byte(LETTER_E)
  }

  /** Cents with two decimals. */
  money(cents: number | bigint): void {
    if (typeof cents === 'number' && cents < SMALL && cents > -SMALL) {
      this.reserve(ROOM)
      if (cents < 0) this.byte(MINUS)
      const amount = cents < 0 ? -cents : cents
      const whole = (amount / 100) | 0
      this.#digits(whole, 1)
      const part = (FOURS[amount - whole * 100] as number) >>> 16
      this.#view.setInt32(this.length, POINT | (part << 8), true)
      this.length += 3
    } else this.raw(textOfCents(cents))
  }

  /** Millionths with six decimals. */
  ratio(micros: number | bigint): void {
    if (typeof micros === 'number' && micros < SMALL && micros > -SMALL) {
      this.reserve(2 * ROOM)
      if (micros < 0) this.byte(MINUS)
      const size = micros < 0 ? -micros : micros
      const whole = (size / 1_000_000) | 0
      this.#digits(whole, 1)
      this.byte(POINT)
      this.#digits(size - whole * 1_000_000, 6)
    } else this.raw(textOfMicros(micros))
  }

  /** A number below 2^31, with leading zeros up to a width; there is room for it. */
  #digits(value: number, width: number): void {
    if (value < 10_000 && width <= 4) {
      this.#four(value, width)
      return
    }
    const high = (value / 10_000) | 0
    if (high < 10_000) this.#four(high, width - 4)
    else this.#digits(high, width - 4)
    this.#four(value - high * 10_000, 4)
  }

  /** A number below 10,000, the same way. */
  #four(value: number, width: number): void {
    const own = value < 10 ? 1 : value < 100 ? 2 : value < 1000 ? 3 : 4
    const count = own < width ? width : own
    this.#view.setInt32(this.length, (FOURS[value] as number) >>> (32 - 8 * count), true)
    this.length += count
  }
}
