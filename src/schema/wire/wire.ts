// The folder `schema/wire` makes zod schemas of the service's JSON from the tables of forms. They describe the raw
// input for callers and for JSON Schema. The library itself reads input with `ingest`, which accepts more.

import * as z from 'zod'
import type { IssueCode } from '../../core/issues/issue-table.js'
import { memoize } from '../../core/lists.js'
import { isAbsent } from '../../core/text.js'
import type { Field } from '../field.js'
import { type FormTable, PARTY_IDENTIFIER, type PartyKeys } from '../form.js'
import { DOSSIER_DOC, FORM_OBJECT, RECORD, type Shape, TAXPAYER } from '../record.js'
import { EXPECTATIONS } from './expectations.js'
import { ABSENT_PATTERN, ABSENT_SCHEMA, WIRE_SCHEMAS } from './field-schemas.js'
import type { WireDossier, WireRecord, WireTaxpayer } from './wire-types.js'

type SchemaByKey = Record<string, z.ZodType>

/** Builds the schema of an object. Its keys are optional, except those in `requiredSchemas`. Unknown keys are allowed. */
function buildObjectSchema(
  description: string,
  keys: SchemaByKey,
  code: IssueCode,
  requiredSchemas: SchemaByKey = {},
): z.ZodType {
  const optionalKeys = Object.entries(keys).map(([key, schema]) => [key, schema.optional()] as const)
  return z
    .looseObject({ ...Object.fromEntries(optionalKeys), ...requiredSchemas }, { error: code })
    .meta({ description })
}

const buildArraySchema = (description: string, item: z.ZodType, code: IssueCode) =>
  z.array(item, { error: code }).meta({ description })

/**
 * Builds the schema of a list field's item. A zod union drops the issues of an option that aborts. Therefore the item
 * is checked in `superRefine`, which does not abort, and its JSON Schema is attached as metadata.
 */
function buildItemSchema(item: z.ZodType): z.ZodType {
  const withoutIds = { get: (schema: z.ZodType) => ({ ...z.globalRegistry.get(schema), id: undefined }) }
  const { $schema, ...json } = z.toJSONSchema(item, { metadata: withoutIds as typeof z.globalRegistry })
  return z
    .unknown()
    .superRefine((value, context) => {
      for (const { path, message } of item.safeParse(value).error?.issues ?? [])
        context.addIssue({ code: 'custom', path: [...path], message })
    })
    .meta(json)
}

const buildFieldSchemas = (fields: readonly Field[]): SchemaByKey =>
  Object.fromEntries(fields.map(field => [field.key, buildFieldSchema(field)]))

function buildFieldSchema({ type, doc: description, values, items }: Field): z.ZodType {
  if (type !== 'list') return WIRE_SCHEMAS[type].meta({ description, ...(values === null ? {} : { examples: values }) })
  const [code] = EXPECTATIONS.list
  const item =
    items === null
      ? z.union([z.string(), z.number(), z.null()], { error: code }).optional()
      : buildObjectSchema('An item.', buildFieldSchemas(items), code)
  return z.union([z.array(buildItemSchema(item)), ABSENT_SCHEMA], { error: code }).meta({ description })
}

/** Builds the schema of an object of the service's API. `schemaOverrides` overrides the schemas of individual fields. */
function buildShapeSchema(
  shape: Shape,
  code: IssueCode = 'object_unreadable',
  schemaOverrides: SchemaByKey = {},
): z.ZodType {
  const schemaByKey = { ...buildFieldSchemas(shape.fields), ...schemaOverrides }
  for (const [key, { shape: inner }] of Object.entries(shape.objects))
    schemaByKey[key] = buildShapeSchema(inner).nullable()
  for (const [key, { shape: inner }] of Object.entries(shape.lists))
    schemaByKey[key] = buildArraySchema(inner.doc, buildShapeSchema(inner).nullish(), 'list_unreadable').nullable()
  for (const key of shape.callerKeys ?? [])
    schemaByKey[key] = z.unknown().meta({ description: 'A value of the caller, passed through unchanged.' })
  return buildObjectSchema(shape.doc, schemaByKey, code)
}

