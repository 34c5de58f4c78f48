/** The clock and timers of the sandbox, in milliseconds. Moments count from 1970. */
export interface Clock {
  now(): number
  /** Runs a task after a delay in milliseconds. Returns a function that cancels it. */
  after(delay: number, task: () => void | Promise<void>): () => void
}

/** A clock that a test can advance, for processes that take minutes or days. */
export interface ManualClock extends Clock {
  /** Advances the clock and runs every task whose time has come, in order. Waits for each task. */
  advance(milliseconds: number): Promise<void>
  /** The time by which the clock was advanced, in milliseconds. */
  readonly aheadMs: number
  /** Sets how far ahead the clock is. It can also move back. Does not wait for tasks whose time has come. */
  setAhead(milliseconds: number): void
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

/** Creates a clock that starts at the given moment and moves only when it is advanced. */
export function manualClock(start: number = Date.UTC(2025, 0, 15, 12)): ManualClock {
  return makeClock(
    () => start,
    () => () => {},
  )
}

/** Creates a clock that follows the machine's clock and can be advanced ahead of it. */
export function movableClock(): ManualClock {
  return makeClock(systemClock.now, (delay, task) => systemClock.after(Math.min(delay, 2 ** 31 - 1), task))
}

/** A task that waits until `startTime`, in milliseconds since 1970. `cancel` stops its timer. */
interface ScheduledTask {
  readonly startTime: number
  readonly task: () => void | Promise<void>
  cancel: () => void
}

/** Makes a clock that is ahead of a base clock by the amount it was advanced. `scheduleOnBase` sets a base timer. */
function makeClock(readBaseTime: () => number, scheduleOnBase: Clock['after']): ManualClock {
  let aheadMs = 0
  const scheduledTasks = new Set<ScheduledTask>()
  const now = () => readBaseTime() + aheadMs
  const start = (entry: ScheduledTask) => {
    const run = () => (scheduledTasks.delete(entry) ? entry.task() : undefined)
    entry.cancel = scheduleOnBase(Math.max(0, entry.startTime - now()), run)
  }
  const restartTimers = () => {
    for (const entry of scheduledTasks) {
      entry.cancel()
      start(entry)
    }
  }
  return {
    now,
    get aheadMs() {
      return aheadMs
    },
    setAhead(milliseconds) {
      aheadMs = milliseconds
      restartTimers()
    },
    after(delay, task) {
      const entry: ScheduledTask = { startTime: now() + Math.max(0, delay), task, cancel: () => {} }
      scheduledTasks.add(entry)
      start(entry)
      return () => {
        entry.cancel()
        scheduledTasks.delete(entry)
      }
    },
    async advance(milliseconds) {
      const end = now() + milliseconds
      const findNext = () =>
        [...scheduledTasks]
          .filter(({ startTime }) => startTime <= end)
          .toSorted((first, second) => first.startTime - second.startTime)[0]
      for (let nextTask = findNext(); nextTask !== undefined; nextTask = findNext()) {
        scheduledTasks.delete(nextTask)
        nextTask.cancel()
        aheadMs += Math.max(0, nextTask.startTime - now())
        await nextTask.task()
      }
      aheadMs += Math.max(0, end - now())
      restartTimers()
    },
  }
}

/** The durations of the sandbox's processes, in milliseconds. */
export interface Delays {
  readonly codeLifetime: number
  readonly parsing: number
  readonly refresh: number
  readonly authorization: number
}

/** Formats the current time as the service does. */
export const formatNow = (clock: Clock): string => new Date(clock.now()).toISOString()
