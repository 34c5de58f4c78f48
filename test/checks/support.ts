import { checkResult, type Finding } from '../../src/checks/run-checks.js'
import { formatCents } from '../../src/core/money.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { type Raw, resultOfDossier } from '../support/run.js'

/** Creates a dossier with one record that has one form object. */
export const dossierOf = (forms: Raw, year = 2024, extra: Raw = {}): { taxpayer: Raw; records: [Raw] } => ({
  taxpayer: { id: 'someone' },
  records: [
    {
      id: 'record',
      tax_year: String(year),
      provider_id: 'irs',
      date: '2025-06-01T00:00:00.000Z',
      forms: [{ type: 'WAID', year: String(year), ssn: 'XXX-XX-0001', ...forms }],
      ...extra,
    },
  ],
})

/** Returns the findings about a dossier. */
export const findingsOf = (dossier: Raw): readonly Finding[] => checkResult(resultOfDossier(dossier))

/** Returns the findings about one document of a form. */
export const findingsAbout = (form: string, entry: Raw, year?: number): readonly Finding[] =>
  findingsOf(dossierOf({ [form]: [{ submission_type: 'Original document', ...entry }] }, year))

/** Formats a finding as its severity and its difference in dollars. */
export const formatFinding = ({ severity, difference }: Finding): string =>
  `${severity} ${difference === null ? '-' : formatCents(difference)}`

/** Returns a field's key by form and normalized name. */
const keyOf = (form: string, name: string): string => {
  const field = FORMS.find(({ key }) => key === form)?.fields.find(candidate => candidate.name === name)
  if (field === undefined) throw new Error(`${form} has no field ${name}`)
  return field.key
}

/** Converts an entry with normalized names to one with raw keys. */
export const entryOf = (form: string, fields: Raw): Raw =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [keyOf(form, name), value]))
