import type * as z from 'zod'
import { type Answer, answerSchema, type RequestBody } from './layout.js'
import type { KnownOr, Maybe } from './resource.js'

/** The fields of a token request: the redirect address only for the redirect flow, and the same as there. */
export const TOKEN_REQUEST = {
  client_id: 'text',
  client_secret: 'text',
  code: 'text',
  'redirect_uri?': 'text',
} as const
const TOKEN = { taxpayer_id: 'text', access_token: 'id' } as const
const TOKEN_RESPONSE = { ...TOKEN, provider_id: 'provider' } as const
const TOKEN_RECORD = {
  ...TOKEN,
  'name?': 'text',
  'metadata?': 'object',
  'provider_id?': 'provider',
  'created_at?': 'text',
  'status?': 'status',
} as const
const INTROSPECTION = {
  taxpayer_id: 'text',
  'client_id?': 'text',
  'name?': 'text',
  'provider_id?': 'provider',
} as const

/** The body of POST /auth/token. Source: interface, Endpoints. */
export interface TokenRequest extends RequestBody<typeof TOKEN_REQUEST> {}

/** The answer of the token exchange, and of the upload of a signed form. Source: interface, Token response. */
export interface TokenResponse extends Answer<typeof TOKEN_RESPONSE> {}

/** The answer of the retrieve-token endpoint. Source: interface, Taxpayer token record. */
export interface TaxpayerTokenRecord extends Answer<typeof TOKEN_RECORD> {}

/** What a token is bound to. Source: interface, Introspection result. */
export interface Introspection extends Answer<typeof INTROSPECTION> {}

/** The answer of disconnect and of clear-records. Source: interface, Endpoints; the value `success` is shown. */
export interface Acknowledgement extends Answer<{ 'status?': 'text' }> {
  /** Missing where the service leaves it out: its answer says that it was done. */
  readonly status?: Maybe<KnownOr<'success'>>
}

/** Checks a token response. */
export const tokenResponseSchema: z.ZodType<TokenResponse> = answerSchema(TOKEN_RESPONSE)

/** Checks a taxpayer token record. */
export const taxpayerTokenRecordSchema: z.ZodType<TaxpayerTokenRecord> = answerSchema(TOKEN_RECORD)

/** Checks an introspection result. */
export const introspectionSchema: z.ZodType<Introspection> = answerSchema(INTROSPECTION)

/** Checks an acknowledgement. */
export const acknowledgementSchema: z.ZodType<Acknowledgement> = answerSchema({ 'status?': 'text' })
