import type { Issue } from './issue.js'

/**
 * What reading gives: a value, a value with issues, or a rejection that keeps the input as it came.
 * Nothing throws on data.
 */
export type Outcome<T> =
  | Accepted<T>
  | {
      /** Nothing of it could be used. */
      readonly status: 'rejected'
      /** The input, as it came: it may hold what no log should. */
      readonly rejected: unknown
      /** Why, each with its path. */
      readonly issues: readonly Issue[]
      /** There is none: `outcome.value?.income` is safe of any outcome. */
      readonly value?: undefined
    }

/** The outcome of what is never rejected. */
export type Accepted<T> =
  | {
      /** Nothing was noted. */
      readonly status: 'valid'
      /** What was read. */
      readonly value: T
      /** None. */
      readonly issues: readonly []
    }
  | {
      /** Something was noted: what could not be read is missing in the value, and a sum that lacks it is not `complete`. */
      readonly status: 'issues'
      /** What could be read. */
      readonly value: T
      /** What was noted, each with its severity and its path; never a value of the input. */
      readonly issues: readonly Issue[]
    }

/** A value with the issues met on the way. */
export function accepted<T>(value: T, issues: readonly Issue[]): Accepted<T> {
  return issues.length === 0 ? { status: 'valid', value, issues: [] } : { status: 'issues', value, issues }
}

/** A refusal; `rejected` is the input, untouched. */
export const refused = <T>(rejected: unknown, issues: readonly Issue[]): Outcome<T> => ({
  status: 'rejected',
  rejected,
  issues,
})
