// The folder `core/issues` makes the issues that report bad input: `issue-table.ts` has their codes and messages, this
// file builds an issue, and `issue-list.ts` collects many.

import { describeShape, type JsonPath, printPath } from '../json-value.js'
import { ISSUES, type IssueCode, type Severity } from './issue-table.js'

/**
 * A finding about the input or a result. It contains no value from the data: `path` is an RFC 9535 normalized path, and
 * `received` describes only the shape of the value (`text of 11 characters`). `recordId` is left out if no record id is
 * known, and `origin` is left out if the input is not a file.
 */
export interface Issue {
  /** The stable issue code. `ISSUES` has its sentence and its advice. */
  readonly code: IssueCode
  /** `error` if data could not be used, `warning` if data is in doubt, `info` for a note. */
  readonly severity: Severity
  /** The path of the value, relative to the input that was passed to the function: `$['records'][0]['id']`. */
  readonly path: string
  /** A sentence for people. It contains no value from the data. */
  readonly message: string
  /** A description of the expected value, such as `an array`. Left out if nothing specific was expected. */
  readonly expected?: string
  /** The shape of the value that was received (`text of 11 characters`), never the value. */
  readonly received?: string
  /** The id of the record. Left out if none is known. */
  readonly recordId?: string
  /** The file and the NDJSON line that the value came from. */
  readonly origin?: Origin
}

/** The file and line that a value came from. */
export interface Origin {
  /** The name of the file without its folder. `-` is standard input. */
  readonly source: string
  /** The NDJSON line, counted from 1. Null if the file has one JSON value. */
  readonly line: number | null
}

/** The origin of values that were converted from another format. It maps their paths to paths in the original input. */
export interface ConvertedOrigin extends Origin {
  toInputPath(path: JsonPath | null): JsonPath | null
}

/** Returns the path of a value in the original input. */
export const toInputPath = (origin: Origin | null | undefined, path: JsonPath | null): JsonPath | null =>
  origin !== null && origin !== undefined && 'toInputPath' in origin
    ? (origin as ConvertedOrigin).toInputPath(path)
    : path

/** The details of an issue, other than its code and path. */
export interface IssueDetail {
  readonly expected?: string
  /** The value that was received. Only its shape is kept. */
  readonly value?: unknown
  readonly severity?: Severity
  readonly recordId?: string | null
  readonly origin?: Origin | null
  /** Text that follows the code's sentence. It must not contain a value from the data. */
  readonly explanation?: string | undefined
}

/** The record and the file that an issue comes from. */
export type IssueSource = Pick<IssueDetail, 'recordId' | 'origin'>

/** Makes an issue with only the shape of the value. `source` supplies the record id and origin if `detail` does not. */
export function makeIssue(
  code: IssueCode,
  path: JsonPath | null,
  detail: IssueDetail = {},
  source: IssueSource = detail,
): Issue {
  const { expected, explanation } = detail
  const received = 'value' in detail ? describeShape(detail.value) : undefined
  const recordId = detail.recordId ?? source.recordId
  const origin = detail.origin ?? source.origin
  const [severity, sentence] = ISSUES[code]
  let message = explanation === undefined ? sentence : `${sentence} ${explanation}`
  if (expected !== undefined) message += ` Expected ${expected}${received === undefined ? '' : `; got ${received}`}.`
  const issue: WritableProperties<Issue> = {
    code,
    severity: detail.severity ?? severity,
    path: printPath(toInputPath(origin, path)),
    message,
  }
  // Optional properties are set one by one because spread is slower on feeds with many issues.
  if (expected !== undefined) issue.expected = expected
  if (received !== undefined) issue.received = received
  if (typeof recordId === 'string') issue.recordId = recordId
  if (origin !== undefined && origin !== null) issue.origin = origin
  return issue
}

type WritableProperties<T> = { -readonly [K in keyof T]: T[K] }

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
