import type { Timing } from './timing.js'

/** How often something is asked for again. Units: milliseconds. */
export interface Pace {
  /** The wait before the second question; it grows by half each time. */
  readonly firstMs: number
  readonly longestMs: number
}

/** A second at first, at most half a minute. */
export const USUAL_PACE: Pace = { firstMs: 1000, longestMs: 30_000 }

/**
 * Asks until the answer is final or the signal aborts; the last answer is given back.
 * Each wait is shortened or lengthened at random by up to a quarter, so that many clients do not ask at once.
 */
export async function pollUntil<T>(
  ask: () => Promise<T>,
  isFinal: (answer: T) => boolean,
  pace: Pace,
  timing: Timing,
  signal: AbortSignal,
): Promise<T> {
  for (let round = 0; ; round++) {
    const answer = await ask()
    if (isFinal(answer) || signal.aborted) return answer
    const wait = Math.min(pace.longestMs, pace.firstMs * 1.5 ** round)
    await timing.sleep(wait * (0.75 + timing.random() / 2), signal)
    if (signal.aborted) return answer
  }
}
