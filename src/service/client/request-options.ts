import type { AccessToken } from './credentials.js'
import type { CallOptions } from './limits.js'

/** What a query can hold; undefined is left out, and a list repeats its key. */
export type QueryValue = string | number | boolean | null | undefined

/** A query by its keys. */
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[]>>

/** How an operation is called. */
export interface OperationOptions extends CallOptions {
  /** The longest that one attempt may take; that of the client unless given. Units: milliseconds. */
  readonly attemptMs?: number | undefined
  /** Parameters of the address: those that the service has added since. */
  readonly query?: Query | undefined
  /** Fields of the body beside those that the operation has: those that the service has added since. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined
}

/** How a raw request is made. */
export interface RawRequestOptions extends Omit<OperationOptions, 'extra'> {
  /** An access token, or the client's own credentials; none unless given. */
  readonly credential?: AccessToken | 'client' | undefined
  readonly json?: unknown
  readonly form?: FormData | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** An answer that is no JSON, as one that was cut off, is an error, and a fault after which it is repeated. */
  readonly expectJson?: boolean | undefined
  /** True where it may be repeated after a fault without doing its work twice; GET and HEAD unless given. */
  readonly repeatable?: boolean | undefined
}

/** What stands around the body of an answer. */
export interface AnswerHead {
  readonly status: number
  readonly headers: Headers
  /** What the service calls the request. Missing: undefined where it gives it no name that is safe to print. */
  readonly requestId: string | undefined
}

/** The answer to a raw request. */
export interface RawAnswer extends AnswerHead {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Missing: undefined where the body is no JSON. */
  readonly json: unknown
}

const HEADS = new WeakMap<object, AnswerHead>()

/** Keeps what stood around the body that a result was read from. */
export function keepHead<T>(result: T, { status, headers, requestId }: AnswerHead): T {
  if (typeof result === 'object' && result !== null) HEADS.set(result, { status, headers, requestId })
  return result
}

/**
 * The status, headers and request id of the answer that a result of the client was read from. Missing: undefined for what
 * is no object, and for what was put together from several answers.
 */
export const answerHead = (result: unknown): AnswerHead | undefined =>
  typeof result === 'object' && result !== null ? HEADS.get(result) : undefined
