import { LIMITS, limitOf } from '../core/limits.js'
import type { FileName } from '../normalize/raw-dossier.js'
import { UnpackedTooMuch } from './bytes.js'
import type { DossierOptions } from './dossier-options.js'
import { LARGE_VALUE_BYTES, type PieceBytes } from './piece.js'
import { splitBytes } from './split.js'

/** Returns the name of an input without its extension and `.gz`. It is the taxpayer's id if the data contains none. */
export const stemOf = (source: string): string => source.replace(/(?<=.)\.[^.]*(?:\.gz)?$/i, '')

/** A value of an input that is not parsed yet. It is plain data, so it can be sent to a thread. */
export interface SourcePiece extends PieceBytes {
  readonly input: InputNames
  /** True if the input has no other value. */
  readonly isAll: boolean
  /** Present if the piece represents the rest of an input that unpacks to too many bytes. It is the text about that limit. */
  readonly beyond?: string
  /** True if a part of the outputs may end before this value. */
  readonly startsPart?: true
}

/** The memory of a piece in addition to its text, in characters. */
const PIECE = 250

/** Returns the approximate memory of a piece, in characters. */
export const sizeOf = ({ bytes }: SourcePiece): number => PIECE + (bytes?.length ?? 0)

/** The names of an input, and the taxpayer id that its file name suggests. */
interface InputNames {
  readonly source: string
  readonly name: FileName | null
  /** The index among the inputs of a run. It distinguishes files with the same name. */
  readonly index?: number
}

/** An input: its names and its bytes. */
export interface Input extends InputNames {
  readonly chunks: AsyncIterable<Uint8Array>
}

/**
 * Splits an input into pieces, in order, one or several at a time. If the input unpacks to too many bytes, the last piece
 * says so. Other errors of reading are thrown.
 */
export async function* piecesOf(
  { chunks, ...input }: Input,
  options: DossierOptions = {},
): AsyncGenerator<readonly SourcePiece[]> {
  const split = {
    ndjson: /\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(input.source),
    lines: options.lines === true,
    ...(options.maxValueBytes === undefined ? {} : { maxBytes: options.maxValueBytes }),
    maxEntries: limitOf(options, 'maxValueEntries', LIMITS.maxValueEntries),
    whole: options.from !== undefined,
    ...(options.recordsAt === undefined ? {} : { recordsAt: options.recordsAt }),
  }
  // The value of a first batch that has only one. It is held back until the next batch shows whether there are others.
  let single: SourcePiece | null = null
  let isFirst = true
  try {
    for await (const batch of splitBytes(chunks, split)) {
      for (const piece of batch) {
        if (piece.bytes !== null && piece.bytes.length > LARGE_VALUE_BYTES) options.onLargeValue?.()
        // Changed in place instead of copied, because copies take time and nothing else uses these pieces.
        Object.assign(piece, { input, isAll: false })
      }
      const pieces = batch as readonly SourcePiece[]
      if (single !== null) yield [single]
      single = isFirst && pieces.length === 1 ? (pieces[0] as SourcePiece) : null
      if (single === null) yield pieces
      isFirst = false
    }
  } catch (cause) {
    if (!(cause instanceof UnpackedTooMuch)) throw cause
    if (single !== null) yield [single]
    const beyond = cause.message
    single = {
      bytes: null,
      isAscii: true,
      problem: 'limit_reached',
      line: null,
      element: null,
      input,
      beyond,
      isAll: true,
    }
  }
  if (single !== null) yield [{ ...single, isAll: true }]
}
