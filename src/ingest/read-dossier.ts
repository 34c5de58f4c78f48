// The folder `ingest` turns the raw values of one taxpayer into records with documents, whose boxes are typed cells.
// Values that cannot be used are kept and reported. `resolve` comes next.

import { makeIssue } from '../core/issues/issue.js'
import { toCanonicalJson } from '../core/json.js'
import { extendPath, isObject, type JsonPath } from '../core/json-value.js'
import { type DeadlineCheck, type LimitOptions, readLimits } from '../core/limits.js'
import { memoize } from '../core/lists.js'
import { compareText, hasControl } from '../core/text.js'
import type { Cell, Field } from '../schema/field.js'
import type { FormsByKey, FormTable } from '../schema/form.js'
import { FORMS } from '../schema/forms/index.js'
import { IRS_PROVIDERS } from '../schema/providers.js'
import { listFieldKeys, mapFieldsByName, RECORD, TAXPAYER } from '../schema/record.js'
import { ParseContext } from './fields/parse-context.js'
import { readCell, readFields, readShape, removeDisputed, type ShapeValue } from './fields/read-shape.js'
import { makeKnownKeys, respellField, respellKeys } from './fields/unknown-keys.js'
import { explainUnrecognized, findRejectionReason, NOT_OBJECT } from './group/classify-value.js'
import { describeSimilarElements, type RawDossier, type RawValue } from './group/raw-dossier.js'
import { EXPECTED_PARTS, toIdentity, toUsableId } from './group/split-dossier.js'
import { collectPersonIds, readTaxpayerTin } from './privacy.js'
import { readFormObject } from './read-form-object.js'
import { addUnreadAmounts, type SourceRecord } from './source.js'
import type { RejectedRecord, SourceDossier } from './source-dossier.js'

type RawRecordObject = Readonly<Record<string, unknown>>
const KNOWN_RECORD_KEYS = makeKnownKeys(RECORD.name, listFieldKeys(RECORD), {
  hasAmounts: true,
  fixedKeys: [...RECORD.identifyingKeys, 'forms'],
})
const FIELDS = mapFieldsByName(RECORD)

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
  const unreadBefore = context.unreadAmountCount
  const record = readRecordFields(raw, id, context, path)
  addUnreadAmounts(record, record.taxYear, context.unreadAmountCount - unreadBefore)
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
  const { raw: recordFields, spellings } = respellKeys(raw, KNOWN_RECORD_KEYS, context, path)
  const readRecordCell = (value: unknown, field: Field): Cell =>
    readCell(value, respellField(field, spellings), context, path, null)
  // Each field has its own statement, because V8 finds a key quickly if an expression always looks up the same key.
  const name = readRecordCell(recordFields[FIELDS.name.key], FIELDS.name) as string | null
  const taxpayerId = readRecordCell(recordFields[FIELDS.taxpayerId.key], FIELDS.taxpayerId) as string | null
  const taxYear = readRecordCell(recordFields[FIELDS.taxYear.key], FIELDS.taxYear) as number | null
  const providerId = readRecordCell(recordFields[FIELDS.providerId.key], FIELDS.providerId) as string | null
  const date = readRecordCell(recordFields[FIELDS.date.key], FIELDS.date) as string | null
  const rawFile = readRecordCell(recordFields[FIELDS.rawFile.key], FIELDS.rawFile) as string | null
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
    rejectedEntryForms: [],
    rejectedEntries: [],
    unrecognized: [],
    unknownForms: [],
    unreadAmounts: [],
  }
}

/** Options for reading dossiers. */
export interface ReadingOptions extends LimitOptions {
  /** True to reject every record that has an error or a coerced value. */
  readonly strict?: boolean | undefined
  /** The form tables to read with. The default is all of the library's tables. */
  readonly forms?: readonly FormTable[] | undefined
}

const mapFormsByKey = memoize((forms: readonly FormTable[]): FormsByKey => new Map(forms.map(form => [form.key, form])))

/** Returns a map of the form tables by key. The same list always returns the same map. */
export const listFormsByKey = (forms: readonly FormTable[] = FORMS): FormsByKey => mapFormsByKey(forms)

