import { isAscii, isUtf8 } from 'node:buffer'
import type { IssueCode } from '../core/issue-table.js'
import { isBlank } from './bytes.js'
import type { Place } from './feed.js'
import { refusalOf } from './weigh.js'

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

/** The same, whose text is still bytes, a character for each: plain data, which a thread can be handed. */
export interface PieceBytes extends Omit<Piece, 'text'> {
  /** Null where they were too many to keep. */
  readonly bytes: string | null
  readonly isAscii: boolean
  /** Where it begins, unless that is where its line does. */
  readonly place?: Place
  /** How many values it stands for, where they are several. */
  readonly count?: number
  /** What the file looks like, where that is no JSON at all. */
  readonly foreign?: string
}

/** Bytes of a value that is looked at before it is parsed. */
export const LARGE = 1 << 20

/** The most bytes and entries of one value. */
export interface Most {
  readonly bytes: number
  readonly entries: number
}

/** Bytes of one value as they come; forgets them when they are too many. */
export class Held {
  #parts: Buffer[] = []
  bytes = 0
  readonly most: Most
  constructor(most: Most) {
    this.most = most
  }
  add(part: Buffer): void {
    this.bytes += part.length
    if (this.bytes <= this.most.bytes) this.#parts.push(part)
    else this.#parts = []
  }
  /** Adds the last part of a chunk, whose bytes may be others when the next chunk comes. */
  keep(part: Buffer): void {
    this.add(this.bytes + part.length <= this.most.bytes ? Buffer.from(part) : part)
  }
  get tooLarge(): boolean {
    return this.bytes > this.most.bytes
  }
  take(): Buffer {
    const whole = this.#parts.length === 1 ? (this.#parts[0] as Buffer) : Buffer.concat(this.#parts)
    this.#parts = []
    this.bytes = 0
    return whole
  }
}

export function pieceOf(held: Held, line: number | null, element: number | null): PieceBytes | null {
  if (held.tooLarge) {
    held.take()
    return { bytes: null, isAscii: true, problem: 'value_too_large', line, element }
  }
  const bytes = held.take()
  if (isBlank(bytes)) return null
  const { entries } = held.most
  // What is small is parsed first and looked at then: that is cheaper, and harmless. An entry has two bytes at least.
  const refusal = bytes.length > Math.min(LARGE, 2 * entries) ? refusalOf(bytes, entries) : null
  const plain = isAscii(bytes)
  const piece = { bytes: bytes.toString('latin1'), isAscii: plain, line, element }
  if (typeof refusal === 'object' && refusal !== null)
    return { ...piece, problem: 'limit_reached', ...refusal }
  return { ...piece, problem: refusal ?? (plain || isUtf8(bytes) ? null : 'json_malformed') }
}
