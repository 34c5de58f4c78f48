import { balance, choice, identifier, text, timestamp, year } from './field.js'
import { provider, TAXPAYER_STATUSES } from './providers.js'
import { PERSONAL, type Shape } from './record.js'

// Source of all shapes in this file: the taxpayer object in the API document.

const EMPLOYER = {
  name: 'employer',
  doc: 'An employer of the employment history.',
  fields: [
    identifier('ein', null, 'Employer identification number.'),
    text('name', null, 'Name.'),
    text('address', null, 'Address.'),
  ],
  objects: {},
  lists: {},
} as const satisfies Shape

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

const BALANCE_YEAR = {
  name: 'balance_year',
  doc: 'The balance due for one tax year.',
  fields: [balance('amount', null, 'Balance due for the year.'), year('year', null, 'Tax year.')],
  objects: {},
  lists: {},
} as const satisfies Shape

const BALANCE_SUMMARY = {
  name: 'balance_summary',
  doc: 'What the taxpayer owes.',
  fields: [balance('balance_due', null, 'Balance due, all years.')],
  objects: {},
  lists: { tax_years: { name: 'taxYears', shape: BALANCE_YEAR } },
} as const satisfies Shape

const ADDRESS = {
  name: 'address',
  doc: "The taxpayer's address.",
  fields: [
    text('street_address', null, 'Street.', PERSONAL),
    text('city', null, 'City.', PERSONAL),
    text('state', null, 'State.', PERSONAL),
    text('zip_code', null, 'ZIP code.', PERSONAL),
  ],
  objects: {},
  lists: {},
} as const satisfies Shape

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
