import { type Issue, makeIssue, type Origin } from './issue.js'
import { MAX_SIMILAR } from './issue-list.js'
import type { Site } from './path.js'
import { kebabCase } from './text.js'

/**
 * How much is taken of inputs that nobody can vouch for. Missing: the default of each, which `LIMITS` has. What is beyond
 * is told by an issue `limit_reached`, which names the option.
 */
export interface LimitOptions {
  /** The most entries of one JSON value: elements of its arrays, and members of an object beyond its first thousand. */
  readonly maxValueEntries?: number | undefined
  /** The most documents of one taxpayer; a record, a form object and a second taxpayer object count as one each. */
  readonly maxTaxpayerDocuments?: number | undefined
  /** The most issues of one code that stand each for itself; of those beyond one counts what is alike. */
  readonly maxValueIssues?: number | undefined
  /** The milliseconds that one taxpayer may take, looked at between stages of the work; none unless given. */
  readonly deadline?: number | undefined
}

/** How much is taken of files, and told of them. */
export interface FileLimitOptions extends LimitOptions {
  /** The most issues that are listed of one input; one more counts the others. */
  readonly maxSourceIssues?: number | undefined
  /** The most bytes that a gzip may unpack to; a hundred times its size, but at least 1 GB, unless given. */
  readonly maxUnpackedBytes?: number | undefined
}

/** The name of a limit. */
export type LimitName = Exclude<keyof FileLimitOptions, 'deadline'>

/** The limits of a reading, each of them there. */
export type Limits = Readonly<Record<Exclude<keyof LimitOptions, 'deadline'>, number>>

/** The limits that hold unless others are given. */
export const LIMITS = {
  maxValueEntries: 1_000_000,
  maxTaxpayerDocuments: 1_000_000,
  maxValueIssues: MAX_SIMILAR,
} as const satisfies Limits

/** The same for what is listed of one input. */
export const MAX_SOURCE_ISSUES = 100_000

/** A limit that was given, or its default. Throws RangeError for one that is none. */
export function limitOf(options: FileLimitOptions, name: LimitName, missing: number): number {
  const given = options[name]
  if (given === undefined) return missing
  if (given === Number.POSITIVE_INFINITY || (Number.isSafeInteger(given) && given >= 1)) return given
  throw new RangeError(`${name} is a whole number from 1 on.`)
}

/** The limits of a reading, whole. Throws RangeError for one that is none. */
export const limitsOf = (options: LimitOptions): Limits => ({
  maxValueEntries: limitOf(options, 'maxValueEntries', LIMITS.maxValueEntries),
  maxTaxpayerDocuments: limitOf(options, 'maxTaxpayerDocuments', LIMITS.maxTaxpayerDocuments),
  maxValueIssues: limitOf(options, 'maxValueIssues', LIMITS.maxValueIssues),
})

/** The option of the command for a limit. */
export const optionOf = (name: LimitName): string => `--${kebabCase(name)}`

/** What raises a limit, in words. */
export const wordsOfLimit = (name: LimitName): string => `${name} (${optionOf(name)}) raises that.`

/** What is said of a value with too many entries. */
export const wordsOfEntries = (entries: number, most: number): string =>
  `The value has ${entries} entries, more than ${most}; ${wordsOfLimit('maxValueEntries')}`

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
