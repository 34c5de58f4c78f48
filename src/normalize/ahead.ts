import type { Site } from '../core/path.js'
import type { Standing } from './read-document.js'
import type { Reading } from './reading.js'
import type { SourceDocument } from './source.js'
import type { FormsByKey } from './strange-forms.js'

/** What stands in an entry's place where a reader of bytes has read it ahead of its record. */
export abstract class EntryAhead {
  /** The entry as the document that it is; what is odd about it is noted now. */
  abstract documentOf(standing: Standing, entryIndex: number, reading: Reading, at: Site): SourceDocument
}

/** What a value was made of. */
interface Written {
  parse(): Record<string, unknown>
}

/** A record as `JSON.parse` gives it, but that entries of its form arrays are read ahead. Its own keys are those of the JSON. */
export class RecordAhead {
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
    if (typeof value !== 'object' || value === null || !(#written in value)) return value
    value.#whole ??= value.#written.parse()
    return value.#whole
  }

  /** The value as it can be read under these tables: entries that were read under others are read anew. */
  static under(value: unknown, forms: FormsByKey): unknown {
    return typeof value === 'object' && value !== null && #written in value && value.#forms !== forms
      ? RecordAhead.wholeOf(value)
      : value
  }
}
