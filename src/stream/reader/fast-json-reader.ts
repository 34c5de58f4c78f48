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
 * conversion without it takes 1.15 times as long with all tables and 1.35 times as long with three. Taxpayers, the heads of
 * records and form objects are parsed: to read them ahead too took 700 lines, and saved up to 10 % of three tables at 200 MB.
 *
 * The reader knows the rules of no field. It gives values to the ordinary readers of `src/normalize` and keeps a result only
 * if they noted no issue. Everything else is left to them when the record is read, in the smallest part that will do: a
 * value (`DeferredValue`), the unknown keys of an entry, an entry, a form array, or the whole line, for which `read` returns
 * undefined. `test/stream/two-readers.test.ts` holds that both ways give equal results for valid and broken input.
 *
 * For example, of `{"id":"r1","tax_year":"2024","forms":[{"type":"WAID","form_w2":[{"code_q":0,"code_w":360}]}]}` the record
 * and the form object are as `JSON.parse` gives them, except that `form_w2` is a list of one `DocumentAhead` with the
 * cells 0 and 36000.
 */

const [OPEN_BRACKET, OPEN_BRACE] = [91, 123]

/** Reads dossiers and records as `JSON.parse` does, except that their entries are read ahead. */
export class FastJsonReader {
  readonly #forms: FormsByKey
  readonly #layouts: ReadonlyMap<string, EntryLayout>
  readonly #scanner = new JsonScanner()
  readonly #entries: EntryReader

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
    try {
      const value = this.#readRecord(true)
      if (scanner.skipSpace(scanner.at) !== scanner.length) return undefined
      const kind = kindOfValue(value)
      if (kind === 'record' && !('records' in value)) return value
      return kind === 'dossier' && !('forms' in value) ? { ...value } : undefined
    } catch (cause) {
      if (cause !== LEFT) throw cause
      return undefined
    }
  }

  /** Reads a record, or with `mayBeDossier` also a dossier, whose records may be read ahead. */
  #readRecord(mayBeDossier: boolean): RecordAhead {
    const scanner = this.#scanner
    const written = new WrittenRecord(scanner.json, scanner.at)
    const record = new RecordAhead(this.#forms, written)
    scanner.readItems(CLOSE_BRACE, () => {
      const key = scanner.key()
      const from = scanner.at
      const isArray = scanner.byte === OPEN_BRACKET
      if (isArray && mayBeDossier && key === 'records')
        record[key] = this.#readArray(() =>
          scanner.byte === OPEN_BRACE ? this.#readRecord(false) : scanner.value(),
        )
      else if (isArray && key === 'forms') record[key] = this.#readArray(() => this.#readForm())
      else record[key] = scanner.value()
      // If there are two, the last one counts.
      if (key === 'forms') written.formsAt = isArray ? [from, scanner.at] : null
    })
    written.to = scanner.at
    return record
  }

  #readForm(): Record<string, unknown> {
    const scanner = this.#scanner
    // A value that is not an object is reported with its array as it came.
    if (scanner.byte !== OPEN_BRACE) throw LEFT
    const form: Record<string, unknown> = {}
    scanner.readItems(CLOSE_BRACE, () => {
      const key = scanner.key()
      const layout = scanner.byte === OPEN_BRACKET ? this.#layouts.get(key) : undefined
      form[key] = layout === undefined ? scanner.value() : this.#entries.readArray(layout)
    })
    return form
  }

  #readArray(readItem: () => unknown): unknown[] {
    const items: unknown[] = []
    this.#scanner.readItems(CLOSE_BRACKET, () => items.push(readItem()))
    return items
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
