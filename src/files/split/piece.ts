// A *piece* is the unparsed text of one JSON value of an input, with its position.
import { isAscii, isUtf8 } from 'node:buffer'
import type { IssueCode } from '../../core/issues/issue-table.js'
import { MAX_JSON_DEPTH } from '../../core/json.js'
import { MAX_UNCOUNTED_MEMBERS } from '../../core/limits.js'
import { BACKSLASH, COMMA, isCloser, isOpener, OPEN_BRACKET, QUOTE } from '../../core/scan-json.js'
import type { Description } from '../../ingest/group/unrecognized.js'
import { isBlank, isSpace } from '../read/bytes.js'

/** The text of one JSON value in a file, or the reason why it cannot be parsed. */
export interface Piece {
  /** The text of the value. Null if it was too large to keep. */
  readonly text: string | null
  /** The issue code that states why the value must not be parsed. Null if it can be parsed. */
  readonly problem: Extract<
    IssueCode,
    'json_malformed' | 'records_at_missing' | 'value_too_large' | 'nesting_too_deep' | 'limit_reached'
  > | null
  /** The line on which the value begins, counted from 1. Null if the file is one value or one array. */
  readonly line: number | null
  /** The index in the file's top-level array, counted from 0. Null if the value is not an element of one. */
  readonly element: number | null
  /** The number of entries in the value. Present only if it exceeds `maxEntries`. */
  readonly entries?: number
}

/** A position in an input. Lines and columns count from 1. A column is counted in bytes. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

/** The position of the first byte of an input. */
export const START_POSITION: TextPosition = { line: 1, column: 1 }

/** A piece with undecoded text. As plain data, it can be sent to a thread. */
export interface PieceBytes extends Omit<Piece, 'text'> {
  /** The bytes of the value as text with one character per byte. Null if it was too large to keep. */
  readonly latin1: string | null
  readonly isAscii: boolean
  /** The position of the first byte. Absent if the piece begins at the start of its line. */
  readonly position?: TextPosition
  /** The number of values that the piece represents. Absent if it represents one. */
  readonly count?: number
  /** A description of the file if it is recognized as a format other than JSON. */
  readonly description?: Description
}

/** Decodes the bytes of a piece, which are given as one character per byte. */
export const decodeBytes = (latin1: string, isAsciiText: boolean): string =>
  isAsciiText ? latin1 : Buffer.from(latin1, 'latin1').toString('utf8')

/** The size in bytes above which a value's entries and members are always counted before it is parsed. */
export const LARGE_VALUE_BYTES = 1 << 20

/** The maximum number of bytes and of entries in one value. */
export interface PieceLimits {
  readonly maxBytes: number
  readonly maxEntries: number
}

/**
 * Returns the size in bytes up to which a value is parsed without a prior check, which saves time. Such a value cannot
 * have too many entries, because each entry takes at least two bytes.
 */
export const computeMaxUncheckedBytes = ({ maxEntries: entries }: PieceLimits): number =>
  Math.min(LARGE_VALUE_BYTES, 2 * entries)

/** Collects the bytes of one value from several chunks. Discards them once they exceed the limit. */
export class PieceBuilder {
  #parts: Buffer[] = []
  size = 0

  constructor(private readonly limits: PieceLimits) {}

  get isTooLarge(): boolean {
    return this.size > this.limits.maxBytes
  }

  add(part: Buffer): void {
    this.size += part.length
    if (this.isTooLarge) this.#parts = []
    else this.#parts.push(part)
  }

  /** Adds a copy of the last part of a chunk, because the chunk is valid only until the next one is read. */
  addCopy(part: Buffer): void {
    this.add(this.size + part.length <= this.limits.maxBytes ? Buffer.from(part) : part)
  }

  /** Returns the collected value as a piece and resets the builder. Returns null if the bytes are only white space. */
  takePiece(line: number | null, element: number | null, start?: TextPosition): PieceBytes | null {
    const position: Omit<PieceBytes, 'latin1' | 'isAscii' | 'problem'> =
      start === undefined ? { line, element } : { line, element, position: start }
    const { isTooLarge } = this
    const bytes = this.#takeBytes()
    if (isTooLarge) return { latin1: null, isAscii: true, problem: 'value_too_large', ...position }
    if (isBlank(bytes)) return null
    const sizeProblem =
      bytes.length > computeMaxUncheckedBytes(this.limits) ? checkValueSize(bytes, this.limits.maxEntries) : null
    const isAsciiText = isAscii(bytes)
    const jsonPiece = { latin1: bytes.toString('latin1'), isAscii: isAsciiText, ...position }
    if (typeof sizeProblem === 'object' && sizeProblem !== null)
      return { ...jsonPiece, problem: 'limit_reached', ...sizeProblem }
    return { ...jsonPiece, problem: sizeProblem ?? (isAsciiText || isUtf8(bytes) ? null : 'json_malformed') }
  }

  /** Returns the collected bytes, which extend to the end of the input, as a piece that must not be parsed. */
  takeMalformedRest(start: TextPosition, problem: Piece['problem'] = 'json_malformed'): PieceBytes {
    const remainingBytes = this.isTooLarge || this.size === 0 ? null : this.#takeBytes()
    return {
      latin1: remainingBytes?.toString('latin1') ?? null,
      isAscii: remainingBytes === null || isAscii(remainingBytes),
      problem,
      line: null,
      element: null,
      position: start,
    }
  }

  #takeBytes(): Buffer {
    const bytes = this.#parts.length === 1 ? (this.#parts[0] as Buffer) : Buffer.concat(this.#parts)
    this.#parts = []
    this.size = 0
    return bytes
  }
}

/** The maximum number of object members in one JSON value, in addition to its entries. */
export const MAX_MEMBERS = 1 << 24

/** The value in `memberCounts` for a nesting level that is an array. */
const ARRAY_LEVEL = -1

/**
 * Checks the nesting depth and the number of values before a text is parsed, because many short values take thirty
 * times the memory of their text once parsed. Reads to the end, because the issue states the number of entries.
 *
 * @returns The reason why the value must not be parsed, or the number of its entries if they exceed the limit. Null if
 *   the value may be parsed.
 */
function checkValueSize(
  bytes: Uint8Array,
  maxEntries: number,
): 'nesting_too_deep' | 'value_too_large' | { readonly entries: number } | null {
  const memberCounts = new Int32Array(MAX_JSON_DEPTH + 1)
  let [depth, entries, members] = [0, 0, 0]
  // True between an opening bracket or brace and the next byte that is not white space.
  let isFirst = false
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number
    if (isSpace(byte)) continue
    const isClosing = isCloser(byte)
    if (byte === COMMA || (isFirst && !isClosing)) {
      const count = memberCounts[depth] as number
      if (count === ARRAY_LEVEL || count >= MAX_UNCOUNTED_MEMBERS) entries++
      else {
        memberCounts[depth] = count + 1
        members++
      }
    }
    isFirst = false
    if (byte === QUOTE) {
      for (i++; i < bytes.length && bytes[i] !== QUOTE; i++) if (bytes[i] === BACKSLASH) i++
    } else if (isOpener(byte)) {
      if (++depth > MAX_JSON_DEPTH) return 'nesting_too_deep'
      memberCounts[depth] = byte === OPEN_BRACKET ? ARRAY_LEVEL : 0
      isFirst = true
    } else if (isClosing && depth > 0) depth--
  }
  if (entries > maxEntries) return { entries }
  return members > MAX_MEMBERS ? 'value_too_large' : null
}
