import type { Identifier } from '../core/identifier.js'
import type { Origin } from '../core/issue.js'
import { isTooDeep } from '../core/json.js'
import { type Site, step, stepForm, stepSpelled } from '../core/path.js'
import { isObject } from '../core/shape-of.js'
import { hasControl, isAbsent, spaced, withoutControls } from '../core/text.js'
import { isWithoutIncome } from '../forms/no-income.js'
import type { Field } from '../model/field.js'
import { planOf } from '../model/plan.js'
import { AUTHORITIES, FORM_OBJECT, fieldsByName, RECORD, type Shape } from '../model/shape.js'
import { EntryAhead, FormAhead, RecordAhead, type RecordHead, sizeOfAhead } from './ahead.js'
import type { Cell } from './cell.js'
import { readField } from './cells.js'
import { readDocument, type Standing } from './read-document.js'
import { Reading } from './reading.js'
import type { SourceForm, SourceRecord } from './source.js'
import { type FormsByKey, formMeantBy, spellingsOf, strangeFormsOf } from './strange-forms.js'
import { fieldAsSpelled, isNothing, knownKeys, mendedBy } from './unknown-keys.js'

type Raw = Readonly<Record<string, unknown>>

const keysOf = ({ fields }: Shape): string[] => fields.map(({ key }) => key)
const RECORD_KEYS = knownKeys(RECORD.name, keysOf(RECORD), false, [...RECORD.owners, 'forms'])
const FORM_OBJECT_KEYS = knownKeys(FORM_OBJECT.name, keysOf(FORM_OBJECT), false)
const RECORD_FIELDS = fieldsByName(RECORD)
const FORM_OBJECT_FIELDS = fieldsByName(FORM_OBJECT)
const LOST_FORM: SourceForm = { type: null, year: null, ssn: null, unreadable: true, spelled: null }

/** Why a record is refused, and the key that it is for; null where it is not. */
export interface Refusal {
  readonly code: 'record_not_object' | 'record_id_missing' | 'record_forms_not_array'
  readonly key: 'id' | 'forms' | null
  readonly expected: string
}

const NOT_OBJECT: Refusal = { code: 'record_not_object', key: null, expected: 'an object' }
const NO_ID: Refusal = { code: 'record_id_missing', key: 'id', expected: 'text' }
const NO_FORMS: Refusal = { code: 'record_forms_not_array', key: 'forms', expected: 'an array' }

/** Why a record cannot be used; null where it can. */
export function refusalOf(raw: unknown): Refusal | null {
  if (!isObject(raw)) return NOT_OBJECT
  return usableId(raw['id']) === null ? NO_ID : Array.isArray(raw['forms']) ? null : NO_FORMS
}

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
  const refusal = refusalOf(raw)
  const given = isObject(raw) ? raw['id'] : null
  const id = usableId(given)
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
  readonly id: string
  readonly name: string | null
  readonly taxpayerId: string | null
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
  readonly at: Site | null
  readonly origin: Origin | null
  readonly #came: unknown

  constructor(
    id: string,
    { name, taxYear, providerId, date, rawFile }: RecordHead,
    taxpayerId: string | null,
    at: Site | null,
    origin: Origin | null,
    came: unknown,
  ) {
    this.id = id
    this.name = name
    this.taxpayerId = taxpayerId
    this.taxYear = taxYear
    this.providerId = providerId
    this.date = date
    this.rawFile = rawFile
    this.authority = providerId !== null && AUTHORITIES.includes(providerId)
    this.at = at
    this.origin = origin
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
      size += sizeOfAhead(form)
      continue
    }
    for (const key in form) {
      const entries = form[key]
      if (Array.isArray(entries)) size += entries.length
    }
  }
  return size
}

/**
 * What an id is told apart by, where it can be used: ids that differ in a control character alone are put out alike, and
 * are not one.
 */
export function identityOf(raw: unknown): string | null {
  if (typeof raw === 'string') return isAbsent(raw) ? null : spaced(raw)
  return typeof raw === 'number' && Number.isFinite(raw) ? String(raw) : null
}

/** An id as it is put out, where it can be used. */
export function usableId(raw: unknown): string | null {
  const identity = identityOf(raw)
  return identity === null ? null : withoutControls(identity)
}

