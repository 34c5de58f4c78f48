import type { Pause } from '../core/deadline.js'
import { type Issue, makeIssue, type Origin } from '../core/issue.js'
import type { IssueCode } from '../core/issue-table.js'
import { canonicalJson } from '../core/json.js'
import { type LimitOptions, limitsOf } from '../core/limits.js'
import { addAll, getOrCreate } from '../core/lists.js'
import { type Site, step } from '../core/path.js'
import { isObject } from '../core/shape-of.js'
import { compareText } from '../core/text.js'
import { FORMS } from '../forms/index.js'
import type { FormTable } from '../model/form.js'
import { RECORD, TAXPAYER } from '../model/shape.js'
import { RecordAhead } from './ahead.js'
import { EXPECTED_PARTS } from './envelope.js'
import { type SimilarPlaces, wordsOfAlike } from './parsed-value.js'
import { peopleOf } from './privacy.js'
import { identityOf, readSourceRecord, usableId } from './read-record.js'
import { readFields, readShape, type ShapeValue, withoutDisputed } from './read-shape.js'
import { Reading } from './reading.js'
import type { KeptAside, SourceRecord } from './source.js'
import type { FormsByKey } from './strange-forms.js'

/** How a dossier is read. */
export interface ReadingOptions extends LimitOptions {
  /** Every coercion and every error rejects its record. */
  readonly strict?: boolean | undefined
  /** The form kinds; all that the library knows unless given. */
  readonly forms?: readonly FormTable[] | undefined
}

/** All that is known of one taxpayer, as it came. */
export interface RawDossier {
  readonly taxpayerId: string
  readonly taxpayer: unknown
  readonly taxpayerAt: Site | null
  readonly origin: Origin | null
  /** Taxpayer objects of the same id for which another one stands. */
  readonly superseded: readonly RawValue[]
  /** Only the names of several files say that all of it is of one taxpayer. */
  readonly sharesName: boolean
  readonly records: readonly RawRecord[]
  /** What was noted before the values were read: of the keys of dossiers. */
  readonly notes?: readonly Issue[]
}

/** A value as it came, and where it stands. */
export interface RawValue {
  /** Entries of a record may be read ahead; `RecordAhead.wholeOf` gives it as it came. */
  readonly raw: unknown
  readonly at: Site | null
  readonly origin: Origin | null
}

/** A record as it came; with a code, one that is not read: it stands in the place of records and is none, or is beyond a limit. */
export interface RawRecord extends RawValue {
  readonly code?: IssueCode
  /** What its issue says beside its code. */
  readonly more?: string
  /** It stands for elements of an array that can be no records. */
  readonly similar?: SimilarPlaces
}

/** A record that was refused, kept as it came. */
export interface RejectedRecord extends RawValue {
  readonly id: string | null
  readonly taxYear: number | null
  readonly providerId: string | null
  readonly date: string | null
  /** Another record of the same id stands for it, so no sum misses it. */
  readonly repeated: boolean
  /** How many values it stands for. */
  readonly count: number
}

/** A taxpayer's records, read. */
export interface SourceDossier {
  readonly taxpayerId: string
  readonly taxpayer: ShapeValue | null
  readonly taxpayerAt: Site | null
  readonly origin: Origin | null
  readonly records: readonly SourceRecord[]
  readonly rejected: readonly RejectedRecord[]
  /** Taxpayer objects that could not be used, and those for which another one stands. */
  readonly superseded: readonly RawValue[]
  readonly issues: Issue[]
  /** How many issues of one code stand each for itself. */
  readonly maxSimilar: number
  /** The whole identifiers of recipients. */
  readonly people: ReadonlySet<string>
}

const known = new WeakMap<readonly FormTable[], FormsByKey>()

/** The form tables by key. */
export function formsByKey(forms: readonly FormTable[] = FORMS): FormsByKey {
  return getOrCreate(known, forms, () => new Map(forms.map(form => [form.key, form])))
}

