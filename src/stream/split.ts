import { constants, isAscii, isUtf8 } from 'node:buffer'
import { isUint8Array } from 'node:util/types'
import type { IssueCode } from '../core/issue-table.js'
import { LIMITS } from '../core/limits.js'
import { isBlank, isSpace, LINE_FEED } from './bytes.js'
import { CLOSE_BRACKET, COMMA, Nesting } from './nesting.js'
import { JsonText } from './reader/json-text.js'
import { readHead } from './sniff.js'
import { refusalOf } from './weigh.js'

/** One JSON value of a file, still text; or why it cannot be one. */
export interface Piece {
  readonly text: string | null
  readonly problem: Extract<
    IssueCode,
    'json_malformed' | 'value_too_large' | 'nesting_too_deep' | 'limit_reached'
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
}

/** How a file is split. */
export interface SplitOptions {
  /** The most bytes that one value may have; no more than the longest text of JavaScript, about 512 MB. */
  readonly maxBytes?: number
  /** The most entries that one value may have: elements of its arrays, and members of an object beyond its first thousand. */
  readonly maxEntries?: number
  /** The file's name says that each line is a value. */
  readonly ndjson?: boolean
}

/** 256 MB. */
export const MAX_VALUE_BYTES = 256 * 1024 * 1024

/** Bytes of a value that is looked at before it is parsed. */
export const LARGE = 1 << 20

/** The most bytes and entries of one value. */
interface Most {
  readonly bytes: number
  readonly entries: number
}

/** Bytes of one value as they come; forgets them when they are too many. */
class Held {
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

function pieceOf(held: Held, line: number | null, element: number | null): PieceBytes | null {
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

/** Chunks as bytes. Throws TypeError for what is neither bytes nor text; its message does not quote it. */
async function* bytesOf(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<Buffer> {
  // A text may end between the halves of a character.
  let half = ''
  for await (const chunk of chunks) {
    if (typeof chunk === 'string') {
      const text = half + chunk
      const cut = /[\ud800-\udbff]$/.test(text) ? -1 : text.length
      half = text.slice(cut)
      yield Buffer.from(text.slice(0, cut), 'utf8')
    } else if (isUint8Array(chunk)) {
      if (half !== '') yield Buffer.from(half, 'utf8')
      half = ''
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    } else throw new TypeError('splitValues takes chunks of bytes or of text.')
  }
  if (half !== '') yield Buffer.from(half, 'utf8')
}

/**
 * Splits a file into JSON values without parsing them: the lines of NDJSON, the elements of one array of any length, or
 * the one value that it is. What the file is shows in its first line: a balanced one, or one behind which another line
 * begins a value of its own, is NDJSON. Text chunks are taken as UTF-8. Throws TypeError for other chunks.
 */
export async function* splitValues(
  chunks: AsyncIterable<Uint8Array | string>,
  options: SplitOptions = {},
): AsyncGenerator<Piece> {
  for await (const { bytes, isAscii, ...piece } of splitBytes(chunks, options))
    yield { text: bytes === null ? null : new JsonText(bytes, isAscii).text, ...piece }
}

/** The same, as bytes. */
export async function* splitBytes(
  chunks: AsyncIterable<Uint8Array | string>,
  options: SplitOptions = {},
): AsyncGenerator<PieceBytes> {
  const bytes = bytesOf(chunks)
  const most = {
    bytes: Math.min(options.maxBytes ?? MAX_VALUE_BYTES, constants.MAX_STRING_LENGTH),
    entries: options.maxEntries ?? LIMITS.maxValueEntries,
  }
  const source = bytes[Symbol.asyncIterator]()
  try {
    const head = await readHead(source, most.bytes, options.ndjson === true)
    if (head === null) return
    const whole = rest(head.bytes, source)
    if (head.kind === 'lines') yield* splitLines(whole, most)
    else if (head.kind === 'array') yield* splitArray(whole, most)
    else yield* splitOne(whole, most)
  } finally {
    await source.return?.(undefined)
  }
}

async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  most: Most,
  firstLine = 1,
): AsyncGenerator<PieceBytes> {
  const held = new Held(most)
  let line = firstLine
  for await (const chunk of chunks) {
    let at = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, at)) {
      // Blank lines may be millions, and are not worth a buffer each.
      if (end === at && held.bytes === 0) {
        line++
        at++
        continue
      }
      held.add(chunk.subarray(at, end))
      const piece = pieceOf(held, line, null)
      if (piece !== null) yield piece
      line++
      at = end + 1
    }
    if (at < chunk.length) held.keep(chunk.subarray(at))
  }
  const piece = pieceOf(held, line, null)
  if (piece !== null) yield piece
}

