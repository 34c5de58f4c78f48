import { LIMITS, limitOf } from '../core/limits.js'
import type { FileName } from '../normalize/raw-dossier.js'
import { UnpackedTooMuch } from './bytes.js'
import type { DossierOptions } from './dossier-options.js'
import { LARGE_VALUE_BYTES, type PieceBytes } from './piece.js'
import { splitBytes } from './split.js'

/** The name of an input without its extension and `.gz`: the taxpayer's id if nothing else says it. */
export const stemOf = (source: string): string => source.replace(/(?<=.)\.[^.]*(?:\.gz)?$/i, '')

/** A value of an input, not parsed yet: plain data, which a thread can be handed. */
export interface SourcePiece extends PieceBytes {
  readonly input: InputNames
  /** The input holds no other. */
  readonly isAll: boolean
  /** It is the rest of an input that unpacks to more than it may: what that is. */
  readonly beyond?: string
  /** A part of the outputs may end before it. */
  readonly startsPart?: true
}

/** What a piece takes beside its text. */
const PIECE = 250

/** How much a piece holds, in characters of text and what stands beside it. */
export const sizeOf = ({ bytes }: SourcePiece): number => PIECE + (bytes?.length ?? 0)

/** What an input is called, and the taxpayer that its name alone gives. */
interface InputNames {
  readonly source: string
  readonly name: FileName | null
  /** The position among the inputs of a run, which tells files of one name apart. */
  readonly index?: number
}

/** An input: what it is called, its bytes, and the taxpayer that its name alone gives. */
export interface Input extends InputNames {
  readonly chunks: AsyncIterable<Uint8Array>
}

/** The values of an input, in their order, one or several at a time. Throws what its chunks throw, but for UnpackedTooMuch, which is a piece. */
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
  // A single value in a first batch. Whether there are others is known when the next batch comes.
  let single: SourcePiece | null = null
  let isFirst = true
  try {
    for await (const batch of splitBytes(chunks, split)) {
      for (const piece of batch) {
        if (piece.bytes !== null && piece.bytes.length > LARGE_VALUE_BYTES) options.onLargeValue?.()
        // Not copied, because copies would take a share of the time, and nobody else uses these pieces.
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
