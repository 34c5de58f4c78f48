import { constants } from 'node:buffer'
import { isUint8Array } from 'node:util/types'
import { LIMITS } from '../core/limits.js'
import { asUtf8, chain } from './bytes.js'
import { Envelopes, pointerOf } from './envelope.js'
import { splitConcatenated, splitLines } from './find-pieces.js'
import { type Piece, PieceBuilder, type PieceBytes, type PieceLimits, START } from './piece.js'
import { JsonText } from './reader/json-scanner.js'
import { readHead } from './sniff.js'

/** How a file is split. */
export interface SplitOptions {
  /** The most bytes that one value may have; no more than the longest text of JavaScript, about 512 MB. */
  readonly maxBytes?: number
  /** The most entries that one value may have: elements of its arrays, and members of an object beyond its first thousand. */
  readonly maxEntries?: number
  /** The file's name says that each line is a value. */
  readonly ndjson?: boolean
  /** Each line is a value, whatever the file looks like. */
  readonly lines?: boolean
  /** An array is one value, not several. */
  readonly whole?: boolean
  /** Where in each value the values stand that are meant: a JSON pointer. */
  readonly recordsAt?: string
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
 * Splits a file into JSON values without parsing them: the lines of NDJSON, the elements of arrays of any length, the
 * values that stand behind each other over several lines, as `jq .` prints them, or the one value that it is. What the
 * file is shows in its first line: a balanced one, or one behind which another line begins a value of its own, is NDJSON.
 * Bytes are UTF-8, or UTF-16 behind a byte order mark; text chunks are taken as UTF-8. Throws TypeError for other chunks,
 * and RangeError for a pointer that is none.
 */
export async function* splitValues(
  chunks: AsyncIterable<Uint8Array | string>,
  options: SplitOptions = {},
): AsyncGenerator<Piece> {
  for await (const pieces of splitBytes(chunks, options))
    for (const { bytes, isAscii, problem, line, element, entries } of pieces)
      yield {
        text: bytes === null ? null : new JsonText(bytes, isAscii).text,
        problem,
        line,
        element,
        ...(entries === undefined ? {} : { entries }),
      }
}

/** The same, as bytes, one or several at a time. */
export async function* splitBytes(
  chunks: AsyncIterable<Uint8Array | string>,
  options: SplitOptions = {},
): AsyncGenerator<readonly PieceBytes[]> {
  const pointer = pointerOf(options.recordsAt ?? '')
  if (pointer === null) throw new RangeError('recordsAt is a JSON pointer, such as /data.')
  const limits = {
    bytes: Math.min(options.maxBytes ?? MAX_VALUE_BYTES, constants.MAX_STRING_LENGTH),
    entries: options.maxEntries ?? LIMITS.maxValueEntries,
  }
  const bytes = bytesOf(chunks)
  try {
    const source = await asUtf8(bytes)
    const hints = { ndjson: options.ndjson === true, lines: options.lines === true }
    const head = await readHead(source, limits.bytes, hints)
    if (head === null) return
    const { isLines, foreign } = head
    const all = chain(head.bytes, source)
    const whole = options.whole === true
    if (foreign !== undefined) {
      const builder = new PieceBuilder(limits)
      for await (const chunk of all) builder.addCopy(chunk)
      yield [{ ...builder.takeRest(START), foreign }]
    } else if (pointer.length > 0) yield* splitEnvelopes(all, limits, pointer, { whole, isLines })
    else if (isLines) yield* splitLines(all, limits)
    else yield* splitConcatenated(all, limits, { whole, isLines, mayBeLines: true })
  } finally {
    await bytes.return(undefined)
  }
}

const NO_TEXT = { bytes: null, isAscii: true, line: null, element: null, place: START } as const

/** Splits the values at a pointer, and reports how many values have none there. */
async function* splitEnvelopes(
  chunks: AsyncIterable<Buffer>,
  limits: PieceLimits,
  pointer: readonly string[],
  { whole, isLines }: { readonly whole: boolean; readonly isLines: boolean },
): AsyncGenerator<readonly PieceBytes[]> {
  const envelopes = new Envelopes(pointer)
  yield* splitConcatenated(envelopes.opened(chunks), limits, { whole, isLines, mayBeLines: false })
  const { missing, firstMissing: line, isCut } = envelopes
  if (missing > 0)
    yield [{ ...NO_TEXT, problem: 'records_at_missing', line: isLines ? line : null, count: missing }]
  if (isCut) yield [{ ...NO_TEXT, problem: 'json_malformed' }]
}
