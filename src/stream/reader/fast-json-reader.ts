import { isObject } from '../../core/json-value.js'
import { getOrCreate } from '../../core/lists.js'
import { compileForm } from '../../model/compiled-form.js'
import type { FormsByKey } from '../../model/form.js'
import { classifyValue } from '../../normalize/classify-value.js'
import { PreparsedRecord } from '../../normalize/preparsed-record.js'
import { EntryLayout, FieldMeanings } from './entry-layout.js'
import { EntryReader } from './entry-reader.js'
import { CLOSE_BRACE, CLOSE_BRACKET, JsonScanner, type JsonText, NOT_SCANNABLE } from './json-scanner.js'

/*
 * The fast reader for JSON bytes. This file is its only entry point, and the rest of the program works without it.
 *
 * The problem: most bytes of an input belong to the entries of form arrays (87 % in our benchmark). A W-2 entry has
 * forty keys, and half of them have the value 0. `JSON.parse` creates an object for the entry, then `readDocument`
 * looks up every key again and creates a row of cells. The object is discarded immediately afterwards.
 *
 * This reader creates the row of cells directly from the entry's bytes. It avoids
 *
 * - objects: an entry becomes a `DocumentAhead`, which parses its bytes only if a caller requests its raw value;
 * - key strings: the key `"code_q":` is usually followed by `"code_w":`, as in the previous entry, so the bytes are
 *   compared with that key, four at a time (`EntryLayout.next`), and only unexpected keys are looked up;
 * - amount strings: `1772.5` becomes 177250 cents digit by digit (`JsonScanner.readCentsAt`);
 * - repeated reading: equal bytes of an employer or code become the same party or cell (`CachingCellReader`).
 *
 * It saves 5 to 14 % of the processor time of a conversion of 50 MB. At 200 MB there is more garbage to collect, and a
 * conversion without this reader takes 1.15 times as long with all tables and 1.35 times as long with three.
 *
 * Everything around the entries is still parsed by `JSON.parse`, but in one call per value. The *outline* of a value is
 * its text with each form array's entries replaced by the array's number. Only the outline is parsed. Parsing each
 * member separately cost 5 %.
 *
 * Apart from amounts, the reader does not know the rules of any field. It passes values to the ordinary readers of
 * `src/normalize` and keeps a result only if they report no issue. Otherwise, the ordinary readers read the smallest
 * possible part again with its record: a value (`DeferredValue`), an entry's unknown keys, an entry, a form array, or
 * the complete value, for which `read` returns undefined. `test/stream/two-readers.test.ts` checks that both readers
 * give equal results for valid and broken input.
 *
 * Example: `{"id":"r1","tax_year":"2024","forms":[{"type":"WAID","form_w2":[{"code_q":0,"code_w":360}]}]}`. The record
 * and the form object are the same as from `JSON.parse`, except that `form_w2` is a list of one `DocumentAhead` with
 * the cells 0 and 36000. The outline is `{"id":"r1","tax_year":"2024","forms":[{"type":"WAID","form_w2":[0]}]}`.
 */

const OPEN_BRACE = 123

/** Reads dossiers and records as `JSON.parse` does, except that their entries become `PreparsedDocument` objects. */
export class FastJsonReader {
  readonly #forms: FormsByKey
  readonly #layouts: ReadonlyMap<string, EntryLayout>
  readonly #scanner = new JsonScanner()
  readonly #entries: EntryReader
  /** The outline of the value up to the byte position `#copiedTo`. */
  #outline = ''
  #copiedTo = 0
  #formArrays: unknown[] = []

  private constructor(forms: FormsByKey) {
    const meanings = new FieldMeanings()
    this.#forms = forms
    this.#layouts = new Map(Array.from(forms, ([key, form]) => [key, new EntryLayout(compileForm(form), meanings)]))
    this.#entries = new EntryReader(this.#scanner, meanings.count)
  }

  /** Returns the reader for these form tables, which all callers share. */
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
      const written = new RecordRange(json, scanner.position)
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
   * Scans a record, adds it to the outline and reads its form arrays. If `mayBeDossier` is true, also scans a dossier's
   * `records` and returns the byte range of each. The item of a record that is not an object is null.
   */
  #outlineRecord(written: RecordRange, mayBeDossier: boolean): readonly (RecordRange | null)[] {
    const scanner = this.#scanner
    let records: (RecordRange | null)[] = []
    for (let hasNext = scanner.enter(CLOSE_BRACE); hasNext; hasNext = scanner.next(CLOSE_BRACE)) {
      const key = scanner.readArrayKey()
      const from = scanner.position
      // If a key is repeated, the last array is used, as with `JSON.parse`.
      if (key === 'records' && mayBeDossier) records = this.#outlineRecords()
      else if (key === 'forms') {
        this.#outlineForms()
        written.formsRange = [from, scanner.position]
      } else scanner.skipValue()
    }
    written.to = scanner.position
    return records
  }

  #outlineRecords(): (RecordRange | null)[] {
    const scanner = this.#scanner
    const records: (RecordRange | null)[] = []
    for (let hasNext = scanner.enter(CLOSE_BRACKET); hasNext; hasNext = scanner.next(CLOSE_BRACKET)) {
      const written = scanner.byte === OPEN_BRACE ? new RecordRange(scanner.json, scanner.position) : null
      records.push(written)
      if (written === null) scanner.skipValue()
      else this.#outlineRecord(written, false)
    }
    return records
  }

  #outlineForms(): void {
    const scanner = this.#scanner
    for (let hasForm = scanner.enter(CLOSE_BRACKET); hasForm; hasForm = scanner.next(CLOSE_BRACKET)) {
      // A form that is not an object is reported with its original array, so the complete value is parsed.
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

  /** Replaces the numbers in a record's parsed outline with the form arrays that they represent. */
  #complete(record: Record<string, unknown>, written: RecordRange): PreparsedRecord {
    // `Object.assign` would set the prototype instead of this key.
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

/** The byte range of a record in the text that it is read from. */
class RecordRange {
  readonly #json: JsonText
  readonly #from: number
  to: number
  /** The byte range of the record's `forms` array. Null if it has none. */
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
