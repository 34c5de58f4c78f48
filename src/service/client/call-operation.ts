import { type Limits, runWithin } from './limits.js'
import { OPERATIONS } from './operations.js'
import type { ClientSettings } from './options.js'
import type { AnswerReader } from './read-answer.js'
import { type ServiceRequest, sendRequest } from './send-request.js'
import { ServiceError } from './service-error.js'

/**
 * Calls an operation within its limits. What may be repeated is repeated on faults of the network, 429 and 5xx, after
 * the wait that the service asks for, or else a random one that grows; everything else is sent once.
 */
export function callOperation<T>(
  settings: ClientSettings,
  request: ServiceRequest,
  limits: Limits,
  read: AnswerReader<T>,
): Promise<T> {
  const { operation } = request
  const { repeatable } = OPERATIONS[operation]
  const { timing, retry } = settings
  return runWithin(limits, timing, { operation, retryable: repeatable }, async signal => {
    for (let attempt = 1; ; attempt++) {
      try {
        return read(await sendRequest(settings, request, signal))
      } catch (error) {
        if (!repeatable || !(error instanceof ServiceError) || !error.retryable) throw error
        if (attempt >= retry.attempts || signal.aborted) throw error
        const longest = Math.min(retry.longestMs, retry.firstMs * 2 ** (attempt - 1))
        const wait = Math.max(error.retryAfterMs ?? 0, longest * (0.5 + timing.random() / 2))
        // No use in waiting for a moment that the call will not see.
        if (timing.now() + wait >= limits.deadlineAt) throw error
        await timing.sleep(wait, signal)
        if (signal.aborted) throw error
      }
    }
  })
}
