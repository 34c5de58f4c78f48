import type { CallName } from './operations.js'

/** The cause of an error: the network, a deadline, the status of the answer, its body, or an abort by the caller. */
export type ServiceErrorKind = 'network' | 'timeout' | 'status' | 'body' | 'aborted'

/** The fields of a service error, and its message without the operation. */
export type ServiceErrorDetail = Pick<ServiceError, 'kind' | 'operation' | 'retryable'> &
  Partial<Omit<ServiceError, keyof Error>> & { readonly reason: string }

/**
 * The error of a failed call. None of its fields contains data, a secret or a URL. It has no `cause`, because an error of the
 * platform may quote headers and URLs.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly kind!: ServiceErrorKind
  readonly operation!: CallName
  /** The HTTP status, if the service answered. */
  readonly status: number | undefined
  /**
   * The message of the service, without texts that were sent to it and without anything that looks like a secret. It is
   * undefined if the answer has no message, or if the search for the sent texts would take too long.
   */
  readonly serviceMessage: string | undefined
  readonly requestId: string | undefined
  /** True if the same call may be repeated without doing its work twice, and may then succeed. */
  readonly retryable!: boolean
  /** The RFC 9535 path of the value that does not match, for errors of the body. */
  readonly path: string | undefined
  /** The wait that the service asks for, in milliseconds from the answer. */
  readonly retryAfterMs: number | undefined
  /**
   * The error code in the service's answer, or the system's code of a network fault, such as `ECONNRESET`. It is undefined if
   * the answer has no code, or if it might be data.
   */
  readonly code: string | undefined
  /**
   * The refresh job that the call had started. `getRefresh` reads its status, unless its id is the invalid value. A
   * repetition of the whole call would start another job.
   */
  readonly jobId: string | undefined

  constructor({ reason, ...fields }: ServiceErrorDetail) {
    super(`${fields.operation}: ${reason}`)
    Object.assign(this, fields)
  }
}
