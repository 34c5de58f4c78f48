import { DEFAULT_LIMITS, readLimit } from '../core/limits.js'
import type { FileName } from '../normalize/raw-dossier.js'
import { UnpackedLimitError } from './bytes.js'
import type { DossierOptions } from './dossier-options.js'
import { LARGE_VALUE_BYTES, type PieceBytes } from './piece.js'
import { splitBytes } from './split.js'

/** Returns the name of an input without its extension and `.gz`. It is the taxpayer's id if the data contains none. */
export const removeExtensions = (source: string): string => source.replace(/(?<=.)\.[^.]*(?:\.gz)?$/i, '')

/** A value of an input that is not parsed yet. It is plain data, so it can be sent to a thread. */
export interface SourcePiece extends PieceBytes {
  readonly input: InputNames
  /** True if the input has no other value. */
  readonly isOnlyValue: boolean
  /** Present if the piece represents the rest of an input that unpacks to too many bytes. It is the text about that limit. */
  readonly limitMessage?: string
  /** True if a part of the outputs may end before this value. */
  readonly isPartStart?: true
}

/** The memory of a piece in addition to its text, in characters. */
const PIECE_OVERHEAD_CHARACTERS = 250

/** Returns the approximate memory of a piece, in characters. */
export const estimatePieceSize = ({ bytes }: SourcePiece): number => PIECE_OVERHEAD_CHARACTERS + (bytes?.length ?? 0)

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
export async function* splitInput(
  { chunks, ...input }: Input,
  options: DossierOptions = {},
): AsyncGenerator<readonly SourcePiece[]> {
  const splitOptions = {
    ndjson: /\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(input.source),
    lines: options.lines === true,
    ...(options.maxValueBytes === undefined ? {} : { maxBytes: options.maxValueBytes }),
    maxEntries: readLimit(options, 'maxValueEntries', DEFAULT_LIMITS.maxValueEntries),
    keepArrays: options.from !== undefined,
    ...(options.recordsAt === undefined ? {} : { recordsAt: options.recordsAt }),
  }
  // The value of a first batch that has only one. It is held back until the next batch shows whether there are others.
  let onlyPiece: SourcePiece | null = null
  let isFirst = true
  try {
    for await (const batch of splitBytes(chunks, splitOptions)) {
      for (const jsonPiece of batch) {
        if (jsonPiece.bytes !== null && jsonPiece.bytes.length > LARGE_VALUE_BYTES) options.onLargeValue?.()
        // Changed in place instead of copied, because copies take time and nothing else uses these pieces.
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
    onlyPiece = {
      bytes: null,
      isAscii: true,
      problem: 'limit_reached',
      line: null,
      element: null,
      input,
      limitMessage,
      isOnlyValue: true,
    }
  }
  if (onlyPiece !== null) yield [{ ...onlyPiece, isOnlyValue: true }]
}
