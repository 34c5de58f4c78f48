import { balance, choice, type Field, identifier, text, timestamp, year } from './field.js'
import { PROVIDERS, TAXPAYER_STATUSES } from './providers.js'

/**
 * The description of an object of the service's API: its fields, its nested objects and its arrays of objects. Every
 * object other than a form entry has a shape, so that the code for form fields can handle it, too.
 */
export interface Shape<F extends readonly Field[] = readonly Field[]> {
  readonly name: string
  readonly doc: string
  readonly fields: F
  readonly objects: Readonly<Record<string, NestedShape>>
  readonly lists: Readonly<Record<string, NestedShape>>
  /** Keys whose values belong to the caller. The values are not read and pass through unchanged. */
  readonly callerKeys?: readonly string[]
  /** Keys that identify an object or its owner. They must be exact, because they are used before the object is read. */
  readonly identifyingKeys?: readonly string[]
}

/** A shape that is nested in another one under a key, with its normalized name. */
interface NestedShape {
  readonly name: string
  readonly shape: Shape
}

/** Marks a field as personal data. Its value is null in every output unless identifiers are `full`. */
const PERSONAL = { personal: true }

/** The field that names a provider. */
const provider = choice('provider_id', PROVIDERS, 'The provider; `irs-tax-pro` and `irs_tax_pro` are one.')

/** Declares a shape without nested objects and lists. */
const declareFlatShape = <N extends string, D extends string, const F extends readonly Field[]>(
  name: N,
  doc: D,
  fields: F,
) => ({ name, doc, fields, objects: {}, lists: {} }) as const satisfies Shape

/** Returns the fields of a shape by their normalized names. */
export const mapFieldsByName = <F extends readonly Field[]>({
  fields,
}: Shape<F>): { readonly [R in F[number] as R['name']]: R } =>
  Object.fromEntries(fields.map(field => [field.name, field])) as never

/** Lists the keys of the fields of a shape, without those of nested shapes. */
export const listFieldKeys = ({ fields }: Shape): string[] => fields.map(({ key }) => key)

/** The fields of a record. Its documents are in `forms`, and the form tables describe the arrays there. */
export const RECORD = {
  name: 'record',
  doc: 'A tax record, as GET /records answers it.',
  fields: [
    text('id', null, 'Identifier of the record.'),
    text('name', null, 'Name.', PERSONAL),
    text('taxpayer_id', null, 'The taxpayer, where a record stands without its dossier.'),
    year('tax_year', null, 'Tax year.'),
    provider,
    timestamp('date', null, 'When the record was pulled.'),
    text('raw_file', null, 'The raw file.', PERSONAL),
  ],
  objects: {},
  lists: {},
  identifyingKeys: ['id', 'taxpayer_id'],
} as const satisfies Shape

/** The description of a dossier in schemas and pages. */
export const DOSSIER_DOC = 'All records of one taxpayer, with the taxpayer object.'

/** The fields of a form object, without its form arrays. */
export const FORM_OBJECT = declareFlatShape('form_object', 'A form object of a record: a transcript, or a return.', [
  text('type', null, 'Kind of transcript: `WAID` is wage and income.'),
  year('year', null, 'Tax year.'),
  identifier('ssn', null, "The taxpayer's number, masked.", PERSONAL),
])

// Source of all shapes in this file: the taxpayer object in the API document.

const EMPLOYER = declareFlatShape('employer', 'An employer of the employment history.', [
  identifier('ein', null, 'Employer identification number.'),
  text('name', null, 'Name.'),
  text('address', null, 'Address.'),
])

const EMPLOYMENT = {
  name: 'employment',
  doc: 'A year with one employer, as the service analyzed it.',
  fields: [text('type', null, 'Kind of employment.'), year('year', null, 'Tax year.')],
  objects: { employer: { name: 'employer', shape: EMPLOYER } },
  lists: {},
} as const satisfies Shape

const ANALYSIS = {
  name: 'analysis',
  doc: "The service's analysis across all tax records.",
  fields: [
    balance('total_liabilities', null, 'Total tax liabilities.', { isSentAsText: true }),
    balance('liabilities_with_lien_filed', null, 'Liabilities with a lien filed.', { isSentAsText: true }),
    identifier('tin', null, "The taxpayer's identification number.", PERSONAL),
  ],
  objects: {},
  lists: { employment_history: { name: 'employmentHistory', shape: EMPLOYMENT } },
} as const satisfies Shape

const BALANCE_YEAR = declareFlatShape('balance_year', 'The balance due for one tax year.', [
  balance('amount', null, 'Balance due for the year.'),
  year('year', null, 'Tax year.'),
])

const BALANCE_SUMMARY = {
  name: 'balance_summary',
  doc: 'What the taxpayer owes.',
  fields: [balance('balance_due', null, 'Balance due, all years.')],
  objects: {},
  lists: { tax_years: { name: 'taxYears', shape: BALANCE_YEAR } },
} as const satisfies Shape

const ADDRESS = declareFlatShape('address', "The taxpayer's address.", [
  text('street_address', null, 'Street.', PERSONAL),
  text('city', null, 'City.', PERSONAL),
  text('state', null, 'State.', PERSONAL),
  text('zip_code', null, 'ZIP code.', PERSONAL),
])

const DETAILS = {
  name: 'details',
  doc: 'Account details, depending on the provider.',
  fields: [],
  objects: {
    address: { name: 'address', shape: ADDRESS },
    balance_summary: { name: 'balanceSummary', shape: BALANCE_SUMMARY },
  },
  lists: {},
} as const satisfies Shape

/** A taxpayer, as `GET /tax-payer` returns it. `metadata` belongs to the caller and passes through unchanged. */
export const TAXPAYER = {
  name: 'taxpayer',
  doc: 'A taxpayer, as GET /tax-payer answers it.',
  fields: [
    text('id', null, "The service's identifier of the taxpayer."),
    text('name', null, 'Name.', PERSONAL),
    provider,
    timestamp('created_at', null, 'When the taxpayer was created.'),
    choice('status', TAXPAYER_STATUSES, 'Status of collection.'),
    text('form8821', null, 'Pre-signed address of the raw Form 8821; expires after 12 hours.', PERSONAL),
  ],
  objects: { analysis: { name: 'analysis', shape: ANALYSIS }, details: { name: 'details', shape: DETAILS } },
  lists: {},
  callerKeys: ['metadata'],
  identifyingKeys: ['id'],
} as const satisfies Shape
