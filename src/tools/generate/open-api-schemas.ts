import * as z from 'zod'
import type { FormTable } from '../../schema/form.js'
import { FORM_OBJECT, RECORD, type Shape, TAXPAYER } from '../../schema/record.js'
import {
  acknowledgementSchema,
  clientLinkSchema,
  introspectionSchema,
  taxpayerTokenRecordSchema,
  tokenResponseSchema,
} from '../../service/contract/authorization.js'
import { envelopeSchema, getPayloadSchema } from '../../service/contract/event.js'
import { buildEntrySchema, buildFormObjectSchema, buildRecordSchema } from '../../service/contract/form-entry.js'
import { KNOWN_PROVIDERS, KNOWN_STATUSES, providerSchema, statusSchema } from '../../service/contract/provider.js'
import { form8821RequestSchema, linkRequestSchema, tokenRequestSchema } from '../../service/contract/requests.js'
import { refreshJobSchema, refreshStatusSchema, taxpayerSchema } from '../../service/contract/taxpayer.js'
import type { JsonObjectValue, JsonValue } from './schema-parts.js'

// The schemas of the OpenAPI description. They are the zod schemas of `service/contract`, converted to JSON Schema. This
// file adds only names and descriptions.

/** Describes the properties of several schemas, by key. A key of one schema is `Schema.key`. */
const PROPERTY_DOCS: Readonly<Record<string, string>> = {
  access_token: 'Bearer credential for the data endpoints. Store it like a password.',
  client_id: "The application's client id.",
  client_secret: "The application's client secret.",
  code: 'The authorization code from the connect widget.',
  created_at: 'ISO 8601 timestamp.',
  data: 'The payload.',
  event: 'Event type.',
  error: 'Why it failed.',
  jobId: 'Identifier of the refresh job.',
  metadata: 'Custom fields that identify the taxpayer externally.',
  message: 'A message for people.',
  name: 'Name of the taxpayer.',
  prefillData: 'Values with which the page is filled in advance. The API document does not show its fields.',
  record_id: 'Identifier of the record.',
  records: 'The records that were synced.',
  redirect_uri: 'Only for the redirect flow: the redirect address that was used in that flow.',
  settings: 'Settings of the hosted page.',
  status_description: 'A description of the status.',
  taxpayer_id: 'Service identifier of the taxpayer, for one submission.',
  taxpayerId: 'Service identifier of the taxpayer.',
  tax_year: 'Tax year.',
  transcripts: 'The transcripts to request. Each value is a list of strings.',
  updated_at: 'ISO 8601 timestamp of the change. Compare it to reject stale data.',
  url: 'Address of the hosted link page.',
  'Acknowledgement.status': 'The API document shows only the value `success`.',
  'ClientLink.id': 'Identifier of the client link.',
  'Event.id': 'Unique event id, with the prefix `ev_`. The same event may be delivered more than once.',
  'Event.created_at': 'ISO 8601 timestamp of when the event occurred.',
  'Form8821Request.address': 'A postal address.',
  'Form8821Request.authority': 'The authority of the fiduciary.',
  'Form8821Request.date': 'Date of the proceedings.',
  'Form8821Request.extraDesignees': 'Additional designees.',
  'Form8821Request.form56': 'The notice of a fiduciary relationship.',
  'Form8821Request.monitorIRSNotices': 'Whether the designee monitors IRS notices.',
  'Form8821Request.name': 'Name.',
  'Form8821Request.personalInfo': 'The taxpayer.',
  'Form8821Request.proceedings': 'The proceedings that the fiduciary relationship concerns.',
  'Form8821Request.tax': 'The tax that the fiduciary relationship concerns.',
  'Form8821Request.time': 'Time of the proceedings.',
  'Form8821Request.title': 'Title of the fiduciary.',
  'Failure.code': 'Error code, for example `provider_timeout`. The API document does not list all codes.',
  'Introspection.client_id': 'Client id of the application associated with the token.',
  'Introspection.name': 'Account name retrieved from the tax record provider.',
  'RefreshStatus.status': 'The API document shows only the value `processing`.',
  'Payload.created_at': 'ISO 8601 timestamp of when the object of the event was created.',
}

/** A component: its name, its zod schema and its description. `shape` describes the properties. */
type Component = readonly [name: string, schema: z.ZodType, description: string, shape?: Shape]

