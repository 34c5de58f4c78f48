import type { Origin } from '../core/issue.js'
import { type Site, step } from '../core/path.js'
import { isObject } from '../core/shape-of.js'
import { hasControl } from '../core/text.js'
import type { Field } from '../model/field.js'
import { AUTHORITIES } from '../model/providers.js'
import { RECORD } from '../model/record.js'
import { fieldsByName, keysOf } from '../model/shape.js'
import { FormAhead, RecordAhead, type RecordHead } from './ahead.js'
import type { Cell } from './cell.js'
import { readField } from './cells.js'
import { readFormObject } from './read-form-object.js'
import { Reading } from './reading.js'
import { usableId } from './record-id.js'
import { NOT_OBJECT, refusalOf } from './refusal.js'
import type { SourceRecord } from './source.js'
import type { FormsByKey } from './strange-forms.js'
import { knownKeys, mendedBy } from './unknown-keys.js'

type Raw = Readonly<Record<string, unknown>>
const RECORD_KEYS = knownKeys(RECORD.name, keysOf(RECORD), false, [...RECORD.owners, 'forms'])
const RECORD_FIELDS = fieldsByName(RECORD)

/**
 * Reads one record. Missing: null where the record is rejected, because it is not an object, has no usable id or its
 * forms are not an array; the issue says which.
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
  const refusal = id !== null && isObject(raw) && Array.isArray(raw['forms']) ? null : refusalOf(raw)
  reading.recordId = id
  if (typeof given === 'string' && given !== id && hasControl(given)) reading.noteControl(step(at, 'id'))
  if (refusal !== null || !isObject(raw) || id === null) {
    const { code, key, expected } = refusal ?? NOT_OBJECT
    const value = key === null ? raw : (raw as Record<string, unknown>)[key]
    reading.note(code, key === null ? at : step(at, key), { value, expected })
    return null
  }
  const formObjects = raw['forms'] as unknown[]
  const head = RecordAhead.headOf(raw)
  const record =
    head === null
      ? readHead(raw, id, reading, at)
      : new RecordRead(id, head, readOwner(raw, reading, at), at, reading.origin, raw)
  const place = step(at, 'forms')
  for (let i = 0; i < formObjects.length; i++)
    readFormObject(formObjects, i, record, forms, reading, step(place, i))
  return record
}

/** A record without its forms. */
function readHead(raw: Raw, id: string, reading: Reading, at: Site | null): SourceRecord {
  const met = mendedBy(raw, RECORD_KEYS, reading, at)
  const cell = (field: Field): Cell => readField(met, field, reading, at, null)
  const name = cell(RECORD_FIELDS.name) as string | null
  const taxpayerId = cell(RECORD_FIELDS.taxpayerId) as string | null
  const taxYear = cell(RECORD_FIELDS.taxYear) as number | null
  const providerId = cell(RECORD_FIELDS.providerId) as string | null
  const date = cell(RECORD_FIELDS.date) as string | null
  const rawFile = cell(RECORD_FIELDS.rawFile) as string | null
  const head = { name, taxYear, providerId, date, rawFile }
  return new RecordRead(id, head, taxpayerId, at, reading.origin, raw)
}

const readOwner = (raw: Raw, reading: Reading, at: Site | null): string | null =>
  readField({ raw, spelled: null }, RECORD_FIELDS.taxpayerId, reading, at, null) as string | null

/** A record, read; what it came as is parsed where it is asked for. */
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
    { name, taxYear, providerId, date, rawFile }: RecordHead,
    readonly taxpayerId: string | null,
    readonly at: Site | null,
    readonly origin: Origin | null,
    came: unknown,
  ) {
    this.name = name
    this.taxYear = taxYear
    this.providerId = providerId
    this.date = date
    this.rawFile = rawFile
    this.authority = providerId !== null && AUTHORITIES.includes(providerId)
    this.#came = came
  }

  get written(): string | null {
    return RecordAhead.writtenFormsOf(this.#came)
  }

  get raw(): Raw {
    return RecordAhead.wholeOf(this.#came) as Raw
  }
}

/** The year of a record, or of a value that is none; null where it has none that can be read. */
export function yearOfRecord(came: unknown): number | null {
  const raw = RecordAhead.wholeOf(came)
  if (!isObject(raw)) return null
  return readField({ raw, spelled: null }, RECORD_FIELDS.taxYear, new Reading(), null, null) as number | null
}

/** How many documents a record may have: entries of its forms, the forms themselves and the record count as one each. */
export function recordSizeOf(raw: unknown): number {
  const forms = isObject(raw) ? raw['forms'] : null
  if (!Array.isArray(forms)) return 1
  let size = 1 + forms.length
  for (const form of forms as readonly unknown[]) {
    if (!isObject(form)) continue
    if (form instanceof FormAhead) {
      for (const { entries } of form.arrays) size += entries.length
      continue
    }
    for (const key in form) {
      const entries = form[key]
      if (Array.isArray(entries)) size += entries.length
    }
  }
  return size
}
