/** The sandbox's time: what it is, and tasks for later. Units: milliseconds since the epoch. */
export interface Clock {
  now(): number
  /** Runs a task after a delay; gives the function that cancels it. */
  after(delay: number, task: () => void | Promise<void>): () => void
}

/** A clock that moves only when it is told to, for tests of what takes minutes or days. */
export interface ManualClock extends Clock {
  /** Moves on and runs every task that falls due, in order, each awaited. */
  advance(milliseconds: number): Promise<void>
}

/** The machine's clock. A task that waits longer than ten seconds does not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delay, task) {
    const timer = setTimeout(() => void Promise.resolve(task()).catch(() => {}), delay)
    if (delay > 10_000) timer.unref()
    return () => clearTimeout(timer)
  },
}

/** Makes a manual clock that starts at the given moment. */
export function manualClock(start: number = Date.UTC(2025, 0, 15, 12)): ManualClock {
  let now = start
  const waiting = new Set<{ readonly due: number; readonly task: () => void | Promise<void> }>()
  return {
    now: () => now,
    after(delay, task) {
      const entry = { due: now + Math.max(0, delay), task }
      waiting.add(entry)
      return () => void waiting.delete(entry)
    },
    async advance(milliseconds) {
      const end = now + milliseconds
      for (;;) {
        let next: { readonly due: number; readonly task: () => void | Promise<void> } | null = null
        for (const entry of waiting) {
          if (entry.due <= end && (next === null || entry.due < next.due)) next = entry
        }
        if (next === null) break
        waiting.delete(next)
        now = Math.max(now, next.due)
        await next.task()
      }
      now = end
    },
  }
}
