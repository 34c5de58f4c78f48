import { isObject } from '../../core/json-value.js'
import { getOrCreate } from '../../core/lists.js'
import type { FormsByKey } from '../../model/form.js'
import { compileForm } from '../../model/plan.js'
import { PreparsedRecord } from '../../normalize/ahead.js'
import { classifyValue } from '../../normalize/kind-of-value.js'
import { EntryLayout, FieldMeanings } from './entry-layout.js'
import { EntryReader } from './entry-reader.js'
import { CLOSE_BRACE, CLOSE_BRACKET, JsonScanner, type JsonText, NOT_SCANNABLE } from './json-scanner.js'

/*
 * The fast reader of JSON bytes. This file is its only entry point, and the rest of the program works without it.
 *
 * The problem: most bytes of an input belong to the entries of form arrays (87 % in our benchmark). A W-2 is an entry of forty
 * keys, and half of them have the value 0. `JSON.parse` creates an object for the entry, then `readDocument` looks up every
 * key again and creates a row of cells. The object is garbage a moment later.
 *
 * This reader creates the row of cells directly from the bytes of the entry. It avoids
 *
 * - objects: an entry becomes a `DocumentAhead`, which parses its bytes only if a caller asks for its raw value;
 * - key strings: the key `"code_q":` is usually followed by `"code_w":`, as in the previous entry, so the bytes are compared
 *   with that key four at a time (`EntryLayout.next`), and only other keys are looked up;
 * - amount strings: `1772.5` becomes 177250 cents digit by digit (`JsonScanner.centsAt`);
 * - repeated reading: an employer or a code with the same bytes as before is the same party or cell (`CellReader`).
 *
 * It saves 5 to 14 % of the processor time of a conversion of 50 MB. At 200 MB there is more garbage to collect, and a
 * conversion without this reader takes 1.15 times as long with all tables and 1.35 times as long with three.
 *
 * Taxpayers, records and form objects are still parsed, but in one call per value. The *outline* of a value is its text with
 * the number of each form array in place of the entries. Only the outline is parsed. Parsing each member separately cost 5 %.
 *
 * The reader does not know the rules of any field. It gives values to the ordinary readers of `src/normalize` and keeps a
 * result only if they report no issue. Otherwise the ordinary readers do the work when the record is read. They get the
 * smallest possible part: a value (`DeferredValue`), the unknown keys of an entry, an entry, a form array, or the complete
 * line. For a complete line `read` returns undefined. `test/stream/two-readers.test.ts` checks that both readers give equal
 * results for valid and broken input.
 *
 * Example: `{"id":"r1","tax_year":"2024","forms":[{"type":"WAID","form_w2":[{"code_q":0,"code_w":360}]}]}`. The record and the
 * form object are the same as from `JSON.parse`, except that `form_w2` is a list of one `DocumentAhead` with the cells 0 and
 * 36000. The outline is `{"id":"r1","tax_year":"2024","forms":[{"type":"WAID","form_w2":[0]}]}`.
 */

const OPEN_BRACE = 123

/** Reads dossiers and records as `JSON.parse` does, except that their entries become `DocumentAhead` objects. */
export class FastJsonReader {
  readonly #forms: FormsByKey
  readonly #layouts: ReadonlyMap<string, EntryLayout>
  readonly #scanner = new JsonScanner()
  readonly #entries: EntryReader
  /** The outline so far. It covers the value up to the byte position `#copiedTo`. */
  #outline = ''
  #copiedTo = 0
  #formArrays: unknown[] = []

  private constructor(forms: FormsByKey) {
    const meanings = new FieldMeanings()
    this.#forms = forms
    this.#layouts = new Map(Array.from(forms, ([key, form]) => [key, new EntryLayout(compileForm(form), meanings)]))
    this.#entries = new EntryReader(this.#scanner, meanings.count)
  }

  /** Returns the reader for these form tables. */
  static forForms(forms: FormsByKey): FastJsonReader {
    return getOrCreate(readers, forms, () => new FastJsonReader(forms))
  }

