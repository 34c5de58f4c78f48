import type { Identifier } from '../core/identifier.js'
import { isTooDeep } from '../core/json.js'
import { isObject } from '../core/json-value.js'
import { memoize } from '../core/lists.js'
import { isNameOfForm, type Site, step, stepForm, stepSpelled } from '../core/path.js'
import { compareText } from '../core/text.js'
import { isWithoutIncome } from '../forms/no-income.js'
import type { Cell, Field } from '../model/field.js'
import type { FormsByKey, FormTable } from '../model/form.js'
import { NearKeys } from '../model/near-keys.js'
import { planOf } from '../model/plan.js'
import { FORM_OBJECT, fieldsByName, keysOf } from '../model/record.js'
import { EntryAhead } from './ahead.js'
import { readField } from './cells.js'
import { readDocument, type Standing } from './read-document.js'
import type { Reading } from './reading.js'
import type { SourceForm, SourceRecord } from './source.js'
import {
  fieldAsSpelled,
  isNothing,
  type KnownKeys,
  knownKeys,
  mendedBy,
  type Spelled,
} from './unknown-keys.js'

const FORM_OBJECT_KEYS = knownKeys(FORM_OBJECT.name, keysOf(FORM_OBJECT), false)
const FORM_OBJECT_FIELDS = fieldsByName(FORM_OBJECT)
const LOST_FORM: SourceForm = { type: null, year: null, ssn: null, unreadable: true, spelled: null }

/** Reads a form object and adds its documents and its rejected parts to the record. */
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
  const has = (key: string): boolean => FORM_OBJECT_KEYS.all.has(key) || forms.has(key)
  let isPlain = true
  for (const key in raw) if (!has(key)) isPlain = false
  const strange = isPlain ? null : strangeFormsOf(raw, forms, FORM_OBJECT_KEYS)
  const isKnown = (key: string): boolean => has(key) || strange?.has(key) === true
  const met: Spelled = isPlain
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
    spelled:
      strange === null
        ? null
        : new Map([...strange].flatMap(([key, form]) => (form === null ? [] : [[form.key, key] as const]))),
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

/** Reads the entries of a form array. `place` is the path of the array. */
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
  // A second array of the same form, under another spelling of its key, is not read. Its form is known, so only the sums of
  // that form are incomplete.
  const meant = forms.get(nearOf(forms).equal(key) ?? '')
  if (meant === undefined) record.unknownForms.push({ name: place.key as string | null, year })
  else record.unreadableEntries.push({ form: meant, year })
}

const nearOf = memoize((forms: FormsByKey) => new NearKeys([...forms.keys()]))

/**
 * Finds the keys of a form object that contain forms and are not exact keys of a form table. The value is the form that the key
 * misspells, or null if there is none. Returns null if all keys are known.
 */
function strangeFormsOf(
  raw: Readonly<Record<string, unknown>>,
  forms: FormsByKey,
  fields: KnownKeys,
): ReadonlyMap<string, FormTable | null> | null {
  let strange: Map<string, FormTable | null> | null = null
  let spellings: Map<string, string> | null = null
  for (const key in raw) {
    const value = raw[key]
    if (typeof value !== 'object' || value === null || forms.has(key) || fields.all.has(key)) continue
    const meant = nearOf(forms).equal(key)
    if (meant === null && !Array.isArray(value) && !isNameOfForm(key)) continue
    strange ??= new Map()
    strange.set(key, null)
    // If the form itself or another spelling of it has entries, these entries would have the same document ids.
    if (meant === null || !isEmpty(raw[meant])) continue
    spellings ??= new Map()
    const other = spellings.get(meant)
    if (other !== undefined && compareText(other, key) < 0) continue
    if (other !== undefined) strange.set(other, null)
    spellings.set(meant, key)
    strange.set(key, forms.get(meant) as FormTable)
  }
  return strange
}

const isEmpty = (entries: unknown): boolean =>
  entries === null || entries === undefined || (Array.isArray(entries) && entries.length === 0)
