import { groupBy } from '../../core/lists.js'
import type { Field } from '../../schema/field.js'
import type { FormTable } from '../../schema/form.js'
import { FORMS, type FormKey } from '../../schema/forms/index.js'
import { getSentType } from '../contract/form-entry.js'
import {
  createSeededRandom,
  FORM_SETS,
  type GeneratedDocument,
  type GeneratedParty,
  generateDocuments,
  type JsonObject,
} from './generate-documents.js'

/** A person in the sandbox's data, with the records that the providers have. */
export interface SandboxDossier {
  readonly taxpayer: JsonObject
  readonly records: readonly JsonObject[]
}

/** Returns a person's name. */
export const getPersonName = ({ taxpayer: { name } }: SandboxDossier): string =>
  typeof name === 'string' ? name : 'Unnamed taxpayer'

/** Lists the providers that have records of a person, by provider id. */
export const listProviders = ({ records }: SandboxDossier): string[] => [
  ...new Set(records.map(record => String(record['provider_id']))),
]

const FIRST_NAMES = ['Amara', 'Bruno', 'Celia', 'Dario', 'Elin', 'Farid', 'Greta', 'Hugo', 'Ines', 'Jonas']
const LAST_NAMES = ['Ashdown', 'Birchall', 'Corwen', 'Dunmore', 'Everly', 'Farrow', 'Glenholm', 'Harker']
const COMPANY_NAMES = [
  'Alder Works LLC',
  'Beacon Mills Inc',
  'Cobalt Dairy Co',
  'Driftwood Labs Inc',
  'Elm Street Bank',
]
const STREET_NAMES = ['Quarry Road', 'Mill Lane', 'Orchard Way', 'Station Street']
const RECORD_YEARS = [2022, 2023, 2024]

/**
 * Generates a person with three years of records from the IRS and from tax software. The same seed produces the same
 * person. Together, eight people with consecutive seeds have every form, with amendments and duplicates. Every name is
 * invented, identifiers begin with 900, and employer numbers begin with 00.
 */
export function generateDossier(
  seed: number,
  fixedValues: { readonly name?: string; readonly last4?: string } = {},
): SandboxDossier {
  const random = createSeededRandom(seed)
  const makeAddress = () => `${random.int(1, 980)} ${random.pick(STREET_NAMES)}, Marlow, OH 43990`
  const name = fixedValues.name ?? `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`
  const last4 = fixedValues.last4 ?? random.digits(4)
  const person: GeneratedParty = {
    name: name.toUpperCase(),
    address: makeAddress(),
    id: `900-${random.digits(2)}-${last4}`,
  }
  const firstCompanyIndex = random.int(0, COMPANY_NAMES.length - 1)
  const companies = [0, 1, 2].map(offset => ({
    name: COMPANY_NAMES[(firstCompanyIndex + offset) % COMPANY_NAMES.length] as string,
    address: makeAddress(),
    id: `00-${random.digits(7)}`,
  }))
  const formSetIndex = seed % FORM_SETS.length
  const id = `tp-${seed}-${last4}`
  const records = RECORD_YEARS.flatMap(year => {
    const documents = [...groupBy(generateDocuments(random, formSetIndex, year, companies), ({ key }) => key)]
    const makeRecord = (provider_id: string, type: string, finishEntry: typeof maskEntry) => ({
      id: `${id}-${provider_id}-${year}`,
      name: `${type} ${year}`,
      tax_year: String(year),
      provider_id,
      date: `${year + 1}-03-0${random.int(1, 9)}T15:20:07.000Z`,
      raw_file: `https://files.example.invalid/${id}-${provider_id}-${year}.pdf`,
      forms: [
        {
          type,
          year: String(year),
          ssn: `XXX-XX-${last4}`,
          ...Object.fromEntries(
            documents.map(([key, entries]) => [key, entries.map(entry => finishEntry(key, makeEntry(entry, person)))]),
          ),
        },
      ],
    })
    return [makeRecord('irs', 'WAID', maskEntry), makeRecord('turbotax', 'RETURN', (_, entry) => entry)]
  })
  const [{ id: ein, ...companyParty }] = companies as [GeneratedParty, ...GeneratedParty[]]
  const employer = { ein, ...companyParty }
  const history = FORM_SETS[formSetIndex]?.includes('form_w2')
    ? RECORD_YEARS.map(year => ({ type: 'W2', year: String(year), employer }))
    : []
  const balance = random.chance(0.3) ? random.int(200, 6_000) : 0
  return {
    taxpayer: {
      id,
      name,
      provider_id: 'service-sandbox',
      created_at: '2025-01-15T12:00:00.000Z',
      status: 'COMPLETED',
      metadata: {},
      analysis: {
        total_liabilities: String(balance),
        liabilities_with_lien_filed: '0',
        tin: `XXX-XX-${last4}`,
        employment_history: history,
      },
      details: {
        address: { street_address: person.address.split(',')[0], city: 'Marlow', state: 'OH', zip_code: '43990' },
        balance_summary: { balance_due: balance, tax_years: balance === 0 ? [] : [{ amount: balance, year: '2023' }] },
      },
    },
    records,
  }
}

