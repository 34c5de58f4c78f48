import type { Field } from '../model/field.js'
import type { FormTable, PartyKeys } from '../model/form.js'
import { identifierField } from '../model/plan.js'
import { FORM_OBJECT, RECORD } from '../model/record.js'
import type { Shape } from '../model/shape.js'
import { TAXPAYER } from '../model/taxpayer.js'
import { definitionsOf, type Json, type JsonValue, keyed } from './json.js'
import { ABSENT, ref, WIRE_TYPES } from './wire-types.js'

/** What a field is read from; the documentation of its row is the description. */
function fieldSchema(field: Field): Json {
  const { doc: description, values } = field
  if (field.type === 'list') {
    return { description, anyOf: [{ type: 'array', items: itemSchema(field.items) }, ref('absent')] }
  }
  return { description, ...(values === null ? {} : { examples: values }), ...ref(field.type) }
}

const itemSchema = (items: readonly Field[] | null): Json =>
  items === null
    ? { type: ['string', 'number', 'null'] }
    : { type: 'object', properties: propertiesOf(items) }

const propertiesOf = (fields: readonly Field[]): Json =>
  keyed(fields, field => [field.key, fieldSchema(field)])

/**
 * An object of the interface and all that is in it; `more` stands beside its fields, or in their place. Shape: unknown keys
 * are allowed.
 */
const shapeSchema = (shape: Shape, type: JsonValue, more: Json = {}, required?: readonly string[]): Json => ({
  description: shape.doc,
  type,
  ...(required === undefined ? {} : { required }),
  properties: {
    ...propertiesOf(shape.fields),
    ...keyed(Object.entries(shape.objects), ([key, of]) => [key, shapeSchema(of.shape, MAYBE_OBJECT)]),
    ...keyed(Object.entries(shape.lists), ([key, { shape: of }]) => [
      key,
      { description: of.doc, type: ['array', 'null'], items: shapeSchema(of, MAYBE_OBJECT) },
    ]),
    ...keyed(shape.passes ?? [], key => [key, { description: "The caller's own." }]),
    ...more,
  },
})

const MAYBE_OBJECT = ['object', 'null'] as const

const partySchema = (who: string, { id }: PartyKeys): Json => ({
  description: who,
  type: MAYBE_OBJECT,
  properties: {
    [id]: fieldSchema(identifierField(id)),
    name: { description: 'Name.', ...ref('text') },
    address: { description: 'Address.', ...ref('text') },
  },
})

/** One entry of a form array, as it comes: its parties and its fields. */
const entrySchema = (form: FormTable): Json => ({
  title: form.number,
  description: form.title,
  type: 'object',
  properties: {
    [form.issuer.key]: partySchema('The issuer.', form.issuer),
    [form.recipient.key]: partySchema('The recipient.', form.recipient),
    ...propertiesOf(form.fields),
  },
})

/** An id that can be used: text or a number, and no phrase for not answered. */
const usableId = ({ fields }: Shape): Json => ({
  description: fields[0]?.doc ?? '',
  type: ['string', 'number'],
  not: ref('absent'),
})

const definitions = (forms: readonly FormTable[]): Json => ({
  taxpayer: shapeSchema(TAXPAYER, 'object', { id: usableId(TAXPAYER) }, ['id']),
  record: shapeSchema(
    RECORD,
    'object',
    {
      id: usableId(RECORD),
      forms: { description: 'The form objects.', type: 'array', items: ref('form_object') },
    },
    ['id', 'forms'],
  ),
  form_object: shapeSchema(
    FORM_OBJECT,
    'object',
    keyed(forms, ({ key, number }) => [
      key,
      { description: `Entries of ${number}.`, type: ['array', 'null'], items: ref(key) },
    ]),
  ),
  ...keyed(forms, form => [form.key, entrySchema(form)]),
  absent: ABSENT,
  ...WIRE_TYPES,
})

/** The same with what it refers to. */
const whole = (body: Json, forms: readonly FormTable[]): Json => ({
  ...body,
  $defs: definitionsOf(body, definitions(forms)),
})

/** The schema of a record. Shape: unknown keys are allowed everywhere; what no rule can read is refused. */
export const recordSchema = (forms: readonly FormTable[]): Json => whole(ref('record'), forms)

/** The schema of a taxpayer. */
export const taxpayerSchema = (): Json => whole(ref('taxpayer'), [])

/** The schema of a dossier: a taxpayer and its records, of which either may be left out. */
export const dossierSchema = (forms: readonly FormTable[]): Json =>
  whole(
    {
      type: 'object',
      properties: {
        taxpayer: { description: TAXPAYER.doc, anyOf: [ref('taxpayer'), { type: 'null' }] },
        records: { description: 'The records.', type: ['array', 'null'], items: ref('record') },
      },
      anyOf: [{ required: ['taxpayer'] }, { required: ['records'] }],
    },
    forms,
  )
