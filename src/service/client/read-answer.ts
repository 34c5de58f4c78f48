import * as z from 'zod'
import { parseJson } from '../../core/json-value.js'
import { taxpayerTokenRecordSchema, tokenResponseSchema } from '../resources/authorization.js'
import { checkValue, misfitsOf } from '../resources/index.js'

import { identifier, openObject, text } from '../resources/schema.js'
import { AccessToken, isHeaderSafe } from './credentials.js'
import { isPathSegment } from './operations.js'
import type { ServiceAnswer } from './send-request.js'
import type { AnswerHead, RawAnswer } from './service-client.js'
import { ServiceError } from './service-error.js'

const HEADS = new WeakMap<object, AnswerHead>()

/** Keeps the status, the headers and the request id of the answer that a result was read from. */
export function keepHead<T>(result: T, { status, headers, requestId }: AnswerHead): T {
  if (typeof result === 'object' && result !== null) HEADS.set(result, { status, headers, requestId })
  return result
}

/**
 * The status, headers and request id of the answer that a result of the client was read from. Missing: undefined for a
 * result that is not an object, and for one that was put together from several answers.
 */
export const answerHead = (result: unknown): AnswerHead | undefined =>
  typeof result === 'object' && result !== null ? HEADS.get(result) : undefined

/** Reads an answer. Throws a service error if it cannot. */
export type AnswerReader<T> = (answer: ServiceAnswer) => T

/** Makes an error about the body of an answer. */
export const bodyError = (
  { operation, status, requestId }: ServiceAnswer,
  reason: string,
  detail: Partial<Pick<ServiceError, 'path' | 'retryable' | 'jobId'>> = {},
): ServiceError =>
  new ServiceError({ kind: 'body', operation, status, requestId, retryable: false, ...detail, reason })

const misfitError = (answer: ServiceAnswer, path: string, problem: string, jobId?: string): ServiceError =>
  bodyError(answer, `the body does not fit at ${path}: ${problem}`, { path, jobId })

/** Reads an answer's JSON, of any shape. */
export function readJson(answer: ServiceAnswer): unknown {
  const json = parseJson(answer.body)
  if (json !== undefined) return json
  // A body that was cut off looks like this too, so an operation that may be repeated is.
  throw bodyError(answer, 'the body is not JSON', { retryable: answer.repeatable })
}

/** Reads an answer without checking it. */
export const readRaw =
  (expectJson = false): AnswerReader<RawAnswer> =>
  answer => {
    const { status, headers, requestId, body: bytes } = answer
    return { status, headers, requestId, bytes, json: expectJson ? readJson(answer) : parseJson(bytes) }
  }

/**
 * Reads an answer's JSON. It has to fit `needed`. Other places that do not fit the schema are reported to the listener, if
 * there is one. The value stays as it came, unknown fields included.
 */
export const readAs =
  <T>(schema: z.ZodType<T>, needed: z.ZodType = openObject): AnswerReader<T> =>
  answer => {
    const value = readJson(answer)
    const checked = checkValue(needed, value)
    if (!checked.ok)
      throw misfitError(answer, checked.path, `expected ${checked.expected}; received ${checked.received}`)
    if (answer.note !== undefined) misfitsOf(schema, value).forEach(answer.note)
    return value as T
  }

/**
 * Reads an answer whose id is a part of other addresses, and refuses an id that no address can hold. The id of a job is
 * named in the error.
 */
export const readWithId =
  <K extends string, T extends { readonly [P in K]: string }>(
    schema: z.ZodType<T>,
    key: K,
  ): AnswerReader<T> =>
  answer => {
    const value = readAs(schema, z.looseObject({ [key]: text }))(answer)
    const id = value[key]
    if (isPathSegment(id)) return value
    throw misfitError(answer, `$['${key}']`, 'no address can hold it', key === 'jobId' ? id : undefined)
  }

/** Only the token itself is needed, so that a token is not lost because of a field next to it. */
const TOKEN = z.looseObject({ access_token: identifier })

const readToken =
  <T extends { readonly access_token: string }>(schema: z.ZodType<T>) =>
  (answer: ServiceAnswer) => {
    const value = readAs(schema, TOKEN)(answer)
    if (!isHeaderSafe(value.access_token))
      throw misfitError(answer, "$['access_token']", 'no header can carry it')
    return { ...value, access_token: new AccessToken(value.access_token) }
  }

/** Reads a token response and wraps its token. */
export const readGrant = readToken(tokenResponseSchema)

/** Reads a taxpayer token record and wraps its token. */
export const readRetrieved = readToken(taxpayerTokenRecordSchema)
