import type { Cell } from '../../normalize/cell.js'
import { NOBODY, type Party } from '../../normalize/source.js'
import { AccountReader } from './account.js'
import { AmountReader } from './amount.js'
import type { CellReader } from './cell-reader.js'
import type { JsonWindow } from './json-window.js'
import { ACCOUNT, FLAG, MONEY, NESTED, PARTY, type RowLayout } from './row-layout.js'

const [QUOTE, COMMA, ZERO, COLON, CLOSE_BRACE, SPACE] = [34, 44, 48, 58, 125, 32]
const [LETTER_F, LETTER_N, LETTER_T] = [102, 110, 116]
/** `null`, `true` and `alse`, as words. */
const [NULL, TRUE, ALSE] = ['null', 'true', 'alse'].map(word => Buffer.from(word).readInt32LE(0))

/** Slots that are tried for a key: what came next the last time, and what came then. */
const MAX_TRIES = 4
/** Where nothing can be read. */
const NOT_HERE = -1
/** The slot of a key that the layout does not have. */
const UNKNOWN = -2

/** A value that is to be noted, or takes longer: it is read once its record is. */
export interface Odd {
  readonly slot: number
  readonly raw: unknown
  /** An amount as text that stands in its cell already: it is to be noted only. */
  readonly isRead: boolean
}

/** Reads arrays for a row. */
export interface Nesting {
  /** Reads what stands here under the key of a slot; where it ends, or -1 where it cannot be read. */
  arrayAt(window: JsonWindow, at: number, layout: RowLayout, slot: number): number
}

/**
 * Reads objects from their bytes, as a layout says. One that is not as the interface has it, with the same key twice, or no
 * JSON at all, is not read here; nor is one with keys that no table knows, but for entries.
 */
export class RowReader {
  /** Behind the object that was read last, its cells, its parties, and what is left to be read of it. */
  end = 0
  cells: Cell[] = []
  issuer = NOBODY
  recipient = NOBODY
  odd: Odd[] | null = null
  /** What an entry has under keys that its form does not know. Missing: null where there are none. */
  strange: Record<string, unknown> | null = null
  /** The key that was not foreseen last. */
  #unknown = ''
  readonly #nesting: Nesting
  readonly #amounts = new AmountReader()
  readonly #accounts = new AccountReader()
  readonly #cells: CellReader

  constructor(nesting: Nesting, cells: CellReader) {
    this.#nesting = nesting
    this.#cells = cells
  }

  /** Reads the object whose brace stands here into a row of nulls; false where it cannot be read here. */
  read(window: JsonWindow, from: number, layout: RowLayout, cells: Cell[]): boolean {
    const { bytes, view } = window
    const { kinds, next, seen, words, starts, lengths } = layout
    const object = ++layout.objects
    let issuer = NOBODY
    let recipient = NOBODY
    let odd: Odd[] | null = null
    let strange: Record<string, unknown> | null = null
    let slot = layout.count
    let at = from + 1
    for (;;) {
      if ((bytes[at] as number) <= SPACE) at = window.skipSpace(at)
      let found = next[slot] as number
      for (let tries = 1; ; tries++) {
        const length = lengths[found] as number
        const last = at + length - 4
        let word = starts[found] as number
        let i = at
        while (i < last && view.getInt32(i, true) === words[word]) {
          i += 4
          word++
        }
        if (i >= last && view.getInt32(last, true) === words[word]) {
          at += length
          break
        }
        if (tries === MAX_TRIES) {
          found = this.#slotOf(window, at, layout)
          if (found === NOT_HERE) return false
          if (found === UNKNOWN) break
          next[slot] = found
          at = this.end
          break
        }
        found = next[found] as number
      }
      if (found === UNKNOWN) {
        // What is no entry is read otherwise.
        if (layout.parties.length === 0) return false
        const key = this.#unknown
        const raw = this.#cells.rawAt(window, window.skipSpace(this.end))
        // That key would be set as no other is.
        if (raw === undefined || key === '__proto__') return false
        strange ??= {}
        strange[key] = raw
        at = window.skipSpace(this.#cells.end)
        const mark = bytes[at++]
        if (mark === COMMA) continue
        if (mark === CLOSE_BRACE) break
        return false
      }
      slot = found
      if (seen[slot] === object) return false
      seen[slot] = object
      let first = bytes[at] as number
      if (first <= SPACE) {
        at = window.skipSpace(at)
        first = bytes[at] as number
      }
      const kind = kinds[slot] as number
      if (kind === MONEY && first !== LETTER_N) {
        const second = bytes[at + 1] as number
        if (first === ZERO && (second === COMMA || second === CLOSE_BRACE)) {
          cells[slot] = 0
          at++
        } else {
          const isText = first === QUOTE
          const cents = this.#amounts.centsAt(window, isText ? at + 1 : at, isText)
          const isRead = !Number.isNaN(cents) && (!isText || bytes[this.#amounts.end] === QUOTE)
          if (isRead) cells[slot] = cents
          if (isRead && !isText) at = this.#amounts.end
          else if (isRead && layout.fields[slot]?.textual === true) at = this.#amounts.end + 1
          else {
            // An amount as text is noted, but where it is to be one.
            const raw = this.#cells.rawAt(window, at)
            if (raw === undefined) return false
            odd ??= []
            odd.push({ slot, raw, isRead })
            at = this.#cells.end
          }
        }
      } else if (first === LETTER_N && kind !== NESTED) {
        // No cell, or nobody.
        if (view.getInt32(at, true) !== NULL) return false
        at += 4
      } else if (kind === FLAG && first === LETTER_F && view.getInt32(at + 1, true) === ALSE) {
        cells[slot] = false
        at += 5
      } else if (kind === FLAG && first === LETTER_T && view.getInt32(at, true) === TRUE) {
        cells[slot] = true
        at += 4
      } else if (kind === ACCOUNT && this.#accounts.hasFour(window, at)) {
        cells[slot] = this.#accounts.four
        at = this.#accounts.end
      } else if (kind === NESTED) {
        at = this.#nesting.arrayAt(window, at, layout, slot)
        if (at === NOT_HERE) return false
      } else {
        const value = this.#cells.valueAt(window, at, layout, slot)
        if (value === undefined) return false
        at = this.#cells.end
        if (this.#cells.isOdd) {
          this.#cells.isOdd = false
          odd ??= []
          odd.push({ slot, raw: this.#cells.raw, isRead: false })
        } else if (kind !== PARTY) cells[slot] = value as Cell
        else if (slot === layout.fields.length) issuer = value as Party
        else recipient = value as Party
      }
      let mark = bytes[at] as number
      if (mark <= SPACE) {
        at = window.skipSpace(at)
        mark = bytes[at] as number
      }
      at++
      if (mark === COMMA) continue
      if (mark === CLOSE_BRACE) break
      return false
    }
    this.end = at
    this.cells = cells
    this.issuer = issuer
    this.recipient = recipient
    this.odd = odd
    this.strange = strange
    return true
  }

  /** The slot of a key that was not foreseen; its value stands at `end`. */
  #slotOf(window: JsonWindow, at: number, { slots }: RowLayout): number {
    if (window.bytes[at] !== QUOTE) return NOT_HERE
    const quote = window.endOfPlain(at + 1)
    if (quote === -1) return NOT_HERE
    const colon = window.skipSpace(quote + 1)
    if (window.bytes[colon] !== COLON) return NOT_HERE
    this.end = colon + 1
    this.#unknown = window.slice(at + 1, quote)
    return slots.get(this.#unknown) ?? UNKNOWN
  }
}
