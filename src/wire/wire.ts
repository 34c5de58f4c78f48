import * as z from 'zod'
import type { IssueCode } from '../core/issue-table.js'
import { memoize } from '../core/lists.js'
import { isAbsent } from '../core/text.js'
import type { Field } from '../model/field.js'
import type { FormTable, PartyKeys } from '../model/form.js'
import { identifierField } from '../model/plan.js'
import { DOSSIER_DOC, FORM_OBJECT, RECORD, type Shape } from '../model/record.js'
import { TAXPAYER } from '../model/taxpayer.js'
import { EXPECTED } from './expected.js'
import { ABSENT, ABSENT_PATTERN, WIRE } from './field-schemas.js'
import type { WireDossier, WireRecord, WireTaxpayer } from './wire-types.js'

type Keys = Record<string, z.ZodType>

/** Makes the schema of an object. Its keys are optional except those in `required`. Unknown keys are allowed. */
function objectOf(description: string, keys: Keys, code: IssueCode, required: Keys = {}): z.ZodType {
  const optional = Object.entries(keys).map(([key, schema]) => [key, schema.optional()] as const)
  return z
    .looseObject({ ...Object.fromEntries(optional), ...required }, { error: code })
    .meta({ description })
}

const arrayOf = (description: string, item: z.ZodType, code: IssueCode) =>
  z.array(item, { error: code }).meta({ description })

/**
 * The schema of an item of a list field. A union drops the issues of an option that aborts. The item is therefore checked in
 * `superRefine`, which does not abort, and its JSON Schema is attached as metadata.
 */
function itemOf(item: z.ZodType): z.ZodType {
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

const fieldKeys = (fields: readonly Field[]): Keys =>
  Object.fromEntries(fields.map(field => [field.key, fieldSchema(field)]))

function fieldSchema({ type, doc: description, values, items }: Field): z.ZodType {
  if (type !== 'list')
    return WIRE[type].meta({ description, ...(values === null ? {} : { examples: values }) })
  const [code] = EXPECTED.list
  const item =
    items === null
      ? z.union([z.string(), z.number(), z.null()], { error: code }).optional()
      : objectOf('An item.', fieldKeys(items), code)
  return z.union([z.array(itemOf(item)), ABSENT], { error: code }).meta({ description })
}

/** Makes the schema of an object of the interface. `replaced` overrides the schemas of its fields. */
function shapeSchema(shape: Shape, code: IssueCode = 'object_unreadable', replaced: Keys = {}): z.ZodType {
  const keys = { ...fieldKeys(shape.fields), ...replaced }
  for (const [key, { shape: inner }] of Object.entries(shape.objects))
    keys[key] = shapeSchema(inner).nullable()
  for (const [key, { shape: inner }] of Object.entries(shape.lists))
    keys[key] = arrayOf(inner.doc, shapeSchema(inner).nullish(), 'list_unreadable').nullable()
  for (const key of shape.passes ?? [])
    keys[key] = z.unknown().meta({ description: 'A value of the caller, passed through unchanged.' })
  return objectOf(shape.doc, keys, code)
}

const partySchema = (description: string, { id }: PartyKeys): z.ZodType =>
  objectOf(
    description,
    {
      [id]: fieldSchema(identifierField(id)),
      name: WIRE.text.meta({ description: 'Name.' }),
      address: WIRE.text.meta({ description: 'Address.' }),
    },
    'object_unreadable',
  ).nullable()

/** Makes the wire schema of one entry of a form array. */
const documentSchema = (form: FormTable): z.ZodType =>
  objectOf(
    form.title,
    {
      ...fieldKeys(form.fields),
      [form.issuer.key]: partySchema('The issuer.', form.issuer),
      [form.recipient.key]: partySchema('The recipient.', form.recipient),
    },
    'document_not_object',
  ).meta({ id: `wire_${form.key}`, title: form.number })

const isUsableId = (id: string | number): boolean => typeof id === 'number' || !isAbsent(id)
/** Expresses `isUsableId` in JSON Schema. */
const NOT_ABSENT = { not: { type: 'string', pattern: ABSENT_PATTERN } }

/** The reader accepts a taxpayer without an id, but JSON Schema requires one: without it, there is no dossier. */
const taxpayerSchema = (code?: IssueCode): z.ZodType =>
  shapeSchema(TAXPAYER, code, {
    id: WIRE.text.meta({ description: TAXPAYER.fields[0].doc, type: ['string', 'number'], ...NOT_ABSENT }),
  }).meta({
    required: ['id'],
  })

/** The wire schemas of a set of form kinds. They are zod schemas, and so Standard Schemas. */
export interface WireSchemas {
  /** The schema of a record. */
  readonly record: z.ZodType<WireRecord>
  /** The schema of a taxpayer. */
  readonly taxpayer: z.ZodType<WireTaxpayer>
  /** The schema of a dossier. */
  readonly dossier: z.ZodType<WireDossier>
}

/** Builds the wire schemas of the given form kinds once. The message of an issue is its code and never contains a value. */
export const wireSchemas: (forms: readonly FormTable[]) => WireSchemas = memoize(forms => {
  const formArrays = forms.map(form => [
    form.key,
    arrayOf(`Entries of ${form.number}.`, documentSchema(form), 'form_not_array').nullable(),
  ])
  const formObject = objectOf(
    FORM_OBJECT.doc,
    { ...fieldKeys(FORM_OBJECT.fields), ...Object.fromEntries(formArrays) },
    'form_not_object',
  )
  const record = objectOf(RECORD.doc, fieldKeys(RECORD.fields), 'record_not_object', {
    id: z
      .union([z.string(), z.number()], { error: 'record_id_missing' })
      .refine(isUsableId, { error: 'record_id_missing' })
      .meta({ description: RECORD.fields[0].doc, ...NOT_ABSENT }),
    forms: arrayOf('The form objects.', formObject, 'record_forms_not_array'),
  })
  const dossier = objectOf(
    DOSSIER_DOC,
    {
      taxpayer: taxpayerSchema('taxpayer_not_object').nullable(),
      records: arrayOf('The records.', record, 'records_not_array').nullable(),
    },
    'object_unreadable',
  ).meta({ anyOf: [{ required: ['taxpayer'] }, { required: ['records'] }] })
  return { record, taxpayer: taxpayerSchema(), dossier } as unknown as WireSchemas
})
