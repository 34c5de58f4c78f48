import { isObject } from '../../core/json-value.js'
import { getOrCreate } from '../../core/lists.js'
import type { FormsByKey } from '../../model/form.js'
import { planOf } from '../../model/plan.js'
import { RecordAhead } from '../../normalize/ahead.js'
import { kindOfValue } from '../../normalize/kind-of-value.js'
import { EntryLayout, Meanings } from './entry-layout.js'
import { EntryReader } from './entry-reader.js'
import { CLOSE_BRACE, CLOSE_BRACKET, JsonScanner, type JsonText, LEFT } from './json-scanner.js'

/*
 * The fast reader of JSON bytes. This file is its only entrance, and the rest of the program works without it.
 *
 * The problem: most of an input are the entries of form arrays (87 % of the bytes of our benchmark). A W-2 is an entry of forty
 * keys, and half of them hold 0. `JSON.parse` makes an object of them, and `readDocument` looks every key up again and makes
 * a row of cells. The object is garbage a moment later.
 *
 * This reader makes the row of cells straight from the bytes of the entry. It avoids
 *
 * - objects: an entry becomes a `DocumentAhead`, which parses its bytes only if somebody asks for its raw value;
 * - texts of keys: after `"code_q":` most often comes `"code_w":` as in the entry before, so the bytes are compared with that
 *   key four at a time (`EntryLayout.next`), and only other keys are looked up;
 * - texts of amounts: `1772.5` becomes 177250 cents digit by digit (`JsonScanner.centsAt`);
 * - reading equal values again: an employer or a code with the same bytes as before is the same party or cell (`CellReader`).
 *
 * It bought 5 to 14 % of the processor time of a conversion of 50 MB. At 200 MB, where more garbage is collected, a
 * conversion without it takes 1.15 times as long with all tables and 1.35 times as long with three.
 *
 * Taxpayers, records and form objects are parsed, all of a value at once: the *outline* of a value is its text with the
 * number of each form array in place of the entries. To parse each member on its own cost 5 %.
 *
 * The reader knows the rules of no field. It gives values to the ordinary readers of `src/normalize` and keeps a result only
 * if they noted no issue. Everything else is left to them when the record is read, in the smallest part that will do: a
 * value (`DeferredValue`), the unknown keys of an entry, an entry, a form array, or the whole line, for which `read` returns
 * undefined. `test/stream/two-readers.test.ts` holds that both ways give equal results for valid and broken input.
 *
 * For example, of `{"id":"r1","tax_year":"2024","forms":[{"type":"WAID","form_w2":[{"code_q":0,"code_w":360}]}]}` the record
 * and the form object are as `JSON.parse` gives them, except that `form_w2` is a list of one `DocumentAhead` with the
 * cells 0 and 36000. The outline is `{"id":"r1","tax_year":"2024","forms":[{"type":"WAID","form_w2":[0]}]}`.
 */

const OPEN_BRACE = 123

/** Reads dossiers and records as `JSON.parse` does, except that their entries are read ahead. */
export class FastJsonReader {
  readonly #forms: FormsByKey
  readonly #layouts: ReadonlyMap<string, EntryLayout>
  readonly #scanner = new JsonScanner()
  readonly #entries: EntryReader
  /** The outline so far: the value up to `#copiedTo`, with the number of each form array in its place. */
  #outline = ''
  #copiedTo = 0
  #formArrays: unknown[] = []

