import * as z from 'zod'
import type { IssueCode } from '../core/issue-table.js'
import { getOrCreate } from '../core/lists.js'
import { isAbsent } from '../core/text.js'
import type { Field } from '../model/field.js'
import type { FormTable, PartyKeys } from '../model/form.js'
import { FORM_OBJECT, RECORD } from '../model/record.js'
import type { Shape } from '../model/shape.js'
import { TAXPAYER } from '../model/taxpayer.js'
import { EXPECTED } from './expected.js'
import { WIRE } from './field-schemas.js'
import type { WireDossier, WireRecord, WireTaxpayer } from './wire-types.js'

/** A value that a schema takes, or one issue whose message is the code. */
const or = (schema: z.ZodType, code: IssueCode): z.ZodType =>
  z.unknown().refine(value => schema.safeParse(value).success, { error: code })

/** Tells what a schema says of a value, whose place stands before each path. */
function tell(schema: z.ZodType, value: unknown, place: readonly number[], context: z.RefinementCtx): void {
  for (const { path, message } of schema.safeParse(value).error?.issues ?? [])
    context.addIssue({ code: 'custom', path: [...place, ...path], message })
}

/** An array whose elements have their own issues; nothing else but what is absent. */
const arrayOf = (item: z.ZodType, code: IssueCode, isMissing: (value: unknown) => boolean): z.ZodType =>
  z.unknown().superRefine((value, context) => {
    if (isMissing(value)) return
    if (!Array.isArray(value)) {
      context.addIssue({ code: 'custom', message: code })
      return
    }
    value.forEach((element: unknown, i) => {
      tell(item, element, [i], context)
    })
  })

const isNone = (value: unknown): boolean => value === null || value === undefined
const isAbsentValue = (value: unknown): boolean =>
  isNone(value) || (typeof value === 'string' && isAbsent(value))

type Keys = Readonly<Record<string, z.ZodType>>

/** An object with the given keys, and those that it must have; unknown keys pass. */
const objectOf = (keys: Keys, code: IssueCode, needed: Keys = {}): z.ZodType => {
  const optional = Object.entries(keys).map(([key, schema]) => [key, schema.optional()] as const)
  return z.looseObject({ ...Object.fromEntries(optional), ...needed }, { error: code })
}

const fieldKeys = (fields: readonly Field[]): Record<string, z.ZodType> =>
  Object.fromEntries(fields.map(field => [field.key, fieldSchema(field)]))

function fieldSchema(field: Field): z.ZodType {
  const [code] = EXPECTED[field.type]
  if (field.type !== 'list') return or(WIRE[field.type], code)
  const item =
    field.items === null
      ? or(z.union([z.string(), z.number(), z.null(), z.undefined()]), code)
      : objectOf(fieldKeys(field.items), code)
  return arrayOf(item, code, isAbsentValue)
}

/** An object of the interface, or nothing. */
function shapeSchema(shape: Shape, code: IssueCode = 'object_unreadable'): z.ZodType {
  const keys = fieldKeys(shape.fields)
  for (const [key, { shape: inner }] of Object.entries(shape.objects)) keys[key] = maybe(shapeSchema(inner))
  for (const [key, { shape: inner }] of Object.entries(shape.lists)) {
    keys[key] = arrayOf(maybe(shapeSchema(inner)), 'list_unreadable', isNone)
  }
  return objectOf(keys, code)
}

const maybe = (schema: z.ZodType): z.ZodType =>
  z.unknown().superRefine((value, context) => {
    if (!isNone(value)) tell(schema, value, [], context)
  })

const TEXT = or(WIRE.text, 'text_unreadable')
const partySchema = ({ id }: PartyKeys): z.ZodType =>
  maybe(objectOf({ name: TEXT, address: TEXT, [id]: z.unknown() }, 'object_unreadable'))

/** The wire schema of one entry of a form array. */
const documentSchema = (form: FormTable): z.ZodType =>
  objectOf(
    {
      ...fieldKeys(form.fields),
      [form.issuer.key]: partySchema(form.issuer),
      [form.recipient.key]: partySchema(form.recipient),
    },
    'document_not_object',
  )

const isUsableId = (id: unknown): boolean =>
  (typeof id === 'number' && Number.isFinite(id)) || (typeof id === 'string' && !isAbsent(id))

/** The wire schemas of a set of form kinds. They are zod schemas, and so Standard Schemas. */
export interface WireSchemas {
  /** Of a record. */
  readonly record: z.ZodType<WireRecord>
  /** Of a taxpayer. */
  readonly taxpayer: z.ZodType<WireTaxpayer>
  /** Of a dossier. */
  readonly dossier: z.ZodType<WireDossier>
}

const known = new WeakMap<readonly FormTable[], WireSchemas>()

/** Builds the wire schemas of the given form kinds, once. Issues carry their code as message, and no value. */
export function wireSchemas(forms: readonly FormTable[]): WireSchemas {
  return getOrCreate(known, forms, () => {
    const formObject = objectOf(
      {
        ...fieldKeys(FORM_OBJECT.fields),
        ...Object.fromEntries(
          forms.map(form => [form.key, arrayOf(documentSchema(form), 'form_not_array', isNone)]),
        ),
      },
      'form_not_object',
    )
    const record = objectOf(fieldKeys(RECORD.fields), 'record_not_object', {
      id: z.unknown().refine(isUsableId, { error: 'record_id_missing' }),
      forms: arrayOf(formObject, 'record_forms_not_array', () => false),
    })
    const taxpayer = shapeSchema(TAXPAYER)
    const dossier = objectOf(
      {
        taxpayer: maybe(shapeSchema(TAXPAYER, 'taxpayer_not_object')),
        records: arrayOf(record, 'records_not_array', isNone),
      },
      'object_unreadable',
    )
    return { record, taxpayer, dossier } as unknown as WireSchemas
  })
}
