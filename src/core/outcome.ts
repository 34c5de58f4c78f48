import type { Issue } from './issue.js'

/**
 * The result of reading: a value, a value with issues, or a rejection that keeps the input unchanged.
 * Reading never throws because of data.
 */
export type Outcome<T> =
  | Accepted<T>
  | {
      /** No part of the input could be used. */
      readonly status: 'rejected'
      /** The unchanged input. It may contain private data, so do not log it. */
      readonly rejected: unknown
      /** The reasons, each with its path. */
      readonly issues: readonly Issue[]
      /** Always undefined, so that `outcome.value?.income` is safe for every outcome. */
      readonly value?: undefined
    }

/** The result of reading something that is never rejected. */
export type Accepted<T> =
  | {
      /** The value has no issues. */
      readonly status: 'valid'
      /** The complete value. */
      readonly value: T
      /** Always empty. */
      readonly issues: readonly []
    }
  | {
      /** The value has issues. Unreadable data is missing from it, and a sum that needs such data is not `complete`. */
      readonly status: 'issues'
      /** The value, as far as it could be read. */
      readonly value: T
      /** The issues, each with its severity and its path. They contain no value from the data. */
      readonly issues: readonly Issue[]
    }

/** Makes the outcome of a value and its issues. */
export function acceptValue<T>(value: T, issues: readonly Issue[]): Accepted<T> {
  return issues.length === 0 ? { status: 'valid', value, issues: [] } : { status: 'issues', value, issues }
}

/** Makes a rejection. `rejected` is the unchanged input. */
export const rejectInput = <T>(rejected: unknown, issues: readonly Issue[]): Outcome<T> => ({
  status: 'rejected',
  rejected,
  issues,
})
