import * as z from 'zod'
import { providerSchema, statusSchema } from './provider.js'
import { identifier, type KnownOr, type Maybe, openObject, text, type ValueOf } from './schema.js'

export const tokenResponseSchema = z.looseObject({
  taxpayer_id: text,
  access_token: identifier,
  provider_id: providerSchema,
})

/** The response of the token exchange and of the upload of a signed form. Source: service API, Token response. */
export interface TokenResponse extends ValueOf<typeof tokenResponseSchema> {}

export const taxpayerTokenRecordSchema = z.looseObject({
  taxpayer_id: text,
  access_token: identifier,
  name: text.nullish(),
  metadata: openObject.nullish(),
  provider_id: providerSchema.nullish(),
  created_at: text.nullish(),
  status: statusSchema.nullish(),
})

/** The response of the retrieve-token endpoint. Source: service API, Taxpayer token record. */
export interface TaxpayerTokenRecord extends ValueOf<typeof taxpayerTokenRecordSchema> {}

export const introspectionSchema = z.looseObject({
  taxpayer_id: text,
  client_id: text.nullish(),
  name: text.nullish(),
  provider_id: providerSchema.nullish(),
})

/** The taxpayer, the provider and the client that a token belongs to. Source: service API, Introspection result. */
export interface Introspection extends ValueOf<typeof introspectionSchema> {}

export const acknowledgementSchema = z.looseObject({ status: text.nullish() })

/** The response of disconnect and clear-records. Source: service API, Endpoints, which shows the value `success`. */
export interface Acknowledgement extends ValueOf<typeof acknowledgementSchema> {
  /** May be absent, because the HTTP status already shows success. */
  readonly status?: Maybe<KnownOr<'success'>>
}

export const clientLinkSchema = z.looseObject({ url: text, id: text })

/** The response of POST /client-links. Source: service API, Client link. */
export interface ClientLink extends ValueOf<typeof clientLinkSchema> {}
