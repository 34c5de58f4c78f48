import type { JsonPath } from '../core/json-path.js'
import type { FormsByKey } from '../model/form.js'
import type { ParseContext } from './parse-context.js'
import type { FormArrayContext } from './read-document.js'
import type { SourceDocument } from './source.js'

/** A form entry that a byte reader parsed before its record was complete. It replaces the raw entry in its array. */
export abstract class PreparsedEntry {
  /** Converts the entry to a document and reports its issues. `array` is the path of its form array. */
  abstract toDocument(
    formArray: FormArrayContext,
    entryIndex: number,
    context: ParseContext,
    array: JsonPath,
  ): SourceDocument
}

/** The text that a record was parsed from. */
interface RecordText {
  /** The text of the record's forms, or null if it was not kept. */
  readonly forms: string | null
  parse(): Record<string, unknown>
}

/** A record like the result of `JSON.parse`, except that entries of its forms may be parsed already. */
export class PreparsedRecord {
  [key: string]: unknown
  // Private fields, because any name may be a key of the data.
  readonly #forms: FormsByKey
  readonly #recordText: RecordText
  #plainRecord: Record<string, unknown> | null = null

  constructor(forms: FormsByKey, recordText: RecordText) {
    this.#forms = forms
    this.#recordText = recordText
  }

  /** Returns a value as plain JSON. Parses a record's complete text again if its entries were parsed early. */
  static toPlainJson(value: unknown): unknown {
    if (!isPreparsed(value)) return value
    value.#plainRecord ??= value.#recordText.parse()
    return value.#plainRecord
  }

  /**
   * Returns a record that can be read with these form tables. A record that was parsed with other tables becomes plain JSON.
   */
  static parseWithForms(value: unknown, forms: FormsByKey): unknown {
    return isPreparsed(value) && value.#forms !== forms ? PreparsedRecord.toPlainJson(value) : value
  }

  /** Returns the text of a record's forms, or null if it was not kept. */
  static readFormsText(value: unknown): string | null {
    return isPreparsed(value) ? value.#recordText.forms : null
  }
}

const isPreparsed = (value: unknown): value is PreparsedRecord => value instanceof PreparsedRecord
