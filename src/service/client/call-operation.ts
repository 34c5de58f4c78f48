import { type Limits, runWithin } from './limits.js'
import type { ServiceRequest } from './make-request.js'
import type { ClientSettings } from './options.js'
import type { AnswerReader } from './read-answer.js'
import { keepHead } from './request-options.js'
import { type ServiceAnswer, sendRequest } from './send-request.js'
import { ServiceError } from './service-error.js'

/** One attempt of what may be repeated, unless the options say otherwise. Units: milliseconds. */
const ATTEMPT_MS = 30_000

/** At least what the service asks for, and up to a quarter more, so that many clients do not come back at once. */
export const waitAsked = (askedMs: number, { timing, retry }: ClientSettings): number =>
  askedMs + Math.min(askedMs / 4, retry.longestMs) * timing.random()

/**
 * Makes a request within the limits of its call. What may be repeated is repeated on faults of the network, attempts that
 * take too long, and 5xx; 408 and 429 are repeated always, for nothing was done. In between is the wait that the service
 * asks for, or else a random one that grows.
 */
export function callOperation<T>(
  settings: ClientSettings,
  request: ServiceRequest,
  limits: Limits,
  attemptMs: number | undefined,
  read: AnswerReader<T>,
): Promise<T> {
  const { operation, repeatable } = request
  const { timing, retry } = settings
  const longestAttempt =
    attemptMs ?? settings.attemptMs ?? (repeatable ? ATTEMPT_MS : Number.POSITIVE_INFINITY)

  const sendWithin = (attempt: number, signal: AbortSignal): Promise<ServiceAnswer> => {
    const deadlineAt = timing.now() + longestAttempt
    if (deadlineAt >= limits.deadlineAt) return sendRequest(settings, request, attempt, signal)
    const atDeadline = `the attempt was not done in ${longestAttempt} ms`
    return runWithin({ deadlineAt, signal }, timing, { operation, retryable: repeatable, atDeadline }, own =>
      sendRequest(settings, request, attempt, own),
    )
  }

  return runWithin(limits, timing, { operation, retryable: repeatable }, async signal => {
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await sendWithin(attempt, signal)
        return keepHead(read(answer), answer)
      } catch (error) {
        if (!(error instanceof ServiceError) || !error.retryable) throw error
        if (attempt >= retry.attempts || signal.aborted) throw error
        const longest = Math.min(retry.longestMs, retry.firstMs * 2 ** (attempt - 1))
        const usual = longest * (0.5 + timing.random() / 2)
        const wait = Math.max(waitAsked(error.retryAfterMs ?? 0, settings), usual)
        // No use in waiting for a moment that the call will not see.
        if (timing.now() + wait >= limits.deadlineAt) throw error
        await timing.sleep(wait, signal)
        if (signal.aborted) throw error
      }
    }
  })
}
