import type { ServiceRequest } from './make-request.js'
import type { CallName } from './operations.js'
import type { ClientSettings, Timing } from './options.js'
import { type ResponseReader, storeResponseHead } from './read-response.js'
import { type SuccessfulResponse, sendRequest } from './send-request.js'
import type { CallOptions } from './service-client.js'
import { ServiceError } from './service-error.js'

/** The limits of a call: the time of its deadline, by the client's clock, and the caller's abort signal. */
export interface CallLimits {
  readonly deadlineAt: number
  readonly signal: AbortSignal | undefined
}

/** The facts about a running call that its errors report. `jobId` and `atDeadline` change while the call runs. */
export interface RunningCall {
  readonly operation: CallName
  readonly retryable: boolean
  /** The id of the refresh job that the call started. */
  jobId?: string
  /** The reason that the error states if the deadline passes now. */
  atDeadline?: string | undefined
}

/** Computes a call's limits from its options. Throws a TypeError if the deadline is not a number above 0. */
export function resolveLimits(options: CallOptions, defaultMs: number, timing: Timing): CallLimits {
  const ms = options.deadlineMs ?? defaultMs
  if (!(ms > 0)) throw new TypeError('A deadline is a number of milliseconds above 0')
  return { deadlineAt: timing.now() + ms, signal: options.signal }
}

const ABORT_ACTIONS = new WeakMap<AbortSignal, Set<() => void>>()

function runAbortActions(this: AbortSignal): void {
  for (const action of ABORT_ACTIONS.get(this) ?? []) action()
}

/**
 * Runs an action when a signal aborts. Returns a function that cancels the action. All actions of a signal share one
 * listener, because platforms warn of a memory leak if there are many.
 */
function runOnAbort(signal: AbortSignal, action: () => void): () => void {
  const actions = ABORT_ACTIONS.get(signal) ?? new Set()
  if (actions.size === 0) {
    ABORT_ACTIONS.set(signal, actions)
    signal.addEventListener('abort', runAbortActions)
  }
  actions.add(action)
  return () => {
    if (!actions.delete(action) || actions.size > 0) return
    ABORT_ACTIONS.delete(signal)
    signal.removeEventListener('abort', runAbortActions)
  }
}

/**
 * Calls `run` and waits until it completes or fails, the deadline passes, or the caller's signal aborts. If `run` does
 * not complete, the signal passed to it aborts. The promise settles immediately, even if `run` ignores that signal.
 */
export function runWithin<T>(
  { deadlineAt, signal }: CallLimits,
  timing: Timing,
  call: RunningCall,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const controller = new AbortController()
    const settle = () => {
      cancelDeadline()
      cancelAbort?.()
    }
    const stop = (error: unknown) => {
      settle()
      reject(error)
      controller.abort()
    }
    const fail = (kind: 'aborted' | 'timeout', retryable: boolean, reason: string) =>
      stop(new ServiceError({ kind, operation: call.operation, jobId: call.jobId, retryable, reason }))
    const onAbort = () => fail('aborted', false, 'aborted by the caller')
    const cancelDeadline = timing.after(deadlineAt - timing.now(), () =>
      fail('timeout', call.retryable, call.atDeadline ?? 'not done by its deadline'),
    )
    const cancelAbort = signal && runOnAbort(signal, onAbort)
    if (signal?.aborted === true) return onAbort()
    run(controller.signal).then(
      value => {
        settle()
        resolve(value)
      },
      error => stop(toCallError(call, error)),
    )
  })
}

/** Converts a step's error to one that is not retryable if a refresh job started. A retry would start another job. */
const toCallError = ({ operation, jobId }: RunningCall, error: unknown): unknown =>
  jobId !== undefined && error instanceof ServiceError && error.jobId === undefined
    ? new ServiceError({
        ...error,
        serviceMessage: error.serviceMessage,
        ...{ operation, jobId, retryable: false, reason: error.message },
      })
    : error

/** The default time limit of one attempt, for operations that may be repeated. */
const DEFAULT_ATTEMPT_MS = 30_000

/** Returns the wait that the service requests plus up to a quarter, so that clients do not all retry simultaneously. */
export const computeRequestedWait = (requestedMs: number, { timing, retry }: ClientSettings): number =>
  requestedMs + Math.min(requestedMs / 4, retry.longestMs) * timing.random()

/**
 * Sends a request within the limits of its call. An operation that may be repeated is retried after network faults,
 * attempts that take too long, and 5xx. After 408 and 429 every operation is retried, because the service did nothing.
 * Before each retry, the client waits a random time whose maximum doubles, or longer if the service requests it.
 */
export function callOperation<T>(
  settings: ClientSettings,
  request: ServiceRequest,
  limits: CallLimits,
  attemptMs: number | undefined,
  read: ResponseReader<T>,
): Promise<T> {
  const { operation, repeatable, statusIfDone } = request
  const { timing, retry } = settings
  const call: RunningCall = { operation, retryable: repeatable }
  const maxAttemptMs = attemptMs ?? settings.attemptMs ?? (repeatable ? DEFAULT_ATTEMPT_MS : Number.POSITIVE_INFINITY)

  const sendWithLimit = (attempt: number, signal: AbortSignal): Promise<SuccessfulResponse> => {
    const deadlineAt = timing.now() + maxAttemptMs
    if (deadlineAt >= limits.deadlineAt) return sendRequest(settings, request, attempt, signal)
    const atDeadline = `the attempt was not done in ${maxAttemptMs} ms`
    return runWithin({ deadlineAt, signal }, timing, { ...call, atDeadline }, attemptSignal =>
      sendRequest(settings, request, attempt, attemptSignal),
    )
  }

  // True after an attempt that the service may have completed although its response was lost.
  let mayHaveSucceeded = false
  return runWithin(limits, timing, call, async signal => {
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await sendWithLimit(attempt, signal)
        return storeResponseHead(read(response), response)
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        const { status, requestId } = error
        if (mayHaveSucceeded && status !== undefined && status === statusIfDone) {
          const head = { status, headers: new Headers(), requestId, reportDrift: undefined }
          return read({ ...head, operation, repeatable, body: new Uint8Array() })
        }
        if (!error.retryable) throw error
        mayHaveSucceeded ||= status !== 408 && status !== 429
        if (attempt >= retry.attempts || signal.aborted) throw error
        const maxWaitMs = Math.min(retry.longestMs, retry.firstMs * 2 ** (attempt - 1))
        const usualWaitMs = maxWaitMs * (0.5 + timing.random() / 2)
        const waitMs = Math.max(computeRequestedWait(error.retryAfterMs ?? 0, settings), usualWaitMs)
        // A wait that ends after the call's deadline is pointless.
        if (timing.now() + waitMs >= limits.deadlineAt) throw error
        await timing.sleep(waitMs, signal)
        if (signal.aborted) throw error
      }
    }
  })
}
