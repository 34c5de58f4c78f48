import {
  type OpenObject,
  type ProviderId,
  type TaxpayerTokenRecord,
  taxpayerTokenRecordSchema,
  tokenResponseSchema,
} from '../resources/index.js'
import { bodyError, readChecked } from './call-operation.js'
import { AccessToken, isHeaderSafe } from './credentials.js'
import type { ServiceAnswer, ServiceRequest } from './send-request.js'

/** A token response whose token is wrapped, so that it prints as `[redacted]`. */
export interface TokenGrant extends OpenObject {
  readonly taxpayer_id: string
  readonly provider_id: ProviderId
  readonly access_token: AccessToken
}

/** A taxpayer token record whose token is wrapped, so that it prints as `[redacted]`. */
export interface RetrievedToken extends OpenObject {
  readonly taxpayer_id: string
  readonly access_token: AccessToken
  readonly name?: TaxpayerTokenRecord['name']
  readonly metadata?: TaxpayerTokenRecord['metadata']
  readonly provider_id?: TaxpayerTokenRecord['provider_id']
  readonly created_at?: TaxpayerTokenRecord['created_at']
  readonly status?: TaxpayerTokenRecord['status']
}

/** Reads a token response and wraps its token. */
export const readGrant = (request: ServiceRequest, answer: ServiceAnswer): TokenGrant =>
  wrapToken(request, answer, readChecked(request, answer, tokenResponseSchema)) as TokenGrant

/** Reads a taxpayer token record and wraps its token. */
export const readRetrieved = (request: ServiceRequest, answer: ServiceAnswer): RetrievedToken =>
  wrapToken(request, answer, readChecked(request, answer, taxpayerTokenRecordSchema)) as RetrievedToken

/** A token that no header can carry is a service error. */
function wrapToken(
  request: ServiceRequest,
  answer: ServiceAnswer,
  body: { readonly access_token: string },
): OpenObject {
  if (!isHeaderSafe(body.access_token)) {
    const path = "$['access_token']"
    throw bodyError(request, answer, `the body does not fit at ${path}: no header can carry it`, { path })
  }
  return { ...body, access_token: new AccessToken(body.access_token) }
}