/** Reads a dossier record by record. Uses the latest of several records with one id. Never throws because of data. */
export function readSourceDossier(
  dossier: RawDossier,
  options: ReadingOptions = {},
  checkDeadline: DeadlineCheck = () => {},
): SourceDossier {
  const maxValueIssues = readLimits(options).maxValueIssues
  const context = new ParseContext(maxValueIssues)
  const forms = listFormsByKey(options.forms)
  context.origin = dossier.origin
  let taxpayer = readTaxpayer(dossier, context)
  const unusedTaxpayers = [...dossier.unusedTaxpayers]
  if (taxpayer === null && dossier.taxpayer !== undefined && dossier.taxpayer !== null)
    unusedTaxpayers.push({ raw: dossier.taxpayer, path: dossier.taxpayerPath, origin: dossier.origin })
  for (const { raw, path, origin } of unusedTaxpayers) {
    const explanation = explainUnrecognized(raw)
    if (explanation !== undefined) context.report('value_unrecognized', path, { origin, explanation })
    else if (isObject(raw)) {
      context.report('taxpayer_repeated', path, { origin })
      const otherTaxpayer = readShape(TAXPAYER, raw, new ParseContext(), path)
      if (taxpayer !== null) taxpayer = removeDisputed(TAXPAYER, taxpayer, otherTaxpayer)
    } else context.report('taxpayer_not_object', path, { origin, value: raw, expected: 'an object' })
  }
  context.addAll(dossier.earlierIssues ?? [])
  if (dossier.hasSharedFileName) context.report('taxpayer_name_shared', null)
  const recordsByIdentity = new Map<string, SourceRecord>()
  const idsWithoutControls = new Set<string>()
  const rejectedRecords: RejectedRecord[] = []
  for (const { raw, path, origin, code, explanation, similarElements } of dossier.records) {
    checkDeadline()
    context.origin = origin
    // Only a record that exceeds a limit has an explanation here. It is not read, so its id is taken from the raw value.
    context.recordId = explanation !== undefined && isObject(raw) ? toUsableId(raw['id']) : null
    if (code !== undefined)
      context.report(
        code,
        path,
        explanation === undefined
          ? {
              value: raw,
              expected: EXPECTED_PARTS[code as keyof typeof EXPECTED_PARTS],
              explanation: code === 'records_not_array' ? explainUnrecognized(raw) : undefined,
            }
          : { explanation },
      )
    // This issue already represents several elements, so it is not collapsed with similar issues.
    if (similarElements !== undefined)
      context.addAll([
        makeIssue(similarElements.code, path, { origin, explanation: describeSimilarElements(similarElements) }),
      ])
    const record =
      code === undefined && similarElements === undefined ? readSourceRecord(raw, forms, context, path) : null
    if (record === null) {
      rejectedRecords.push(toRejectedRecord({ raw, path, origin }, false, similarElements?.count))
      continue
    }
    if (options.strict === true && context.hasFlaw) {
      context.report('strict_rejected', path)
      rejectedRecords.push(toRejectedRecord({ raw, path, origin }, false))
      continue
    }
    const identity = toIdentity((raw as Record<string, unknown>)['id']) as string
    const otherRecord = recordsByIdentity.get(identity)
    if (otherRecord === undefined) {
      // Ids that differ only in control characters look the same in the output. A suffix keeps them apart there.
      const isTaken = recordsByIdentity.has(record.id) || idsWithoutControls.has(record.id)
      if (identity !== record.id) idsWithoutControls.add(record.id)
      if (isTaken) (record as { id: string }).id += `~${recordsByIdentity.size}`
      recordsByIdentity.set(identity, record)
      continue
    }
    const [currentRecord, repeatedRecord] = isLater(record, otherRecord) ? [record, otherRecord] : [otherRecord, record]
    recordsByIdentity.set(identity, currentRecord)
    context.report('record_repeated', repeatedRecord.path, {
      recordId: repeatedRecord.id,
      origin: repeatedRecord.origin,
    })
    rejectedRecords.push(toRejectedRecord(repeatedRecord, true))
  }
  checkDeadline()
  context.recordId = null
  const records = [...recordsByIdentity.values()]
  return {
    taxpayerId: dossier.taxpayerId,
    taxpayer,
    taxpayerPath: dossier.taxpayerPath,
    origin: dossier.origin,
    records,
    rejected: rejectedRecords,
    unusedTaxpayers,
    pendingIssues: context.pendingIssues,
    maxValueIssues,
    personIds: collectPersonIds(records, readTaxpayerTin(taxpayer)),
  }
}

const readTaxpayer = ({ taxpayer, taxpayerPath }: RawDossier, context: ParseContext): ShapeValue | null =>
  isObject(taxpayer) && explainUnrecognized(taxpayer) === undefined
    ? readShape(TAXPAYER, taxpayer, context, taxpayerPath)
    : null

const writeRecordText = memoize(({ raw }: SourceRecord) => toCanonicalJson(raw))

/** Compares two records with the same id. True if `a` has the later date, or the same date and the later JSON text. */
function isLater(a: SourceRecord, b: SourceRecord): boolean {
  const byDate = compareText(a.date ?? '', b.date ?? '')
  return (byDate || compareText(writeRecordText(a), writeRecordText(b))) > 0
}

function toRejectedRecord({ raw, path, origin }: RawValue, isRepeated: boolean, count = 1): RejectedRecord {
  const fields = isObject(raw) ? readFields(RECORD.fields, { raw, spellings: null }, new ParseContext(), null) : {}
  return {
    raw,
    path,
    origin,
    isRepeated,
    count,
    id: isObject(raw) ? toUsableId(raw['id']) : null,
    taxYear: (fields['taxYear'] as number | undefined) ?? null,
    providerId: (fields['providerId'] as string | undefined) ?? null,
    date: (fields['date'] as string | undefined) ?? null,
  }
}
