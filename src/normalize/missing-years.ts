import type { SourceRecord } from './source.js'
import type { SourceDossier } from './source-dossier.js'

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
