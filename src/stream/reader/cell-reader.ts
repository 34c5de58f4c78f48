import type { Field } from '../../model/field.js'
import type { PartyPlan } from '../../model/plan.js'
import type { Cell } from '../../normalize/cell.js'
import { readCell } from '../../normalize/cells.js'
import { readParty } from '../../normalize/read-party.js'
import { Reading } from '../../normalize/reading.js'
import type { Party } from '../../normalize/source.js'
import type { JsonWindow } from './json-window.js'
import { PartyReader } from './party-reader.js'
import { type RowLayout, SCALAR } from './row-layout.js'
import { ValueCache } from './value-cache.js'

const [QUOTE, COMMA, CLOSE_BRACE] = [34, 44, 125]

type Value = Cell | Party

/** Reads cells and parties by the ordinary readers, and keeps what their bytes meant. */
export class CellReader {
  /** Behind the value that was read last. */
  end = 0
  /**
   * True where that is to be noted: it is read again with its record, from what it is. Whoever takes that says false: a
   * value in its place would be compared with values of many types.
   */
  isOdd = false
  raw: unknown = null
  readonly #scalars = new ValueCache<Cell | Party>(1 << 14, 8)
  readonly #larger = new ValueCache<Cell | Party>(1 << 13, 48)
  /** Where in the cache stands what was met last. */
  readonly #memories: Int32Array
  readonly #parties = new PartyReader()
  /** Notes nothing that lasts. */
  #trial = new Reading()

  /** Layouts number so many memories. */
  constructor(memories: number) {
    this.#memories = new Int32Array(memories)
  }

  /** A value that is no amount and no plain flag: from the cache, where one of its bytes was read before. */
  valueAt(window: JsonWindow, at: number, layout: RowLayout, slot: number): Value | undefined {
    const { bytes } = window
    const cache = (layout.kinds[slot] as number) <= SCALAR ? this.#scalars : this.#larger
    const meaning = layout.meanings[slot] as number
    const memory = layout.memories[slot] as number
    const before = this.#memories[memory] as number
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
    const found = cache.placeOf(window, meaning, at, end)
    const place = found < 0 ? ~found : found
    this.#memories[memory] = place
    if (found >= 0) {
      this.end = end
      return cache.at(place)
    }
    const value = this.#readAt(window, at, layout, slot)
    if (value !== undefined && !this.isOdd) cache.keep(place, window, meaning, at, end, value)
    return value
  }

  /** The same by the ordinary readers; undefined where it is no JSON. */
  #readAt(window: JsonWindow, at: number, layout: RowLayout, slot: number): Value | undefined {
    const { fields, parties } = layout
    const plan = parties[slot - fields.length] as PartyPlan
    if (slot >= fields.length) {
      const party = this.#parties.read(window, at, plan, this.#trial)
      if (party !== null && this.#trial.noted === 0) {
        this.end = this.#parties.end
        return party
      }
      if (party !== null) this.#trial = new Reading()
    }
    const raw = this.rawAt(window, at)
    if (raw === undefined) return undefined
    const trial = this.#trial
    const value =
      slot < fields.length
        ? readCell(raw, fields[slot] as Field, trial, null, null)
        : readParty(raw, plan, trial, null)
    if (trial.noted === 0) return value
    this.#trial = new Reading()
    this.isOdd = true
    this.raw = raw
    return null
  }

  /** The JSON value that begins here; undefined where there is none. */
  rawAt(window: JsonWindow, at: number): unknown {
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
}
