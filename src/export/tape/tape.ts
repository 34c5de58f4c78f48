import { textOfMicros } from '../../core/micros.js'
import { textOfCents } from '../../core/money.js'
import { type CsvOptions, csvTextCell } from '../csv-text.js'
import {
  AGAIN,
  BEGIN,
  BOOL,
  EMPTY,
  END,
  INT,
  KEEP,
  LONG,
  MONEY,
  NUMBER,
  PIECE,
  RATIO,
  SAME,
  TEXT,
  WIDE,
  WORD,
} from './ops.js'

/** Numbers from here on, both ways, do not fit behind what a word says. */
const MOST = 1 << 25
/** A cell and what stands around it take at most so many words beside its text. */
const WORDS_OF_CELL = 6
/** The slot that nobody repeats. */
export const NO_SLOT = 0

const encoder = new TextEncoder()

/** First bytes of a text that neither a quote, nor the guard against formulas, can be needed for: letters and digits. */
const PLAIN_FIRST = new Uint8Array(128)
for (let c = 0; c < 128; c++) PLAIN_FIRST[c] = /[0-9A-Za-z$[]/.test(String.fromCharCode(c)) ? 1 : 0

/** Bytes that a quote may be needed for, or behind which the guard may be. */
const SPECIAL = new Uint8Array(128)
for (const c of '",\n\r;') SPECIAL[c.charCodeAt(0)] = 1

/** In text that is not for CSV nothing is special. */
const [ANY_FIRST, NONE] = [new Uint8Array(128).fill(1), new Uint8Array(128)]

/**
 * Cells as words, which `CsvLines` or `ArrowRows` read: in this thread, or in the one that writes the file. What is written
 * again and again is a number. `last` is LAST for the last cell of a row, else 0.
 */
export class Tape {
  length = 0
  #words = new Int32Array(1 << 13)
  #bytes = new Uint8Array(this.#words.buffer)
  #kept = 0
  readonly #room: number
  readonly #quoting: CsvOptions | null
  readonly #first: Uint8Array
  readonly #special: Uint8Array

  /** A row has so many cells. `quoting`: texts and large numbers are as CSV has them; null as they are. */
  constructor(cells: number, quoting: CsvOptions | null) {
    this.#room = cells * WORDS_OF_CELL
    this.#quoting = quoting
    this.#first = quoting === null ? ANY_FIRST : PLAIN_FIRST
    this.#special = quoting === null ? NONE : SPECIAL
    this.row()
  }

  /** What stands on it. */
  get words(): Int32Array {
    return this.#words.subarray(0, this.length)
  }

  /** Makes room for the numbers of a row, and so many words of text. */
  row(more = 0): void {
    const least = this.length + this.#room + more
    if (least <= this.#words.length) return
    const words = new Int32Array(Math.max(this.#words.length * 2, least))
    words.set(this.words)
    this.#words = words
    this.#bytes = new Uint8Array(words.buffer)
  }

  empty(last: number): void {
    this.#words[this.length++] = EMPTY | last
  }

  /** A text that was kept under this number. */
  word(kept: number, last: number): void {
    this.#words[this.length++] = WORD | last | (kept << NUMBER)
  }

  /** What a slot got last. */
  same(slot: number, last: number): void {
    this.#words[this.length++] = SAME | last | (slot << NUMBER)
  }

  /** A text cell; for CSV guarded and quoted where it needs to be. */
  text(value: string, slot: number, last: number): void {
    const count = value.length
    const words = (count + 3) >> 2
    this.row(words)
    const bytes = this.#bytes
    const special = this.#special
    const first = value.charCodeAt(0)
    if (first < 128 && this.#first[first] === 1) {
      const at = (this.length + 2) << 2
      let i = 0
      for (; i < count; i++) {
        const c = value.charCodeAt(i)
        if (c > 127 || special[c] === 1) break
        bytes[at + i] = c
      }
      if (i === count) {
        this.#words[this.length] = TEXT | last | (slot << NUMBER)
        this.#words[this.length + 1] = count
        this.length += 2 + words
        return
      }
    }
    this.raw(this.#quoting === null ? value : csvTextCell(value, this.#quoting), slot, last)
  }

  /** Text as it is, in a cell that nobody repeats unless told. */
  raw(text: string, slot: number, last: number, what: typeof TEXT | typeof LONG = TEXT): void {
    this.row(text.length)
    const to = this.length + 2
    const { written } = encoder.encodeInto(text, this.#bytes.subarray(to << 2))
    this.#words[this.length] = what | last | (slot << NUMBER)
    this.#words[this.length + 1] = written
    this.length = to + ((written + 3) >> 2)
  }

  int(value: number, last: number): void {
    if ((value | 0) === value) this.#number(INT, value, last)
    else this.#long(value, String, last)
  }

  bool(value: boolean, last: number): void {
    this.#words[this.length++] = BOOL | last | (Number(value) << NUMBER)
  }

  /** Cents. */
  money(cents: number | bigint, last: number): void {
    if (typeof cents === 'number' && (cents | 0) === cents) this.#number(MONEY, cents, last)
    else this.#long(cents, textOfCents, last)
  }

  /** Millionths. */
  ratio(micros: number | bigint, last: number): void {
    if (typeof micros === 'number' && (micros | 0) === micros) this.#number(RATIO, micros, last)
    else this.#long(micros, textOfMicros, last)
  }

  /** Cells stand in a slot from here on, until it ends. */
  begin(slot: number): void {
    this.#words[this.length++] = BEGIN | (slot << NUMBER)
  }

  end(slot: number): void {
    this.#words[this.length++] = END | (slot << NUMBER)
  }

  /** The cells of a slot once more. */
  again(slot: number): void {
    this.#words[this.length++] = AGAIN | (slot << NUMBER)
  }

  /** Cells that were kept under this number. */
  piece(kept: number): void {
    this.#words[this.length++] = PIECE | (kept << NUMBER)
  }

  /** Keeps what the last slot got, and gives its number. */
  keep(): number {
    this.#words[this.length++] = KEEP
    return ++this.#kept
  }

  #long(value: number | bigint, textOf: (value: number | bigint) => string, last: number): void {
    if (this.#quoting === null) this.raw(String(value), NO_SLOT, last, LONG)
    else this.raw(textOf(value), NO_SLOT, last)
  }

  #number(what: number, value: number, last: number): void {
    if (value < MOST && value >= -MOST) this.#words[this.length++] = what | last | (value << NUMBER)
    else {
      this.#words[this.length++] = what | WIDE | last
      this.#words[this.length++] = value
    }
  }
}
