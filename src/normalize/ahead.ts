import type { Site } from '../core/path.js'
import type { FormsByKey } from '../model/form.js'
import type { Standing } from './read-document.js'
import type { Reading } from './reading.js'
import type { SourceDocument } from './source.js'

/** What stands in an entry's place where a reader of bytes has read it ahead of its record. */
export abstract class EntryAhead {
  /** The entry as the document that it is; what is odd about it is noted now. `array` is the place of its form array. */
  abstract documentOf(standing: Standing, entryIndex: number, reading: Reading, array: Site): SourceDocument
}

/** What a value was made of. */
interface Written {
  /** The bytes of its forms as text, where they are known. */
  readonly forms: string | null
  parse(): Record<string, unknown>
}

/** A record as `JSON.parse` gives it, except that entries of its forms may be read ahead. */
export class RecordAhead {
  [key: string]: unknown
  // Hidden, since any name may be a key of the data.
  readonly #forms: FormsByKey
  readonly #written: Written
  #whole: Record<string, unknown> | null = null

  constructor(forms: FormsByKey, written: Written) {
    this.#forms = forms
    this.#written = written
  }

  /** The value as it came. */
  static wholeOf(value: unknown): unknown {
    if (!isAhead(value)) return value
    value.#whole ??= value.#written.parse()
    return value.#whole
  }

  /** The value as it can be read under these tables: what was read ahead under others is read anew. */
  static under(value: unknown, forms: FormsByKey): unknown {
    return isAhead(value) && value.#forms !== forms ? RecordAhead.wholeOf(value) : value
  }

  /** The bytes of a record's forms as text. Missing: null where they are not known. */
  static writtenFormsOf(value: unknown): string | null {
    return isAhead(value) ? value.#written.forms : null
  }
}

const isAhead = (value: unknown): value is RecordAhead => value instanceof RecordAhead
