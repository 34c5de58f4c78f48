import { type Issue, makeIssue, type Origin } from './issues/issue.js'
import { MAX_ISSUES_PER_CODE } from './issues/issue-list.js'
import { MAX_JSON_DEPTH } from './json.js'
import type { JsonPath } from './json-value.js'
import { toKebabCase } from './text.js'

/**
 * Limits for untrusted inputs. A limit that is left out has its default (`DEFAULT_LIMITS`). If a limit is reached, the
 * issue `limit_reached` names the option that raises the limit.
 */
export interface LimitOptions {
  /** The maximum number of array elements in one JSON value. An object's members after its first 1,000 count, too. */
  readonly maxValueEntries?: number | undefined
  /** The maximum number of documents per taxpayer. Records, form objects and repeated taxpayer objects count, too. */
  readonly maxTaxpayerDocuments?: number | undefined
  /** The maximum number of separate issues with one code. Further similar issues are collapsed into one. */
  readonly maxValueIssues?: number | undefined
  /** The maximum time for one taxpayer in milliseconds, checked between stages and inside long ones. By default, there is no deadline. */
  readonly deadline?: number | undefined
}

/** Limits for files and for the issues listed about them. */
export interface FileLimitOptions extends LimitOptions {
  /** The maximum number of issues listed for one input. One additional issue reports how many are not listed. */
  readonly maxSourceIssues?: number | undefined
  /** The maximum unpacked size of a gzip file in bytes. The default is 100 times the file's size, but at least 1 GB. */
  readonly maxUnpackedBytes?: number | undefined
}

/** The name of a limit option other than `deadline`. */
export type LimitName = Exclude<keyof FileLimitOptions, 'deadline'>

/** All limits of one call, with defaults filled in. */
export type ResolvedLimits = Readonly<Record<Exclude<keyof LimitOptions, 'deadline'>, number>>

/** The limits that apply if the options leave them out. */
export const DEFAULT_LIMITS = {
  maxValueEntries: 1_000_000,
  maxTaxpayerDocuments: 250_000,
  maxValueIssues: MAX_ISSUES_PER_CODE,
} as const satisfies ResolvedLimits

/** The default of `maxSourceIssues`. */
export const DEFAULT_MAX_SOURCE_ISSUES = 100_000

/** The maximum number of mortgage statements of one borrower and year that are compared. Each pair takes time. */
export const MAX_COMPARED_STATEMENTS = 50

/** Returns a limit option or its default. Throws RangeError unless the option is Infinity or a whole number above 0. */
export function readLimit(options: FileLimitOptions, name: LimitName, defaultLimit: number): number {
  const limit = options[name]
  if (limit === undefined) return defaultLimit
  if (limit === Number.POSITIVE_INFINITY || (Number.isSafeInteger(limit) && limit >= 1)) return limit
  throw new RangeError(`${name} is a whole number from 1 on.`)
}

/** Returns all limits of one call. Throws RangeError if one of them is invalid. */
export const readLimits = (options: LimitOptions): ResolvedLimits => ({
  maxValueEntries: readLimit(options, 'maxValueEntries', DEFAULT_LIMITS.maxValueEntries),
  maxTaxpayerDocuments: readLimit(options, 'maxTaxpayerDocuments', DEFAULT_LIMITS.maxTaxpayerDocuments),
  maxValueIssues: readLimit(options, 'maxValueIssues', DEFAULT_LIMITS.maxValueIssues),
})

/** Returns the command-line option of a limit. */
export const toOptionName = (name: LimitName): string => `--${toKebabCase(name)}`

/** Returns a sentence that names the option that raises a limit. */
export const describeLimitOption = (name: LimitName): string => `${name} (${toOptionName(name)}) raises that.`

/** Returns the message about a value with too many entries. */
export const describeTooManyEntries = (entries: number, maxEntries: number): string =>
  `The value has ${entries} entries, more than ${maxEntries}; ${describeLimitOption('maxValueEntries')}`

/** The error that a stage throws if a taxpayer takes too long. The caller that set the deadline catches it. */
export class DeadlineReached extends Error {
  readonly #milliseconds: number

  constructor(milliseconds: number) {
    super('The deadline was reached.')
    this.#milliseconds = milliseconds
  }

  /** Makes the issue that reports the missed deadline. */
  toIssue(path: JsonPath | null, origin: Origin | null): Issue {
    const explanation = `The taxpayer took more than ${this.#milliseconds} milliseconds; deadline raises that.`
    return makeIssue('limit_reached', path, { origin, explanation })
  }
}

/** A check that is called between stages. It throws DeadlineReached after the deadline. */
export type DeadlineCheck = () => void

/** Starts a deadline, in milliseconds. Returns its check, or undefined for none. Throws RangeError if invalid. */
export function startDeadline(deadline: number | undefined): DeadlineCheck | undefined {
  if (deadline === undefined) return undefined
  if (typeof deadline !== 'number' || !(deadline >= 0)) throw new RangeError('deadline is a number of milliseconds.')
  const endMs = performance.now() + deadline
  return () => {
    if (performance.now() >= endMs) throw new DeadlineReached(deadline)
  }
}

/** The deadline of the call that is running, if it has one. Calls do not overlap, because they do not wait. */
let activeDeadline: DeadlineCheck | undefined
let workSinceCheck = 0

/** After this many steps of work, the clock is read once. A step is short, but for the largest blocks of documents. */
const WORK_PER_CHECK = 256

/** Counts a step of work inside a stage: a document, a stream or a pair. Throws DeadlineReached after the deadline. */
export function countWork(): void {
  if (activeDeadline === undefined || ++workSinceCheck < WORK_PER_CHECK) return
  workSinceCheck = 0
  activeDeadline()
}

/**
 * Calls `run`, which may have a deadline. Returns its result, or that of `onDeadline` if the deadline was reached.
 *
 * @param checkDeadline The check of the deadline, for stages that count their work.
 */
export function runWithDeadline<T>(
  checkDeadline: DeadlineCheck | undefined,
  run: () => T,
  onDeadline: (cause: DeadlineReached) => T,
): T {
  const outerDeadline = activeDeadline
  activeDeadline = checkDeadline
  try {
    return run()
  } catch (cause) {
    if (cause instanceof DeadlineReached) return onDeadline(cause)
    throw cause
  } finally {
    activeDeadline = outerDeadline
  }
}

/** The number of members of each object that do not count as entries. Further members count, like array elements. */
export const MAX_UNCOUNTED_MEMBERS = 1000

/** Returns the bound that a value exceeds: the nesting depth, or `maxEntries` with the actual count. Null if none. */
export function findExceededBound(
  value: unknown,
  maxEntries: number,
): 'nesting_too_deep' | { readonly entries: number } | null {
  let entries = 0
  // Counts to the end, even after the limit, because the issue reports the total.
  const visit = (container: object, limit: number): boolean => {
    if (limit === 0) return false
    const isArray = Array.isArray(container)
    const items: readonly unknown[] = isArray ? container : Object.values(container)
    if (isArray) entries += items.length
    else if (items.length > MAX_UNCOUNTED_MEMBERS) entries += items.length - MAX_UNCOUNTED_MEMBERS
    for (let i = 0; i < items.length; i++) {
      const item = items[i]
      if (typeof item === 'object' && item !== null && !visit(item, limit - 1)) return false
    }
    return true
  }
  if (typeof value === 'object' && value !== null && !visit(value, MAX_JSON_DEPTH)) return 'nesting_too_deep'
  return entries > maxEntries ? { entries } : null
}
