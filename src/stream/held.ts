import { isAscii, isUtf8 } from 'node:buffer'
import { isBlank } from './bytes.js'
import type { PieceBytes } from './piece.js'
import { refusalOf } from './weigh.js'

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
