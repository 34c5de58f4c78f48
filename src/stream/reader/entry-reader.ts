import type { Cell } from '../../normalize/cell.js'
import { readCell } from '../../normalize/cells.js'
import { readParty } from '../../normalize/read-document.js'
import { Reading } from '../../normalize/reading.js'
import { NOBODY, type Party } from '../../normalize/source.js'
import type { Field } from '../../spec/field.js'
import { AmountReader } from './amount.js'
import { DocumentAhead, type Odd } from './document-ahead.js'
import { ACCOUNT, FLAG, type FormLayout, LARGE, MONEY } from './form-layout.js'
import type { JsonWindow } from './json-window.js'
import { ValueCache } from './value-cache.js'

const [QUOTE, COMMA, ZERO, CLOSE_BRACE, SPACE] = [34, 44, 48, 125, 32]
const [LETTER_F, LETTER_N, LETTER_T] = [102, 110, 116]
/** `null`, `true` and `alse`, as words. */
const [NULL, TRUE, ALSE] = ['null', 'true', 'alse'].map(word => Buffer.from(word).readInt32LE(0))

/** Keys that are tried where one was not the next. */
const MOST_TRIES = 3

/** The texts of four digits, once they are met. */
const FOURS: (string | undefined)[] = new Array<string | undefined>(10_000).fill(undefined)

/** Where nothing can be read. */
const NOT_HERE = -1

/** A value that is read once its record is. */
const ODD: unique symbol = Symbol('odd')
type Value = Cell | Party | typeof ODD

/**
 * Reads entries of form arrays from their bytes, as the layout of their form says. One that is not as the interface has
 * it, with keys that no table knows, the same key twice, or no JSON at all, is not read here.
 */
export class EntryReader {
  /** Behind the entry that was read last. */
  end = 0
  readonly #scalars = new ValueCache<Cell | Party>(1 << 14, 8)
  readonly #parties = new ValueCache<Cell | Party>(1 << 12, 48)
  readonly #amounts = new AmountReader()
  /** Notes nothing that lasts: what is noted is read again with its record. */
  #trial = new Reading()
  #row: readonly Cell[] = []
  /** The last four digits of the account that was read last. */
  #four = ''
  /** What is odd about the value that was read last. */
  #raw: unknown = null

  /** The entry whose brace stands here; null where it is not read. */
  read(window: JsonWindow, from: number, layout: FormLayout): DocumentAhead | null {
    const { bytes, view } = window
    const { plan, count, kinds, next, seen, words, starts, lengths } = layout
    const entry = ++layout.entries
    const cells: Cell[] = plan.blank.slice()
    let issuer = NOBODY
    let recipient = NOBODY
    let odd: Odd[] | null = null
    let slot = count
    let at = from + 1
    for (;;) {
      if ((bytes[at] as number) <= SPACE) at = window.skipSpace(at)
      let tried = next[slot] as number
      for (let tries = 0; ; tries++) {
        const length = lengths[tried] as number
        let word = starts[tried] as number
        const last = at + length - 4
        let i = at
        while (i < last && view.getInt32(i, true) === words[word]) {
          i += 4
          word++
        }
        if (i >= last && view.getInt32(last, true) === words[word]) {
          slot = tried
          at += length
          break
        }
        if (tries === MOST_TRIES) {
          const found = this.#slotOf(window, at, layout)
          if (found === NOT_HERE) return null
          next[slot] = found
          slot = found
          at = this.end
          break
        }
        tried = next[tried] as number
      }
      if (seen[slot] === entry) return null
      seen[slot] = entry
      let first = bytes[at] as number
      if (first <= SPACE) {
        at = window.skipSpace(at)
        first = bytes[at] as number
      }
      const kind = kinds[slot] as number
      let behind = at
      if (first === LETTER_N) {
        if (view.getInt32(at, true) !== NULL) return null
        behind = at + 4
      } else if (kind === MONEY) {
        const second = bytes[at + 1] as number
        if (first === ZERO && (second === COMMA || second === CLOSE_BRACE)) {
          cells[slot] = 0
          behind = at + 1
        } else {
          const cents = first === QUOTE ? Number.NaN : this.#amounts.centsAt(window, at)
          if (Number.isNaN(cents)) {
            // An amount as text is noted.
            const raw = this.#rawAt(window, at)
            if (raw === undefined) return null
            odd ??= []
            odd.push({ slot, raw })
            behind = this.end
          } else {
            cells[slot] = cents
            behind = this.#amounts.end
          }
        }
      } else if (kind === FLAG && first === LETTER_F && view.getInt32(at + 1, true) === ALSE) {
        cells[slot] = false
        behind = at + 5
      } else if (kind === FLAG && first === LETTER_T && view.getInt32(at, true) === TRUE) {
        cells[slot] = true
        behind = at + 4
      } else if (kind === ACCOUNT && this.#hasFour(window, at)) {
        cells[slot] = this.#four
        behind = this.end
      } else {
        const value = this.#valueAt(window, at, layout, slot)
        if (value === undefined) return null
        behind = this.end
        if (value === ODD) {
          odd ??= []
          odd.push({ slot, raw: this.#raw })
        } else if (slot < count - 2) cells[slot] = value as Cell
        else if (slot === count - 1) recipient = value as Party
        else issuer = value as Party
      }
      let mark = bytes[behind] as number
      if (mark <= SPACE) {
        behind = window.skipSpace(behind)
        mark = bytes[behind] as number
      }
      at = behind + 1
      if (mark === COMMA) continue
      if (mark === CLOSE_BRACE) break
      return null
    }
    this.end = at
    const row = odd === null ? this.#share(cells, plan.blank) : cells
    return new DocumentAhead(plan, row, issuer, recipient, odd, window.json, from, at)
  }

  /** The slot of a key that was not foreseen; its value stands at `end`. */
  #slotOf(window: JsonWindow, at: number, { slots }: FormLayout): number {
    if (window.bytes[at] !== QUOTE) return NOT_HERE
    const end = window.endOfPlain(at + 1)
    if (end === -1) return NOT_HERE
    const colon = window.skipSpace(end + 1)
    if (window.bytes[colon] !== 58) return NOT_HERE
    this.end = colon + 1
    return slots.get(window.slice(at + 1, end)) ?? NOT_HERE
  }

  /** True for the text of an account that is all digits, four at least; `#four` is the end of it. */
  #hasFour({ bytes }: JsonWindow, quote: number): boolean {
    if (bytes[quote] !== QUOTE) return false
    let at = quote + 1
    let four = 0
    for (;;) {
      const digit = (bytes[at] as number) - ZERO
      if (!(digit >= 0 && digit <= 9)) break
      four = (four * 10 + digit) % 10_000
      at++
    }
    if (bytes[at] !== QUOTE || at - quote < 5) return false
    this.end = at + 1
    let text = FOURS[four]
    if (text === undefined) {
      text = String(four + 10_000).slice(1)
      FOURS[four] = text
    }
    this.#four = text
    return true
  }

