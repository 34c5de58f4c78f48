import type { Issue } from './issue.js'

/**
 * What reading gives: a value, a value with issues, or a rejection that keeps the input as it came.
 * Nothing throws on data.
 */
export type Outcome<T> =
  | Accepted<T>
  | {
      readonly status: 'rejected'
      readonly rejected: unknown
      readonly issues: readonly Issue[]
      /** There is none: `outcome.value?.income` is safe of any outcome. */
      readonly value?: undefined
    }

/** The outcome of what is never rejected. */
export type Accepted<T> =
  | { readonly status: 'valid'; readonly value: T; readonly issues: readonly [] }
  | { readonly status: 'issues'; readonly value: T; readonly issues: readonly Issue[] }

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
