import type { FormTable } from '../../schema/form.js'
import { OPERATIONS, type Operation, type OperationName } from '../../service/client/operations.js'
import { EVENT_TYPES, type EventType } from '../../service/contract/event.js'
import { COMPONENTS, describeJson, INTERFACE_VERSION } from './open-api-components.js'
import { buildComponentSchemas } from './open-api-schemas.js'
import { buildObject, type JsonObjectValue } from './schema-parts.js'

/** What the API document says about an operation. `request` and `response` are names of schemas. */
interface OperationDoc {
  readonly summary: string
  readonly description?: string
  readonly request?: string
  /** Null if the API document does not show the shape of the response. */
  readonly response: string | JsonObjectValue | null
  /** True if the API document calls the version header optional for this operation. */
  readonly isVersionOptional?: boolean
}

const refer = (section: string, name: string): JsonObjectValue => ({ $ref: `#/components/${section}/${name}` })
const referToSchema = (name: string): JsonObjectValue => refer('schemas', name)
const FILE: JsonObjectValue = { type: 'string', format: 'binary' }

const OPERATION_DOCS: Readonly<Record<OperationName, OperationDoc>> = {
  exchangeCode: {
    summary: 'Exchange an authorization code for an access token',
    description:
      'Common causes of a failure: an invalid or expired authorization code, a wrong client id or secret, or a redirect address that does not match.',
    request: 'TokenRequest',
    response: 'TokenResponse',
  },
  retrieveToken: {
    summary: "Retrieve a taxpayer's access token",
    description:
      "For a token that was created out of the application's sight, for example through a client link. Use it sparingly, and only when necessary.",
    response: 'TaxpayerTokenRecord',
    isVersionOptional: true,
  },
  introspect: { summary: 'Describe an access token', response: 'Introspection', isVersionOptional: true },
  disconnect: {
    summary: 'Disconnect the taxpayer from the provider',
    description:
      'Deletes the token of the call and all tokens of the same taxpayer and provider. Tokens for another provider need a separate call. Applications are required to implement this operation.',
    response: 'Acknowledgement',
    isVersionOptional: true,
  },
  listProviders: { summary: 'Describe all available tax record providers', response: null },
  getTaxpayer: { summary: 'Read the taxpayer', response: 'Taxpayer' },
  startRefresh: { summary: 'Start a refresh job', response: 'RefreshJob', isVersionOptional: true },
  getRefresh: { summary: 'Read the status of a refresh job', response: 'RefreshStatus', isVersionOptional: true },
  clearRecords: {
    summary: "Remove all of the taxpayer's tax records",
    description: 'The taxpayer account is not deleted.',
    response: 'Acknowledgement',
  },
  listRecords: {
    summary: 'List the tax records of the token',
    response: { type: 'array', items: referToSchema('Record') },
  },
  getRecord: { summary: 'Describe a tax record', response: null },
  createClientLink: { summary: 'Create a client link', request: 'ClientLinkRequest', response: 'ClientLink' },
  createUnsignedForm: {
    summary: 'Download an unsigned Form 8821',
    description:
      'The response refers to the document id that the upload of the signed form needs. The API document does not show where it is (body or header).',
    request: 'Form8821Request',
    response: FILE,
  },
  uploadSignedForm: { summary: 'Upload the signed Form 8821', response: 'TokenResponse' },
}

const PARAMETER_DOCS: Readonly<Record<string, string>> = {
  'retrieveToken.id': 'The service UUID of the taxpayer.',
  'startRefresh.id': 'Identifier of the taxpayer.',
  'getRefresh.taxpayerId': 'Identifier of the taxpayer.',
  'getRefresh.jobId': 'Identifier of the refresh job.',
  'getRecord.id': 'Identifier of the tax record.',
  'uploadSignedForm.documentId': 'The document id that the unsigned form returned.',
}

const SECURITY: Readonly<Record<Operation['credential'], readonly JsonObjectValue[]>> = {
  none: [],
  client: [{ clientCredentials: [] }],
  token: [{ accessToken: [] }],
}

/** Describes the responses of an operation. Statuses and bodies of errors are open, except those in the document. */
function buildResponses(name: OperationName, response: OperationDoc['response']): JsonObjectValue {
  const schema = typeof response === 'string' ? referToSchema(response) : response
  const content = schema === FILE ? { '*/*': { schema } } : describeJson(schema ?? {})
  const error = refer('responses', OPERATIONS[name].path.startsWith('/providers/irs/') ? 'MessageError' : 'Error')
  return {
    '200': {
      description:
        response === null ? 'Success. The API document does not show the shape of the response.' : 'Success.',
      content,
    },
    ...(name === 'exchangeCode'
      ? { '400': { description: 'Invalid Request' }, '401': { description: 'Unauthorized' } }
      : {}),
    default: error,
  }
}

