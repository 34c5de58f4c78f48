import type { Site } from '../core/path.js'
import type { FormsByKey } from '../model/form.js'
import type { Standing } from './read-document.js'
import type { Reading } from './reading.js'
import type { SourceDocument } from './source.js'

/** An entry that a reader of bytes has parsed before its record. It takes the place of the raw JSON entry in the form array. */
export abstract class EntryAhead {
  /** Converts the entry to a document. Its issues are reported now. `array` is the path of its form array. */
  abstract documentOf(standing: Standing, entryIndex: number, reading: Reading, array: Site): SourceDocument
}

/** The text that a record was parsed from. */
interface Written {
  /** The text of the record's forms, or null if it was not kept. */
  readonly forms: string | null
  parse(): Record<string, unknown>
}

/** A record like the result of `JSON.parse`, except that entries of its forms may be parsed already. */
export class RecordAhead {
  [key: string]: unknown
  // Private fields, because any name may be a key of the data.
  readonly #forms: FormsByKey
  readonly #written: Written
  #whole: Record<string, unknown> | null = null

  constructor(forms: FormsByKey, written: Written) {
    this.#forms = forms
    this.#written = written
  }

  /** Returns a value as plain JSON. Parses the complete text of a record again if entries of it were parsed early. */
  static wholeOf(value: unknown): unknown {
    if (!isAhead(value)) return value
    value.#whole ??= value.#written.parse()
    return value.#whole
  }

  /**
   * Returns a record that can be read with these form tables. A record that was parsed with other tables becomes plain JSON.
   */
  static under(value: unknown, forms: FormsByKey): unknown {
    return isAhead(value) && value.#forms !== forms ? RecordAhead.wholeOf(value) : value
  }

  /** Returns the text of a record's forms, or null if it was not kept. */
  static writtenFormsOf(value: unknown): string | null {
    return isAhead(value) ? value.#written.forms : null
  }
}

const isAhead = (value: unknown): value is RecordAhead => value instanceof RecordAhead
