import type { Found } from '../found.js'
import { Gathering } from '../gathering.js'
import type { InputOptions } from '../input-options.js'
import { parsePiece } from '../parse-piece.js'
import { type SourcePiece, sizeOf } from '../source-pieces.js'
import { Together } from '../together.js'
import { betweenTaxpayers } from './between.js'

const CUT = { cut: true } as const

/** Between two taxpayers: what comes next belongs to another part. */
export type Cut = typeof CUT

/**
 * Marks values before which a part may end: so many bytes came since the last, and another taxpayer begins. It is told by
 * the values alone, so that it does not depend on who works on them. Without a size there is one part.
 */
export const markCuts = (
  pieces: AsyncIterable<readonly SourcePiece[]>,
  options: InputOptions & { readonly partBytes?: number | undefined },
): AsyncIterable<readonly SourcePiece[]> =>
  options.partBytes === undefined ? pieces : markedEach(pieces, options.partBytes, options)

async function* markedEach(
  pieces: AsyncIterable<readonly SourcePiece[]>,
  size: number,
  options: InputOptions,
): AsyncGenerator<readonly SourcePiece[]> {
  const isBetween = betweenTaxpayers(options, Number.POSITIVE_INFINITY)
  let last: SourcePiece | null = null
  let bytes = 0
  for await (const several of pieces) {
    for (const piece of several) {
      const isCut = last !== null && bytes >= size && isBetween(last, piece)
      if (isCut) (piece as { startsPart?: true }).startsPart = true
      bytes = (isCut ? 0 : bytes) + (piece.bytes?.length ?? 0)
      last = piece
    }
    yield several
  }
}

/**
 * Ends a part before a value that is marked, where nothing is held back that may turn out to be one taxpayer's with what
 * follows.
 */
export function* cutBefore(
  gathering: Gathering,
  piece: SourcePiece | undefined,
): Generator<readonly Found[] | Cut> {
  if (piece?.startsPart !== true || !gathering.canSkip([])) return
  yield gathering.skip([])
  yield CUT
}

/** What values hold, in their order, many at a time, with a cut behind each part. */
export async function* gatherParts(
  pieces: AsyncIterable<readonly SourcePiece[]>,
  options: InputOptions,
): AsyncGenerator<readonly Found[] | Cut> {
  const gathering = new Gathering(options)
  const together = new Together()
  for await (const several of pieces)
    for (const piece of several) {
      if (together.isEnough || piece.startsPart === true) yield together.take()
      if (piece.startsPart === true) yield* cutBefore(gathering, piece)
      together.add(gathering.take(parsePiece(piece, options)), sizeOf(piece))
    }
  together.add(gathering.end(), 0)
  yield together.take()
}
