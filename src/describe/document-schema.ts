import type { Field, FieldType } from '../model/field.js'
import type { FormTable } from '../model/form.js'
import { RECORD, type Shape } from '../model/record.js'
import { TAXPAYER } from '../model/taxpayer.js'
import type { Submission } from '../normalize/source.js'
import { closed, type Json, keyed, ref } from './json.js'

const SUBMISSIONS = ['original', 'amended', 'void', 'duplicate'] as const satisfies readonly Submission[]

const maybeText = (pattern?: string): Json => ({
  type: ['string', 'null'],
  ...(pattern === undefined ? {} : { pattern }),
})

const MONEY = '^-?(0|[1-9][0-9]*)(\\.[0-9]{1,2})?$'
const FRACTION = '^(0|1|0\\.[0-9]+|[1-9](\\.[0-9]+)?e-[0-9]+)$'
const IDENTIFIER = '^([0-9]{9}|XXXXX[0-9]{4})$'

/** The JSON Schema of a normalized field by field type. An absent value is null. Money is decimal text in dollars. */
const NORMAL = {
  money: () => maybeText(MONEY),
  rate: () => maybeText(FRACTION),
  ratio: () => maybeText(FRACTION),
  percentage: () => maybeText(FRACTION),
  count: () => ({ type: ['integer', 'null'], minimum: 0, maximum: 2_147_483_647 }),
  year: () => ({ type: ['integer', 'null'], minimum: 1900, maximum: 2100 }),
  flag: () => ({ type: ['boolean', 'null'] }),
  text: () => maybeText(),
  code: () => maybeText(),
  enum: field => ({ ...maybeText(), examples: field.values ?? [] }),
  date: () => maybeText('^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  period: () => maybeText('^[0-9]{4}-[0-9]{2}$'),
  timestamp: () => maybeText('^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$'),
  identifier: () => maybeText(IDENTIFIER),
  account: () => maybeText('^[A-Za-z0-9]{1,4}$'),
  list: ({ items }) => ({
    type: ['array', 'null'],
    items: items === null ? { type: 'string' } : closed(fieldsByName(items)),
  }),
} as const satisfies Record<FieldType, (field: Field) => Json>

const fieldsByName = (fields: readonly Field[]): Json =>
  keyed(fields, field => [
    field.name,
    described(field.doc, (NORMAL[field.type] as (field: Field) => Json)(field)),
  ])

const described = (description: string, schema: Json): Json => ({ description, ...schema })

const ISSUER = closed({
  id: described('Nine digits, or XXXXX and the last four.', maybeText(IDENTIFIER)),
  name: described('Name; null if the issuer may be a person.', maybeText()),
  address: described('Address; null if the issuer may be a person.', maybeText()),
})

const RECIPIENT = closed({
  id: described('Identifier, only if identifiers are full.', maybeText(IDENTIFIER)),
  last4: described('Last four digits of the identifier.', maybeText('^[0-9]{4}$')),
  pseudonym: described('Keyed hash of the identifier, on request.', maybeText('^[0-9a-f]{64}$')),
  name: described('Name, only if identifiers are full.', maybeText()),
  address: described('Address, only if identifiers are full.', maybeText()),
})

const POSITION: Json = { type: 'integer', minimum: 0 }

/** Returns the schema of a normalized document of one form kind. Every field is required; an absent one is null. */
export const documentSchema = (form: FormTable): Json =>
  closed({
    form: described('Key of the form array.', { const: form.key }),
    formIndex: described("Position in the record's forms.", POSITION),
    entryIndex: described('Position in the form array.', POSITION),
    transcriptType: described('Type of the form object.', maybeText()),
    taxYear: described('Tax year of the document.', { type: ['integer', 'null'] }),
    submission: described('Whether the document says that it is original, amended, void or a duplicate.', {
      enum: SUBMISSIONS,
    }),
    accountLast4: described('Last four characters of the account number.', NORMAL.account()),
    issuer: described(`The issuer, from ${form.issuer.key}.`, ISSUER),
    recipient: described(`The recipient, from ${form.recipient.key}.`, RECIPIENT),
    fields: described('The fields of the form by normalized name.', closed(fieldsByName(form.fields))),
  })

/** Returns the schema of a normalized object of the interface. `more` has properties in addition to its fields. */
const shapeBody = ({ doc, fields, objects, lists, passes = [] }: Shape, more: Json = {}): Json =>
  described(
    doc,
    closed({
      ...fieldsByName(fields),
      ...keyed(Object.values(objects), ({ name, shape }) => [name, orNull(shapeBody(shape))]),
      ...keyed(Object.values(lists), ({ name, shape }) => [
        name,
        { type: ['array', 'null'], items: shapeBody(shape) },
      ]),
      ...keyed(passes, key => [key, { description: 'A value of the caller, passed through unchanged.' }]),
      ...more,
    }),
  )

const orNull = (schema: Json): Json => ({ anyOf: [schema, { type: 'null' }] })

/** Returns the schema of a normalized dossier, which is one line of the output of `taxtally normalize`. */
export const normalizedSchema = (forms: readonly FormTable[]): Json => ({
  ...closed({
    taxpayerId: described('Identifier of the taxpayer.', { type: 'string' }),
    taxpayer: orNull(shapeBody(TAXPAYER)),
    records: { type: 'array', items: ref('record') },
  }),
  $defs: {
    record: shapeBody(RECORD, {
      id: described(RECORD.fields[0].doc, { type: 'string' }),
      documents: { type: 'array', items: { anyOf: forms.map(form => ref(form.key)) } },
    }),
    ...keyed(forms, form => [
      form.key,
      { title: form.number, description: form.title, ...documentSchema(form) },
    ]),
  },
})