/** Lists the components. Each zod schema that is used by another one is a reference in the description. */
function listComponents(forms: readonly FormTable[]): readonly Component[] {
  const entries = forms.map(form => [form, buildEntrySchema(form)] as const)
  const formObjectSchema = buildFormObjectSchema(
    Object.fromEntries(entries.map(([{ key }, schema]) => [key, schema] as const)),
  )
  return [
    ['ProviderId', providerSchema, 'A tax record provider. `irs-tax-pro` and `irs_tax_pro` are one provider.'],
    ['TaxpayerStatus', statusSchema, 'Status of a taxpayer. Parsed data is complete when the status is `COMPLETED`.'],
    ['TokenRequest', tokenRequestSchema, 'An authorization code to exchange for an access token.'],
    ['TokenResponse', tokenResponseSchema, 'An access token. It is bound to one taxpayer and one provider.'],
    ['TaxpayerTokenRecord', taxpayerTokenRecordSchema, "A taxpayer's access token."],
    ['Introspection', introspectionSchema, 'The taxpayer, the provider and the application of an access token.'],
    ['Acknowledgement', acknowledgementSchema, 'The response of an operation that returns no data.'],
    [
      'ClientLinkRequest',
      linkRequestSchema,
      'A client link to create. The API document does not show which fields are required.',
    ],
    ['ClientLink', clientLinkSchema, 'A link to a hosted page on which the taxpayer authorizes access.'],
    [
      'Form8821Request',
      form8821RequestSchema,
      'The data of an unsigned Form 8821. `form56` is required if the fiduciary signs the form instead of the taxpayer. The API document does not show which other fields are required.',
    ],
    ['RefreshJob', refreshJobSchema, 'A refresh job.'],
    ['RefreshStatus', refreshStatusSchema, 'The status of a refresh job.'],
    ['Taxpayer', taxpayerSchema, 'A taxpayer.', TAXPAYER],
    ['Record', buildRecordSchema(formObjectSchema), 'A tax record.', RECORD],
    ['FormObject', formObjectSchema, FORM_OBJECT.doc, FORM_OBJECT],
    ...entries.map(([form, schema]): Component => [form.key, schema, `An entry of ${form.number}: ${form.title}.`]),
    ['Event', envelopeSchema, 'An event. The fields of `data` depend on the event type.'],
    ['StatusChanged', getPayloadSchema('taxpayer.status_changed'), "A taxpayer's status changed."],
    ['RecordsSynced', getPayloadSchema('taxpayer.records_synced'), "A taxpayer's records were synced."],
    ['Disconnected', getPayloadSchema('taxpayer.disconnected'), 'A taxpayer was disconnected from a provider.'],
    ['Payload', getPayloadSchema('widget.opened'), 'A payload without fields of its own.'],
    ['Failed', getPayloadSchema('widget.failed'), 'The connect widget or a client link failed.'],
    ['LinkVisited', getPayloadSchema('client_link.opened'), 'A client link was opened or closed.'],
    ['LinkSucceeded', getPayloadSchema('client_link.succeeded'), 'A taxpayer connected through a client link.'],
  ]
}

const isObjectSchema = (value: JsonValue | undefined): value is JsonObjectValue =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Rewrites `anyOf` of a type and null as a list of types, and "any value" as true, which are easier to read. */
function simplify(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(simplify)
  if (!isObjectSchema(value)) return value
  const schema = Object.fromEntries(
    Object.entries(value).map(([keyword, inner]) => [keyword, simplify(inner)] as const),
  )
  if (isObjectSchema(schema['additionalProperties'])) schema['additionalProperties'] = true
  if (Object.keys(schema['properties'] ?? {}).length === 0) delete schema['properties']
  const { anyOf, ...keywords } = schema
  const [first, second] = (anyOf ?? []) as readonly JsonObjectValue[]
  return typeof first?.['type'] === 'string' && second?.['type'] === 'null'
    ? { ...keywords, ...first, type: [first['type'], 'null'] }
    : schema
}

/** Adds descriptions to the properties of a schema that have none, from its shape or from `PROPERTY_DOCS`. */
function describeProperties(schema: JsonObjectValue, name: string, shape: Shape | undefined): JsonObjectValue {
  const { properties, items, ...keywords } = schema
  if (isObjectSchema(items)) {
    const description = shape === undefined ? {} : { description: shape.doc }
    return { ...keywords, items: { ...description, ...describeProperties(items, name, shape) } }
  }
  if (!isObjectSchema(properties)) return schema
  const describe = (key: string, property: JsonValue): JsonValue => {
    if (!isObjectSchema(property)) return property
    const nestedObject = shape?.objects[key]?.shape
    const nested = nestedObject ?? shape?.lists[key]?.shape
    const doc =
      nestedObject?.doc ??
      shape?.fields.find(field => field.key === key)?.doc ??
      PROPERTY_DOCS[`${name}.${key}`] ??
      PROPERTY_DOCS[key]
    const description = property['description'] ?? doc
    const inner = describeProperties(property, key === 'error' ? 'Failure' : name, nested)
    return description === undefined ? inner : { description, ...inner }
  }
  const described = Object.entries(properties).map(([key, property]) => [key, describe(key, property)] as const)
  return { ...keywords, properties: Object.fromEntries(described) }
}

/** Known values that do not exclude others, because the service may add values. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  ProviderId: [...KNOWN_PROVIDERS, 'irs-tax-pro'],
  TaxpayerStatus: KNOWN_STATUSES,
}

/** Builds the schemas of `components`, by name. Fields and values that the API document does not list are allowed. */
export function buildComponentSchemas(forms: readonly FormTable[]): JsonObjectValue {
  const components = listComponents(forms)
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of components) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: id => `#/components/schemas/${id}` })
  return Object.fromEntries(
    components.map(([name, , description, shape]) => {
      const { $id, $schema, ...schema } = simplify(schemas[name] as JsonObjectValue) as JsonObjectValue
      const examples = EXAMPLES[name] === undefined ? {} : { examples: EXAMPLES[name] }
      return [name, { description, ...describeProperties(schema, name, shape), ...examples }] as const
    }),
  )
}
