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

/*
 * Converts files with several threads. The output must be the same as with one thread, byte for byte.
 *
 * The main thread splits the inputs into *pieces* (texts of single values) and joins consecutive pieces into *batches*. Each
 * batch goes to a thread, which returns a *part*: the rows and issues of the batch. The main thread writes the parts in the
 * order of the input. The problem is that values of one taxpayer belong together, so a batch should end between two
 * taxpayers. A batch is *complete* if it does at both ends. A batch that cannot be cut there before its maximum size is
 * not complete, and the main thread processes it itself.
 *
 * For example, the lines of taxpayers A A B B C may become the batches [A A] and [B B C]. If the taxpayer A returns in a later
 * batch, the part of that batch is discarded, and the main thread reads the batch again so that it can reject those values.
 */

/**
 * Reads files as `readDossiers` does, and lets threads make the rows. Yields their parts, and dossiers that the main thread
 * must process itself, in the order of the input.
 *
 * @throws InputError, JobError, and the errors of threads.
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
      // termsOf also counts the taxpayers to whom known facts apply, so it is called for the taxpayers of threads too.
      if (!('part' in found)) continue
      for (const id of found.part.ids) options.termsOf(withoutControls(id))
      options.watch?.add(found.part.findings)
    }
  } finally {
    await pool.stop()
  }
}

/** Consecutive pieces. `isWhole` is true if the batch is cut between two taxpayers at both ends. */
export interface Batch {
  readonly pieces: readonly SourcePiece[]
  readonly isWhole: boolean
}

/** Sizes of batches, in characters as `sizeOf` counts them. */
export interface BatchSizes {
  /** The size of the first batch. Each next one is twice as large, up to `usual`, so that all threads get work early. */
  readonly first: number
  readonly usual: number
  /** A batch that cannot be cut between taxpayers before it reaches this size is not sent to a thread. */
  readonly most: number
}

const SIZES: BatchSizes = { first: 1 << 12, usual: 1 << 20, most: 1 << 23 }

/** Joins pieces into batches. Cuts them between two taxpayers, and before each part of the outputs. */
export async function* batchesOf(
  pieces: AsyncIterable<readonly SourcePiece[]>,
  options: DossierOptions,
  { first, usual, most }: BatchSizes = SIZES,
): AsyncGenerator<Batch> {
  // The size limit avoids parsing large values twice only to find a cut.
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
 * Joins the parts of batches in input order, as if one thread had read all of them. At most `most` batches are in threads
 * at a time. The main thread reads a batch itself, and ignores its part, if one of its taxpayers already occurred, if the
 * assembler still holds back values, or if the part is null because it is too large.
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
  /** Yields the results of the oldest batches until at most `left` batches are pending. */
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
      // The error is reported when this part is awaited. Without this line, an earlier rejection would end the process.
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
