import { makeIssue } from '../../core/issues/issue.js'
import type { IssueCode } from '../../core/issues/issue-table.js'
import { isTooDeep } from '../../core/json.js'
import { parsePointer } from '../../core/json-pointer.js'
import { extendPath, type JsonPath, parseJson } from '../../core/json-value.js'
import { DEFAULT_LIMITS, describeTooManyEntries, readLimit } from '../../core/limits.js'
import { Nesting, toOneLine } from '../../core/scan-json.js'
import { classifyValue, findElementOwner } from '../../ingest/group/classify-value.js'
import type { UnparsedReason } from '../../ingest/group/raw-dossier.js'
import type { ReadingOptions } from '../../ingest/read-dossier.js'
import { decodeBytes } from '../split/piece.js'
import type { SourcePiece } from '../split/split.js'
import type { InputWatch } from './describe-input.js'
import type { DossierOptions } from './dossier-options.js'
import { type BrokenValue, type ReadValue, TextOrigin } from './input-result.js'
import { makePlaceholder, readFdxValue } from './placeholders.js'
import { describeFault } from './syntax-fault.js'

/** The options for reading inputs within `src/files`. */
export interface InputOptions extends DossierOptions, Pick<ReadingOptions, 'forms'> {
  /** Observes every parsed value to find out whether its input has records. */
  readonly watch?: InputWatch | undefined
}

/**
 * Parses a piece and reports its values to `options.watch`. There are several values if a line has several objects. Each
 * is parsed only when the caller needs it, because millions of them can be on one line.
 */
export function* parsePiece(sourcePiece: SourcePiece, options: InputOptions): Generator<ReadValue> {
  const wholeValue = parseValue(sourcePiece, options)
  const isSplit = wholeValue === null && hasSeveralObjects(sourcePiece)
  for (const part of isSplit ? listObjects(sourcePiece) : [sourcePiece]) {
    const value = (isSplit ? parseValue(part, options) : wholeValue) ?? makeBrokenValue(part, options, null)
    options.watch?.observe(sourcePiece, value, options.recordsAt)
    yield value
  }
}

/** Parses a piece as one value. Null if its text is malformed. */
function parseValue(sourcePiece: SourcePiece, options: InputOptions): ReadValue | null {
  const { input, latin1, problem, line, element, entries, limitMessage } = sourcePiece
  if (latin1 === null) return makeBrokenValue(sourcePiece, options, problem, limitMessage)
  const rootPath = findRootPath(sourcePiece, options)
  const origin = { source: input.source, line }
  const text = decodeBytes(latin1, sourcePiece.isAscii)
  const maxEntries = readLimit(options, 'maxValueEntries', DEFAULT_LIMITS.maxValueEntries)
  const unparsedReason: UnparsedReason | null =
    entries === undefined ? null : { code: 'limit_reached', explanation: describeTooManyEntries(entries, maxEntries) }
  const value = unparsedReason !== null ? makePlaceholder(text) : problem === null ? parseJson(text) : undefined
  if (value === undefined)
    return problem === null ? null : makeBrokenValue(sourcePiece, options, problem, unparsedReason?.explanation)
  if (isTooDeep(value)) return makeBrokenValue(sourcePiece, options, 'nesting_too_deep')
  const fileOwner = line === null ? input.fileOwner : null
  if (options.from === 'fdx' && unparsedReason === null)
    return (
      readFdxValue(value, text, origin, fileOwner, options) ?? makeBrokenValue(sourcePiece, options, 'fdx_unreadable')
    )
  return {
    value,
    origin: new TextOrigin(origin, text, rootPath),
    path: rootPath,
    fileOwner: element === null ? fileOwner : findElementOwner(classifyValue(value), fileOwner),
    isFromSingleValue: line === null,
    ...(unparsedReason === null ? {} : { unparsedReason }),
  }
}

/** Makes a broken value from a piece. Its issue code is `problem`, or `json_malformed` if `problem` is null. */
function makeBrokenValue(
  sourcePiece: SourcePiece,
  options: InputOptions,
  problem: IssueCode | null,
  explanation?: string,
): BrokenValue {
  const { input, latin1, line, element, isOnlyValue, limitMessage, count } = sourcePiece
  const code = problem ?? 'json_malformed'
  const path = latin1 === null && code === 'json_malformed' ? null : findRootPath(sourcePiece, options)
  const origin = { source: input.source, line }
  return {
    issue: makeIssue(code, path, { origin, explanation: explanation ?? explainBroken(code, sourcePiece) }),
    taxpayerId: null,
    text: latin1 === null ? null : toOneLine(decodeBytes(latin1, sourcePiece.isAscii)),
    // True if the entire file is unreadable: it is one malformed value, or it unpacks to too many bytes.
    unreadable:
      limitMessage !== undefined || (code === 'json_malformed' && (isOnlyValue || (line === null && element === null))),
    ...(count === undefined ? {} : { count }),
  }
}

/** Returns the details to append to the issue code's standard message, if there are any. */
function explainBroken(code: IssueCode, { latin1, description, line, position }: SourcePiece): string | undefined {
  if (code === 'json_malformed')
    return description === undefined
      ? describeFault(latin1, position ?? { line: line ?? 1, column: 1 })
      : `Line 1, column 1: it looks like ${description.looksLike}.`
  // If the bytes are present, the value has too many members rather than too many bytes.
  const isTooLong = code === 'value_too_large' && latin1 === null
  return isTooLong ? 'maxValueBytes (--max-value-bytes) raises that.' : undefined
}

/** True if a line consists of several complete objects. The line must not be valid JSON. */
function hasSeveralObjects(sourcePiece: SourcePiece): boolean {
  const { latin1, line, element } = sourcePiece
  if (latin1 === null || line === null || element !== null || !/\}[ \t]*\{/.test(latin1)) return false
  for (const { latin1: object } of listObjects(sourcePiece))
    if (object === null || !/^[ \t]*\{/.test(object) || parseJson(object) === undefined) return false
  return true
}

/** Splits a line after each closing brace or bracket of the outermost level. White space at its end is left out. */
function* listObjects(sourcePiece: SourcePiece): Generator<SourcePiece> {
  const latin1 = sourcePiece.latin1 as string
  const nesting = new Nesting()
  let start = 0
  for (let i = 0; i < latin1.length; i++)
    if (nesting.processByte(latin1.charCodeAt(i))) {
      yield { ...sourcePiece, latin1: latin1.slice(start, i + 1), isOnlyValue: false }
      start = i + 1
    }
  const rest = latin1.slice(start)
  if (!/^[ \t]*\r?$/.test(rest)) yield { ...sourcePiece, latin1: rest, isOnlyValue: false }
}

/** Returns the path of a piece's value in its file. Numeric tokens of `recordsAt` are treated as array indexes. */
function findRootPath({ element }: SourcePiece, { recordsAt = '' }: InputOptions): JsonPath | null {
  const path = (parsePointer(recordsAt) ?? []).reduce<JsonPath | null>(
    (parent, token) => extendPath(parent, /^(?:0|[1-9][0-9]{0,8})$/.test(token) ? Number(token) : token),
    null,
  )
  return element === null ? path : extendPath(path, element)
}
