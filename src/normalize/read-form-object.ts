import type { Identifier } from '../core/identifier.js'
import { isTooDeep } from '../core/json.js'
import { type Site, step } from '../core/path.js'
import { isObject } from '../core/shape-of.js'
import { stepForm, stepSpelled } from '../core/step-named.js'
import { isWithoutIncome } from '../forms/no-income.js'
import type { Field } from '../model/field.js'
import { planOf } from '../model/plan.js'
import { FORM_OBJECT } from '../model/record.js'
import { fieldsByName, keysOf } from '../model/shape.js'
import { EntryAhead, FormAhead } from './ahead.js'
import type { Cell } from './cell.js'
import { readField } from './cells.js'
import { readDocument, type Standing } from './read-document.js'
import type { Reading } from './reading.js'
import type { SourceForm, SourceRecord } from './source.js'
import { type FormsByKey, formMeantBy, spellingsOf, strangeFormsOf } from './strange-forms.js'
import { fieldAsSpelled, hasUnknownKey, isNothing, knownKeys, mendedBy } from './unknown-keys.js'

const FORM_OBJECT_KEYS = knownKeys(FORM_OBJECT.name, keysOf(FORM_OBJECT), false)
const FORM_OBJECT_FIELDS = fieldsByName(FORM_OBJECT)
const LOST_FORM: SourceForm = { type: null, year: null, ssn: null, unreadable: true, spelled: null }

/** Reads a form object of a record into it: its documents, and what of it could not be used. */
export function readFormObject(
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
  const has = (key: string): boolean => FORM_OBJECT_KEYS.all.has(key) || forms.has(key)
  const isPlain = !hasUnknownKey(raw, { all: { has } })
  const strange = isPlain ? null : strangeFormsOf(raw, forms, FORM_OBJECT_KEYS)
  const isKnown = (key: string): boolean => has(key) || strange?.has(key) === true
  const met = isPlain
    ? { raw, spelled: null }
    : mendedBy(raw, { ...FORM_OBJECT_KEYS, all: { has: isKnown } }, reading, at)
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
