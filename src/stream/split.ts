import { constants } from 'node:buffer'
import { isUint8Array } from 'node:util/types'
import { LIMITS } from '../core/limits.js'
import type { Piece, PieceBytes } from './piece.js'
import { JsonText } from './reader/json-text.js'
import { readHead } from './sniff.js'
import { splitArray } from './split-array.js'
import { rest, splitLines, splitOne } from './split-lines.js'

/** How a file is split. */
export interface SplitOptions {
  /** The most bytes that one value may have; no more than the longest text of JavaScript, about 512 MB. */
  readonly maxBytes?: number
  /** The most entries that one value may have: elements of its arrays, and members of an object beyond its first thousand. */
  readonly maxEntries?: number
  /** The file's name says that each line is a value. */
  readonly ndjson?: boolean
  /** An array is one value, not several. */
  readonly whole?: boolean
}

/** 256 MB. */
export const MAX_VALUE_BYTES = 256 * 1024 * 1024

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
    else if (head.kind === 'array' && options.whole !== true) yield* splitArray(whole, most)
    else yield* splitOne(whole, most)
  } finally {
    await source.return?.(undefined)
  }
}
