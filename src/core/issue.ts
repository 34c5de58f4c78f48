import { ISSUES, type IssueCode, type Severity } from './issue-table.js'
import { shapeOf } from './json-value.js'
import { printPath, type Site } from './path.js'

/**
 * Something noted about the input. Holds no value from the data: `path` is an RFC 9535 normalized path,
 * `received` the shape of what came (`string, 11 characters`).
 * Missing: `recordId` where none is known, `origin` where the input is no file.
 */
export interface Issue {
  /** What it is: `ISSUES` has its sentence and what to do about it. */
  readonly code: IssueCode
  /** `error` where something is lost, `warning` where something is in doubt, `info` for a note. */
  readonly severity: Severity
  /** Where the value stands, from the value that the function was given: `$['records'][0]['id']`. */
  readonly path: string
  /** A sentence for a person; it holds no value of the input. */
  readonly message: string
  /** What was expected there. Missing: left out where nothing certain was. */
  readonly expected?: string
  /** The shape of what came instead (`string, 11 characters`), never the value. */
  readonly received?: string
  /** The id of the record. Missing: left out where none is known. */
  readonly recordId?: string
  /** The file, and the line of NDJSON, that the value came from. */
  readonly origin?: Origin
}

/** Where a value came from. `line` counts from 1; null in a file of one value. */
export interface Origin {
  /** The name of the file, without its folder; `-` is standard input. */
  readonly source: string
  /** The line of NDJSON, from 1. Missing: null in a file of one value. */
  readonly line: number | null
}

/** An origin whose values were made of others: it says where in the input those stand. */
export interface MadeOf extends Origin {
  placeOf(at: Site | null): Site | null
}

/** Where in the input a value stands. */
export const placed = (origin: Origin | null | undefined, at: Site | null): Site | null =>
  origin !== null && origin !== undefined && 'placeOf' in origin ? (origin as MadeOf).placeOf(at) : at

/** What is known of an issue beside its code and place. */
export interface IssueDetail {
  readonly expected?: string
  /** The value that came; only its shape is kept. */
  readonly value?: unknown
  readonly severity?: Severity
  readonly recordId?: string | null
  readonly origin?: Origin | null
  /** Text behind the code's sentence, without a value from the data. */
  readonly more?: string | undefined
}

/** What an issue says of where it comes from. */
export type IssueSource = Pick<IssueDetail, 'recordId' | 'origin'>

/** Makes an issue; of the value only its shape is left. `source` has what the detail does not say. */
export function makeIssue(
  code: IssueCode,
  at: Site | null,
  detail: IssueDetail = {},
  source: IssueSource = detail,
): Issue {
  const { expected, more } = detail
  const received = 'value' in detail ? shapeOf(detail.value) : undefined
  const recordId = detail.recordId ?? source.recordId
  const origin = detail.origin ?? source.origin
  const [severity, sentence] = ISSUES[code]
  let message = more === undefined ? sentence : `${sentence} ${more}`
  if (expected !== undefined)
    message += ` Expected ${expected}${received === undefined ? '' : `; received ${received}`}.`
  const issue: Writable<Issue> = {
    code,
    severity: detail.severity ?? severity,
    path: printPath(placed(origin, at)),
    message,
  }
  // Optional properties are set one by one: spread is slower where a feed has many issues.
  if (expected !== undefined) issue.expected = expected
  if (received !== undefined) issue.received = received
  if (typeof recordId === 'string') issue.recordId = recordId
  if (origin !== undefined && origin !== null) issue.origin = origin
  return issue
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }
