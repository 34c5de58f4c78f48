import { makeIssue } from '../../core/issues/issue.js'
import type { IssueCode } from '../../core/issues/issue-table.js'
import { isTooDeep } from '../../core/json.js'
import { extendPath, type JsonPath, parseJson } from '../../core/json-value.js'
import { DEFAULT_LIMITS, describeTooManyEntries, readLimit } from '../../core/limits.js'
import { Nesting, toOneLine } from '../../core/scan-json.js'
import { classifyValue, findElementName } from '../../ingest/group/classify-value.js'
import type { UnparsedReason } from '../../ingest/group/raw-dossier.js'
import type { ReadingOptions } from '../../ingest/read-dossier.js'
import { decodeBytes } from '../split/piece.js'
import type { SourcePiece } from '../split/source-pieces.js'
import type { InputWatch } from './describe-input.js'
import type { DossierOptions } from './dossier-options.js'
import { type BrokenValue, type ReadValue, TextOrigin } from './input-result.js'
import { parsePointer } from './open-envelopes.js'
import { makePlaceholder, readFdxValue } from './placeholders.js'
import { describeFault } from './syntax-fault.js'

/** The options for reading inputs within `src/files`. */
export interface InputOptions extends DossierOptions, Pick<ReadingOptions, 'forms'> {
  /** Observes every parsed value to find out whether its input has records. */
  readonly watch?: InputWatch | undefined
}

/** Parses a piece and reports the result to `options.watch`. */
export function parsePiece(sourcePiece: SourcePiece, options: InputOptions): ReadValue {
  const value = parseWithoutWatch(sourcePiece, options)
  options.watch?.observe(sourcePiece, value, options.recordsAt)
  return value
}

function parseWithoutWatch(sourcePiece: SourcePiece, options: InputOptions): ReadValue {
  const { input, bytes, problem, line, element, entries, limitMessage } = sourcePiece
  if (bytes === null) return makeBrokenValue(sourcePiece, options, problem, limitMessage)
  const rootPath = findRootPath(sourcePiece, options)
  const origin = { source: input.source, line }
  const text = decodeBytes(bytes, sourcePiece.isAscii)
  const maxEntries = readLimit(options, 'maxValueEntries', DEFAULT_LIMITS.maxValueEntries)
  const unparsedReason: UnparsedReason | null =
    entries === undefined ? null : { code: 'limit_reached', explanation: describeTooManyEntries(entries, maxEntries) }
  const value = unparsedReason !== null ? makePlaceholder(text) : problem === null ? parseJson(text) : undefined
  if (value === undefined) {
    const parts = problem === null ? splitLine(sourcePiece) : null
    if (parts !== null) return { values: parts.map(part => parseWithoutWatch(part, options)) }
    return makeBrokenValue(sourcePiece, options, problem, unparsedReason?.explanation)
  }
  if (isTooDeep(value)) return makeBrokenValue(sourcePiece, options, 'nesting_too_deep')
  const fileName = line === null ? input.name : null
  if (options.from === 'fdx' && unparsedReason === null)
    return (
      readFdxValue(value, text, origin, fileName, options) ?? makeBrokenValue(sourcePiece, options, 'fdx_unreadable')
    )
  return {
    value,
    origin: new TextOrigin(origin, text, rootPath),
    path: rootPath,
    name: element === null ? fileName : findElementName(classifyValue(value), fileName),
    isSingleValue: line === null,
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
  const { input, bytes, line, element, isOnlyValue, limitMessage, count } = sourcePiece
  const code = problem ?? 'json_malformed'
  const path = bytes === null && code === 'json_malformed' ? null : findRootPath(sourcePiece, options)
  const origin = { source: input.source, line }
  return {
    issue: makeIssue(code, path, { origin, explanation: explanation ?? explainBroken(code, sourcePiece) }),
    taxpayerId: null,
    text: bytes === null ? null : toOneLine(decodeBytes(bytes, sourcePiece.isAscii)),
    // True if the entire file is unreadable: it is one malformed value, or it unpacks to too many bytes.
    unreadable:
      limitMessage !== undefined || (code === 'json_malformed' && (isOnlyValue || (line === null && element === null))),
    ...(count === undefined ? {} : { count }),
  }
}

/** Returns the details to append to the issue code's standard message, if there are any. */
function explainBroken(code: IssueCode, { bytes, description, line, position }: SourcePiece): string | undefined {
  if (code === 'json_malformed')
    return description === undefined
      ? describeFault(bytes, position ?? { line: line ?? 1, column: 1 })
      : `Line 1, column 1: it looks like ${description.looksLike}.`
  // If the bytes are present, the value has too many members rather than too many bytes.
  const isTooLong = code === 'value_too_large' && bytes === null
  return isTooLong ? 'maxValueBytes (--max-value-bytes) raises that.' : undefined
}

/** Splits a line of several concatenated objects. Returns null for other lines. The line must not be valid JSON. */
function splitLine(sourcePiece: SourcePiece): SourcePiece[] | null {
  const { bytes, line, element } = sourcePiece
  if (bytes === null || line === null || element !== null || !/\}[ \t]*\{/.test(bytes)) return null
  const objects: string[] = []
  const nesting = new Nesting()
  let start = 0
  for (let i = 0; i < bytes.length; i++)
    if (nesting.processByte(bytes.charCodeAt(i))) {
      objects.push(bytes.slice(start, i + 1))
      start = i + 1
    }
  const isComplete = /^[ \t]*\r?$/.test(bytes.slice(start))
  if (!isComplete || !objects.every(object => /^[ \t]*\{/.test(object) && parseJson(object) !== undefined)) return null
  return objects.map(object => ({ ...sourcePiece, bytes: object, isOnlyValue: false }))
}

/** Returns the path of a piece's value in its file. Numeric tokens of `recordsAt` are treated as array indexes. */
function findRootPath({ element }: SourcePiece, { recordsAt = '' }: InputOptions): JsonPath | null {
  const path = (parsePointer(recordsAt) ?? []).reduce<JsonPath | null>(
    (parent, token) => extendPath(parent, /^(?:0|[1-9][0-9]{0,8})$/.test(token) ? Number(token) : token),
    null,
  )
  return element === null ? path : extendPath(path, element)
}
