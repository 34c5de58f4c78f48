import type { CallName } from './operations.js'

/** What went wrong: the network, a deadline, the status of the answer, its body, or the caller gave up. */
export type ServiceErrorKind = 'network' | 'timeout' | 'status' | 'body' | 'aborted'

/** The fields of a service error, and its message without the operation. */
export type ServiceErrorDetail = Pick<ServiceError, 'kind' | 'operation' | 'retryable'> &
  Partial<Omit<ServiceError, keyof Error>> & { readonly reason: string }

/**
 * A call that failed. None of its fields holds data, a secret or an address. It has no `cause`, because an error of the
 * platform may quote headers and addresses.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly kind!: ServiceErrorKind
  readonly operation!: CallName
  /** The HTTP status, if the service answered. */
  readonly status: number | undefined
  /**
   * The message of the service, without everything that was sent to it and everything that looks like a secret. Missing:
   * undefined if it said nothing, or if so much was sent that looking for it would take too long.
   */
  readonly serviceMessage: string | undefined
  readonly requestId: string | undefined
  /** True if the same call may be made again without doing its work twice, and may then succeed. */
  readonly retryable!: boolean
  /** Bodies: the place that does not fit, as an RFC 9535 path. */
  readonly path: string | undefined
  /** When the service wants to be asked again. Units: milliseconds from the answer. */
  readonly retryAfterMs: number | undefined
  /**
   * The service's own word for what is wrong, if its answer has one, or the system's for a network fault: `ECONNRESET`.
   * Missing: undefined if there is none, or if it might be data.
   */
  readonly code: string | undefined
  /**
   * The refresh job that the call had started. `getRefresh` asks for it, unless its id is what does not fit. The whole
   * call would start another one.
   */
  readonly jobId: string | undefined

  constructor({ reason, ...fields }: ServiceErrorDetail) {
    super(`${fields.operation}: ${reason}`)
    Object.assign(this, fields)
  }
}
