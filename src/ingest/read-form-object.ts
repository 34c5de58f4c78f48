import type { Identifier } from '../core/identifier.js'
import { isTooDeep } from '../core/json.js'
import {
  extendByFormKey,
  extendByRespelledKey,
  extendPath,
  isFormKey,
  isObject,
  type JsonPath,
} from '../core/json-value.js'
import { countWork } from '../core/limits.js'
import { memoize } from '../core/lists.js'
import { compareText } from '../core/text.js'
import { compileForm, NearKeys } from '../schema/compiled-form.js'
import type { Cell, Field } from '../schema/field.js'
import type { FormsByKey, FormTable } from '../schema/form.js'
import { describeUnreadForm, findUnreadForm } from '../schema/forms/unread-forms.js'
import { FORM_OBJECT, listFieldKeys, mapFieldsByName } from '../schema/record.js'
import type { ParseContext } from './fields/parse-context.js'
import { readFieldCell } from './fields/read-shape.js'
import {
  isEmptyValue,
  type KnownKeys,
  makeKnownKeys,
  type RespelledObject,
  respellField,
  respellKeys,
} from './fields/unknown-keys.js'
import { type FormArrayContext, readDocument } from './read-document.js'
import { addUnreadAmounts, type SourceForm, type SourceRecord } from './source.js'

const FORM_OBJECT_KEYS = makeKnownKeys(FORM_OBJECT.name, listFieldKeys(FORM_OBJECT), { hasAmounts: true })
const FORM_OBJECT_FIELDS = mapFieldsByName(FORM_OBJECT)
const UNREADABLE_FORM: SourceForm = { type: null, year: null, ssn: null, isUnreadable: true, spellings: null }

/** Reads a form object and adds its documents and its rejected parts to the record. */
export function readFormObject(
  formObjects: readonly unknown[],
  formIndex: number,
  record: SourceRecord,
  forms: FormsByKey,
  context: ParseContext,
  path: JsonPath,
): void {
  const raw = formObjects[formIndex]
  if (!isObject(raw)) {
    context.rejectElement('form_not_object', record, formObjects, formIndex, ['forms'], path)
    record.forms.push(UNREADABLE_FORM)
    return
  }
  const isExactKey = (key: string): boolean => FORM_OBJECT_KEYS.allKeys.has(key) || forms.has(key)
  let hasOnlyKnownKeys = true
  for (const key in raw) if (!isExactKey(key)) hasOnlyKnownKeys = false
  const respelledForms = hasOnlyKnownKeys ? null : findRespelledForms(raw, forms, FORM_OBJECT_KEYS)
  const unreadBefore = context.unreadAmountCount
  const isKnown = (key: string): boolean => isExactKey(key) || respelledForms?.has(key) === true
  const respelled: RespelledObject = hasOnlyKnownKeys
    ? { raw, spellings: null }
    : respellKeys(raw, { ...FORM_OBJECT_KEYS, allKeys: { has: isKnown } }, context, path)
  const unreadable: string[] = []
  const readFormObjectField = (field: Field): Cell => readFieldCell(respelled, field, context, path, unreadable)
  const type = readFormObjectField(FORM_OBJECT_FIELDS.type) as string | null
  const formYear = readFormObjectField(FORM_OBJECT_FIELDS.year) as number | null
  const ssn = readFormObjectField(FORM_OBJECT_FIELDS.ssn) as Identifier | null
  record.forms.push({
    type,
    year: formYear,
    ssn,
    isUnreadable: unreadable.includes(FORM_OBJECT_FIELDS.year.name),
    spellings:
      respelledForms === null
        ? null
        : new Map([...respelledForms].flatMap(([key, form]) => (form === null ? [] : [[form.key, key] as const]))),
  })
  if (hasOtherYear(formYear, record))
    context.report('year_disagrees', extendPath(path, respellField(FORM_OBJECT_FIELDS.year, respelled.spellings).key))
  const year = formYear ?? record.taxYear
  addUnreadAmounts(record, year, context.unreadAmountCount - unreadBefore)
  for (const key in raw) {
    const respelledForm = respelledForms?.get(key)
    const form = forms.get(key) ?? respelledForm
    if (form === undefined) continue
    const entries = raw[key]
    if (form === null) {
      reportUnknownForm(key, entries, formIndex, year, forms, record, context, path)
      continue
    }
    if (entries === null || entries === undefined) continue
    const formPath = respelledForm === undefined ? extendPath(path, key) : extendByRespelledKey(path, key)
    if (respelledForm !== undefined) context.report('form_respelled', formPath, { expected: `the key ${form.key}` })
    if (!Array.isArray(entries)) {
      context.report('form_not_array', formPath, { value: entries, expected: 'an array' })
      context.checkDepth(entries, formPath)
      record.rejectedEntryForms.push({ form, year })
      record.rejectedEntries.push({ path: ['forms', formIndex, key], value: entries })
      continue
    }
    readEntries(entries, { record, compiledForm: compileForm(form), formIndex, year }, key, context, formPath)
  }
}

