import * as z from 'zod'
import type { Field, FieldType } from '../../schema/field.js'
import type { FormTable, PartyKeys } from '../../schema/form.js'
import { FORM_OBJECT, RECORD } from '../../schema/record.js'
import { providerSchema } from './provider.js'
import { buildResourceSchema, text } from './schema.js'

// The fields of form entries in the types that the API document gives them. The client does not check entries with
// these schemas, because the core reads every box by itself. They describe the interface, and the sandbox follows them.

/** The JSON type in which the service sends a box. */
type SentType = 'number' | 'boolean' | 'string' | 'list'

const SENT_TYPES: Partial<Readonly<Record<FieldType, SentType>>> = {
  money: 'number',
  rate: 'number',
  ratio: 'number',
  count: 'number',
  year: 'number',
  flag: 'boolean',
  list: 'list',
}

/** The boxes whose JSON type does not follow from the field type. Null if the API document does not list the box. */
const SPECIAL_SENT_TYPES: Readonly<Record<string, SentType | null>> = {
  'form_1099_r.sep_indicator': 'string',
  'form_1099_r.first_year_roth_contribution': 'string',
  'form_5498.year': 'string',
  'form_1042_s.exemption_code_chapter_3': 'number',
  'form_w2.code_ii': null,
  'form_w2.code_ta': null,
  'form_w2.code_tp': null,
  'form_w2.code_tt': null,
}

/** Returns the JSON type of a box in the service's API. Null if the API document does not list the box. */
export function getSentType(form: string, { key, type }: Field): SentType | null {
  const special = SPECIAL_SENT_TYPES[`${form}.${key}`]
  return special === undefined ? (SENT_TYPES[type] ?? 'string') : special
}

/** Builds the schema of the items of a list: texts, or objects in which only amounts are numbers. */
function buildItemSchema({ items }: Field): z.ZodType {
  if (items === null) return text
  return z.looseObject(
    Object.fromEntries(
      items.map(({ key, type, doc }) => [key, (type === 'money' ? z.number() : text).nullish().describe(doc)]),
    ),
  )
}

function buildBoxSchema(sentType: SentType, field: Field): z.ZodType {
  if (sentType === 'list') return z.array(buildItemSchema(field))
  if (sentType === 'number') return z.number()
  return sentType === 'boolean' ? z.boolean() : text
}

const buildPartySchema = ({ id }: PartyKeys): z.ZodType =>
  z.looseObject({ name: text.nullish(), address: text.nullish(), [id]: text.nullish() })

/** Builds the schema of an entry of a form array. Every field may be absent, and unknown fields are allowed. */
export const buildEntrySchema = (form: FormTable): z.ZodType =>
  z.looseObject({
    [form.issuer.key]: buildPartySchema(form.issuer).nullish().describe('The issuer.'),
    [form.recipient.key]: buildPartySchema(form.recipient).nullish().describe('The recipient.'),
    ...Object.fromEntries(
      form.fields.flatMap(field => {
        const sentType = getSentType(form.key, field)
        return sentType === null
          ? []
          : [[field.key, buildBoxSchema(sentType, field).nullish().describe(field.doc)] as const]
      }),
    ),
  })

/** Builds the schema of a form object. `entrySchemas` are the schemas of the entries by the key of their form array. */
export const buildFormObjectSchema = (entrySchemas: Readonly<Record<string, z.ZodType>>): z.ZodType =>
  buildResourceSchema(
    FORM_OBJECT,
    Object.fromEntries(Object.entries(entrySchemas).map(([key, schema]) => [key, z.array(schema).nullish()])),
  )

/** Builds the schema of a record as the API document describes it. Unlike `RECORD`, it does not name the taxpayer. */
export const buildRecordSchema = (formObjectSchema: z.ZodType): z.ZodType =>
  buildResourceSchema(
    { ...RECORD, fields: RECORD.fields.filter(({ key }) => key !== 'taxpayer_id') },
    { id: text, provider_id: providerSchema.nullish(), forms: z.array(formObjectSchema).nullish() },
  )
