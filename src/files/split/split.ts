// The folder `files/split` divides the bytes of an input into pieces, each a complete JSON value, without parsing them.

import { constants } from 'node:buffer'
import { isUint8Array } from 'node:util/types'
import { parsePointer } from '../../core/json-pointer.js'
import { DEFAULT_LIMITS, readLimit } from '../../core/limits.js'
import type { FileOwner } from '../../ingest/group/raw-dossier.js'
import { convertToUtf8, prependChunk, UnpackedLimitError } from '../read/bytes.js'
import { readInputHead } from '../read/detect-format.js'
import type { DossierOptions } from '../read/dossier-options.js'
import { EnvelopeOpener } from '../read/open-envelopes.js'
import { splitConcatenated, splitLines } from './find-pieces.js'
import {
  decodeBytes,
  LARGE_VALUE_BYTES,
  type Piece,
  PieceBuilder,
  type PieceBytes,
  type PieceLimits,
  START_POSITION,
} from './piece.js'

/** Options of `splitValues`. */
export interface SplitOptions {
  /** The maximum size of one value in bytes. Default: 256 MB. Cannot exceed the length of the longest string. */
  readonly maxBytes?: number
  /** The maximum number of entries per value: array elements, and members of an object beyond its first thousand. */
  readonly maxEntries?: number
  /** True if the file name suggests that each line is a value. The content can override this. */
  readonly ndjson?: boolean
  /** If true, each line is a value, regardless of the content. */
  readonly lines?: boolean
  /** If true, an array is one value. If false (default), each of its elements is a value. */
  readonly keepArrays?: boolean
  /** A JSON pointer to the records in each value of the file, such as `/data`. */
  readonly recordsAt?: string
}

/** The default maximum size of one value: 256 MB. */
export const MAX_VALUE_BYTES = 256 * 1024 * 1024

