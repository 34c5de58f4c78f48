import type { Submission } from '../../ingest/source.js'
import type { Field, FieldType } from '../../schema/field.js'
import type { FormTable } from '../../schema/form.js'
import { RECORD, type Shape, TAXPAYER } from '../../schema/record.js'
import { buildClosedObject, buildObject, buildReference, type JsonObjectValue } from './schema-parts.js'

const SUBMISSIONS = ['original', 'amended', 'void', 'duplicate'] as const satisfies readonly Submission[]

const buildNullableText = (pattern?: string): JsonObjectValue => ({
  type: ['string', 'null'],
  ...(pattern === undefined ? {} : { pattern }),
})

const MONEY_PATTERN = '^-?(0|[1-9][0-9]*)(\\.[0-9]{1,2})?$'
const FRACTION_PATTERN = '^(0|1|0\\.[0-9]+|[1-9](\\.[0-9]+)?e-[0-9]+)$'
const IDENTIFIER_PATTERN = '^([0-9]{9}|XXXXX[0-9]{4})$'

/** The JSON Schema of a normalized field, by field type. An absent value is null. Money is decimal text in dollars. */
const NORMALIZED_SCHEMAS = {
  money: () => buildNullableText(MONEY_PATTERN),
  rate: () => buildNullableText(FRACTION_PATTERN),
  ratio: () => buildNullableText(FRACTION_PATTERN),
  percentage: () => buildNullableText(FRACTION_PATTERN),
  count: () => ({ type: ['integer', 'null'], minimum: 0, maximum: 2_147_483_647 }),
  year: () => ({ type: ['integer', 'null'], minimum: 1900, maximum: 2100 }),
  flag: () => ({ type: ['boolean', 'null'] }),
  text: () => buildNullableText(),
  code: () => buildNullableText(),
  enum: field => ({ ...buildNullableText(), examples: field.values ?? [] }),
  date: () => buildNullableText('^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  period: () => buildNullableText('^[0-9]{4}-[0-9]{2}$'),
  timestamp: () => buildNullableText('^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$'),
  identifier: () => buildNullableText(IDENTIFIER_PATTERN),
  account: () => buildNullableText('^[A-Za-z0-9]{1,4}$'),
  list: ({ items }) => ({
    type: ['array', 'null'],
    items: items === null ? { type: 'string' } : buildClosedObject(buildFieldSchemas(items)),
  }),
} as const satisfies Record<FieldType, (field: Field) => JsonObjectValue>

const buildFieldSchemas = (fields: readonly Field[]): JsonObjectValue =>
  buildObject(fields, field => [
    field.name,
    withDescription(field.doc, (NORMALIZED_SCHEMAS[field.type] as (field: Field) => JsonObjectValue)(field)),
  ])

const withDescription = (description: string, schema: JsonObjectValue): JsonObjectValue => ({ description, ...schema })

const ISSUER_SCHEMA = buildClosedObject({
  id: withDescription('Nine digits, or XXXXX and the last four.', buildNullableText(IDENTIFIER_PATTERN)),
  name: withDescription('Name; null if the issuer may be a person.', buildNullableText()),
  address: withDescription('Address; null if the issuer may be a person.', buildNullableText()),
})

const RECIPIENT_SCHEMA = buildClosedObject({
  id: withDescription('Identifier, only if identifiers are full.', buildNullableText(IDENTIFIER_PATTERN)),
  last4: withDescription('Last four digits of the identifier.', buildNullableText('^[0-9]{4}$')),
  pseudonym: withDescription('Keyed hash of the identifier, on request.', buildNullableText('^[0-9a-f]{64}$')),
  name: withDescription('Name, only if identifiers are full.', buildNullableText()),
  address: withDescription('Address, only if identifiers are full.', buildNullableText()),
})

const POSITION_SCHEMA: JsonObjectValue = { type: 'integer', minimum: 0 }

/**
 * Returns the schema of a normalized document of one form kind. Every field is required, and an absent value is null.
 */
export const buildNormalizedDocumentSchema = (form: FormTable): JsonObjectValue =>
  buildClosedObject({
    form: withDescription('Key of the form array.', { const: form.key }),
    formIndex: withDescription("Position in the record's forms.", POSITION_SCHEMA),
    entryIndex: withDescription('Position in the form array.', POSITION_SCHEMA),
    transcriptType: withDescription('Type of the form object.', buildNullableText()),
    taxYear: withDescription('Tax year of the document.', { type: ['integer', 'null'] }),
    submission: withDescription('Whether the document says that it is original, amended, void or a duplicate.', {
      enum: SUBMISSIONS,
    }),
    accountLast4: withDescription('Last four characters of the account number.', NORMALIZED_SCHEMAS.account()),
    issuer: withDescription(`The issuer, from ${form.issuer.key}.`, ISSUER_SCHEMA),
    recipient: withDescription(`The recipient, from ${form.recipient.key}.`, RECIPIENT_SCHEMA),
    fields: withDescription(
      'The fields of the form by normalized name.',
      buildClosedObject(buildFieldSchemas(form.fields)),
    ),
  })

/**
 * Returns the schema of a normalized object of the service's API: its fields, its nested objects and `extraProperties`.
 */
const buildShapeSchema = (
  { doc, fields, objects, lists, callerKeys = [] }: Shape,
  extraProperties: JsonObjectValue = {},
): JsonObjectValue =>
  withDescription(
    doc,
    buildClosedObject({
      ...buildFieldSchemas(fields),
      ...buildObject(Object.values(objects), ({ name, shape }) => [name, allowNull(buildShapeSchema(shape))]),
      ...buildObject(Object.values(lists), ({ name, shape }) => [
        name,
        { type: ['array', 'null'], items: buildShapeSchema(shape) },
      ]),
      ...buildObject(callerKeys, key => [key, { description: 'A value of the caller, passed through unchanged.' }]),
      ...extraProperties,
    }),
  )

const allowNull = (schema: JsonObjectValue): JsonObjectValue => ({ anyOf: [schema, { type: 'null' }] })

/** Returns the schema of a normalized dossier, which is one output line of `taxtally normalize`. */
export const buildNormalizedSchema = (forms: readonly FormTable[]): JsonObjectValue => ({
  ...buildClosedObject({
    taxpayerId: withDescription('Identifier of the taxpayer.', { type: 'string' }),
    taxpayer: allowNull(buildShapeSchema(TAXPAYER)),
    records: { type: 'array', items: buildReference('record') },
  }),
  $defs: {
    record: buildShapeSchema(RECORD, {
      id: withDescription(RECORD.fields[0].doc, { type: 'string' }),
      documents: { type: 'array', items: { anyOf: forms.map(form => buildReference(form.key)) } },
    }),
    ...buildObject(forms, form => [
      form.key,
      { title: form.number, description: form.title, ...buildNormalizedDocumentSchema(form) },
    ]),
  },
})
