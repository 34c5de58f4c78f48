import * as z from 'zod'
import { parseJson } from '../../core/json-value.js'
import { taxpayerTokenRecordSchema, tokenResponseSchema } from '../resources/authorization.js'
import { checkValue, listMisfits } from '../resources/index.js'

import { identifier, openObject, text } from '../resources/schema.js'
import { AccessToken, isHeaderSafe } from './credentials.js'
import { isPathSegment } from './operations.js'
import type { ServiceAnswer } from './send-request.js'
import type { AnswerHead, RawAnswer } from './service-client.js'
import { ServiceError } from './service-error.js'

const ANSWER_HEADS = new WeakMap<object, AnswerHead>()

/** Stores the status, headers and request id of the response from which a result was read. */
export function storeAnswerHead<T>(result: T, { status, headers, requestId }: AnswerHead): T {
  if (typeof result === 'object' && result !== null) ANSWER_HEADS.set(result, { status, headers, requestId })
  return result
}

/**
 * Returns the status, headers and request id of the response from which the client read a result. Returns undefined if
 * the result is not an object or combines several responses.
 */
export const answerHead = (result: unknown): AnswerHead | undefined =>
  typeof result === 'object' && result !== null ? ANSWER_HEADS.get(result) : undefined

/** A function that reads a response. It throws a ServiceError if it cannot. */
export type AnswerReader<T> = (answer: ServiceAnswer) => T

/** Creates an error about the body of a response. */
export const createBodyError = (
  { operation, status, requestId }: ServiceAnswer,
  reason: string,
  detail: Partial<Pick<ServiceError, 'path' | 'retryable' | 'jobId'>> = {},
): ServiceError => new ServiceError({ kind: 'body', operation, status, requestId, retryable: false, ...detail, reason })

const createMisfitError = (answer: ServiceAnswer, path: string, problem: string, jobId?: string): ServiceError =>
  createBodyError(answer, `the body does not fit at ${path}: ${problem}`, { path, jobId })

/** Reads a response's JSON, of any shape. */
export function readJson(answer: ServiceAnswer): unknown {
  const json = parseJson(answer.body)
  if (json !== undefined) return json
  // A truncated body is not JSON either. Therefore the request is repeated if the operation allows it.
  throw createBodyError(answer, 'the body is not JSON', { retryable: answer.repeatable })
}

/** Creates a reader that does not check the body, except that it must be JSON if `expectJson`. */
export const readRaw =
  (expectJson = false): AnswerReader<RawAnswer> =>
  answer => {
    const { status, headers, requestId, body: bytes } = answer
    return { status, headers, requestId, bytes, json: expectJson ? readJson(answer) : parseJson(bytes) }
  }

/**
 * Creates a reader of JSON that must match `needed`. The reader reports other differences from the schema to the drift
 * listener, if there is one. It returns the value unchanged, including unknown fields.
 */
export const readChecked =
  <T>(schema: z.ZodType<T>, needed: z.ZodType = openObject): AnswerReader<T> =>
  answer => {
    const value = readJson(answer)
    const checkResult = checkValue(needed, value)
    if (!checkResult.ok)
      throw createMisfitError(answer, checkResult.path, `expected ${checkResult.expected}; got ${checkResult.received}`)
    if (answer.reportDrift !== undefined) listMisfits(schema, value).forEach(answer.reportDrift)
    return value as T
  }

/**
 * Creates a reader of a response whose id becomes a segment of other paths. The reader rejects an id that cannot be a
 * path segment. The error contains the id only if it is a job's.
 */
export const readWithId =
  <K extends string, T extends { readonly [P in K]: string }>(schema: z.ZodType<T>, key: K): AnswerReader<T> =>
  answer => {
    const value = readChecked(schema, z.looseObject({ [key]: text }))(answer)
    const id = value[key]
    if (isPathSegment(id)) return value
    throw createMisfitError(answer, `$['${key}']`, 'it cannot be part of a URL', key === 'jobId' ? id : undefined)
  }

/** Requires only the token, so that a problem in another field does not cost the caller the token. */
const TOKEN_SCHEMA = z.looseObject({ access_token: identifier })

const readToken =
  <T extends { readonly access_token: string }>(schema: z.ZodType<T>) =>
  (answer: ServiceAnswer) => {
    const value = readChecked(schema, TOKEN_SCHEMA)(answer)
    if (!isHeaderSafe(value.access_token))
      throw createMisfitError(answer, "$['access_token']", 'it cannot be sent in a header')
    return { ...value, access_token: new AccessToken(value.access_token) }
  }

/** Reads a token response and wraps its token in an AccessToken. */
export const readTokenGrant = readToken(tokenResponseSchema)

/** Reads a taxpayer token record and wraps its token in an AccessToken. */
export const readRetrievedToken = readToken(taxpayerTokenRecordSchema)
