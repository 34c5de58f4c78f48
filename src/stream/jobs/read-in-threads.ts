import { withoutControls } from '../../core/text.js'
import type { ConversionSettings } from '../convert-options.js'
import { DossierAssembler } from '../dossier-assembler.js'
import type { DossierOptions } from '../dossier-options.js'
import type { Found } from '../found.js'
import { parsePiece } from '../parse-piece.js'
import { betweenTaxpayers, type Cut, cutBefore, markCuts } from '../parts/cuts.js'
import { readPieces } from '../read-files.js'
import { type SourcePiece, sizeOf } from '../source-pieces.js'
import { type Part, Pool } from './pool.js'

/**
 * Reads files as `readDossiers` does, and leaves it to threads to make rows of what they hold: parts, and between them
 * dossiers that are no work for a thread. Throws InputError, JobError, and what a thread threw.
 */
export async function* readInThreads(
  paths: readonly string[],
  options: ConversionSettings,
  { count, terms }: NonNullable<ConversionSettings['jobs']>,
): AsyncGenerator<readonly Found[] | Cut | { readonly part: Part }> {
  const pool = new Pool(count, options, terms)
  try {
    const batches = batchesOf(markCuts(readPieces(paths, options), options), options)
    for await (const found of joinParts(batches, pieces => pool.work(pieces), options, 2 * count)) {
      yield found
      // Whoever counts for which taxpayers something is known has to hear of these too.
      if (!('part' in found)) continue
      for (const id of found.part.ids) options.termsOf(withoutControls(id))
      options.watch?.add(found.part.findings)
    }
  } finally {
    await pool.stop()
  }
}

/** Values that follow each other. `isWhole`: no other batch has values of their taxpayers. */
export interface Batch {
  readonly pieces: readonly SourcePiece[]
  readonly isWhole: boolean
}

/** Sizes of batches, in characters of text and overhead. */
export interface BatchSizes {
  /** The first batch is this small and each next one twice as large, so that threads have work soon. */
  readonly first: number
  readonly usual: number
  /** A batch that cannot be cut before this size is not given to a thread. */
  readonly most: number
}

const SIZES: BatchSizes = { first: 1 << 12, usual: 1 << 20, most: 1 << 23 }

/** Joins values into batches, which are cut between two taxpayers, and before each part of the outputs. */
export async function* batchesOf(
  pieces: AsyncIterable<readonly SourcePiece[]>,
  options: DossierOptions,
  { first, usual, most }: BatchSizes = SIZES,
): AsyncGenerator<Batch> {
  // Large values are not parsed twice only to find a cut.
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

/**
 * Puts together what was made of batches apart from each other, as if they were read in one run; no more than `most` are
 * under way. A part is not used, and its values are taken here, where a taxpayer of it was there before or all is held back
 * so far; or where it is null, because it was too much.
 */
export async function* joinParts<Made extends { readonly ids: readonly string[] }>(
  batches: AsyncIterable<Batch>,
  partOf: (pieces: readonly SourcePiece[]) => Promise<Made | null>,
  options: DossierOptions,
  most: number,
): AsyncGenerator<readonly Found[] | Cut | { readonly part: Made }> {
  const assembler = new DossierAssembler(options)
  const begun: { readonly pieces: readonly SourcePiece[]; readonly part: Promise<Made | null> }[] = []
  function* take(pieces: readonly SourcePiece[]): Generator<readonly Found[]> {
    for (const piece of pieces) {
      assembler.add(parsePiece(piece, options))
      yield assembler.take()
    }
  }
  /** Gives what the earliest came to, until no more than so many are under way. */
  async function* settle(left: number): AsyncGenerator<readonly Found[] | Cut | { readonly part: Made }> {
    for (let next = begun[0]; next !== undefined && begun.length > left; next = begun[0]) {
      begun.shift()
      yield* cutBefore(assembler, next.pieces[0])
      const part = await next.part
      if (part !== null && assembler.canSkip(part.ids)) {
        yield assembler.skip(part.ids)
        yield { part }
      } else yield* take(next.pieces)
    }
  }
  for await (const { pieces, isWhole } of batches) {
    if (isWhole && assembler.canSkip([])) {
      const part = partOf(pieces)
      // It is heard when its turn comes.
      part.catch(() => {})
      begun.push({ pieces, part })
      yield* settle(most)
    } else {
      yield* settle(0)
      yield* cutBefore(assembler, pieces[0])
      yield* take(pieces)
    }
  }
  yield* settle(0)
  yield assembler.end()
}
