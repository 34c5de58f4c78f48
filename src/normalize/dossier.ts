import { makeIssue, type Origin } from '../core/issue.js'
import { canonicalJson } from '../core/json.js'
import { isObject } from '../core/json-value.js'
import { type LimitOptions, limitsOf, type Pause } from '../core/limits.js'
import { memoize } from '../core/lists.js'
import type { Site } from '../core/path.js'
import { compareText } from '../core/text.js'
import { FORMS } from '../forms/index.js'
import type { FormsByKey, FormTable } from '../model/form.js'
import { RECORD } from '../model/record.js'
import { TAXPAYER } from '../model/taxpayer.js'
import { RecordAhead } from './ahead.js'
import { EXPECTED_PARTS, identityOf, usableId } from './envelope.js'
import { explainUnrecognized } from './kind-of-value.js'
import { peopleOf, tinOf } from './privacy.js'
import { type RawDossier, wordsOfAlike } from './raw-dossier.js'
import { readSourceRecord } from './read-record.js'
import { readFields, readShape, type ShapeValue, withoutDisputed } from './read-shape.js'
import { Reading } from './reading.js'
import type { SourceRecord } from './source.js'
import type { RejectedRecord, SourceDossier } from './source-dossier.js'

/** Options for reading dossiers. */
export interface ReadingOptions extends LimitOptions {
  /** True if every coercion and every error rejects its record. */
  readonly strict?: boolean | undefined
  /** The form tables. All that the library has, if not given. */
  readonly forms?: readonly FormTable[] | undefined
}

const mapForms = memoize(
  (forms: readonly FormTable[]): FormsByKey => new Map(forms.map(form => [form.key, form])),
)

/** Returns the form tables by key. */
export const formsByKey = (forms: readonly FormTable[] = FORMS): FormsByKey => mapForms(forms)

/**
 * Reads a dossier. Each record is read by itself. If records have the same id, the latest is used. Never throws because of
 * data.
 */
export function readSourceDossier(
  dossier: RawDossier,
  options: ReadingOptions = {},
  pause: Pause = () => {},
): SourceDossier {
  const maxSimilar = limitsOf(options).maxValueIssues
  const reading = new Reading(maxSimilar)
  const forms = formsByKey(options.forms)
  reading.origin = dossier.origin
  let taxpayer = readTaxpayer(dossier, reading)
  const superseded = [...dossier.superseded]
  if (taxpayer === null && dossier.taxpayer !== undefined && dossier.taxpayer !== null)
    superseded.push({ raw: dossier.taxpayer, at: dossier.taxpayerAt, origin: dossier.origin })
  for (const { raw, at, origin } of superseded) {
    const explanation = explainUnrecognized(raw)
    if (explanation !== undefined) reading.note('value_unrecognized', at, { origin, more: explanation })
    else if (isObject(raw)) {
      reading.note('taxpayer_repeated', at, { origin })
      const other = readShape(TAXPAYER, raw, new Reading(), at)
      if (taxpayer !== null) taxpayer = withoutDisputed(TAXPAYER, taxpayer, other)
    } else reading.note('taxpayer_not_object', at, { origin, value: raw, expected: 'an object' })
  }
  reading.addAll(dossier.notes ?? [])
  if (dossier.sharesName) reading.note('taxpayer_name_shared', null)
  const kept = new Map<string, SourceRecord>()
  const cleaned = new Set<string>()
  const rejected: RejectedRecord[] = []
  for (const { raw, at, origin, code, more, similar } of dossier.records) {
    pause()
    reading.origin = origin
    reading.recordId = null
    if (more !== undefined) reading.recordId = isObject(raw) ? usableId(raw['id']) : null
    if (code !== undefined)
      reading.note(
        code,
        at,
        more === undefined
          ? {
              value: raw,
              expected: EXPECTED_PARTS[code as keyof typeof EXPECTED_PARTS],
              more: code === 'records_not_array' ? explainUnrecognized(raw) : undefined,
            }
          : { more },
      )
    // This issue already counts several elements, so it is not counted among similar issues.
    if (similar !== undefined)
      reading.addAll([makeIssue(similar.code, at, { origin, more: wordsOfAlike(similar) })])
    const record =
      code === undefined && similar === undefined ? readSourceRecord(raw, forms, reading, at) : null
    if (record === null) {
      rejected.push({ ...reject(raw, at, origin, false), count: similar?.count ?? 1 })
      continue
    }
    if (options.strict === true && reading.flawed) {
      reading.note('strict_rejected', at)
      rejected.push(reject(raw, at, origin, false))
      continue
    }
    const identity = identityOf((raw as Record<string, unknown>)['id']) as string
    const other = kept.get(identity)
    if (other === undefined) {
      // Ids that differ only in control characters look the same in the output. A suffix keeps them apart there.
      const isTaken = kept.has(record.id) || cleaned.has(record.id)
      if (identity !== record.id) cleaned.add(record.id)
      if (isTaken) (record as { id: string }).id += `~${kept.size}`
      kept.set(identity, record)
      continue
    }
    const [first, second] = isLater(record, other) ? [record, other] : [other, record]
    kept.set(identity, first)
    reading.note('record_repeated', second.at, { recordId: second.id, origin: second.origin })
    rejected.push(reject(second.raw, second.at, second.origin, true))
  }
  pause()
  reading.recordId = null
  const records = [...kept.values()]
  return {
    taxpayerId: dossier.taxpayerId,
    taxpayer,
    taxpayerAt: dossier.taxpayerAt,
    origin: dossier.origin,
    records,
    rejected,
    superseded,
    noted: reading.list,
    maxSimilar,
    people: peopleOf(records, tinOf(taxpayer)),
  }
}

const readTaxpayer = ({ taxpayer, taxpayerAt }: RawDossier, reading: Reading): ShapeValue | null =>
  isObject(taxpayer) && explainUnrecognized(taxpayer) === undefined
    ? readShape(TAXPAYER, taxpayer, reading, taxpayerAt)
    : null

const textOf = memoize(({ raw }: SourceRecord) => canonicalJson(raw))

/** True if the first of two records with one id is later. If their dates are equal, the greater canonical JSON text decides. */
function isLater(a: SourceRecord, b: SourceRecord): boolean {
  const byDate = compareText(a.date ?? '', b.date ?? '')
  return (byDate || compareText(textOf(a), textOf(b))) > 0
}

function reject(came: unknown, at: Site | null, origin: Origin | null, repeated: boolean): RejectedRecord {
  const raw = RecordAhead.wholeOf(came)
  const fields = isObject(raw) ? readFields(RECORD.fields, { raw, spelled: null }, new Reading(), null) : {}
  return {
    raw,
    at,
    origin,
    repeated,
    count: 1,
    id: isObject(raw) ? usableId(raw['id']) : null,
    taxYear: (fields['taxYear'] as number | undefined) ?? null,
    providerId: (fields['providerId'] as string | undefined) ?? null,
    date: (fields['date'] as string | undefined) ?? null,
  }
}