  /** Reads a dossier or a record. Returns undefined if the caller must parse the bytes with `JSON.parse`. */
  read(json: JsonText): unknown {
    const scanner = this.#scanner.load(json)
    if (scanner.byte !== OPEN_BRACE) return undefined
    this.#outline = ''
    this.#copiedTo = 0
    this.#formArrays = []
    try {
      const written = new WrittenRecord(json, scanner.position)
      const writtenRecords = this.#outlineRecord(written, true)
      if (scanner.skipSpace(scanner.position) !== scanner.length) return undefined
      const value = json.parseBytes(this.#outline + json.bytes.slice(this.#copiedTo))
      if (!isObject(value)) return undefined
      const kind = classifyValue(value)
      if (kind === 'record' && !('records' in value)) return this.#complete(value, written)
      if (kind !== 'dossier' || 'forms' in value) return undefined
      const records = value['records']
      if (Array.isArray(records))
        for (const [i, written] of writtenRecords.entries())
          if (written !== null) records[i] = this.#complete(records[i], written)
      return value
    } catch (cause) {
      if (cause !== NOT_SCANNABLE) throw cause
      return undefined
    }
  }

  /**
   * Scans a record and adds its form arrays to the outline. If `mayBeDossier` is true, it also scans the records of a dossier
   * and returns the byte range of each. A record that is not an object is null.
   */
  #outlineRecord(written: WrittenRecord, mayBeDossier: boolean): readonly (WrittenRecord | null)[] {
    const scanner = this.#scanner
    let records: (WrittenRecord | null)[] = []
    for (let hasNext = scanner.enter(CLOSE_BRACE); hasNext; hasNext = scanner.next(CLOSE_BRACE)) {
      const key = scanner.readArrayKey()
      const from = scanner.position
      // If a key occurs twice, the last array counts, as with `JSON.parse`.
      if (key === 'records' && mayBeDossier) records = this.#outlineRecords()
      else if (key === 'forms') {
        this.#outlineForms()
        written.formsRange = [from, scanner.position]
      } else scanner.skipValue()
    }
    written.to = scanner.position
    return records
  }

  #outlineRecords(): (WrittenRecord | null)[] {
    const scanner = this.#scanner
    const records: (WrittenRecord | null)[] = []
    for (let hasNext = scanner.enter(CLOSE_BRACKET); hasNext; hasNext = scanner.next(CLOSE_BRACKET)) {
      const written = scanner.byte === OPEN_BRACE ? new WrittenRecord(scanner.json, scanner.position) : null
      records.push(written)
      if (written === null) scanner.skipValue()
      else this.#outlineRecord(written, false)
    }
    return records
  }

  #outlineForms(): void {
    const scanner = this.#scanner
    for (let hasForm = scanner.enter(CLOSE_BRACKET); hasForm; hasForm = scanner.next(CLOSE_BRACKET)) {
      // A form that is not an object is reported with its original array, so the whole value is parsed.
      if (scanner.byte !== OPEN_BRACE) throw NOT_SCANNABLE
      for (let hasNext = scanner.enter(CLOSE_BRACE); hasNext; hasNext = scanner.next(CLOSE_BRACE)) {
        const key = scanner.readArrayKey()
        const layout = key === null ? undefined : this.#layouts.get(key)
        if (layout === undefined) scanner.skipValue()
        else {
          this.#outline += `${scanner.json.bytes.slice(this.#copiedTo, scanner.position)}[${this.#formArrays.length}]`
          this.#formArrays.push(this.#entries.readArray(layout))
          this.#copiedTo = scanner.position
        }
      }
    }
  }

  /** Replaces the numbers in a parsed outline of a record with the form arrays that they stand for. */
  #complete(record: Record<string, unknown>, written: WrittenRecord): PreparsedRecord {
    // An assignment to this key would set the prototype.
    if (Object.hasOwn(record, '__proto__')) throw NOT_SCANNABLE
    const forms = record['forms']
    if (Array.isArray(forms))
      for (const form of forms as Record<string, unknown>[])
        for (const key in form) {
          const value = form[key]
          if (Array.isArray(value) && this.#layouts.has(key)) form[key] = this.#formArrays[value[0]]
        }
    return Object.assign(new PreparsedRecord(this.#forms, written), record)
  }
}

const readers = new WeakMap<FormsByKey, FastJsonReader>()

/** The byte range of a record in the text of its value. */
class WrittenRecord {
  readonly #json: JsonText
  readonly #from: number
  to: number
  /** The byte range of its `forms` array. Null if the record has none. */
  formsRange: readonly [from: number, to: number] | null = null

  constructor(json: JsonText, from: number) {
    this.#json = json
    this.#from = from
    this.to = from
  }

  get forms(): string | null {
    return this.formsRange === null ? null : this.#json.bytes.slice(...this.formsRange)
  }

  parse(): Record<string, unknown> {
    return this.#json.parse(this.#from, this.to) as Record<string, unknown>
  }
}