/** Reads a dossier: every record on its own, and of those with one id the latest. Never throws on data. */
export function readSourceDossier(
  dossier: RawDossier,
  options: ReadingOptions = {},
  pause: Pause = () => {},
): SourceDossier {
  const maxSimilar = limitsOf(options).maxValueIssues
  const reading = new Reading(maxSimilar)
  const forms = formsByKey(options.forms)
  reading.origin = dossier.origin
  let taxpayer = isObject(dossier.taxpayer)
    ? readShape(TAXPAYER, dossier.taxpayer, reading, dossier.taxpayerAt)
    : null
  const superseded = [...dossier.superseded]
  if (taxpayer === null && dossier.taxpayer !== undefined && dossier.taxpayer !== null)
    superseded.push({ raw: dossier.taxpayer, at: dossier.taxpayerAt, origin: dossier.origin })
  for (const { raw, at, origin } of superseded) {
    if (isObject(raw)) {
      reading.note('taxpayer_repeated', at, { origin })
      const other = readShape(TAXPAYER, raw, new Reading(), at)
      if (taxpayer !== null) taxpayer = withoutDisputed(TAXPAYER, taxpayer, other)
    } else reading.note('taxpayer_not_object', at, { origin, value: raw, expected: 'an object' })
  }
  addAll(reading.issues, dossier.notes ?? [])
  if (dossier.sharesName) reading.note('taxpayer_name_shared', null)
  const kept = new Map<string, SourceRecord>()
  const cleaned = new Set<string>()
  const rejected: RejectedRecord[] = []
  const texts = new WeakMap<SourceRecord, string>()
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
          ? { value: raw, expected: EXPECTED_PARTS[code as keyof typeof EXPECTED_PARTS] }
          : { more },
      )
    // An issue that counts others is not counted among them.
    if (similar !== undefined)
      reading.issues.push(makeIssue(similar.code, at, { origin, more: wordsOfAlike(similar) }))
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
      // Ids that only a control character tells apart are put out alike: of rows about two records the ids stay two.
      const isTaken = kept.has(record.id) || cleaned.has(record.id)
      if (identity !== record.id) cleaned.add(record.id)
      if (isTaken) (record as { id: string }).id += `~${kept.size}`
      kept.set(identity, record)
      continue
    }
    const [first, second] = isLater(record, other, texts) ? [record, other] : [other, record]
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
    issues: reading.issues,
    maxSimilar,
    people: peopleOf(records, tinOf(taxpayer)),
  }
}

/** The whole or masked identifier that the authority's analysis says is the taxpayer's; null where it says none. */
export function tinOf(taxpayer: ShapeValue | null): string | null {
  const analysis = taxpayer?.['analysis'] as ShapeValue | null | undefined
  return (analysis?.['tin'] as string | null | undefined) ?? null
}

/** Of records with one id the latest stands, then the greatest as canonical JSON; the one that stands keeps its text. */
function isLater(a: SourceRecord, b: SourceRecord, texts: WeakMap<SourceRecord, string>): boolean {
  const byDate = compareText(a.date ?? '', b.date ?? '')
  if (byDate !== 0) return byDate > 0
  const textOf = (record: SourceRecord): string => getOrCreate(texts, record, () => canonicalJson(record.raw))
  return compareText(textOf(a), textOf(b)) > 0
}

function reject(came: unknown, at: Site | null, origin: Origin | null, repeated: boolean): RejectedRecord {
  const raw = RecordAhead.wholeOf(came)
  const fields = isObject(raw) ? readFields(RECORD.fields, { raw, spelled: null }, null, null) : {}
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

/** The states in which documents were collected, or will be, and have not all been read. Source: interface, Taxpayer status. */
const UNPARSED = new Set<unknown>([
  'CREATED',
  'CONSENT_RECEIVED',
  'TAX_AUTHORIZATION_SUBMITTED',
  'AUTHORIZED',
])

/** The records without a form of a taxpayer whose status says that parsing has not ended. */
export const unparsedRecords = ({ taxpayer, records }: SourceDossier): readonly SourceRecord[] =>
  UNPARSED.has(taxpayer?.['status']) ? records.filter(({ forms }) => forms.length === 0) : []

/**
 * The years of records and form objects that were refused, and of records that were not parsed yet: one may have held
 * anything of its year; null, which stands for one without a year, of any year.
 */
export function missingYears(dossier: SourceDossier): ReadonlySet<number | null> {
  const { rejected, records } = dossier
  const years = new Set<number | null>()
  for (const { taxYear } of unparsedRecords(dossier)) years.add(taxYear)
  for (const { repeated, taxYear } of rejected) if (!repeated) years.add(taxYear)
  for (const { forms, taxYear } of records) if (forms.some(({ unreadable }) => unreadable)) years.add(taxYear)
  return years
}

/** The years of which there are forms of unknown kinds: no sum by category misses them, and a total may. Null is any year. */
export const strangeYears = ({ records }: SourceDossier): ReadonlySet<number | null> =>
  new Set(records.flatMap(({ unknownForms }) => unknownForms.map(({ year }) => year)))

/** Everything of a dossier that was rejected, taxpayers, whole records and single entries, and the way to it in the input. */
export function rejectionsOf(
  dossier: SourceDossier,
): { at: Site | null; origin: Origin | null; value: unknown }[] {
  const entryAt = (at: Site | null, { path }: KeptAside): Site | null =>
    path.reduce<Site | null>((site, key) => step(site, key), at)
  return [
    ...[...dossier.superseded, ...dossier.rejected].map(({ raw, at, origin }) => ({
      at,
      origin,
      value: raw,
    })),
    ...dossier.records.flatMap(record =>
      record.rejectedEntries.map(entry => ({
        at: entryAt(record.at, entry),
        origin: record.origin,
        value: entry.value,
      })),
    ),
  ]
}
