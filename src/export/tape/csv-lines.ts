import { Written } from '../written.js'
import {
  AGAIN,
  BEGIN,
  BOOL,
  END,
  INT,
  KEEP,
  KEPT,
  LAST,
  MONEY,
  NUMBER,
  PIECE,
  SAME,
  TEXT,
  WHAT,
  WIDE,
  WORD,
} from './ops.js'
import type { TapeReader } from './reader.js'

const [COMMA, LINE_FEED, MINUS, POINT, ZERO] = [44, 10, 45, 46, 48]
/** No number and no flag is written with more bytes, with what stands behind it. */
const ROOM = 24
/** Words of four bytes are written beyond the end of bytes. */
const BEYOND = 4

/** The four digits of the numbers below 10,000 as words, the first digit lowest. */
const FOURS = new Int32Array(10_000)
for (let number = 0; number < FOURS.length; number++)
  for (let rest = number, shift = 24; shift >= 0; shift -= 8, rest = (rest / 10) | 0)
    (FOURS[number] as number) |= (ZERO + (rest % 10)) << shift

/** `true` and `fals`, as words. */
const [TRUE, FALS] = [0x65757274, 0x736c6166]
const LETTER_E = 101

/** Makes lines of CSV of the cells on tapes; it needs to know nothing of tables, nor of taxpayers. */
export class CsvLines implements TapeReader {
  readonly #out: (bytes: Uint8Array) => void
  #bytes = new Uint8Array(1 << 17)
  #view = new DataView(this.#bytes.buffer)
  #length = 0
  readonly #kept: Written[] = []
  // Where the bytes of each slot begin and end.
  readonly #from: number[] = []
  readonly #to: number[] = []
  #slot = 0

  /** `out` gets the bytes in order and must use or copy them before it returns. */
  constructor(out: (bytes: Uint8Array) => void) {
    this.#out = out
  }

  read(tape: Int32Array): void {
    this.#length = 0
    for (let at = 0; at < tape.length; ) {
      const word = tape[at++] as number
      const what = word & WHAT
      let number = word >> NUMBER
      if (what === WORD || what === PIECE) this.#copy(this.#kept[number - 1] as Written)
      else if (what === SAME || what === AGAIN) this.#again(number)
      else if (what === TEXT || what === KEPT) {
        const length = tape[at++] as number
        this.#slot = number
        this.#from[number] = this.#length
        this.#text(tape, at, length)
        this.#to[number] = this.#length
        at += (length + 3) >> 2
        if (what === KEPT) {
          this.#keep()
          this.#length -= length
        }
      } else if (what >= INT && what <= BOOL) {
        if ((word & WIDE) !== 0) number = tape[at++] as number
        this.#number(what, number)
      } else if (what === BEGIN) this.#from[number] = this.#length
      else if (what === END) {
        this.#slot = number
        this.#to[number] = this.#length
      } else if (what === KEEP) this.#keep()
      if (what < BEGIN) {
        this.#reserve(1)
        this.#byte((word & LAST) === 0 ? COMMA : LINE_FEED)
      }
    }
    if (this.#length > 0) this.#out(this.#bytes.subarray(0, this.#length))
  }

  /** Nothing is left: lines are written as they are read. */
  end(): void {}

  /** A tape that has another one keep all that is kept here. */
  kept(): Int32Array {
    const words = this.#kept.reduce((sum, { length }) => sum + 2 + ((length + 3) >> 2), 0)
    const tape = new Int32Array(words)
    const view = new DataView(tape.buffer)
    let at = 0
    for (const written of this.#kept) {
      tape[at++] = KEPT
      tape[at++] = written.length
      written.to(view, at << 2)
      at += (written.length + 3) >> 2
    }
    return tape
  }

  #keep(): void {
    const [from, to] = [this.#from[this.#slot], this.#to[this.#slot]]
    this.#kept.push(Written.of(this.#bytes.subarray(from, to)))
  }

  #reserve(more: number): void {
    const least = this.#length + more + BEYOND
    if (least <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, least))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
    this.#view = new DataView(larger.buffer)
  }

  /** A byte, where there is room for it. */
  #byte(byte: number): void {
    this.#bytes[this.#length++] = byte
  }

  /** Bytes of a slot once more. Whole words are faster than a call for so few. */
  #again(slot: number): void {
    const from = this.#from[slot] as number
    const to = this.#to[slot] as number
    this.#reserve(to - from)
    const view = this.#view
    const shift = this.#length - from
    for (let at = from; at < to; at += 4) view.setInt32(at + shift, view.getInt32(at, true), true)
    this.#length += to - from
  }

  #copy(written: Written): void {
    this.#reserve(written.length)
    written.to(this.#view, this.#length)
    this.#length += written.length
  }

  #text(tape: Int32Array, at: number, length: number): void {
    this.#reserve(length)
    for (let i = 0; i < length; i += 4)
      this.#view.setInt32(this.#length + i, tape[at + (i >> 2)] as number, true)
    this.#length += length
  }

  /** A number or a flag: cents with two decimals, millionths with six. */
  #number(what: number, value: number): void {
    this.#reserve(ROOM)
    if (what === BOOL) {
      this.#view.setInt32(this.#length, value === 1 ? TRUE : FALS, true)
      this.#length += 4
      if (value === 0) this.#byte(LETTER_E)
      return
    }
    if (value < 0) this.#byte(MINUS)
    const size = value < 0 ? -value : value
    if (what === INT) this.#digits(size, 1)
    else if (what === MONEY) {
      const whole = (size / 100) | 0
      this.#digits(whole, 1)
      const part = (FOURS[size - whole * 100] as number) >>> 16
      this.#view.setInt32(this.#length, POINT | (part << 8), true)
      this.#length += 3
    } else {
      const whole = (size / 1_000_000) | 0
      this.#digits(whole, 1)
      this.#byte(POINT)
      this.#digits(size - whole * 1_000_000, 6)
    }
  }

  /** A number with leading zeros up to a width; there is room for it. */
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
    this.#view.setInt32(this.#length, (FOURS[value] as number) >>> (32 - 8 * count), true)
    this.#length += count
  }
}
