import * as z from 'zod'
import { providerSchema, statusSchema } from './provider.js'
import { identifier, type KnownOr, type Maybe, openObject, text, type ValueOf } from './schema.js'

export const tokenResponseSchema = z.looseObject({
  taxpayer_id: text,
  access_token: identifier,
  provider_id: providerSchema,
})

/** The answer of the token exchange and of the upload of a signed form. Source: interface, Token response. */
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

/** The answer of the retrieve-token endpoint. Source: interface, Taxpayer token record. */
export interface TaxpayerTokenRecord extends ValueOf<typeof taxpayerTokenRecordSchema> {}

export const introspectionSchema = z.looseObject({
  taxpayer_id: text,
  client_id: text.nullish(),
  name: text.nullish(),
  provider_id: providerSchema.nullish(),
})

/** The taxpayer, provider and client of a token. Source: interface, Introspection result. */
export interface Introspection extends ValueOf<typeof introspectionSchema> {}

export const acknowledgementSchema = z.looseObject({ status: text.nullish() })

/** The answer of disconnect and of clear-records. Source: interface, Endpoints; the value `success` is shown. */
export interface Acknowledgement extends ValueOf<typeof acknowledgementSchema> {
  /** The service may leave it out, because the HTTP status already shows success. */
  readonly status?: Maybe<KnownOr<'success'>>
}

export const clientLinkSchema = z.looseObject({ url: text, id: text })

/** The answer of POST /client-links. Source: interface, Client link. */
export interface ClientLink extends ValueOf<typeof clientLinkSchema> {}
