import type { Site } from '../core/path.js'
import type { FormTable } from '../model/form.js'
import type { Standing } from './read-document.js'
import type { ShapeValue } from './read-shape.js'
import type { Reading } from './reading.js'
import type { SourceDocument, SourceForm, SourceRecord } from './source.js'
import type { FormsByKey } from './strange-forms.js'

/** What stands in an entry's place where a reader of bytes has read it ahead of its record. */
export abstract class EntryAhead {
  /** The entry as the document that it is; what is odd about it is noted now. `array` is the place of its form array. */
  abstract documentOf(standing: Standing, entryIndex: number, reading: Reading, array: Site): SourceDocument
}

/** The cells of a form object. */
export type FormHead = Pick<SourceForm, 'type' | 'year' | 'ssn'>

/** A form array, with entries that may be read ahead. */
interface ArrayAhead {
  readonly form: FormTable
  readonly entries: readonly unknown[]
}

/** What stands in the place of a form object with nothing odd about it: its arrays in the order in which they came. */
export class FormAhead {
  constructor(
    readonly head: FormHead,
    readonly arrays: readonly ArrayAhead[],
  ) {}
}

/** The cells of a record that do not say whose it is. */
export type RecordHead = Pick<SourceRecord, 'name' | 'taxYear' | 'providerId' | 'date' | 'rawFile'>

/** What a value was made of. */
interface Written {
  /** The bytes of its forms as text, where they are known. */
  readonly forms: string | null
  parse(): Record<string, unknown>
}

/**
 * A record as `JSON.parse` gives it, but that its forms or their entries may be read ahead. Its own keys are those of the
 * JSON; of one whose head is read ahead only those which say whose it is, and its forms.
 */
export class RecordAhead {
  [key: string]: unknown
  // Hidden, since any name may be a key of the data.
  readonly #forms: FormsByKey
  readonly #written: Written
  readonly #head: RecordHead | null
  #whole: Record<string, unknown> | null = null

  constructor(forms: FormsByKey, written: Written, head: RecordHead | null) {
    this.#forms = forms
    this.#written = written
    this.#head = head
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

  /** The head that was read ahead. Missing: null where it was not. */
  static headOf(value: unknown): RecordHead | null {
    return isAhead(value) ? value.#head : null
  }
}

/** What stands in the place of a taxpayer that was read ahead, with the key that says who it is. */
export class TaxpayerAhead {
  readonly id: unknown
  readonly #read: ShapeValue
  readonly #written: Pick<Written, 'parse'>

  constructor(id: unknown, read: ShapeValue, written: Pick<Written, 'parse'>) {
    this.id = id
    this.#read = read
    this.#written = written
  }

  /** The value as it came. */
  static wholeOf(value: unknown): unknown {
    return value instanceof TaxpayerAhead ? value.#written.parse() : value
  }

  /** What it was read as. Missing: null where it was not read ahead. */
  static readOf(value: unknown): ShapeValue | null {
    return value instanceof TaxpayerAhead ? value.#read : null
  }
}

const isAhead = (value: unknown): value is RecordAhead => value instanceof RecordAhead