/** A value too long for its first line to show what the file is: where more follows behind that line, it is NDJSON. */
async function* splitOne(chunks: AsyncIterable<Buffer>, most: Most): AsyncGenerator<PieceBytes> {
  const held = new Held(most)
  const nesting = new Nesting()
  // head: blank lines; value: in the first line; behind: after it, and it was whole; one: the value has more lines.
  let state = 'head' as 'head' | 'value' | 'behind' | 'one'
  let [line, first] = [1, 1]
  const source = chunks[Symbol.asyncIterator]()
  for (let next = await source.next(); next.done !== true; next = await source.next()) {
    const chunk = next.value
    let from = state === 'behind' ? chunk.length : 0
    for (let i = 0; i < chunk.length && state !== 'one'; i++) {
      const byte = chunk[i] as number
      if (byte === LINE_FEED) {
        if (state === 'value') {
          state = nesting.depth === 0 && !nesting.inString ? 'behind' : 'one'
          first = line
          if (state === 'behind') held.keep(chunk.subarray(from, i))
          if (state === 'behind') from = chunk.length
        }
        line++
      } else if (state === 'behind' && !isSpace(byte)) {
        const piece = pieceOf(held, first, null)
        if (piece !== null) yield piece
        yield* splitLines(rest(chunk.subarray(i), source), most, line)
        return
      } else if (state === 'value') nesting.step(byte)
      else if (state === 'head' && !isSpace(byte)) {
        state = 'value'
        nesting.step(byte)
      }
    }
    if (from < chunk.length) held.keep(chunk.subarray(from))
  }
  const piece = pieceOf(held, null, null)
  if (piece !== null) yield piece
}

/** A chunk and what comes behind it. */
async function* rest(chunk: Buffer, source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield chunk
  for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value
}

/** Elements of the file's one array. What does not go on as an array is one malformed piece to the file's end. */
async function* splitArray(chunks: AsyncIterable<Buffer>, most: Most): AsyncGenerator<PieceBytes> {
  const held = new Held(most)
  let nesting = new Nesting()
  let element = 0
  // before: nothing but white space so far; first: behind the bracket; value: inside an element; behind: after one
  // that closed, next: after a comma; done: behind the closing bracket; broken: what is no array any more.
  let state = 'before' as 'before' | 'first' | 'value' | 'behind' | 'next' | 'done' | 'broken'
  for await (const chunk of chunks) {
    let from = 0
    for (let i = 0; i < chunk.length && state !== 'broken'; i++) {
      const byte = chunk[i] as number
      if (state === 'value') {
        const scalarEnds =
          nesting.depth === 0 && !nesting.inString && (byte === COMMA || byte === CLOSE_BRACKET)
        if (scalarEnds) {
          held.add(chunk.subarray(from, i))
          const piece = pieceOf(held, null, element++)
          if (piece !== null) yield piece
          state = byte === COMMA ? 'next' : 'done'
        } else if (nesting.step(byte)) {
          held.add(chunk.subarray(from, i + 1))
          const piece = pieceOf(held, null, element++)
          if (piece !== null) yield piece
          state = 'behind'
        }
        continue
      }
      if (isSpace(byte)) continue
      if (state === 'before') state = 'first'
      else if (state === 'behind' && byte === COMMA) state = 'next'
      else if ((state === 'behind' || state === 'first') && byte === CLOSE_BRACKET) state = 'done'
      else if ((state === 'first' || state === 'next') && byte !== COMMA && byte !== CLOSE_BRACKET) {
        state = 'value'
        nesting = new Nesting()
        nesting.step(byte)
        from = i
      } else {
        state = 'broken'
        from = i
      }
    }
    if (state === 'value' || state === 'broken') held.keep(chunk.subarray(from))
  }
  if (state === 'done') return
  const tooLarge = state === 'value' && held.tooLarge
  const rest = held.tooLarge || held.bytes === 0 ? null : held.take()
  const plain = rest === null || isAscii(rest)
  const bytes = rest?.toString('latin1') ?? null
  yield {
    bytes,
    isAscii: plain,
    problem: tooLarge ? 'value_too_large' : 'json_malformed',
    line: null,
    element: null,
  }
}
