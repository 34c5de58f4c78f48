/** Time and chance, as the client uses them; each can be put in the caller's hands. Units: milliseconds. */
export interface Timing {
  now(): number
  /** Waits between attempts and polls; ends early, without an error, when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** From 0 up to, not including, 1. */
  random(): number
  /** Runs something later, for deadlines; gives back what calls it off. */
  after(ms: number, run: () => void): () => void
}

const LONGEST = 2_147_483_647

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, Math.min(Math.max(ms, 0), LONGEST))
  return () => clearTimeout(timer)
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise(resolve => {
    const end = () => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = after(ms, end)
    signal.addEventListener('abort', end)
  })
}

/** The platform's own time and chance. */
export const SYSTEM_TIMING: Timing = { now: () => Date.now(), sleep, random: () => Math.random(), after }
