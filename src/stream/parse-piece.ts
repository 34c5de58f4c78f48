import { makeIssue } from '../core/issue.js'
import type { IssueCode } from '../core/issue-table.js'
import { isTooDeep } from '../core/json.js'
import { oneLine } from '../core/json-slice.js'
import { parseJson } from '../core/json-value.js'
import { LIMITS, limitOf, wordsOfEntries } from '../core/limits.js'
import { Nesting } from '../core/nesting.js'
import { type Site, step } from '../core/path.js'
import { formsByKey, type ReadingOptions } from '../normalize/dossier.js'
import { nameOfElement } from '../normalize/elements.js'
import { kindOfValue } from '../normalize/kind-of-value.js'
import type { Unread } from '../normalize/raw-dossier.js'
import type { InputWatch } from './describe-input.js'
import type { DossierOptions } from './dossier-options.js'
import { pointerOf } from './envelope.js'
import { wordsOfFault } from './fault.js'
import { type BrokenValue, type ReadValue, TextOrigin } from './found.js'
import { FastJsonReader } from './reader/fast-json-reader.js'
import { JsonText } from './reader/json-scanner.js'
import type { SourcePiece } from './source-pieces.js'
import { readFdxValue, standInFor } from './stand-ins.js'

/** Reading options that only `src/stream` uses. */
export interface InputOptions extends DossierOptions, Pick<ReadingOptions, 'forms'> {
  /** Receives every parsed value. */
  readonly watch?: InputWatch | undefined
}

/** Longer values do not use the fast reader, because its documents for millions of entries would stay in memory. */
const MAX_READ_AHEAD = 1 << 23

/** Parses a piece. Also reports the value to `options.watch`. */
export function parsePiece(piece: SourcePiece, options: InputOptions): ReadValue {
  const value = parse(piece, options)
  options.watch?.observe(piece, value, options.recordsAt)
  return value
}

function parse(piece: SourcePiece, options: InputOptions): ReadValue {
  const { input, bytes, problem, line, element, entries, beyond } = piece
  if (bytes === null) return breakPiece(piece, options, problem, beyond)
  const root = rootOf(piece, options)
  const origin = { source: input.source, line }
  const json = new JsonText(bytes, piece.isAscii)
  const maxEntries = limitOf(options, 'maxValueEntries', LIMITS.maxValueEntries)
  const unread: Unread | null =
    entries === undefined ? null : { code: 'limit_reached', more: wordsOfEntries(entries, maxEntries) }
  const isReadAhead = problem === null && options.from === undefined && json.bytes.length <= MAX_READ_AHEAD
  const readAhead = isReadAhead ? FastJsonReader.of(formsByKey(options.forms)).read(json) : undefined
  let value = readAhead
  if (unread !== null) value = standInFor(json.text)
  else if (value === undefined && problem === null) value = parseJson(json.text)
  if (value === undefined) {
    const parts = problem === null ? splitLine(piece) : null
    if (parts !== null) return { values: parts.map(part => parse(part, options)) }
    return breakPiece(piece, options, problem, unread?.more)
  }
  // The fast reader accepts only values of limited depth.
  if (readAhead === undefined && isTooDeep(value)) return breakPiece(piece, options, 'nesting_too_deep')
  const fileName = line === null ? input.name : null
  if (options.from === 'fdx' && unread === null)
    return (
      readFdxValue(value, json, origin, fileName, options) ?? breakPiece(piece, options, 'fdx_unreadable')
    )
  return {
    value,
    origin: new TextOrigin(origin, json, root),
    at: root,
    name: element === null ? fileName : nameOfElement(kindOfValue(value), fileName),
    single: line === null,
    ...(unread === null ? {} : { unread }),
  }
}

/** Makes the broken value of a piece. The code of its issue is the problem, or `json_malformed` if that is null. */
function breakPiece(
  piece: SourcePiece,
  options: InputOptions,
  problem: IssueCode | null,
  more?: string,
): BrokenValue {
  const { input, bytes, line, element, isAll, beyond, count } = piece
  const code = problem ?? 'json_malformed'
  const at = bytes === null && code === 'json_malformed' ? null : rootOf(piece, options)
  const origin = { source: input.source, line }
  return {
    issue: makeIssue(code, at, { origin, more: more ?? explainBroken(code, piece) }),
    taxpayerId: null,
    text: bytes === null ? null : oneLine(new JsonText(bytes, piece.isAscii).text),
    // True if the complete file is unreadable: it is one malformed value, or it unpacks to too many bytes.
    unreadable:
      beyond !== undefined || (code === 'json_malformed' && (isAll || (line === null && element === null))),
    ...(count === undefined ? {} : { count }),
  }
}

/** Returns the details that a message adds to the sentence of its code, if there are any. */
function explainBroken(code: IssueCode, { bytes, foreign, line, place }: SourcePiece): string | undefined {
  if (code === 'json_malformed')
    return foreign === undefined
      ? wordsOfFault(bytes, place ?? { line: line ?? 1, column: 1 })
      : `Line 1, column 1: it looks like ${foreign.looksLike}.`
  // If the bytes were kept, the value is not too long but has too many members.
  const isTooLong = code === 'value_too_large' && bytes === null
  return isTooLong ? 'maxValueBytes (--max-value-bytes) raises that.' : undefined
}

/** Splits a line of several concatenated objects, and returns null for other lines. Called only for lines that are not JSON. */
function splitLine(piece: SourcePiece): SourcePiece[] | null {
  const { bytes, line, element } = piece
  if (bytes === null || line === null || element !== null || !/\}[ \t]*\{/.test(bytes)) return null
  const objects: string[] = []
  const nesting = new Nesting()
  let start = 0
  for (let i = 0; i < bytes.length; i++)
    if (nesting.step(bytes.charCodeAt(i))) {
      objects.push(bytes.slice(start, i + 1))
      start = i + 1
    }
  const isComplete = /^[ \t]*\r?$/.test(bytes.slice(start))
  if (!isComplete || !objects.every(object => /^[ \t]*\{/.test(object) && parseJson(object) !== undefined))
    return null
  return objects.map(object => ({ ...piece, bytes: object, isAll: false }))
}

/** Returns the JSON path of a piece. Numeric tokens of `recordsAt` are array indexes. */
function rootOf({ element }: SourcePiece, { recordsAt = '' }: InputOptions): Site | null {
  const site = (pointerOf(recordsAt) ?? []).reduce<Site | null>(
    (parent, token) => step(parent, /^(?:0|[1-9][0-9]{0,8})$/.test(token) ? Number(token) : token),
    null,
  )
  return element === null ? site : step(site, element)
}
