import { makeIssue, type Origin } from '../core/issue.js'
import type { IssueCode } from '../core/issue-table.js'
import { isTooDeep } from '../core/json.js'
import { oneLine } from '../core/json-slice.js'
import { LIMITS, limitOf } from '../core/limits.js'
import { type Site, step } from '../core/path.js'
import { formsByKey } from '../normalize/dossier.js'
import { nameOfElement } from '../normalize/elements.js'
import { kindOfValue } from '../normalize/kind-of-value.js'
import { pointerOf } from './envelope.js'
import { wordsOfFault } from './fault.js'
import { readFdxValue } from './fdx-value.js'
import type { BrokenValue, ReadValue } from './found.js'
import type { InputOptions } from './input-options.js'
import { parsedOf, readText, unreadOf } from './parse.js'
import { JsonText } from './reader/json-text.js'
import { ValueReader } from './reader/value-reader.js'
import { severalOn } from './several.js'
import type { SourcePiece } from './source-pieces.js'

/** Longer values are parsed: what was read ahead of millions of entries would stand in memory beside them. */
const MAX_READ_AHEAD = 1 << 23

/** Parses a value. */
export function parsePiece(piece: SourcePiece, options: InputOptions): ReadValue {
  const value = parse(piece, options)
  options.watch?.observe(piece, value, options.recordsAt)
  return value
}

function parse(piece: SourcePiece, options: InputOptions): ReadValue {
  const { input, bytes, problem, line, element } = piece
  const maxEntries = limitOf(options, 'maxValueEntries', LIMITS.maxValueEntries)
  const envelope = siteOf(options.recordsAt)
  const root = element === null ? envelope : step(envelope, element)
  const origin = { source: input.source, line }
  const unread = unreadOf(piece, maxEntries)
  const json = bytes === null ? null : new JsonText(bytes, piece.isAscii)
  if (json === null)
    return brokenPiece(
      piece,
      null,
      origin,
      problem === null || problem === 'json_malformed' ? null : root,
      piece.beyond,
    )
  const isRead = problem === null && options.from === undefined && json.bytes.length <= MAX_READ_AHEAD
  const ahead = isRead ? ValueReader.of(formsByKey(options.forms)).read(json) : undefined
  const value = ahead ?? readText(json.text, problem, unread)
  if (value === undefined) {
    const several = problem === null ? severalOn(piece) : null
    if (several !== null) return { values: several.map(each => parse(each, options)) }
    return brokenPiece(piece, json, origin, root, unread?.more)
  }
  // What is read from bytes is not deeper than the interface has it.
  if (ahead === undefined && isTooDeep(value))
    return brokenPiece({ ...piece, problem: 'nesting_too_deep' }, json, origin, root)
  const own = line === null ? input.name : null
  if (options.from === 'fdx' && unread === null)
    return (
      readFdxValue(value, json, origin, own, options) ??
      brokenPiece({ ...piece, problem: 'fdx_unreadable' }, json, origin, root)
    )
  const name = element === null ? own : nameOfElement(kindOfValue(value), own)
  return parsedOf(value, json, origin, root, name, unread)
}

function brokenPiece(
  piece: Omit<SourcePiece, 'problem'> & { readonly problem: IssueCode | null },
  json: JsonText | null,
  origin: Origin,
  at: Site | null,
  more?: string,
): BrokenValue {
  const { problem, line, element, isAll, beyond, count } = piece
  const code = problem ?? 'json_malformed'
  const words = more ?? wordsOfBroken(code, piece)
  return {
    issue: makeIssue(code, at, words === undefined ? { origin } : { origin, more: words }),
    taxpayerId: null,
    text: json === null ? null : oneLine(json.text),
    // The file as a whole cannot be read: it is one malformed value, or there is nothing else in it, or too much.
    unreadable:
      beyond !== undefined || (code === 'json_malformed' && (isAll || (line === null && element === null))),
    ...(count === undefined ? {} : { count }),
  }
}

/** What is said of a piece beside the sentence of its code. */
function wordsOfBroken(code: IssueCode, piece: Omit<SourcePiece, 'problem'>): string | undefined {
  if (code === 'json_malformed') return wordsOfMalformed(piece)
  // What was kept is not too long: it has too many members.
  if (code === 'value_too_large' && piece.bytes === null)
    return 'maxValueBytes (--max-value-bytes) raises that.'
  return undefined
}

/** Where a piece is malformed, and what it looks like. */
function wordsOfMalformed({ bytes, foreign, line, place }: Omit<SourcePiece, 'problem'>): string {
  if (foreign !== undefined) return `Line 1, column 1: it looks like ${foreign.looksLike}.`
  return wordsOfFault(bytes, place ?? { line: line ?? 1, column: 1 })
}

/** Where the records stand in a value; positions of arrays are numbers. */
const siteOf = (recordsAt: string | undefined): Site | null =>
  (recordsAt === undefined ? [] : (pointerOf(recordsAt) ?? [])).reduce<Site | null>(
    (site, token) => step(site, /^(?:0|[1-9][0-9]{0,8})$/.test(token) ? Number(token) : token),
    null,
  )
