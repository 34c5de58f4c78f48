import type { Connection } from './connection.js'
import type { Limits } from './limits.js'
import { ServiceError } from './service-error.js'

/** How often something is asked for again. Units: milliseconds. */
export interface Pace {
  /** The wait before the second question; it grows by half each time. */
  readonly firstMs: number
  readonly longestMs: number
}

/** A second at first, at most half a minute. */
export const USUAL_PACE: Pace = { firstMs: 1000, longestMs: 30_000 }

/**
 * Asks until the answer is final; what ends it before is the error of a question that is asked too late. Each wait is
 * shortened or lengthened at random by up to a quarter, so that many clients do not ask at once.
 */
export async function pollUntil<T>(
  ask: () => Promise<T>,
  isFinal: (answer: T) => boolean,
  pace: Pace,
  { timing, retry }: Connection,
  { deadlineAt }: Limits,
  signal: AbortSignal,
): Promise<T> {
  for (let round = 0; ; round++) {
    let asked = 0
    try {
      const answer = await ask()
      if (isFinal(answer)) return answer
    } catch (error) {
      if (!(error instanceof ServiceError) || !error.retryable || retry.attempts <= 1) throw error
      // One question may not have the time that the service asks for; the whole may.
      asked = error.retryAfterMs ?? Number.POSITIVE_INFINITY
      if (timing.now() + asked >= deadlineAt) throw error
    }
    const wait = Math.min(pace.longestMs, pace.firstMs * 1.5 ** round)
    await timing.sleep(Math.max(asked, wait * (0.75 + timing.random() / 2)), signal)
  }
}
