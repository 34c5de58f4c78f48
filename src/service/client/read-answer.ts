import type * as z from 'zod'
import { parseJson } from '../../core/parse-json.js'
import { checkValue, misfitsOf, taxpayerTokenRecordSchema, tokenResponseSchema } from '../resources/index.js'
import { answerSchema } from '../resources/layout.js'
import { AccessToken, isHeaderSafe } from './credentials.js'
import { isPathSegment } from './operations.js'
import type { RawAnswer } from './request-options.js'
import type { ServiceAnswer } from './send-request.js'
import type { RetrievedToken, TokenGrant } from './service-client.js'
import { ServiceError } from './service-error.js'

/** Makes something of an answer; throws a service error where it cannot. */
export type AnswerReader<T> = (answer: ServiceAnswer) => T

/** An error about the body of an answer; `path` is the place in it. */
export const bodyError = (
  { operation, status, requestId }: ServiceAnswer,
  reason: string,
  detail: { readonly path?: string; readonly retryable?: boolean; readonly jobId?: string | undefined } = {},
): ServiceError =>
  new ServiceError({ kind: 'body', operation, status, requestId, retryable: false, ...detail, reason })

const misfit = (answer: ServiceAnswer, path: string, problem: string, jobId?: string): ServiceError =>
  bodyError(answer, `the body does not fit at ${path}: ${problem}`, { path, jobId })

/** Reads an answer's JSON, of any shape. */
export function readJson(answer: ServiceAnswer): unknown {
  const json = parseJson(answer.body)
  if (json !== undefined) return json
  // A body that was cut off looks like this too, so what may be repeated is.
  throw bodyError(answer, 'the body is not JSON', { retryable: answer.repeatable })
}

/** Hands on an answer as it came. */
export const readRaw =
  (expectJson = false): AnswerReader<RawAnswer> =>
  answer => {
    const { status, headers, requestId, body } = answer
    const json = expectJson ? readJson(answer) : parseJson(body)
    return { status, headers, requestId, bytes: body, json }
  }

/**
 * Reads an answer's JSON. What is `needed` has to fit; what else does not fit the schema is noted, where somebody listens,
 * and stays as it came. So do unknown fields.
 */
export const readAs =
  <T>(schema: z.ZodType<T>, needed: z.ZodType = answerSchema('object')): AnswerReader<T> =>
  answer => {
    const value = readJson(answer)
    const checked = checkValue(needed, value)
    if (!checked.ok)
      throw misfit(answer, checked.path, `expected ${checked.expected}; received ${checked.received}`)
    if (answer.note !== undefined) misfitsOf(schema, value).forEach(answer.note)
    return value as T
  }

/**
 * Reads an answer whose id leads to something else, and refuses one that no address can hold: nothing could be asked for
 * by it. The id of a job is named in the error.
 */
export const readWithId =
  <K extends string, T extends { readonly [P in K]: string }>(
    schema: z.ZodType<T>,
    key: K,
  ): AnswerReader<T> =>
  answer => {
    const value = readAs(schema, answerSchema({ [key]: 'text' }))(answer)
    const id = value[key]
    if (isPathSegment(id)) return value
    throw misfit(answer, `$['${key}']`, 'no address can hold it', key === 'jobId' ? id : undefined)
  }

/** A token that was issued is not to be lost over anything beside it. */
const TOKEN = answerSchema({ access_token: 'id' })

const readToken =
  <T extends { readonly access_token: string }>(schema: z.ZodType<T>) =>
  (answer: ServiceAnswer) => {
    const value = readAs(schema, TOKEN)(answer)
    if (!isHeaderSafe(value.access_token)) throw misfit(answer, "$['access_token']", 'no header can carry it')
    return { ...value, access_token: new AccessToken(value.access_token) }
  }

/** Reads a token response and wraps its token. */
export const readGrant: AnswerReader<TokenGrant> = readToken(tokenResponseSchema)

/** Reads a taxpayer token record and wraps its token. */
export const readRetrieved: AnswerReader<RetrievedToken> = readToken(taxpayerTokenRecordSchema)
