import { ISSUES, type IssueCode, type Severity } from './issue-table.js'
import { getOrCreate } from './lists.js'
import { printPath, type Site } from './path.js'
import { shapeOf } from './shape-of.js'

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

/** Makes an issue; of the value only its shape is left. */
export const makeIssue = (code: IssueCode, at: Site | null, detail: IssueDetail = {}): Issue =>
  issueFrom(code, at, detail, detail.recordId, detail.origin)

/** The same with a record and an origin that the detail does not say. */
export function issueFrom(
  code: IssueCode,
  at: Site | null,
  detail: IssueDetail,
  recordId: string | null | undefined,
  origin: Origin | null | undefined,
): Issue {
  const received = 'value' in detail ? shapeOf(detail.value) : undefined
  const { expected, more } = detail
  const severity = detail.severity ?? ISSUES[code][0]
  const message = messageOf(code, more, expected, received)
  const path = printPath(placed(origin, at))
  const isPlaced = typeof recordId === 'string' && origin !== undefined && origin !== null
  // Written out where a feed has many of them: a property at a time, objects of many shapes are slow to make.
  if (isPlaced && expected !== undefined && received !== undefined)
    return { code, severity, path, message, expected, received, recordId, origin }
  if (isPlaced && expected === undefined && received === undefined)
    return { code, severity, path, message, recordId, origin }
  const issue: Writable<Issue> = { code, severity, path, message }
  if (expected !== undefined) issue.expected = expected
  if (received !== undefined) issue.received = received
  if (typeof recordId === 'string') issue.recordId = recordId
  if (origin !== undefined && origin !== null) issue.origin = origin
  return issue
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** So many texts are kept. */
const MAX_MESSAGES = 1000
let kept = 0

/** What issues say, by their code, what was expected and what came: the same text each time, which a writer knows again. */
const MESSAGES = new Map<IssueCode, Map<string, Map<string, string>>>()

function messageOf(
  code: IssueCode,
  more: string | undefined,
  expected: string | undefined,
  received: string | undefined,
): string {
  const sentence = ISSUES[code][1]
  if (more !== undefined) return wordsOf(`${sentence} ${more}`, expected, received)
  if (expected === undefined || received === undefined) return wordsOf(sentence, expected, received)
  // What is expected is of the tables: there are few of these.
  const ofCode = getOrCreate(MESSAGES, code, () => new Map<string, Map<string, string>>())
  const ofExpected = getOrCreate(ofCode, expected, () => new Map<string, string>())
  const known = ofExpected.get(received)
  if (known !== undefined) return known
  const message = wordsOf(sentence, expected, received)
  if (kept < MAX_MESSAGES) {
    kept++
    ofExpected.set(received, message)
  }
  return message
}

function wordsOf(sentence: string, expected: string | undefined, received: string | undefined): string {
  if (expected === undefined) return sentence
  return `${sentence} Expected ${expected}${received === undefined ? '' : `; received ${received}`}.`
}