/** Generates several people with consecutive seeds. Any eight consecutive people together have every form. */
export const generateDossiers = (count: number, seed = 1): SandboxDossier[] =>
  Array.from({ length: count }, (_, index) => generateDossier(seed * 1000 + index))

/** The value of a blank box, by the JSON type in which the service sends it. */
const BLANK_VALUES = { number: 0, boolean: false, list: [], string: 'Not Set' }

/** Returns a box's blank value: 0, false, an empty list or a phrase. Null if the service's API does not have the box. */
function getBlankValue(form: string, field: Field): unknown {
  const sentType = getSentType(form, field)
  if (sentType === 'string' && field.type === 'flag') return 'Box not checked'
  return sentType === null ? null : BLANK_VALUES[sentType]
}

const formTables = new Map<string, FormTable>(FORMS.map(form => [form.key, form]))

/** Makes an entry with every field of its form in the type that the service sends. Fields without a value are blank. */
function makeEntry({ key, issuer, values, submission }: GeneratedDocument, recipient: GeneratedParty): JsonObject {
  const table = formTables.get(key) as FormTable
  const makeParty = ({ name, address, id }: GeneratedParty, idKey: string) => ({ name, address, [idKey]: id })
  const blanks = table.fields.map(field => [field.key, getBlankValue(key, field)] as const)
  return {
    [table.issuer.key]: makeParty(issuer, table.issuer.id),
    [table.recipient.key]: makeParty(recipient, table.recipient.id),
    ...Object.fromEntries(blanks.filter(([, value]) => value !== null)),
    submission_type: submission ?? 'Original document',
    ...values,
  }
}

/** Makes an entry look like an IRS transcript: masked identifiers, shortened names and addresses, whole dollars. */
function maskEntry(key: FormKey, entry: JsonObject): JsonObject {
  const table = formTables.get(key) as FormTable
  const types = new Map(table.fields.map(field => [field.key, field.type]))
  const maskedFields = Object.entries(entry).map(([name, value]) => {
    const type = types.get(name)
    if (type === 'money') return [name, Math.round(Number(value))]
    if (type === 'account' && value !== 'Not Set') return [name, `XXXXXX${String(value).slice(-4)}`]
    if (name === table.issuer.key || name === table.recipient.key)
      return [name, maskParty(value as Readonly<Record<string, string>>)]
    return [name, value]
  })
  return Object.fromEntries(maskedFields)
}

function maskParty({ name, address, ...id }: Readonly<Record<string, string>>): JsonObject {
  const [[idKey, digits]] = Object.entries(id) as [[string, string]]
  const mask = digits.startsWith('900') ? 'XXX-XX-' : 'XX-XXX'
  return { name: name?.slice(0, 4), address: address?.slice(0, 6), [idKey]: mask + digits.slice(-4) }
}
