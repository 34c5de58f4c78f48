import { z } from 'zod'
import type { ProviderId } from './provider.js'
import { type Maybe, maybe, maybeText, type OpenObject, openObjectSchema } from './resource.js'
import type { TaxpayerStatus } from './taxpayer.js'

/** The body of POST /auth/token. Source: interface, Endpoints. */
export interface TokenRequest {
  readonly client_id: string
  readonly client_secret: string
  readonly code: string
  /** Only for the redirect flow, and the same address as there. */
  readonly redirect_uri?: string | undefined
}

/** The answer of the token exchange, and of the upload of a signed form. Source: interface, Token response. */
export interface TokenResponse extends OpenObject {
  readonly taxpayer_id: string
  readonly provider_id: ProviderId
  readonly access_token: string
}

/** The answer of the retrieve-token endpoint. Source: interface, Taxpayer token record. */
export interface TaxpayerTokenRecord extends OpenObject {
  readonly access_token: string
  readonly taxpayer_id: string
  readonly name?: Maybe<string>
  readonly metadata?: Maybe<OpenObject>
  readonly provider_id?: Maybe<ProviderId>
  readonly created_at?: Maybe<string>
  readonly status?: Maybe<TaxpayerStatus>
}

/** What a token is bound to. Source: interface, Introspection result. */
export interface Introspection extends OpenObject {
  readonly taxpayer_id: string
  readonly client_id?: Maybe<string>
  readonly name?: Maybe<string>
  readonly provider_id?: Maybe<ProviderId>
}

/** Checks a token request. */
export const tokenRequestSchema: z.ZodType<TokenRequest> = z.looseObject({
  client_id: z.string(),
  client_secret: z.string(),
  code: z.string(),
  redirect_uri: z.string().optional(),
})

const token = { taxpayer_id: z.string(), access_token: z.string().min(1) }

/** Checks a token response. */
export const tokenResponseSchema: z.ZodType<TokenResponse> = z.looseObject({
  ...token,
  provider_id: z.string(),
})

/** Checks a taxpayer token record. */
export const taxpayerTokenRecordSchema: z.ZodType<TaxpayerTokenRecord> = z.looseObject({
  ...token,
  name: maybeText,
  metadata: maybe(openObjectSchema),
  provider_id: maybeText,
  created_at: maybeText,
  status: maybeText,
})

/** Checks an introspection result. */
export const introspectionSchema: z.ZodType<Introspection> = z.looseObject({
  taxpayer_id: z.string(),
  client_id: maybeText,
  name: maybeText,
  provider_id: maybeText,
})
