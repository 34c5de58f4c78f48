import type { Origin } from '../core/issue.js'
import { isObject } from '../core/json-value.js'
import { type Site, step } from '../core/path.js'
import { hasControl } from '../core/text.js'
import type { Cell, Field } from '../model/field.js'
import type { FormsByKey } from '../model/form.js'
import { AUTHORITIES } from '../model/providers.js'
import { fieldsByName, keysOf, RECORD } from '../model/record.js'
import { RecordAhead } from './ahead.js'
import { readCell } from './cells.js'
import { usableId } from './envelope.js'
import { NOT_OBJECT, refusalOf } from './kind-of-value.js'
import { readFormObject } from './read-form-object.js'
import { Reading } from './reading.js'
import type { SourceRecord } from './source.js'
import { fieldAsSpelled, knownKeys, mendedBy } from './unknown-keys.js'

type Raw = Readonly<Record<string, unknown>>
const RECORD_KEYS = knownKeys(RECORD.name, keysOf(RECORD), false, [...RECORD.owners, 'forms'])
const {
  name: NAME,
  taxpayerId: TAXPAYER_ID,
  taxYear: TAX_YEAR,
  providerId: PROVIDER_ID,
  date: DATE,
  rawFile: RAW_FILE,
} = fieldsByName(RECORD)

/**
 * Reads one record. Returns null if the record is rejected: it is not an object, it has no usable id, or its forms are not an
 * array. The issue says which.
 */
export function readSourceRecord(
  came: unknown,
  forms: FormsByKey,
  reading: Reading,
  at: Site | null,
): SourceRecord | null {
  const raw = RecordAhead.under(came, forms)
  reading.startRecord()
  const given = isObject(raw) ? raw['id'] : null
  const id = usableId(given)
  const formObjects = id === null ? null : (raw as Raw)['forms']
  reading.recordId = id
  if (typeof given === 'string' && given !== id && hasControl(given)) reading.noteControl(step(at, 'id'))
  if (!isObject(raw) || id === null || !Array.isArray(formObjects)) {
    const { code, key, expected, explanation } = refusalOf(raw) ?? NOT_OBJECT
    const value = key === null ? raw : (raw as Record<string, unknown>)[key]
    const place = key === null ? at : step(at, key)
    reading.note(code, place, explanation === undefined ? { value, expected } : { more: explanation })
    return null
  }
  const record = readHead(raw, id, reading, at)
  const place = step(at, 'forms')
  for (let i = 0; i < formObjects.length; i++)
    readFormObject(formObjects, i, record, forms, reading, step(place, i))
  return record
}

/** Reads a record without its forms. */
function readHead(raw: Raw, id: string, reading: Reading, at: Site | null): SourceRecord {
  const { raw: of, spelled } = mendedBy(raw, RECORD_KEYS, reading, at)
  const cell = (value: unknown, field: Field): Cell =>
    readCell(value, fieldAsSpelled(field, spelled), reading, at, null)
  // Each key is looked up in a statement of its own: V8 finds a key fast if it is always the same at one place in the code.
  const name = cell(of[NAME.key], NAME) as string | null
  const taxpayerId = cell(of[TAXPAYER_ID.key], TAXPAYER_ID) as string | null
  const taxYear = cell(of[TAX_YEAR.key], TAX_YEAR) as number | null
  const providerId = cell(of[PROVIDER_ID.key], PROVIDER_ID) as string | null
  const date = cell(of[DATE.key], DATE) as string | null
  const rawFile = cell(of[RAW_FILE.key], RAW_FILE) as string | null
  const head = { name, taxYear, providerId, date, rawFile }
  return new RecordRead(id, head, taxpayerId, at, reading.origin, raw)
}

/** The fields of a record, except those about its owner. */
type RecordHead = Pick<SourceRecord, 'name' | 'taxYear' | 'providerId' | 'date' | 'rawFile'>

/** A record after reading. Its plain JSON is parsed only when it is needed. */
class RecordRead implements SourceRecord {
  readonly name: string | null
  readonly taxYear: number | null
  readonly providerId: string | null
  readonly date: string | null
  readonly rawFile: string | null
  readonly authority: boolean
  readonly forms: SourceRecord['forms'] = []
  readonly documents: SourceRecord['documents'] = []
  readonly unreadableEntries: SourceRecord['unreadableEntries'] = []
  readonly rejectedEntries: SourceRecord['rejectedEntries'] = []
  readonly unrecognized: SourceRecord['unrecognized'] = []
  readonly unknownForms: SourceRecord['unknownForms'] = []
  readonly #came: unknown

  constructor(
    readonly id: string,
    head: RecordHead,
    readonly taxpayerId: string | null,
    readonly at: Site | null,
    readonly origin: Origin | null,
    came: unknown,
  ) {
    this.name = head.name
    this.taxYear = head.taxYear
    this.providerId = head.providerId
    this.date = head.date
    this.rawFile = head.rawFile
    this.authority = head.providerId !== null && AUTHORITIES.includes(head.providerId)
    this.#came = came
  }

  get written(): string | null {
    return RecordAhead.writtenFormsOf(this.#came)
  }

  get raw(): Raw {
    return RecordAhead.wholeOf(this.#came) as Raw
  }
}

/** Returns the tax year of a record or of a value that is not a record; null if the year is absent or unreadable. */
export function yearOfRecord(came: unknown): number | null {
  const raw = RecordAhead.wholeOf(came)
  if (!isObject(raw)) return null
  return readCell(raw[TAX_YEAR.key], TAX_YEAR, new Reading(), null, null) as number | null
}

/** Returns the number of documents that a record may have. Entries, form objects and the record itself count as one each. */
export function recordSizeOf(raw: unknown): number {
  const forms = isObject(raw) ? raw['forms'] : null
  if (!Array.isArray(forms)) return 1
  let size = 1 + forms.length
  for (const form of forms as readonly unknown[]) {
    if (!isObject(form)) continue
    for (const key in form) {
      const entries = form[key]
      if (Array.isArray(entries)) size += entries.length
    }
  }
  return size
}
