import type { CallName } from './operations.js'

/** What went wrong: the network, a deadline, the status of the answer, its body, or the caller gave up. */
export type ServiceErrorKind = 'network' | 'timeout' | 'status' | 'body' | 'aborted'

/** What a service error knows. None of it holds data, a secret or an address. */
export interface ServiceErrorDetail {
  readonly kind: ServiceErrorKind
  readonly operation: CallName
  /** The HTTP status, where the service answered. */
  readonly status?: number | undefined
  /**
   * What the service said, with everything that was sent to it and everything like a secret taken out. Missing: undefined
   * where it said nothing, or so much was sent that looking for it would take too long.
   */
  readonly serviceMessage?: string | undefined
  readonly requestId?: string | undefined
  /** The same call may be made again without doing its work twice, and may then succeed. */
  readonly retryable: boolean
  /** Bodies: the place that does not fit, as an RFC 9535 path. */
  readonly path?: string | undefined
  /** When the service wants to be asked again. Units: milliseconds from the answer. */
  readonly retryAfterMs?: number | undefined
  /**
   * The service's own word for what is wrong, where its answer has one, or the system's for a network fault: `ECONNRESET`.
   * Missing: undefined where there is none, and where it might be data.
   */
  readonly code?: string | undefined
  /**
   * The refresh job that the call had started. `getRefresh` asks for it, unless its id is what does not fit; the whole
   * call would start another one.
   */
  readonly jobId?: string | undefined
  /** What happened, in words without data. */
  readonly reason: string
}

/** A call that failed. It has no `cause`: what the platform throws may quote headers and addresses. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly kind!: ServiceErrorKind
  readonly operation!: CallName
  readonly status: number | undefined
  readonly serviceMessage: string | undefined
  readonly requestId: string | undefined
  readonly retryable!: boolean
  readonly path: string | undefined
  readonly retryAfterMs: number | undefined
  readonly code: string | undefined
  readonly jobId: string | undefined

  constructor({ reason, ...known }: ServiceErrorDetail) {
    super(`${known.operation}: ${reason}`)
    Object.assign(this, known)
  }
}