function readFormObject(
  formObjects: readonly unknown[],
  formIndex: number,
  record: SourceRecord,
  forms: FormsByKey,
  reading: Reading,
  at: Site,
): void {
  const raw = formObjects[formIndex]
  if (!isObject(raw)) {
    reading.refuse('form_not_object', record, formObjects, formIndex, ['forms'], at)
    record.forms.push(LOST_FORM)
    return
  }
  if (raw instanceof FormAhead) {
    const { head, arrays } = raw
    const { type, year, ssn } = head
    record.forms.push({ type, year, ssn, unreadable: false, spelled: null })
    if (disagrees(year, record)) reading.note('year_disagrees', step(at, FORM_OBJECT_FIELDS.year.key))
    for (const { form, entries } of arrays) {
      const standing = { record, plan: planOf(form), formIndex, year: year ?? record.taxYear }
      readEntries(entries, standing, form.key, reading, step(at, form.key))
    }
    return
  }
  const strange = strangeFormsOf(raw, forms, FORM_OBJECT_KEYS)
  const isKnown = (key: string): boolean =>
    FORM_OBJECT_KEYS.all.has(key) || forms.has(key) || strange?.has(key) === true
  const met = mendedBy(raw, { ...FORM_OBJECT_KEYS, all: { has: isKnown } }, reading, at)
  const unreadable: string[] = []
  const cell = (field: Field): Cell => readField(met, field, reading, at, unreadable)
  const type = cell(FORM_OBJECT_FIELDS.type) as string | null
  const ownYear = cell(FORM_OBJECT_FIELDS.year) as number | null
  const ssn = cell(FORM_OBJECT_FIELDS.ssn) as Identifier | null
  record.forms.push({
    type,
    year: ownYear,
    ssn,
    unreadable: unreadable.includes(FORM_OBJECT_FIELDS.year.name),
    spelled: spellingsOf(strange),
  })
  if (disagrees(ownYear, record))
    reading.note('year_disagrees', step(at, fieldAsSpelled(FORM_OBJECT_FIELDS.year, met.spelled).key))
  const year = ownYear ?? record.taxYear
  for (const key in raw) {
    const spelled = strange?.get(key)
    const form = forms.get(key) ?? spelled
    if (form === undefined) continue
    const entries = raw[key]
    if (form === null) {
      noteUnknownForm(key, entries, formIndex, year, forms, record, reading, at)
      continue
    }
    if (entries === null || entries === undefined) continue
    const place = spelled === undefined ? step(at, key) : stepSpelled(at, key)
    if (spelled !== undefined) reading.note('form_respelled', place, { expected: `the key ${form.key}` })
    if (!Array.isArray(entries)) {
      reading.note('form_not_array', place, { value: entries, expected: 'an array' })
      reading.look(entries, place)
      record.unreadableEntries.push({ form, year })
      record.rejectedEntries.push({ path: ['forms', formIndex, key], value: entries })
      continue
    }
    readEntries(entries, { record, plan: planOf(form), formIndex, year }, key, reading, place)
  }
}

const disagrees = (year: number | null, { taxYear }: SourceRecord): boolean =>
  year !== null && taxYear !== null && year !== taxYear

/** Reads the entries of a form array, which stands under a key. */
function readEntries(
  entries: readonly unknown[],
  standing: Standing,
  key: string,
  reading: Reading,
  place: Site,
): void {
  const { record, plan, formIndex, year } = standing
  for (let entryIndex = 0; entryIndex < entries.length; entryIndex++) {
    const entry = entries[entryIndex]
    const isAhead = entry instanceof EntryAhead
    if (!isAhead && !isObject(entry)) {
      const path = ['forms', formIndex, key]
      const spot = step(place, entryIndex)
      if (reading.refuse('document_not_object', record, entries, entryIndex, path, spot))
        record.unreadableEntries.push({ form: plan.form, year })
      continue
    }
    const document = isAhead
      ? entry.documentOf(standing, entryIndex, reading, place)
      : readDocument(entry, standing, entryIndex, reading, step(place, entryIndex))
    if (document.year === null) reading.note('year_unknown', step(place, entryIndex))
    record.documents.push(document)
  }
}

function noteUnknownForm(
  key: string,
  value: unknown,
  formIndex: number,
  year: number | null,
  forms: FormsByKey,
  record: SourceRecord,
  reading: Reading,
  at: Site,
): void {
  reading.look(value, at, 1)
  const place = stepForm(at, key)
  reading.note('form_unknown', place, { value })
  if (!isTooDeep(value)) record.unrecognized.push({ path: ['forms', formIndex, key], value })
  const holdsEntries = Array.isArray(value)
    ? value.some(entry => !isNothing(entry))
    : Object.keys(value as object).length > 0
  if (!holdsEntries || isWithoutIncome(key)) return
  // Beside the form itself a second array of it is not read, and what it would add is known.
  const meant = formMeantBy(key, forms)
  if (meant === undefined) record.unknownForms.push({ name: place.key as string | null, year })
  else record.unreadableEntries.push({ form: meant, year })
}
