import { getOrCreate } from '../../core/lists.js'
import { kindOfValue } from '../../normalize/kind-of-value.js'
import type { FormsByKey } from '../../normalize/strange-forms.js'
import { CellReader } from './cell-reader.js'
import { CLOSE_BRACE, CLOSE_BRACKET, JsonScanner, LEFT } from './json-scanner.js'
import type { JsonText } from './json-text.js'
import { KeyWords } from './key-words.js'
import { FORMS, layoutsOf } from './record-layouts.js'
import { RecordReader } from './record-reader.js'
import { ShapeReader } from './shape-reader.js'

const [OPEN_BRACKET, OPEN_BRACE] = [91, 123]
const TAXPAYER = new KeyWords(['taxpayer'])

/**
 * Reads dossiers and records from their bytes as `JSON.parse` does, but that taxpayers and entries come out as what they are
 * read as. Whatever is not as the interface has it is parsed, by the smallest part: a cell, an entry, an array, a record.
 */
export class ValueReader {
  readonly #scanner = new JsonScanner()
  readonly #records: RecordReader
  readonly #shapes: ShapeReader

  constructor(forms: FormsByKey) {
    const layouts = layoutsOf(forms)
    const cells = new CellReader(layouts.memories)
    this.#records = new RecordReader(this.#scanner, forms, layouts, cells)
    this.#shapes = new ShapeReader(this.#scanner, layouts.taxpayer, cells)
  }

  /** The reader of these tables. */
  static of(forms: FormsByKey): ValueReader {
    return getOrCreate(readers, forms, () => new ValueReader(forms))
  }

  /** The dossier or record of a line of UTF-8; undefined where the line is to be parsed. */
  read(json: JsonText): unknown {
    const scanner = this.#scanner
    const window = scanner.window.take(json)
    this.#records.begin()
    scanner.at = window.skipSpace(0)
    if (scanner.byte !== OPEN_BRACE) return undefined
    try {
      const value = this.#valueHere()
      return window.skipSpace(scanner.at) === window.end ? value : undefined
    } catch (cause) {
      if (cause !== LEFT) throw cause
      return undefined
    }
  }

  /** Throws LEFT for what is neither a dossier nor a record. */
  #valueHere(): unknown {
    const scanner = this.#scanner
    const from = scanner.at
    // No record has that key, and most dossiers begin with it.
    const record = TAXPAYER.standsAt(scanner.window.view, from + 1, 0) ? null : this.#records.plain()
    if (record !== null) {
      if (kindOfValue(record) !== 'record' || (record[FORMS] as readonly unknown[]).length === 0) throw LEFT
      return record
    }
    const dossier: Record<string, unknown> = {}
    let holdsForms = false
    for (let more = scanner.begins(CLOSE_BRACE); more; more = scanner.goesOn(CLOSE_BRACE)) {
      const key = scanner.key()
      if (key === FORMS) holdsForms = true
      if (key === 'taxpayer') dossier[key] = this.#shapes.taxpayer()
      else if (key === 'records' && scanner.byte === OPEN_BRACKET) dossier[key] = this.#recordsHere()
      else dossier[key] = scanner.value()
    }
    if (!holdsForms && kindOfValue(dossier) === 'dossier') return dossier
    scanner.at = from
    const odd = this.#records.odd()
    if (kindOfValue(odd) !== 'record') throw LEFT
    return odd
  }

  #recordsHere(): unknown[] {
    const scanner = this.#scanner
    const records: unknown[] = []
    for (let more = scanner.begins(CLOSE_BRACKET); more; more = scanner.goesOn(CLOSE_BRACKET))
      records.push(this.#records.read())
    return records
  }
}

const readers = new WeakMap<FormsByKey, ValueReader>()
