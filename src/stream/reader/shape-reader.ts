import { isSpelledAsPerson } from '../../core/identifier.js'
import { jsonWithoutControls } from '../../core/json.js'
import { TaxpayerAhead } from '../../normalize/ahead.js'
import { readCell } from '../../normalize/cells.js'
import type { ShapeValue } from '../../normalize/read-shape.js'
import { Reading } from '../../normalize/reading.js'
import type { CellReader } from './cell-reader.js'
import { CLOSE_BRACKET, type JsonScanner, LEFT } from './json-scanner.js'
import type { JsonWindow } from './json-window.js'
import type { RowLayout } from './row-layout.js'
import { type Nesting, RowReader } from './row-reader.js'
import type { ShapeLayout } from './shape-layout.js'
import { ValueCache } from './value-cache.js'
import { WrittenRecord } from './written-record.js'

const [OPEN_BRACKET, BACKSLASH, OPEN_BRACE] = [91, 92, 123]
const NOT_HERE = -1
const MAX_REPEATED = 1 << 14

/** Reads taxpayers. One that is not as the interface has it comes out as its JSON. */
export class ShapeReader implements Nesting {
  readonly #scanner: JsonScanner
  readonly #taxpayer: ShapeLayout
  readonly #rows: RowReader
  readonly #shared = new ValueCache<ShapeValue>(1 << 11, 32)
  /** Notes nothing that lasts. */
  #trial = new Reading()
  /** The object that is read. */
  #layout: ShapeLayout
  #value: Record<string, unknown> = {}
  /** What the key holds that says whose the object is. */
  #id: unknown
  #last: unknown
  #lastBytes = ''

  constructor(scanner: JsonScanner, taxpayer: ShapeLayout, cells: CellReader) {
    this.#scanner = scanner
    this.#taxpayer = taxpayer
    this.#layout = taxpayer
    this.#rows = new RowReader(this, cells)
  }

  /** The value that stands here in the place of a taxpayer; several lines may have one: written as the last, it is that one. */
  taxpayer(): unknown {
    const scanner = this.#scanner
    const { window, at: from } = scanner
    const { json } = window
    if (this.#lastBytes !== '' && json.bytes.startsWith(this.#lastBytes, from))
      scanner.at = from + this.#lastBytes.length
    else {
      this.#last = this.#taxpayerHere() ?? scanner.value()
      this.#lastBytes =
        scanner.at - from > MAX_REPEATED || window.bytes[from] !== OPEN_BRACE
          ? ''
          : json.bytes.slice(from, scanner.at)
    }
    return this.#last
  }

  #taxpayerHere(): TaxpayerAhead | null {
    const scanner = this.#scanner
    const { window, at: from } = scanner
    if (scanner.byte !== OPEN_BRACE) return null
    this.#id = undefined
    try {
      const value = this.#read(this.#taxpayer)
      if (value !== null)
        return new TaxpayerAhead(this.#id, value, new WrittenRecord(window.json, from, scanner.at, null))
    } catch (cause) {
      if (cause !== LEFT) throw cause
    }
    scanner.at = from
    return null
  }

  /** The object whose brace stands here; null where there is something odd about it. */
  #read(layout: ShapeLayout): ShapeValue | null {
    const scanner = this.#scanner
    const { window, at: from } = scanner
    const { row, names, cells, memory } = layout
    let place = 0
    let to = 0
    if (memory !== 0) {
      to = window.endOfValue(from)
      if (to === -1 || to - from > this.#shared.most) to = 0
      else {
        place = this.#shared.placeOf(window, memory, from, to)
        if (place >= 0) {
          scanner.at = to
          return this.#shared.at(place)
        }
      }
    }
    const [outer, around] = [this.#layout, this.#value]
    const value: Record<string, unknown> = { ...layout.blank }
    this.#layout = layout
    this.#value = value
    cells.fill(null)
    const isRead = this.#rows.read(window, from, row, cells)
    this.#layout = outer
    this.#value = around
    if (!isRead || this.#rows.odd !== null) return null
    for (let slot = 0; slot < names.length; slot++) value[names[slot] as string] = cells[slot]
    scanner.at = this.#rows.end
    if (to !== 0) this.#shared.keep(~place, window, memory, from, to, value as ShapeValue)
    return value as ShapeValue
  }

  /** Reads what of an object is no plain cell. */
  arrayAt(_: JsonWindow, at: number, { fields }: RowLayout, slot: number): number {
    const scanner = this.#scanner
    const value = this.#value
    const { key, name, field, layout, isList } = this.#layout.parts[
      slot - fields.length
    ] as ShapeLayout['parts'][number]
    scanner.at = at
    if (layout === null || scanner.byte !== (isList ? OPEN_BRACKET : OPEN_BRACE)) {
      const raw = scanner.value()
      if (layout !== null) return raw === null ? scanner.at : NOT_HERE
      if (field === null) {
        // Without an escape, or a byte of more than 126, there is no control character in it.
        const passed = this.#isPlain(at, scanner.at) ? raw : jsonWithoutControls(raw)
        value['passed'] = { ...(value['passed'] as object), [key]: passed }
      } else {
        const cell = readCell(raw, field, this.#trial, null, null)
        if (this.#trial.noted > 0) {
          this.#trial = new Reading()
          return NOT_HERE
        }
        value[name] = cell
        if (field.type !== 'identifier') this.#id = raw
        else if (isSpelledAsPerson(raw)) value['person'] = true
      }
    } else if (isList) {
      const items: ShapeValue[] = []
      for (let more = scanner.begins(CLOSE_BRACKET); more; more = scanner.goesOn(CLOSE_BRACKET)) {
        if (scanner.byte !== OPEN_BRACE) throw LEFT
        const item = this.#read(layout)
        if (item === null) return NOT_HERE
        items.push(item)
      }
      value[name] = items
    } else {
      const inner = this.#read(layout)
      if (inner === null) return NOT_HERE
      value[name] = inner
    }
    return scanner.at
  }

  #isPlain(from: number, to: number): boolean {
    const { bytes } = this.#scanner.window
    for (let at = from; at < to; at++) {
      const byte = bytes[at] as number
      if (byte > 126 || byte === BACKSLASH) return false
    }
    return true
  }
}
