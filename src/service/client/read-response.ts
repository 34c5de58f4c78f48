import * as z from 'zod'
import { parseJson } from '../../core/json-value.js'
import {
  type Acknowledgement,
  acknowledgementSchema,
  taxpayerTokenRecordSchema,
  tokenResponseSchema,
} from '../contract/authorization.js'
import { checkValue, identifier, listMismatches, openObject, text } from '../contract/schema.js'
import { AccessToken, isHeaderSafe } from './credentials.js'
import { isPathSegment } from './operations.js'
import type { SuccessfulResponse } from './send-request.js'
import type { RawResponse, ResponseHead } from './service-client.js'
import { ServiceError } from './service-error.js'

const RESPONSE_HEADS = new WeakMap<object, ResponseHead>()

/** Stores the status, headers and request id of the response that a result was read from. Returns the result. */
export function storeResponseHead<T>(result: T, { status, headers, requestId }: ResponseHead): T {
  if (typeof result === 'object' && result !== null) RESPONSE_HEADS.set(result, { status, headers, requestId })
  return result
}

/**
 * Returns the status, headers and request id of the response from which the client read a result. Returns undefined if
 * the result is not an object or combines several responses.
 */
export const getResponseHead = (result: unknown): ResponseHead | undefined =>
  typeof result === 'object' && result !== null ? RESPONSE_HEADS.get(result) : undefined

/** A function that reads a response. It throws a ServiceError if it cannot. */
export type ResponseReader<T> = (response: SuccessfulResponse) => T

/** Creates an error about the body of a response. */
export const createBodyError = (
  { operation, status, requestId }: SuccessfulResponse,
  reason: string,
  detail: Partial<Pick<ServiceError, 'path' | 'retryable' | 'jobId'>> = {},
): ServiceError => new ServiceError({ kind: 'body', operation, status, requestId, retryable: false, ...detail, reason })

const createMisfitError = (response: SuccessfulResponse, path: string, problem: string, jobId?: string): ServiceError =>
  createBodyError(response, `the body does not fit at ${path}: ${problem}`, { path, jobId })

/** Reads a response's JSON, of any shape. */
export function readJson(response: SuccessfulResponse): unknown {
  const json = parseJson(response.body)
  if (json !== undefined) return json
  const pageType = /^[a-z]+\/[a-z.+]{0,20}(?:html|xml)(?![a-z])/i.exec(response.headers.get('content-type') ?? '')?.[0]
  // An HTML or XML page, for example from a gateway, would be the same after a retry, so it is not retried. Any other
  // body may have been truncated, so the request is repeated if the operation allows it.
  const reason = pageType === undefined ? 'the body is not JSON' : `the body is ${pageType}, not JSON`
  throw createBodyError(response, reason, { retryable: response.repeatable && pageType === undefined })
}

/** Reads the response of an operation without data. A status of 200 to 299 shows success, also with an empty body. */
export const readAcknowledgement: ResponseReader<Acknowledgement> = response =>
  response.body.length === 0 ? {} : readChecked(acknowledgementSchema)(response)

/** Creates a reader that does not check the body. If `expectJson` is true, the body must be JSON. */
export const readRaw =
  (expectJson = false): ResponseReader<RawResponse> =>
  response => {
    const { status, headers, requestId, body: bytes } = response
    return { status, headers, requestId, bytes, json: expectJson ? readJson(response) : parseJson(bytes) }
  }

/**
 * Creates a reader of JSON that must match `needed`. The reader reports other differences from the schema to the drift
 * listener, if there is one. It returns the value unchanged, including unknown fields.
 */
export const readChecked =
  <T>(schema: z.ZodType<T>, needed: z.ZodType = openObject): ResponseReader<T> =>
  response => {
    const value = readJson(response)
    const checkResult = checkValue(needed, value)
    if (!checkResult.ok) {
      const { path, expected, received } = checkResult
      throw createMisfitError(response, path, `expected ${expected}; got ${received}`)
    }
    if (response.reportDrift !== undefined) listMismatches(schema, value).forEach(response.reportDrift)
    return value as T
  }

/**
 * Creates a reader of a response whose id becomes a segment of other paths. The reader rejects an id that cannot be a
 * path segment. The error contains the id only if it is the id of a job.
 */
export const readWithId =
  <K extends string, T extends { readonly [P in K]: string }>(schema: z.ZodType<T>, key: K): ResponseReader<T> =>
  response => {
    const value = readChecked(schema, z.looseObject({ [key]: text }))(response)
    const id = value[key]
    if (isPathSegment(id)) return value
    throw createMisfitError(response, `$['${key}']`, 'it cannot be part of a URL', key === 'jobId' ? id : undefined)
  }

/** Requires only the token, so that a problem in another field does not cost the caller the token. */
const TOKEN_SCHEMA = z.looseObject({ access_token: identifier })

const readToken =
  <T extends { readonly access_token: string }>(schema: z.ZodType<T>) =>
  (response: SuccessfulResponse) => {
    const value = readChecked(schema, TOKEN_SCHEMA)(response)
    if (!isHeaderSafe(value.access_token))
      throw createMisfitError(response, "$['access_token']", 'it cannot be sent in a header')
    return { ...value, access_token: new AccessToken(value.access_token) }
  }

/** Reads a token response and wraps its token in an AccessToken. */
export const readTokenGrant = readToken(tokenResponseSchema)

/** Reads a taxpayer token record and wraps its token in an AccessToken. */
export const readRetrievedToken = readToken(taxpayerTokenRecordSchema)
