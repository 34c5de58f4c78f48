import { makeIssue, type Origin } from '../core/issue.js'
import { toCanonicalJson } from '../core/json.js'
import type { JsonPath } from '../core/json-path.js'
import { isObject } from '../core/json-value.js'
import { type DeadlineCheck, type LimitOptions, readLimits } from '../core/limits.js'
import { memoize } from '../core/lists.js'
import { compareText } from '../core/text.js'
import { FORMS } from '../forms/index.js'
import type { FormsByKey, FormTable } from '../model/form.js'
import { RECORD } from '../model/record.js'
import { TAXPAYER } from '../model/taxpayer.js'
import { explainUnrecognized } from './classify-value.js'
import { ParseContext } from './parse-context.js'
import { collectPersonIds, readTaxpayerTin } from './privacy.js'
import { describeSimilarElements, type RawDossier } from './raw-dossier.js'
import { readSourceRecord } from './read-record.js'
import { readFields, readShape, removeDisputed, type ShapeValue } from './read-shape.js'
import type { SourceRecord } from './source.js'
import type { RejectedRecord, SourceDossier } from './source-dossier.js'
import { EXPECTED_PARTS, toIdentity, toUsableId } from './split-dossier.js'

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
    context.recordId = null
    if (explanation !== undefined) context.recordId = isObject(raw) ? toUsableId(raw['id']) : null
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
      rejectedRecords.push({ ...toRejectedRecord(raw, path, origin, false), count: similarElements?.count ?? 1 })
      continue
    }
    if (options.strict === true && context.hasFlaw) {
      context.report('strict_rejected', path)
      rejectedRecords.push(toRejectedRecord(raw, path, origin, false))
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
    rejectedRecords.push(toRejectedRecord(repeatedRecord.raw, repeatedRecord.path, repeatedRecord.origin, true))
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

function toRejectedRecord(
  raw: unknown,
  path: JsonPath | null,
  origin: Origin | null,
  isRepeated: boolean,
): RejectedRecord {
  const fields = isObject(raw) ? readFields(RECORD.fields, { raw, spellings: null }, new ParseContext(), null) : {}
  return {
    raw,
    path,
    origin,
    isRepeated,
    count: 1,
    id: isObject(raw) ? toUsableId(raw['id']) : null,
    taxYear: (fields['taxYear'] as number | undefined) ?? null,
    providerId: (fields['providerId'] as string | undefined) ?? null,
    date: (fields['date'] as string | undefined) ?? null,
  }
}
