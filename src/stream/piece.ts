// One JSON value of an input, before it is parsed.
import { isAscii, isUtf8 } from 'node:buffer'
import type { IssueCode } from '../core/issue-table.js'
import { MAX_DEPTH, OWN_MEMBERS } from '../core/json.js'
import { BACKSLASH, COMMA, isCloser, isOpener, OPEN_BRACKET, QUOTE } from '../core/nesting.js'
import type { Description } from '../normalize/unrecognized.js'
import { isBlank, isSpace } from './bytes.js'

/** One JSON value of a file, still text; or why it cannot be one. */
export interface Piece {
  /** The text of the value. Missing: null where it was too large to keep. */
  readonly text: string | null
  /** Why it cannot be used, as an issue code. Missing: null where it can be parsed. */
  readonly problem: Extract<
    IssueCode,
    'json_malformed' | 'records_at_missing' | 'value_too_large' | 'nesting_too_deep' | 'limit_reached'
  > | null
  /** The line of NDJSON, from 1; null where the file is one value. */
  readonly line: number | null
  /** The position in the file's array; null where the value is no element of one. */
  readonly element: number | null
  /** How many entries it has, where they are more than the limit. */
  readonly entries?: number
}

/** Where in an input something stands; both count from 1, columns in bytes. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** The first byte of an input. */
export const START: Place = { line: 1, column: 1 }

/** The same as a Piece, but its text is still bytes, a character for each. It is plain data, so a thread can be sent it. */
export interface PieceBytes extends Omit<Piece, 'text'> {
  /** Null if there were too many to keep. */
  readonly bytes: string | null
  readonly isAscii: boolean
  /** Where it begins, if that is not the beginning of its line. */
  readonly place?: Place
  /** How many values it stands for, if they are several. */
  readonly count?: number
  /** What the file looks like if it is not JSON. */
  readonly foreign?: Description
}

/** A value of more bytes is weighed before it is parsed. */
export const LARGE_VALUE_BYTES = 1 << 20

/** The most bytes and entries that one value may have. */
export interface PieceLimits {
  readonly bytes: number
  readonly entries: number
}

/** A value of at most this many bytes is parsed first and weighed after that, which is cheaper. An entry takes two bytes at least. */
export const lightBytesOf = ({ entries }: PieceLimits): number => Math.min(LARGE_VALUE_BYTES, 2 * entries)

/** Collects the bytes of one value as they come, and forgets them when they are too many. */
export class PieceBuilder {
  #parts: Buffer[] = []
  size = 0
  readonly #limits: PieceLimits

  constructor(limits: PieceLimits) {
    this.#limits = limits
  }

  get isTooLarge(): boolean {
    return this.size > this.#limits.bytes
  }

  add(part: Buffer): void {
    this.size += part.length
    if (this.isTooLarge) this.#parts = []
    else this.#parts.push(part)
  }

  /** Adds the last part of a chunk. It is copied because the chunk is valid only until the next one is read. */
  addCopy(part: Buffer): void {
    this.add(this.size + part.length <= this.#limits.bytes ? Buffer.from(part) : part)
  }

  /** Takes the value that was collected; null if it is only white space. */
  take(line: number | null, element: number | null, place?: Place): PieceBytes | null {
    const position = place === undefined ? { line, element } : { line, element, place }
    const { isTooLarge } = this
    const bytes = this.#takeBytes()
    if (isTooLarge) return { bytes: null, isAscii: true, problem: 'value_too_large', ...position }
    if (isBlank(bytes)) return null
    const refusal = bytes.length > lightBytesOf(this.#limits) ? refusalOf(bytes, this.#limits.entries) : null
    const isPlain = isAscii(bytes)
    const piece = { bytes: bytes.toString('latin1'), isAscii: isPlain, ...position }
    if (typeof refusal === 'object' && refusal !== null)
      return { ...piece, problem: 'limit_reached', ...refusal }
    return { ...piece, problem: refusal ?? (isPlain || isUtf8(bytes) ? null : 'json_malformed') }
  }

  /** Takes what is not JSON any more, up to the end of the input. */
  takeRest(place: Place, problem: Piece['problem'] = 'json_malformed'): PieceBytes {
    const rest = this.isTooLarge || this.size === 0 ? null : this.#takeBytes()
    return {
      bytes: rest?.toString('latin1') ?? null,
      isAscii: rest === null || isAscii(rest),
      problem,
      line: null,
      element: null,
      place,
    }
  }

  #takeBytes(): Buffer {
    const bytes = this.#parts.length === 1 ? (this.#parts[0] as Buffer) : Buffer.concat(this.#parts)
    this.#parts = []
    this.size = 0
    return bytes
  }
}

/** The most members of objects that one JSON value may hold, in addition to its entries. */
export const MAX_VALUES = 1 << 24

/** Stands for an array in the counts of members of each level. */
const ARRAY = -1

/**
 * Weighs a value before it is parsed, because a short text of many values takes thirty times its length once parsed. Goes on
 * to the end, because the issue says how many entries there are.
 *
 * @returns why the value is not to be parsed, with its entries if they are more than the limit; null if it may be parsed.
 */
function refusalOf(
  bytes: Uint8Array,
  maxEntries: number,
): 'nesting_too_deep' | 'value_too_large' | { readonly entries: number } | null {
  const memberCounts = new Int32Array(MAX_DEPTH + 1)
  let [depth, entries, members] = [0, 0, 0]
  // True after an opening bracket or brace, before the first value.
  let isFirst = false
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number
    if (isSpace(byte)) continue
    const closes = isCloser(byte)
    if (byte === COMMA || (isFirst && !closes)) {
      const count = memberCounts[depth] as number
      if (count === ARRAY || count >= OWN_MEMBERS) entries++
      else {
        memberCounts[depth] = count + 1
        members++
      }
    }
    isFirst = false
    if (byte === QUOTE) {
      for (i++; i < bytes.length && bytes[i] !== QUOTE; i++) if (bytes[i] === BACKSLASH) i++
    } else if (isOpener(byte)) {
      if (++depth > MAX_DEPTH) return 'nesting_too_deep'
      memberCounts[depth] = byte === OPEN_BRACKET ? ARRAY : 0
      isFirst = true
    } else if (closes && depth > 0) depth--
  }
  if (entries > maxEntries) return { entries }
  return members > MAX_VALUES ? 'value_too_large' : null
}
