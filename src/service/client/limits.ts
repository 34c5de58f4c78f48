import type { CallName } from './operations.js'
import type { Timing } from './options.js'
import { ServiceError } from './service-error.js'

/** How long a call may take, all its attempts and waits included, and how to give it up. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Units: milliseconds. */
  readonly deadlineMs?: number | undefined
}

/** The limits of a call: a moment, and the caller's signal. */
export interface Limits {
  readonly deadlineAt: number
  readonly signal: AbortSignal | undefined
}

/** A call as its errors name it. What comes on its way is in the errors from then on. */
export interface Call {
  readonly operation: CallName
  readonly retryable: boolean
  /** The refresh job that it started. */
  jobId?: string
  /** What is to be said at the deadline. */
  atDeadline?: string | undefined
}

/** The limits that options ask for. A deadline that is no number above 0 is a TypeError. */
export function limitsOf(options: CallOptions, defaultMs: number, timing: Timing): Limits {
  const ms = options.deadlineMs ?? defaultMs
  if (!(ms > 0)) throw new TypeError('A deadline is a number of milliseconds above 0')
  return { deadlineAt: timing.now() + ms, signal: options.signal }
}

/** The options of a part of a call: it may take what is left of the whole, and ends with it. */
export const remainingOptions = (
  limits: Limits,
  signal: AbortSignal,
  defaultMs: number,
  timing: Timing,
): CallOptions => ({
  signal,
  deadlineMs: Math.max(1, Math.min(defaultMs, limits.deadlineAt - timing.now())),
})

const LISTENERS = new WeakMap<AbortSignal, Set<() => void>>()

/** Runs something when a signal aborts; gives back what cancels it. Platforms warn of many listeners: it has one. */
function onceAborted(signal: AbortSignal, run: () => void): () => void {
  const known = LISTENERS.get(signal)
  const all = known ?? new Set()
  all.add(run)
  if (known === undefined) {
    LISTENERS.set(signal, all)
    signal.addEventListener('abort', runAll)
  }
  return () => {
    if (!all.delete(run) || all.size > 0) return
    LISTENERS.delete(signal)
    signal.removeEventListener('abort', runAll)
  }
}

function runAll(this: AbortSignal): void {
  for (const run of LISTENERS.get(this) ?? []) run()
}

/**
 * Runs a call until its deadline or the caller's signal, whichever is first, or until it fails; the call's own signal
 * then aborts. A call that ignores its signal is left behind all the same.
 */
export function runWithin<T>(
  limits: Limits,
  timing: Timing,
  call: Call,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal } = limits
  return new Promise<T>((resolve, reject) => {
    const controller = new AbortController()
    const settle = () => {
      cancel()
      removeListener?.()
    }
    const stop = (error: unknown) => {
      settle()
      reject(error)
      controller.abort()
    }
    const fail = (kind: 'aborted' | 'timeout', retryable: boolean, reason: string) =>
      stop(new ServiceError({ kind, operation: call.operation, jobId: call.jobId, retryable, reason }))
    const onAbort = () => fail('aborted', false, 'given up by the caller')
    const onDeadline = () => fail('timeout', call.retryable, call.atDeadline ?? 'not done by its deadline')
    const cancel = timing.after(limits.deadlineAt - timing.now(), onDeadline)
    const removeListener = signal && onceAborted(signal, onAbort)
    if (signal?.aborted === true) return onAbort()
    run(controller.signal).then(
      value => {
        settle()
        resolve(value)
      },
      error => stop(errorOfWhole(call, error)),
    )
  })
}

/** The error of a part. Once a refresh job runs, it is that of the whole, which would start another one. */
const errorOfWhole = ({ operation, jobId }: Call, error: unknown): unknown =>
  jobId !== undefined && error instanceof ServiceError && error.jobId === undefined
    ? new ServiceError({ ...error, operation, jobId, retryable: false, reason: error.message })
    : error
