import { extendPath, type JsonPath } from '../core/json-path.js'
import { isObject } from '../core/json-value.js'
import { hasControl } from '../core/text.js'
import type { Cell, Field } from '../model/field.js'
import type { FormsByKey } from '../model/form.js'
import { IRS_PROVIDERS } from '../model/providers.js'
import { listFieldKeys, mapFieldsByName, RECORD } from '../model/record.js'
import { readCell } from './cells.js'
import { findRejectionReason, NOT_OBJECT } from './classify-value.js'
import { ParseContext } from './parse-context.js'
import { readFormObject } from './read-form-object.js'
import type { SourceRecord } from './source.js'
import { toUsableId } from './split-dossier.js'
import { makeKnownKeys, respellField, respellKeys } from './unknown-keys.js'

type RawRecordObject = Readonly<Record<string, unknown>>
const RECORD_KEYS = makeKnownKeys(RECORD.name, listFieldKeys(RECORD), false, [...RECORD.identifyingKeys, 'forms'])
const {
  name: NAME,
  taxpayerId: TAXPAYER_ID,
  taxYear: TAX_YEAR,
  providerId: PROVIDER_ID,
  date: DATE,
  rawFile: RAW_FILE,
} = mapFieldsByName(RECORD)

/**
 * Reads one record. Reports an issue and returns null if the record is not an object, has no usable id, or has forms
 * that are not an array.
 */
export function readSourceRecord(
  raw: unknown,
  forms: FormsByKey,
  context: ParseContext,
  path: JsonPath | null,
): SourceRecord | null {
  context.startRecord()
  const rawId = isObject(raw) ? raw['id'] : null
  const id = toUsableId(rawId)
  const formObjects = id === null ? null : (raw as RawRecordObject)['forms']
  context.recordId = id
  if (typeof rawId === 'string' && rawId !== id && hasControl(rawId)) context.reportControl(extendPath(path, 'id'))
  if (!isObject(raw) || id === null || !Array.isArray(formObjects)) {
    const { code, key, expected, explanation } = findRejectionReason(raw) ?? NOT_OBJECT
    const value = key === null ? raw : (raw as Record<string, unknown>)[key]
    const reasonPath = key === null ? path : extendPath(path, key)
    context.report(code, reasonPath, explanation === undefined ? { value, expected } : { explanation })
    return null
  }
  const record = readRecordFields(raw, id, context, path)
  const formsPath = extendPath(path, 'forms')
  for (let i = 0; i < formObjects.length; i++)
    readFormObject(formObjects, i, record, forms, context, extendPath(formsPath, i))
  return record
}

/** Reads the fields of a record but not its forms. */
function readRecordFields(
  raw: RawRecordObject,
  id: string,
  context: ParseContext,
  path: JsonPath | null,
): SourceRecord {
  const { raw: recordFields, spellings } = respellKeys(raw, RECORD_KEYS, context, path)
  const readRecordCell = (value: unknown, field: Field): Cell =>
    readCell(value, respellField(field, spellings), context, path, null)
  // Each field has its own statement, because V8 finds a key quickly if an expression always looks up the same key.
  const name = readRecordCell(recordFields[NAME.key], NAME) as string | null
  const taxpayerId = readRecordCell(recordFields[TAXPAYER_ID.key], TAXPAYER_ID) as string | null
  const taxYear = readRecordCell(recordFields[TAX_YEAR.key], TAX_YEAR) as number | null
  const providerId = readRecordCell(recordFields[PROVIDER_ID.key], PROVIDER_ID) as string | null
  const date = readRecordCell(recordFields[DATE.key], DATE) as string | null
  const rawFile = readRecordCell(recordFields[RAW_FILE.key], RAW_FILE) as string | null
  return {
    id,
    name,
    taxpayerId,
    taxYear,
    providerId,
    date,
    rawFile,
    isFromIrs: providerId !== null && IRS_PROVIDERS.includes(providerId),
    path,
    origin: context.origin,
    raw,
    forms: [],
    documents: [],
    unreadableEntries: [],
    rejectedEntries: [],
    unrecognized: [],
    unknownForms: [],
  }
}

/** Returns the tax year of a record or of a value that is not a record; null if the year is absent or unreadable. */
export function readRecordYear(raw: unknown): number | null {
  if (!isObject(raw)) return null
  return readCell(raw[TAX_YEAR.key], TAX_YEAR, new ParseContext(), null, null) as number | null
}

/** Returns the size of a record for limits: the record, each form object and each entry count as one document. */
export function countRecordDocuments(raw: unknown): number {
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
