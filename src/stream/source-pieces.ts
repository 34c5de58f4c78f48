import { LIMITS, limitOf } from '../core/limits.js'
import type { FileName } from '../normalize/parsed-value.js'
import type { DossierOptions } from './dossier-options.js'
import { LARGE } from './held.js'
import { isNamedNdjson } from './input-name.js'
import type { PieceBytes } from './piece.js'
import { splitBytes } from './split.js'
import { UnpackedTooMuch } from './unpacked.js'

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
    ndjson: isNamedNdjson(input.source),
    lines: options.lines === true,
    ...(options.maxValueBytes === undefined ? {} : { maxBytes: options.maxValueBytes }),
    maxEntries: limitOf(options, 'maxValueEntries', LIMITS.maxValueEntries),
    whole: options.from !== undefined,
    ...(options.recordsAt === undefined ? {} : { recordsAt: options.recordsAt }),
  }
  // They are nobody else's, and copies would be a share of the time.
  const from = (piece: PieceBytes, isAll: boolean): SourcePiece => {
    const own = piece as { -readonly [K in keyof SourcePiece]: SourcePiece[K] }
    own.input = input
    own.isAll = isAll
    return own
  }
  let first: PieceBytes | null = null
  let count = 0
  try {
    for await (const pieces of splitBytes(chunks, split)) {
      const ready: SourcePiece[] = []
      for (const piece of pieces) {
        if (piece.bytes !== null && piece.bytes.length > LARGE) options.onLargeValue?.()
        if (count++ === 0) {
          first = piece
          continue
        }
        if (first !== null) ready.push(from(first, false))
        first = null
        ready.push(from(piece, false))
      }
      if (ready.length > 0) yield ready
    }
  } catch (cause) {
    if (!(cause instanceof UnpackedTooMuch)) throw cause
    if (first !== null) yield [from(first, false)]
    const rest: PieceBytes = {
      bytes: null,
      isAscii: true,
      problem: 'limit_reached',
      line: null,
      element: null,
    }
    first = Object.assign(rest, { beyond: cause.message })
  }
  if (first !== null) yield [from(first, true)]
}
