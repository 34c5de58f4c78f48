import { type Issue, makeIssue, type Origin } from './issue.js'
import type { Site } from './path.js'

/** The time of a taxpayer is over. Thrown between stages and caught where the work began. */
export class DeadlineReached extends Error {
  readonly #milliseconds: number

  constructor(milliseconds: number) {
    super('The deadline was reached.')
    this.#milliseconds = milliseconds
  }

  /** What is told of it. */
  issueAt(at: Site | null, origin: Origin | null): Issue {
    const more = `The taxpayer took more than ${this.#milliseconds} milliseconds; deadline raises that.`
    return makeIssue('limit_reached', at, { origin, more })
  }
}

/** Called between stages. Throws DeadlineReached where the time is over. */
export type Pause = () => void

/** A clock that runs from now on. Missing: without a deadline there is none. Throws RangeError for a deadline that is none. */
export function pauseOf(deadline: number | undefined): Pause | undefined {
  if (deadline === undefined) return undefined
  if (typeof deadline !== 'number' || !(deadline >= 0))
    throw new RangeError('deadline is a number of milliseconds.')
  const end = performance.now() + deadline
  return () => {
    if (performance.now() >= end) throw new DeadlineReached(deadline)
  }
}

/** What work gives, or what to do where its time was over. */
export function orLate<T>(work: () => T, late: (cause: DeadlineReached) => T): T {
  try {
    return work()
  } catch (cause) {
    if (cause instanceof DeadlineReached) return late(cause)
    throw cause
  }
}
