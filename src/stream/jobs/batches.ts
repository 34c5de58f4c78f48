import type { DossierOptions } from '../dossier-options.js'
import { betweenTaxpayers } from '../parts/between.js'
import { type SourcePiece, sizeOf } from '../source-pieces.js'

/** Values that stand behind each other. `isWhole`: what is known of their taxpayers stands in no other batch beside it. */
export interface Batch {
  readonly pieces: readonly SourcePiece[]
  readonly isWhole: boolean
}

/** How large batches are, in characters of text and what stands beside it. */
export interface BatchSizes {
  /** The first is this small, and each next twice as large, so that threads have work soon. */
  readonly first: number
  readonly usual: number
  /** One that cannot be cut so far is none for a thread. */
  readonly most: number
}

const SIZES: BatchSizes = { first: 1 << 12, usual: 1 << 20, most: 1 << 23 }

/** Puts values together into batches, cut where one taxpayer ends and another begins, and where a part of the outputs may end. */
export async function* batchesOf(
  pieces: AsyncIterable<readonly SourcePiece[]>,
  options: DossierOptions,
  { first, usual, most }: BatchSizes = SIZES,
): AsyncGenerator<Batch> {
  // Large values are not parsed twice for that.
  const isBetween = betweenTaxpayers(options, most / 2)
  let batch: SourcePiece[] = []
  let [size, goal] = [0, first]
  let isWhole = true
  for await (const several of pieces)
    for (const piece of several) {
      const last = batch.at(-1)
      const next = size + sizeOf(piece)
      const startsPart = piece.startsPart === true
      if (last !== undefined && (size >= goal || next > most || startsPart)) {
        const isCut = startsPart || isBetween(last, piece)
        if (isCut || next > most) {
          yield { pieces: batch, isWhole: isWhole && isCut }
          batch = []
          size = 0
          isWhole = isCut
          goal = Math.min(goal * 2, usual)
        }
      }
      batch.push(piece)
      size += sizeOf(piece)
    }
  if (batch.length > 0) yield { pieces: batch, isWhole: isWhole && size <= most }
}
