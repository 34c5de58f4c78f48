import { choice, type Field, identifier, money, text, timestamp, year } from './field.js'

/**
 * An object of the interface: its fields, the objects in it and the arrays of objects in it.
 * Every object that is not a form is one of these, so that the interpreters of forms read it too.
 */
export interface Shape<F extends readonly Field[] = readonly Field[]> {
  readonly name: string
  readonly doc: string
  readonly fields: F
  readonly objects: Readonly<Record<string, Nested>>
  readonly lists: Readonly<Record<string, Nested>>
  /** Keys whose values are the caller's own: known, and not read. */
  readonly passes?: readonly string[]
  /** Keys that say whose an object is before it is read, and so only as they are spelled here. */
  readonly owners?: readonly string[]
}

/** A shape under a key of another, with its normalized name. */
export interface Nested {
  readonly name: string
  readonly shape: Shape
}

/** The provider identifiers that the interface allows, in its order. Source: interface, Provider identifier. */
export const PROVIDERS = [
  'turbotax',
  'hr',
  'taxact',
  'tax_slayer',
  'jackson',
  'free_tax_usa',
  'irs',
  'irs_tax_pro',
  'pilot',
  'cch_axcess',
  'drake',
  'proconnect',
  'service-sandbox',
] as const

/** The providers whose records are the authority's own; all others are software. */
export const AUTHORITIES: readonly string[] = ['irs', 'irs_tax_pro']

/** The states of a taxpayer, in the order of the interface. Source: interface, Taxpayer status. */
export const STATUSES = [
  'CREATED',
  'CONSENT_RECEIVED',
  'TAX_AUTHORIZATION_SUBMITTED',
  'AUTHORIZED',
  'REJECTED',
  'COMPLETED',
] as const

const personal = { personal: true }
const provider = choice(
  'provider_id',
  'providerId',
  PROVIDERS,
  'The provider; `irs-tax-pro` and `irs_tax_pro` are one.',
)

/** An employer of the employment history. Source: interface, Taxpayer. */
const EMPLOYER = {
  name: 'employer',
  doc: 'An employer of the employment history.',
  fields: [
    identifier('ein', 'ein', null, 'Employer identification number.'),
    text('name', 'name', null, 'Name.'),
    text('address', 'address', null, 'Address.'),
  ],
  objects: {},
  lists: {},
} as const satisfies Shape

/** A row of the employment history. Source: interface, Taxpayer. */
const EMPLOYMENT = {
  name: 'employment',
  doc: 'A year with one employer, as the service analyzed it.',
  fields: [text('type', 'type', null, 'Kind of employment.'), year('year', 'year', null, 'Tax year.')],
  objects: { employer: { name: 'employer', shape: EMPLOYER } },
  lists: {},
} as const satisfies Shape

/** The service's own analysis. Source: interface, Taxpayer. */
const ANALYSIS = {
  name: 'analysis',
  doc: "The service's analysis across all tax records.",
  fields: [
    money('total_liabilities', 'totalLiabilities', null, 'balance', 'none', 'Total tax liabilities.', {
      textual: true,
    }),
    money(
      'liabilities_with_lien_filed',
      'liabilitiesWithLienFiled',
      null,
      'balance',
      'none',
      'Liabilities with a lien filed.',
      { textual: true },
    ),
    identifier('tin', 'tin', null, "The taxpayer's identification number.", personal),
  ],
  objects: {},
  lists: { employment_history: { name: 'employmentHistory', shape: EMPLOYMENT } },
} as const satisfies Shape

/** A year of the balance summary. Source: interface, Taxpayer. */
const BALANCE_YEAR = {
  name: 'balance_year',
  doc: 'The balance due for one tax year.',
  fields: [
    money('amount', 'amount', null, 'balance', 'none', 'Balance due for the year.'),
    year('year', 'year', null, 'Tax year.'),
  ],
  objects: {},
  lists: {},
} as const satisfies Shape

/** What the taxpayer owes. Source: interface, Taxpayer. */
const BALANCE_SUMMARY = {
  name: 'balance_summary',
  doc: 'What the taxpayer owes.',
  fields: [money('balance_due', 'balanceDue', null, 'balance', 'none', 'Balance due, all years.')],
  objects: {},
  lists: { tax_years: { name: 'taxYears', shape: BALANCE_YEAR } },
} as const satisfies Shape

/** The taxpayer's address. Source: interface, Taxpayer. */
const ADDRESS = {
  name: 'address',
  doc: "The taxpayer's address.",
  fields: [
    text('street_address', 'streetAddress', null, 'Street.', personal),
    text('city', 'city', null, 'City.', personal),
    text('state', 'state', null, 'State.', personal),
    text('zip_code', 'zipCode', null, 'ZIP code.', personal),
  ],
  objects: {},
  lists: {},
} as const satisfies Shape

/** Account details, depending on the provider. Source: interface, Taxpayer. */
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

/** A taxpayer, as GET /tax-payer answers it. `metadata` is the caller's own and passes through untouched. */
export const TAXPAYER = {
  name: 'taxpayer',
  doc: 'A taxpayer, as GET /tax-payer answers it.',
  fields: [
    text('id', 'id', null, "The service's identifier of the taxpayer."),
    text('name', 'name', null, 'Name.', personal),
    provider,
    timestamp('created_at', 'createdAt', null, 'When the taxpayer was created.'),
    choice('status', 'status', STATUSES, 'Where collection stands.'),
    text(
      'form8821',
      'form8821',
      null,
      'Pre-signed address of the raw Form 8821; expires after 12 hours.',
      personal,
    ),
  ],
  objects: {
    analysis: { name: 'analysis', shape: ANALYSIS },
    details: { name: 'details', shape: DETAILS },
  },
  lists: {},
  passes: ['metadata'],
  owners: ['id'],
} as const satisfies Shape

/** The fields of a record; its documents stand in `forms`, whose arrays the form tables describe. */
export const RECORD = {
  name: 'record',
  doc: 'A tax record, as GET /records answers it.',
  fields: [
    text('id', 'id', null, 'Identifier of the record.'),
    text('name', 'name', null, 'Name.', personal),
    text('taxpayer_id', 'taxpayerId', null, 'The taxpayer, where a record stands without its dossier.'),
    year('tax_year', 'taxYear', null, 'Tax year.'),
    provider,
    timestamp('date', 'date', null, 'When the record was pulled.'),
    text('raw_file', 'rawFile', null, 'The raw file.', personal),
  ],
  objects: {},
  lists: {},
  owners: ['id', 'taxpayer_id'],
} as const satisfies Shape

/** The fields of a form object, beside its form arrays. */
export const FORM_OBJECT = {
  name: 'form_object',
  doc: 'A form object of a record: a transcript, or a return.',
  fields: [
    text('type', 'type', null, 'Kind of transcript: `WAID` is wage and income.'),
    year('year', 'year', null, 'Tax year.'),
    identifier('ssn', 'ssn', null, "The taxpayer's number, masked.", personal),
  ],
  objects: {},
  lists: {},
} as const satisfies Shape

/** The fields of a shape by their normalized names. */
export const fieldsByName = <F extends readonly Field[]>({
  fields,
}: Shape<F>): { readonly [R in F[number] as R['name']]: R } =>
  Object.fromEntries(fields.map(field => [field.name, field])) as never
