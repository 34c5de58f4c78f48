import type { CallName } from './operations.js'

/** The cause of an error: the network, a deadline, the response's status, its body, or an abort by the caller. */
export type ServiceErrorKind = 'network' | 'timeout' | 'status' | 'body' | 'aborted'

/** The fields of a service error. `reason` is its message without the operation. */
export type ServiceErrorDetail = Pick<ServiceError, 'kind' | 'operation' | 'retryable'> &
  Partial<Omit<ServiceError, keyof Error>> & { readonly reason: string }

/**
 * The error of a failed call. Its message and its enumerable fields contain no data, no secret and no URL. Only
 * `serviceMessage` may contain data. It has no `cause`, because the platform's errors may quote headers and URLs.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly kind!: ServiceErrorKind
  readonly operation!: CallName
  /** The HTTP status, if the service responded. */
  readonly status: number | undefined
  /**
   * The service's message, without strings that were sent to it and without anything that looks like a secret. It may
   * be private: the service may quote names, dates and amounts from its own data. Therefore the property is not
   * enumerable, so that logs do not contain it. Undefined if the response has no message, or if searching for the sent
   * strings would take too long.
   */
  readonly serviceMessage: string | undefined
  readonly requestId: string | undefined
  /** True if the same call may be repeated without doing its work twice, and may then succeed. */
  readonly retryable!: boolean
  /** The RFC 9535 path of the value that does not match, if the body has another shape than expected. */
  readonly path: string | undefined
  /** The wait that the service requests, in milliseconds from the response. */
  readonly retryAfterMs: number | undefined
  /**
   * The error code in the response, or the system's code of a network fault, such as `ECONNRESET`. Undefined if there
   * is no code, or if it might be data.
   */
  readonly code: string | undefined
  /**
   * The id of the refresh job that the call started. `getRefresh` reads the job's status, unless the id itself is the
   * value that does not match. Repeating the whole call would start another job.
   */
  readonly jobId: string | undefined

  constructor({ reason, serviceMessage, ...fields }: ServiceErrorDetail) {
    super(`${fields.operation}: ${reason}`)
    Object.assign(this, fields)
    Object.defineProperty(this, 'serviceMessage', { value: serviceMessage, enumerable: false })
  }
}
