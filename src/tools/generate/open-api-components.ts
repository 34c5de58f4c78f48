import type { JsonObjectValue } from './schema-parts.js'

/** The version of the API that the description is about. */
export const INTERFACE_VERSION = '2024-01-01'
const versionParameter = {
  name: 'Service-API-Version',
  in: 'header',
  description: 'The version date of the API.',
  schema: { type: 'string', const: INTERFACE_VERSION },
}

/** Describes a body of JSON. */
export const describeJson = (schema: JsonObjectValue): JsonObjectValue => ({ 'application/json': { schema } })

/** The credentials, parameters and errors that the operations refer to. */
export const COMPONENTS: JsonObjectValue = {
  securitySchemes: {
    clientCredentials: {
      type: 'http',
      scheme: 'bearer',
      description: 'Base64 of `<client_id>:<client_secret>`, the credentials from the developer dashboard.',
    },
    accessToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'The `access_token` from the token exchange or from retrieving the token.',
    },
  },
  parameters: {
    Version: { ...versionParameter, required: true },
    OptionalVersion: { ...versionParameter, required: false },
    Async: {
      name: 'x-service-async',
      in: 'header',
      description:
        'Returns after documents are pulled from the provider, without waiting for parsing. Wait until the status is `COMPLETED` before reading parsed data.',
      required: false,
      schema: { type: 'string', const: 'true' },
    },
    Signature: {
      name: 'Service-Signature',
      in: 'header',
      description:
        '`t=<issued_timestamp>,v1=<signature_hash>`. The timestamp is in milliseconds. The hash is the hex HMAC SHA256 of `<issued_timestamp>.<body>`, keyed with the webhook secret.',
      required: true,
      schema: { type: 'string' },
    },
  },
  responses: {
    Error: { description: 'An error. The API document does not show its status and body.' },
    MessageError: {
      description: 'An error. The API document does not show its status.',
      content: describeJson({
        type: 'object',
        required: ['message'],
        properties: { message: { description: 'A message for people.', type: 'string' } },
        additionalProperties: true,
      }),
    },
  },
}