/** Converts chunks to bytes. Throws TypeError for a chunk that is neither bytes nor text. */
async function* toBytes(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<Buffer> {
  // The first half of a surrogate pair that is split between two text chunks.
  let halfPair = ''
  for await (const chunk of chunks) {
    if (typeof chunk === 'string') {
      const text = halfPair + chunk
      const textEnd = /[\ud800-\udbff]$/.test(text) ? -1 : text.length
      halfPair = text.slice(textEnd)
      yield Buffer.from(text.slice(0, textEnd), 'utf8')
    } else if (isUint8Array(chunk)) {
      if (halfPair !== '') yield Buffer.from(halfPair, 'utf8')
      halfPair = ''
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    } else throw new TypeError('splitValues takes chunks of bytes or of text.')
  }
  if (halfPair !== '') yield Buffer.from(halfPair, 'utf8')
}

/**
 * Splits a file into JSON values without parsing them. The file may be NDJSON, one array of any length, one value, or
 * concatenated values that span several lines, like the output of `jq .`. It is NDJSON if its first line is a complete
 * value and more lines follow, or if its first line is broken and its second line is a complete value.
 *
 * @param chunks bytes in UTF-8, bytes in UTF-16 with a byte order mark, or text.
 * @throws TypeError for other chunks, and RangeError if `recordsAt` is not a JSON pointer.
 */
export async function* splitValues(
  chunks: AsyncIterable<Uint8Array | string>,
  options: SplitOptions = {},
): AsyncGenerator<Piece> {
  for await (const pieces of splitBytes(chunks, options))
    for (const { latin1, isAscii, problem, line, element, entries } of pieces) {
      const text = latin1 === null ? null : decodeBytes(latin1, isAscii)
      yield { text, problem, line, element, ...(entries === undefined ? {} : { entries }) }
    }
}

/** Splits a file as `splitValues` does, but yields undecoded pieces, one or several at a time. */
async function* splitBytes(
  chunks: AsyncIterable<Uint8Array | string>,
  options: SplitOptions = {},
): AsyncGenerator<readonly PieceBytes[]> {
  const pointer = parsePointer(options.recordsAt ?? '')
  if (pointer === null) throw new RangeError('recordsAt is a JSON pointer, such as /data.')
  const limits = {
    maxBytes: Math.min(options.maxBytes ?? MAX_VALUE_BYTES, constants.MAX_STRING_LENGTH),
    maxEntries: options.maxEntries ?? DEFAULT_LIMITS.maxValueEntries,
  }
  const bytes = toBytes(chunks)
  try {
    const source = await convertToUtf8(bytes)
    const formatHints = { isNamedNdjson: options.ndjson === true, isForcedNdjson: options.lines === true }
    const head = await readInputHead(source, limits.maxBytes, formatHints)
    if (head === null) return
    const { isNdjson, description } = head
    const allChunks = prependChunk(head.bytes, source)
    const shouldKeepArrays = options.keepArrays === true
    if (description !== undefined) {
      const builder = new PieceBuilder(limits)
      for await (const chunk of allChunks) builder.addCopy(chunk)
      yield [{ ...builder.takeMalformedRest(START_POSITION), description }]
    } else if (pointer.length > 0) yield* splitEnvelopes(allChunks, limits, pointer, { shouldKeepArrays, isNdjson })
    else if (isNdjson) yield* splitLines(allChunks, limits)
    else yield* splitConcatenated(allChunks, limits, { shouldKeepArrays, hasLineNumbers: isNdjson, canBeNdjson: true })
  } finally {
    await bytes.return(undefined)
  }
}

/** The fields of a piece whose bytes are not available. */
const EMPTY_PIECE = { latin1: null, isAscii: true, line: null, element: null, position: START_POSITION } as const

/** Splits the values at a JSON pointer. Also yields a piece that counts the envelopes without such a value. */
async function* splitEnvelopes(
  chunks: AsyncIterable<Buffer>,
  limits: PieceLimits,
  pointer: readonly string[],
  { shouldKeepArrays, isNdjson }: { readonly shouldKeepArrays: boolean; readonly isNdjson: boolean },
): AsyncGenerator<readonly PieceBytes[]> {
  const envelopeOpener = new EnvelopeOpener(pointer)
  yield* splitConcatenated(envelopeOpener.openEnvelopes(chunks), limits, {
    shouldKeepArrays,
    hasLineNumbers: isNdjson,
    canBeNdjson: false,
  })
  const { missingCount, firstMissingLine: line, isCut } = envelopeOpener
  if (missingCount > 0)
    yield [{ ...EMPTY_PIECE, problem: 'records_at_missing', line: isNdjson ? line : null, count: missingCount }]
  if (isCut) yield [{ ...EMPTY_PIECE, problem: 'json_malformed' }]
}

/** Returns an input's name without its extension and `.gz` or `.zst`. It is the taxpayer id if the data contains none. */
export const removeExtensions = (source: string): string => source.replace(/(?<=.)\.[^.]*(?:\.(?:gz|zst))?$/i, '')

/** An unparsed value of an input. It is plain data, so it can be sent to a thread. */
export interface SourcePiece extends PieceBytes {
  readonly input: InputNames
  /** True if the piece is the only one of its input. An element of an array with several elements is not. */
  readonly isOnlyValue: boolean
  /** The error message, if the piece represents the rest of an input that unpacks to too many bytes. */
  readonly limitMessage?: string
  /** True if a new part of the outputs may begin with this value. */
  readonly isPartStart?: true
}

/** The estimated memory of a piece in addition to its text, in characters. */
const PIECE_OVERHEAD_CHARACTERS = 250

/** Returns the approximate memory of a piece, in characters. */
export const estimatePieceSize = ({ latin1 }: SourcePiece): number => PIECE_OVERHEAD_CHARACTERS + (latin1?.length ?? 0)

/** An input's name, and the taxpayer that the name suggests. */
interface InputNames {
  readonly source: string
  readonly fileOwner: FileOwner | null
  /** The index among the inputs of a run. It distinguishes files with equal names in different folders. */
  readonly index?: number
}

/** An input with its unpacked bytes, which may still be UTF-16. */
export interface Input extends InputNames {
  readonly chunks: AsyncIterable<Uint8Array>
}

/**
 * Splits an input into pieces and yields them in order, in batches. If the input unpacks to too many bytes, the last
 * piece has the problem `limit_reached`. Throws other read errors.
 */
export async function* splitInput(
  { chunks, ...input }: Input,
  options: DossierOptions = {},
): AsyncGenerator<readonly SourcePiece[]> {
  const splitOptions = {
    ndjson: /\.(?:ndjson|jsonl)(?:\.(?:gz|zst))?$/i.test(input.source),
    lines: options.lines === true,
    ...(options.maxValueBytes === undefined ? {} : { maxBytes: options.maxValueBytes }),
    maxEntries: readLimit(options, 'maxValueEntries', DEFAULT_LIMITS.maxValueEntries),
    keepArrays: options.from !== undefined,
    ...(options.recordsAt === undefined ? {} : { recordsAt: options.recordsAt }),
  }
  // The piece of a first batch with only one piece. It is yielded when it is known whether other pieces follow.
  let onlyPiece: SourcePiece | null = null
  let isFirst = true
  try {
    for await (const batch of splitBytes(chunks, splitOptions)) {
      for (const jsonPiece of batch) {
        if (jsonPiece.latin1 !== null && jsonPiece.latin1.length > LARGE_VALUE_BYTES) options.onLargeValue?.()
        // Change the piece in place, which avoids a copy per value. Nothing else uses these pieces.
        Object.assign(jsonPiece, { input, isOnlyValue: false })
      }
      const pieces = batch as readonly SourcePiece[]
      if (onlyPiece !== null) yield [onlyPiece]
      onlyPiece = isFirst && pieces.length === 1 ? (pieces[0] as SourcePiece) : null
      if (onlyPiece === null) yield pieces
      isFirst = false
    }
  } catch (cause) {
    if (!(cause instanceof UnpackedLimitError)) throw cause
    if (onlyPiece !== null) yield [onlyPiece]
    const limitMessage = cause.message
    onlyPiece = { ...EMPTY_PIECE, problem: 'limit_reached', input, limitMessage, isOnlyValue: true }
  }
  if (onlyPiece !== null) yield [{ ...onlyPiece, isOnlyValue: true }]
}