  private constructor(forms: FormsByKey) {
    const meanings = new Meanings()
    this.#forms = forms
    this.#layouts = new Map(
      Array.from(forms, ([key, form]) => [key, new EntryLayout(planOf(form), meanings)]),
    )
    this.#entries = new EntryReader(this.#scanner, meanings.count)
  }

  /** Returns the reader of these form tables. */
  static of(forms: FormsByKey): FastJsonReader {
    return getOrCreate(readers, forms, () => new FastJsonReader(forms))
  }

  /** Reads a dossier or a record. Returns undefined if the bytes must be parsed instead. */
  read(json: JsonText): unknown {
    const scanner = this.#scanner.take(json)
    if (scanner.byte !== OPEN_BRACE) return undefined
    this.#outline = ''
    this.#copiedTo = 0
    this.#formArrays = []
    try {
      const written = new WrittenRecord(json, scanner.at)
      const writtenRecords = this.#outlineRecord(written, true)
      if (scanner.skipSpace(scanner.at) !== scanner.length) return undefined
      const value = json.parseBytes(this.#outline + json.bytes.slice(this.#copiedTo))
      if (!isObject(value)) return undefined
      const kind = kindOfValue(value)
      if (kind === 'record' && !('records' in value)) return this.#complete(value, written)
      if (kind !== 'dossier' || 'forms' in value) return undefined
      const records = value['records']
      if (Array.isArray(records))
        for (const [i, written] of writtenRecords.entries())
          if (written !== null) records[i] = this.#complete(records[i], written)
      return value
    } catch (cause) {
      if (cause !== LEFT) throw cause
      return undefined
    }
  }

  /**
   * Goes through a record and adds its form arrays to the outline. With `mayBeDossier` it also goes through the records of
   * a dossier, and returns where each is. A record that is not an object is null.
   */
  #outlineRecord(written: WrittenRecord, mayBeDossier: boolean): readonly (WrittenRecord | null)[] {
    const scanner = this.#scanner
    let records: (WrittenRecord | null)[] = []
    for (let hasNext = scanner.enter(CLOSE_BRACE); hasNext; hasNext = scanner.next(CLOSE_BRACE)) {
      const key = scanner.keyOfArray()
      const from = scanner.at
      // If there are two arrays of one key, the last one counts.
      if (key === 'records' && mayBeDossier) records = this.#outlineRecords()
      else if (key === 'forms') {
        this.#outlineForms()
        written.formsAt = [from, scanner.at]
      } else scanner.skipValue()
    }
    written.to = scanner.at
    return records
  }

  #outlineRecords(): (WrittenRecord | null)[] {
    const scanner = this.#scanner
    const records: (WrittenRecord | null)[] = []
    for (let hasNext = scanner.enter(CLOSE_BRACKET); hasNext; hasNext = scanner.next(CLOSE_BRACKET)) {
      const written = scanner.byte === OPEN_BRACE ? new WrittenRecord(scanner.json, scanner.at) : null
      records.push(written)
      if (written === null) scanner.skipValue()
      else this.#outlineRecord(written, false)
    }
    return records
  }

  #outlineForms(): void {
    const scanner = this.#scanner
    for (let hasForm = scanner.enter(CLOSE_BRACKET); hasForm; hasForm = scanner.next(CLOSE_BRACKET)) {
      // A value that is not an object is reported with its array as it came.
      if (scanner.byte !== OPEN_BRACE) throw LEFT
      for (let hasNext = scanner.enter(CLOSE_BRACE); hasNext; hasNext = scanner.next(CLOSE_BRACE)) {
        const key = scanner.keyOfArray()
        const layout = key === null ? undefined : this.#layouts.get(key)
        if (layout === undefined) scanner.skipValue()
        else {
          this.#outline += `${scanner.json.bytes.slice(this.#copiedTo, scanner.at)}[${this.#formArrays.length}]`
          this.#formArrays.push(this.#entries.readArray(layout))
          this.#copiedTo = scanner.at
        }
      }
    }
  }

  /** Puts the form arrays of a parsed record in the places of their numbers. */
  #complete(record: Record<string, unknown>, written: WrittenRecord): RecordAhead {
    // Assigning this key would set the prototype.
    if (Object.hasOwn(record, '__proto__')) throw LEFT
    const forms = record['forms']
    if (Array.isArray(forms))
      for (const form of forms as Record<string, unknown>[])
        for (const key in form) {
          const value = form[key]
          if (Array.isArray(value) && this.#layouts.has(key)) form[key] = this.#formArrays[value[0]]
        }
    return Object.assign(new RecordAhead(this.#forms, written), record)
  }
}

const readers = new WeakMap<FormsByKey, FastJsonReader>()

/** The bytes of a record. */
class WrittenRecord {
  readonly #json: JsonText
  readonly #from: number
  to: number
  /** Where its forms are. */
  formsAt: readonly [from: number, to: number] | null = null

  constructor(json: JsonText, from: number) {
    this.#json = json
    this.#from = from
    this.to = from
  }

  get forms(): string | null {
    return this.formsAt === null ? null : this.#json.bytes.slice(...this.formsAt)
  }

  parse(): Record<string, unknown> {
    return this.#json.parse(this.#from, this.to) as Record<string, unknown>
  }
}
