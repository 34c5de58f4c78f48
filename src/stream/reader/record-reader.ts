import { FormAhead, type FormHead, RecordAhead, type RecordHead } from '../../normalize/ahead.js'
import type { Cell } from '../../normalize/cell.js'
import type { FormsByKey } from '../../normalize/strange-forms.js'
import type { CellReader } from './cell-reader.js'
import { EntriesReader } from './entries-reader.js'
import { CLOSE_BRACE, CLOSE_BRACKET, type JsonScanner, LEFT } from './json-scanner.js'
import type { JsonWindow } from './json-window.js'
import { type EntryLayout, FORMS, ID, OWNER, type RecordLayouts } from './record-layouts.js'
import type { RowLayout } from './row-layout.js'
import { type Nesting, RowReader } from './row-reader.js'
import { type Done, WrittenRecord } from './written-record.js'

const [LETTER_N, OPEN_BRACKET, OPEN_BRACE] = [110, 91, 123]
const NOT_HERE = -1

/**
 * Reads records. One that is not as the interface has it comes out as its JSON, and so does a form object; the entries in
 * them are read ahead all the same.
 */
export class RecordReader implements Nesting {
  readonly #scanner: JsonScanner
  readonly #tables: FormsByKey
  readonly #layouts: RecordLayouts
  readonly #rows: RowReader
  readonly #entries: EntriesReader
  /** What is read of a record while it is read: the keys that say whose it is, and its form objects. */
  #id: unknown
  #owner: unknown
  #forms: Done | null = null
  /** The arrays of a form object while it is read, and where they stand. */
  #arrays: FormAhead['arrays'][number][] = []
  #done: Done[] = []

  constructor(scanner: JsonScanner, tables: FormsByKey, layouts: RecordLayouts, cells: CellReader) {
    this.#scanner = scanner
    this.#tables = tables
    this.#layouts = layouts
    this.#rows = new RowReader(this, cells)
    this.#entries = new EntriesReader(scanner, this.#rows)
  }

  /** Begins a value: what was read of another stands at other bytes, though their places may be the same. */
  begin(): void {
    this.#forms = null
  }

  /** The value that stands here in the place of a record. */
  read(): unknown {
    const scanner = this.#scanner
    const from = scanner.at
    if (scanner.byte !== OPEN_BRACE) return scanner.value()
    try {
      return this.plain() ?? this.odd()
    } catch (cause) {
      if (cause !== LEFT) throw cause
      scanner.at = from
      return scanner.value()
    }
  }

  /** The record whose brace stands here; null, and still here, where there is something odd about it. */
  plain(): RecordAhead | null {
    const scanner = this.#scanner
    const rows = this.#rows
    const { window, at: from } = scanner
    const layout = this.#layouts.record
    this.#id = undefined
    this.#owner = undefined
    this.#forms = null
    const isRead = rows.read(window, from, layout, [null, null, null, null, null])
    scanner.at = from
    // What was read of it ahead of the oddity is still there.
    const forms = this.#forms as Done | null
    if (!isRead || rows.odd !== null || typeof this.#id !== 'string' || forms === null) return null
    scanner.at = rows.end
    const record = new RecordAhead(
      this.#tables,
      new WrittenRecord(window.json, from, rows.end, forms),
      headOf(rows.cells),
    )
    record[ID] = this.#id
    if (this.#owner !== undefined) record[OWNER] = this.#owner
    record[FORMS] = forms.value
    return record
  }

  /** The record whose brace stands here, as `JSON.parse` would give it but for its entries. Throws LEFT. */
  odd(): RecordAhead {
    const scanner = this.#scanner
    const written = new WrittenRecord(scanner.window.json, scanner.at, scanner.at, null)
    const record = new RecordAhead(this.#tables, written, null)
    for (let more = scanner.begins(CLOSE_BRACE); more; more = scanner.goesOn(CLOSE_BRACE)) {
      const key = scanner.key()
      const from = scanner.at
      const isList = key === FORMS && scanner.byte === OPEN_BRACKET
      record[key] = isList ? this.#formsHere() : scanner.value()
      // Of two the last counts.
      if (key === FORMS) written.formsAt = isList ? { from, to: scanner.at } : null
    }
    written.to = scanner.at
    return record
  }

  /** Reads the arrays of records and form objects, and what else of a record is no cell. */
  arrayAt(_: JsonWindow, at: number, layout: RowLayout, slot: number): number {
    const scanner = this.#scanner
    scanner.at = at
    const key = layout.keys[slot] as string
    const { byte } = scanner
    if (layout === this.#layouts.record) {
      if (key === FORMS) {
        if (byte !== OPEN_BRACKET) return NOT_HERE
        this.#forms = null
        this.#forms = { from: at, value: this.#formsHere(), to: scanner.at }
      } else if (key === ID) this.#id = scanner.value()
      else this.#owner = scanner.value()
    } else if (byte === OPEN_BRACKET) this.#arrays.push(this.#arrayHere(key))
    // A form that is null is not there.
    else if (byte !== LETTER_N || scanner.value() !== null) return NOT_HERE
    return scanner.at
  }

  /** The form objects whose bracket stands here. Throws LEFT where there are other values among them. */
  #formsHere(): unknown {
    const scanner = this.#scanner
    const done = this.#forms
    if (done !== null && done.from === scanner.at) {
      scanner.at = done.to
      return done.value
    }
    const forms: unknown[] = []
    for (let more = scanner.begins(CLOSE_BRACKET); more; more = scanner.goesOn(CLOSE_BRACKET)) {
      // What is refused is kept in its array, as it came.
      if (scanner.byte !== OPEN_BRACE) throw LEFT
      forms.push(this.#form())
    }
    return forms
  }

  #form(): unknown {
    const scanner = this.#scanner
    const rows = this.#rows
    const { window, at: from } = scanner
    const arrays: FormAhead['arrays'][number][] = []
    this.#arrays = arrays
    this.#done = []
    const isRead = rows.read(window, from, this.#layouts.form, [null, null, null])
    if (isRead && rows.odd === null) {
      scanner.at = rows.end
      return new FormAhead(formHeadOf(rows.cells), arrays)
    }
    scanner.at = from
    const form: Record<string, unknown> = {}
    for (let more = scanner.begins(CLOSE_BRACE); more; more = scanner.goesOn(CLOSE_BRACE)) {
      const key = scanner.key()
      const isArray = this.#layouts.entries.has(key) && scanner.byte === OPEN_BRACKET
      form[key] = isArray ? this.#arrayHere(key).entries : scanner.value()
    }
    return form
  }

  /** The form array of a key whose bracket stands here. */
  #arrayHere(key: string): FormAhead['arrays'][number] {
    const scanner = this.#scanner
    const { plan, layout } = this.#layouts.entries.get(key) as EntryLayout
    const from = scanner.at
    const done = this.#done.find(each => each.from === from)
    if (done === undefined) {
      const entries = this.#entries.read(plan, layout) as readonly unknown[]
      this.#done.push({ from, to: scanner.at, value: entries })
      return { form: plan.form, entries }
    }
    scanner.at = done.to
    return { form: plan.form, entries: done.value as readonly unknown[] }
  }
}

/** The cells of a head in the order of its fields. */
const headOf = ([name, taxYear, providerId, date, rawFile]: readonly Cell[]): RecordHead =>
  ({ name, taxYear, providerId, date, rawFile }) as RecordHead

const formHeadOf = ([type, year, ssn]: readonly Cell[]): FormHead => ({ type, year, ssn }) as FormHead
