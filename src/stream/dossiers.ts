import type { Found } from './found.js'
import { Gathering } from './gathering.js'
import type { InputOptions } from './input-options.js'
import { parsePiece } from './parse-piece.js'
import type { SourcePiece } from './source-pieces.js'

/** Puts pieces together as dossiers, one taxpayer at a time: memory does not grow with the input. */
export async function* dossiersOf(
  pieces: AsyncIterable<readonly SourcePiece[]>,
  options: InputOptions,
): AsyncGenerator<Found> {
  const gathering = new Gathering(options)
  for await (const several of pieces)
    for (const piece of several) yield* gathering.take(parsePiece(piece, options))
  yield* gathering.end()
}