const buildPartySchema = (description: string, { id }: PartyKeys): z.ZodType =>
  buildObjectSchema(
    description,
    {
      [id]: buildFieldSchema({ ...PARTY_IDENTIFIER, key: id }),
      name: WIRE_SCHEMAS.text.meta({ description: 'Name.' }),
      address: WIRE_SCHEMAS.text.meta({ description: 'Address.' }),
    },
    'object_unreadable',
  ).nullable()

const buildDocumentSchema = (form: FormTable): z.ZodType =>
  buildObjectSchema(
    form.title,
    {
      ...buildFieldSchemas(form.fields),
      [form.issuer.key]: buildPartySchema('The issuer.', form.issuer),
      [form.recipient.key]: buildPartySchema('The recipient.', form.recipient),
    },
    'document_not_object',
  ).meta({ id: `wire_${form.key}`, title: form.number })

const isUsableId = (id: string | number): boolean => typeof id === 'number' || !isAbsent(id)
/** The JSON Schema equivalent of `isUsableId`. */
const NOT_ABSENT_JSON_SCHEMA = { not: { type: 'string', pattern: ABSENT_PATTERN } }

/** Builds the schema of a taxpayer. The JSON Schema requires an id, but the reader accepts a taxpayer without one. */
const buildTaxpayerSchema = (code?: IssueCode): z.ZodType =>
  buildShapeSchema(TAXPAYER, code, {
    id: WIRE_SCHEMAS.text.meta({
      description: TAXPAYER.fields[0].doc,
      type: ['string', 'number'],
      ...NOT_ABSENT_JSON_SCHEMA,
    }),
  }).meta({ required: ['id'] })

/** The wire schemas for a set of form kinds. They are zod schemas and therefore implement Standard Schema. */
export interface WireSchemas {
  /** The schema of a record, as GET /records sends it. */
  readonly record: z.ZodType<WireRecord>
  /** The schema of a taxpayer, as GET /tax-payer sends it. */
  readonly taxpayer: z.ZodType<WireTaxpayer>
  /** The schema of a taxpayer object with all records of that taxpayer. */
  readonly dossier: z.ZodType<WireDossier>
}

/** Builds and caches the wire schemas for form kinds. An issue's message is its code and never contains a value. */
export const wireSchemas: (forms: readonly FormTable[]) => WireSchemas = memoize(forms => {
  const formArrays = forms.map(form => [
    form.key,
    buildArraySchema(`Entries of ${form.number}.`, buildDocumentSchema(form), 'form_not_array').nullable(),
  ])
  const formObject = buildObjectSchema(
    FORM_OBJECT.doc,
    { ...buildFieldSchemas(FORM_OBJECT.fields), ...Object.fromEntries(formArrays) },
    'form_not_object',
  )
  const record = buildObjectSchema(RECORD.doc, buildFieldSchemas(RECORD.fields), 'record_not_object', {
    id: z
      .union([z.string(), z.number()], { error: 'record_id_missing' })
      .refine(isUsableId, { error: 'record_id_missing' })
      .meta({ description: RECORD.fields[0].doc, ...NOT_ABSENT_JSON_SCHEMA }),
    forms: buildArraySchema('The form objects.', formObject, 'record_forms_not_array'),
  })
  const dossier = buildObjectSchema(
    DOSSIER_DOC,
    {
      taxpayer: buildTaxpayerSchema('taxpayer_not_object').nullable(),
      records: buildArraySchema('The records.', record, 'records_not_array').nullable(),
    },
    'object_unreadable',
  ).meta({ anyOf: [{ required: ['taxpayer'] }, { required: ['records'] }] })
  return { record, taxpayer: buildTaxpayerSchema(), dossier } as unknown as WireSchemas
})