  /** A value that is no amount and no plain flag: from the cache, where one of its bytes was read before. */
  #valueAt(window: JsonWindow, at: number, layout: FormLayout, slot: number): Value | undefined {
    const { bytes } = window
    const cache = layout.kinds[slot] === LARGE ? this.#parties : this.#scalars
    const meaning = layout.meanings[slot] as number
    const before = layout.places[slot] as number
    const length = cache.lengthAt(before, window, meaning, at)
    if (length > 0) {
      const mark = bytes[at + length] as number
      if (mark === COMMA || mark === CLOSE_BRACE) {
        this.end = at + length
        return cache.at(before)
      }
    }
    const end = window.endOfValue(at)
    if (end === -1) return undefined
    if (end - at > cache.most) return this.#readAt(window, at, layout, slot)
    const place = cache.placeOf(window, meaning, at, end)
    layout.places[slot] = place
    if (cache.has(place, window, meaning, at, end)) {
      this.end = end
      return cache.at(place)
    }
    const value = this.#readAt(window, at, layout, slot)
    if (value !== undefined && value !== ODD) cache.keep(place, window, meaning, at, end, value)
    return value
  }

  /** The same by the ordinary readers; undefined where it is no JSON. */
  #readAt(window: JsonWindow, at: number, { plan, count }: FormLayout, slot: number): Value | undefined {
    const raw = this.#rawAt(window, at)
    if (raw === undefined) return undefined
    const trial = this.#trial
    const value =
      slot < count - 2
        ? readCell(raw, plan.fields[slot] as Field, trial, null, null)
        : readParty(raw, slot === count - 1 ? plan.recipient : plan.issuer, trial, null)
    if (trial.noted === 0) return value
    this.#trial = new Reading()
    this.#raw = raw
    return ODD
  }

  /** The JSON value that begins here; undefined where there is none. */
  #rawAt(window: JsonWindow, at: number): unknown {
    if (window.bytes[at] === QUOTE) {
      const quote = window.endOfPlain(at + 1)
      if (quote !== -1) {
        this.end = quote + 1
        return window.slice(at + 1, quote)
      }
    }
    this.end = window.endOfValue(at)
    return this.end === -1 ? undefined : window.parse(at, this.end)
  }

  /** The cells of the last entry where these are equal: of a flood of equal entries each would have a row of its own. */
  #share(cells: readonly Cell[], blank: readonly Cell[]): readonly Cell[] {
    if (isEqualRow(cells, this.#row)) return this.#row
    if (isEqualRow(cells, blank)) return blank
    this.#row = cells
    return cells
  }
}

function isEqualRow(a: readonly Cell[], b: readonly Cell[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
