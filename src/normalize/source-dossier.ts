import type { Origin } from '../core/issue.js'
import type { Noted } from '../core/issue-list.js'
import { type Site, step } from '../core/path.js'
import type { RawDossier, RawValue } from './raw-dossier.js'
import type { ShapeValue } from './read-shape.js'
import type { SourceRecord } from './source.js'

/** A record that was refused, kept as it came. */
export interface RejectedRecord extends RawValue, Pick<SourceRecord, 'taxYear' | 'providerId' | 'date'> {
  readonly id: string | null
  /** Another record of the same id stands for it, so no sum misses it. */
  readonly repeated: boolean
  /** How many values it stands for. */
  readonly count: number
}

/** A taxpayer's records, read. */
export interface SourceDossier extends Pick<RawDossier, 'taxpayerId' | 'taxpayerAt' | 'origin'> {
  readonly taxpayer: ShapeValue | null
  readonly records: readonly SourceRecord[]
  readonly rejected: readonly RejectedRecord[]
  /** Taxpayer objects that could not be used, and those for which another one stands. */
  readonly superseded: readonly RawValue[]
  /** What was met while it was read. */
  readonly noted: readonly Noted[]
  /** How many issues of one code stand each for itself. */
  readonly maxSimilar: number
  /** The whole identifiers of recipients. */
  readonly people: ReadonlySet<string>
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

/** The years with forms of unknown kinds, which may hold any kind of income. Null stands for any year. */
export function strangeYears({ records }: SourceDossier): ReadonlySet<number | null> {
  const years = new Set<number | null>()
  for (const { unknownForms } of records) for (const { year } of unknownForms) years.add(year)
  return years
}

/** What was rejected, and the way to it. Missing: `at` is null for all of a value. */
interface Rejection {
  readonly at: Site | null
  readonly origin: Origin | null
  readonly value: unknown
}

/** Everything of a dossier that was rejected, taxpayers, whole records and single entries, and the way to it in the input. */
export function rejectionsOf({ superseded, rejected, records }: SourceDossier): Rejection[] {
  const all: Rejection[] = []
  for (const { raw, at, origin } of superseded) all.push({ at, origin, value: raw })
  for (const { raw, at, origin } of rejected) all.push({ at, origin, value: raw })
  for (const { at, origin, rejectedEntries } of records)
    for (const { path, value } of rejectedEntries)
      all.push({ at: path.reduce<Site | null>((site, key) => step(site, key), at), origin, value })
  return all
}