function buildRequestBody(name: OperationName, request: string | undefined): JsonObjectValue {
  if (name === 'uploadSignedForm') {
    const file = { description: 'The wet-signed PDF.', ...FILE }
    const schema = { type: 'object', required: ['file'], properties: { file } }
    const encoding = { file: { contentType: 'application/pdf' } }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema, encoding } } } }
  }
  return request === undefined ? {} : { requestBody: { required: true, content: describeJson(referToSchema(request)) } }
}

function buildOperation(name: OperationName): JsonObjectValue {
  const { path, credential } = OPERATIONS[name]
  const { summary, description, request, response, isVersionOptional = false } = OPERATION_DOCS[name]
  const pathParameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => ({
    name: key,
    in: 'path',
    required: true,
    description: PARAMETER_DOCS[`${name}.${key}`] ?? '',
    schema: { type: 'string' },
  }))
  return {
    operationId: name,
    summary,
    ...(description === undefined ? {} : { description }),
    security: SECURITY[credential],
    parameters: [
      ...pathParameters,
      refer('parameters', isVersionOptional ? 'OptionalVersion' : 'Version'),
      ...(name === 'exchangeCode' ? [refer('parameters', 'Async')] : []),
    ],
    ...buildRequestBody(name, request),
    responses: buildResponses(name, response),
  }
}

/** The name of each payload's schema. Null if the API document does not show the payload. */
const PAYLOAD_NAMES: Readonly<Record<EventType, string | null>> = {
  'taxpayer.status_changed': 'StatusChanged',
  'taxpayer.records_synced': 'RecordsSynced',
  'taxpayer.disconnected': 'Disconnected',
  'taxpayer.consent_accepted': null,
  'taxpayer.provider_selected': null,
  'taxpayer.provider_connected': null,
  'widget.opened': 'Payload',
  'widget.closed': 'Payload',
  'widget.failed': 'Failed',
  'client_link.opened': 'LinkVisited',
  'client_link.closed': 'LinkVisited',
  'client_link.failed': 'Failed',
  'client_link.succeeded': 'LinkSucceeded',
}

function buildWebhook(type: EventType): JsonObjectValue {
  const payload = PAYLOAD_NAMES[type]
  const data =
    payload === null
      ? { description: 'The payload. The API document does not show its fields.' }
      : referToSchema(payload)
  const details = {
    type: 'object',
    required: payload === null ? [] : ['data'],
    properties: { event: { const: type }, data },
  }
  return {
    post: {
      operationId: `on_${type.replace('.', '_')}`,
      summary: `The event ${type}`,
      parameters: [refer('parameters', 'Signature')],
      requestBody: { required: true, content: describeJson({ allOf: [referToSchema('Event'), details] }) },
      responses: {
        '2XX': { description: 'Delivered.' },
        default: { description: 'Not delivered. The service retries up to 12 times over 3 days.' },
      },
    },
  }
}

/** Builds the OpenAPI 3.1 description of the service's API from `service/contract` and the operations of the client. */
export function buildOpenApi(forms: readonly FormTable[]): JsonObjectValue {
  const names = Object.keys(OPERATIONS) as OperationName[]
  const paths = [...new Set(names.map(name => OPERATIONS[name].path))]
  return {
    openapi: '3.1.1',
    info: {
      title: 'Tax Records Collection Service',
      version: INTERFACE_VERSION,
      description:
        "Collects verified tax records of taxpayers from tax record providers. This description was written from the service's API document. What that document does not show is open here: unknown fields, values of lists, statuses and bodies of errors. Clients should ignore unknown response fields.",
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: '{base_url}',
        description: "The service's base URL. The default is the sandbox on this machine.",
        variables: { base_url: { default: 'http://localhost:8821' } },
      },
    ],
    paths: buildObject(paths, path => [
      path,
      buildObject(
        names.filter(name => OPERATIONS[name].path === path),
        name => [OPERATIONS[name].method.toLowerCase(), buildOperation(name)],
      ),
    ]),
    webhooks: buildObject(EVENT_TYPES, type => [type, buildWebhook(type)]),
    components: { ...COMPONENTS, schemas: buildComponentSchemas(forms) },
  }
}
