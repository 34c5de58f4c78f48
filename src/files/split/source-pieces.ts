import { DEFAULT_LIMITS, readLimit } from '../../core/limits.js'
import type { FileOwner } from '../../ingest/group/raw-dossier.js'
import { UnpackedLimitError } from '../read/bytes.js'
import type { DossierOptions } from '../read/dossier-options.js'
import { LARGE_VALUE_BYTES, type PieceBytes } from './piece.js'
import { EMPTY_PIECE, splitBytes } from './split.js'

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