const hasOtherYear = (year: number | null, { taxYear }: SourceRecord): boolean =>
  year !== null && taxYear !== null && year !== taxYear

/** Reads the entries of a form array and adds their documents to the record. */
function readEntries(
  entries: readonly unknown[],
  formArray: FormArrayContext,
  key: string,
  context: ParseContext,
  arrayPath: JsonPath,
): void {
  const { record, compiledForm, formIndex, year } = formArray
  for (let entryIndex = 0; entryIndex < entries.length; entryIndex++) {
    countWork()
    const entry = entries[entryIndex]
    if (!isObject(entry)) {
      const keyPath = ['forms', formIndex, key]
      const entryPath = extendPath(arrayPath, entryIndex)
      if (context.rejectElement('document_not_object', record, entries, entryIndex, keyPath, entryPath))
        record.rejectedEntryForms.push({ form: compiledForm.form, year })
      continue
    }
    const document = readDocument(entry, formArray, entryIndex, context, extendPath(arrayPath, entryIndex))
    if (document.year === null) context.report('year_unknown', extendPath(arrayPath, entryIndex))
    record.documents.push(document)
  }
}

function reportUnknownForm(
  key: string,
  value: unknown,
  formIndex: number,
  year: number | null,
  forms: FormsByKey,
  record: SourceRecord,
  context: ParseContext,
  path: JsonPath,
): void {
  context.checkDepth(value, path, 1)
  const formPath = extendByFormKey(path, key)
  const unreadForm = findUnreadForm(key)
  context.report('form_unknown', formPath, {
    value,
    explanation: unreadForm === null ? undefined : describeUnreadForm(unreadForm),
  })
  if (!isTooDeep(value)) record.unrecognized.push({ path: ['forms', formIndex, key], value })
  const hasEntries = Array.isArray(value)
    ? value.some(entry => !isEmptyValue(entry))
    : Object.keys(value as object).length > 0
  if (!hasEntries || unreadForm?.mayBeIncome === false) return
  // A second array of the same form, under a variant of its key, is not read. Its form is known, so only the sums of
  // that form are incomplete.
  const respelledForm = forms.get(findNearForms(forms).findEqual(key) ?? '')
  if (respelledForm === undefined) record.unknownForms.push({ name: formPath.key as string | null, year })
  else record.rejectedEntryForms.push({ form: respelledForm, year })
}

const findNearForms = memoize((forms: FormsByKey) => new NearKeys([...forms.keys()]))

/**
 * Finds the keys of a form object that seem to contain a form but are not exact form keys. Maps each to the form whose
 * key it is a variant of, or to null for an unknown form. Returns null if there are no such keys.
 */
function findRespelledForms(
  raw: Readonly<Record<string, unknown>>,
  forms: FormsByKey,
  fields: KnownKeys,
): ReadonlyMap<string, FormTable | null> | null {
  let foundForms: Map<string, FormTable | null> | null = null
  let spellings: Map<string, string> | null = null
  for (const key in raw) {
    const value = raw[key]
    if (typeof value !== 'object' || value === null || forms.has(key) || fields.allKeys.has(key)) continue
    const formKey = findNearForms(forms).findEqual(key)
    if (formKey === null && !Array.isArray(value) && !isFormKey(key)) continue
    foundForms ??= new Map()
    foundForms.set(key, null)
    // Only one array per form is read, because entries of a second array would have the same document ids.
    if (formKey === null || !isEmpty(raw[formKey])) continue
    spellings ??= new Map()
    const otherSpelling = spellings.get(formKey)
    if (otherSpelling !== undefined && compareText(otherSpelling, key) < 0) continue
    if (otherSpelling !== undefined) foundForms.set(otherSpelling, null)
    spellings.set(formKey, key)
    foundForms.set(key, forms.get(formKey) as FormTable)
  }
  return foundForms
}

const isEmpty = (entries: unknown): boolean =>
  entries === null || entries === undefined || (Array.isArray(entries) && entries.length === 0)
