// The folder `files/threads` runs a conversion in several threads (`--jobs`). Threads process batches of the
// input, and the main thread joins their results in input order.

import { tidyText } from '../../core/text.js'
import type { ConversionSettings } from '../convert/convert-options.js'
import { type Cut, cutBefore, makeBoundaryTest, markCuts } from '../convert/parts.js'
import { DossierAssembler } from '../read/dossier-assembler.js'
import type { DossierOptions } from '../read/dossier-options.js'
import type { InputResult } from '../read/input-result.js'
import { readPieces } from '../read/read-files.js'
import { estimatePieceSize, type SourcePiece } from '../split/split.js'
import { type BatchResult, ThreadPool } from './thread-pool.js'

/*
 * Converts files with several threads. The output must be the same as with one thread, byte for byte.
 *
 * The main thread splits the inputs into *pieces* (the texts of single values) and joins consecutive pieces into
 * *batches*. Each batch goes to a thread, which returns a *batch result*: the rows and issues of the batch. The
 * main thread writes the results in input order. The problem is that all values of a taxpayer must be processed
 * together. A batch is *complete* if it begins and ends between two taxpayers. A batch that reaches its maximum size
 * within a taxpayer is not complete, and the main thread processes it itself.
 *
 * For example, the lines of taxpayers A A B B C may become the batches [A A] and [B B C]. If a later batch contains
 * taxpayer A again, the main thread discards its result and reads the batch itself, in order to reject the values of A.
 */

/**
 * Reads files as `readDossiers` does, but computes rows in threads. Yields, in input order, the batch results of the
 * threads and the dossiers that the main thread must process itself.
 *
 * @throws InputError, JobError, and any error thrown in a thread.
 */
export async function* readInThreads(
  paths: readonly string[],
  options: ConversionSettings,
  { count, underwritingInputs }: NonNullable<ConversionSettings['jobs']>,
): AsyncGenerator<readonly InputResult[] | Cut | { readonly batchResult: BatchResult }> {
  const pool = new ThreadPool(count, options, underwritingInputs)
  try {
    const batches = makeBatches(markCuts(readPieces(paths, options), options), options)
    for await (const readItem of joinBatches(batches, pieces => pool.convertBatch(pieces), options, 2 * count)) {
      yield readItem
      // getUnderwritingInputs also records which taxpayers known facts apply to, so it is called for taxpayers from
      // threads too.
      if (!('batchResult' in readItem)) continue
      for (const id of readItem.batchResult.ids) options.getUnderwritingInputs(tidyText(id))
      options.watch?.add(readItem.batchResult.findings)
    }
  } finally {
    await pool.stop()
  }
}

/** Consecutive pieces. `isComplete` is true if the batch begins and ends at taxpayer boundaries. */
export interface Batch {
  readonly pieces: readonly SourcePiece[]
  readonly isComplete: boolean
}

/** Batch sizes in characters, as counted by `estimatePieceSize`. */
export interface BatchSizes {
  /** The size of the first batch. Later ones double up to `usualSize`, so that all threads get work early. */
  readonly firstSize: number
  readonly usualSize: number
  /** The maximum size. A batch that reaches it without a taxpayer boundary is not sent to a thread. */
  readonly maxSize: number
}

const DEFAULT_BATCH_SIZES: BatchSizes = { firstSize: 1 << 12, usualSize: 1 << 20, maxSize: 1 << 23 }

/** Joins pieces into batches. Ends a batch at a taxpayer boundary, and always before a new part of the output. */
export async function* makeBatches(
  pieces: AsyncIterable<readonly SourcePiece[]>,
  options: DossierOptions,
  { firstSize, usualSize, maxSize }: BatchSizes = DEFAULT_BATCH_SIZES,
): AsyncGenerator<Batch> {
  // Large values are not tested, because the test would parse them a second time.
  const isTaxpayerBoundary = makeBoundaryTest(options, maxSize / 2)
  let batch: SourcePiece[] = []
  let [size, targetSize] = [0, firstSize]
  let isComplete = true
  for await (const incomingPieces of pieces)
    for (const sourcePiece of incomingPieces) {
      const lastPiece = batch.at(-1)
      const nextSize = size + estimatePieceSize(sourcePiece)
      const isPartStart = sourcePiece.isPartStart === true
      if (lastPiece !== undefined && (size >= targetSize || nextSize > maxSize || isPartStart)) {
        const isCut = isPartStart || isTaxpayerBoundary(lastPiece, sourcePiece)
        if (isCut || nextSize > maxSize) {
          yield { pieces: batch, isComplete: isComplete && isCut }
          batch = []
          size = 0
          isComplete = isCut
          targetSize = Math.min(targetSize * 2, usualSize)
        }
      }
      batch.push(sourcePiece)
      size += estimatePieceSize(sourcePiece)
    }
  if (batch.length > 0) yield { pieces: batch, isComplete: isComplete && size <= maxSize }
}

/**
 * Yields the results of batches in input order, as if one thread had read all of them. At most `maxPending` batches
 * are in threads at a time. The main thread ignores a result and reads the batch itself if a taxpayer of the batch
 * occurred earlier, if the assembler still buffers values without a taxpayer, or if the result is null because it was
 * too large.
 */
export async function* joinBatches<Result extends { readonly ids: readonly string[] }>(
  batches: AsyncIterable<Batch>,
  convertBatch: (pieces: readonly SourcePiece[]) => Promise<Result | null>,
  options: DossierOptions,
  maxPending: number,
): AsyncGenerator<readonly InputResult[] | Cut | { readonly batchResult: Result }> {
  const assembler = new DossierAssembler(options)
  const pendingBatches: { readonly pieces: readonly SourcePiece[]; readonly batchResult: Promise<Result | null> }[] = []
  function* readInOrder(pieces: readonly SourcePiece[]): Generator<readonly InputResult[]> {
    for (const sourcePiece of pieces) {
      yield* assembler.addPiece(sourcePiece, options)
      yield assembler.take()
    }
  }
  /** Waits for the oldest batches and yields their results until at most `maxRemaining` are pending. */
  async function* settle(
    maxRemaining: number,
  ): AsyncGenerator<readonly InputResult[] | Cut | { readonly batchResult: Result }> {
    while (pendingBatches.length > maxRemaining) {
      const pendingBatch = pendingBatches.shift() as (typeof pendingBatches)[number]
      yield* cutBefore(assembler, pendingBatch.pieces[0])
      const batchResult = await pendingBatch.batchResult
      if (batchResult !== null && assembler.canSkip(batchResult.ids)) {
        yield assembler.skip(batchResult.ids)
        yield { batchResult }
      } else yield* readInOrder(pendingBatch.pieces)
    }
  }
  for await (const { pieces, isComplete } of batches) {
    if (isComplete && assembler.canEndTaxpayer) {
      const batchResult = convertBatch(pieces)
      // The error is reported when the result is awaited. Until then, an unhandled rejection would end the process.
      batchResult.catch(() => {})
      pendingBatches.push({ pieces, batchResult })
      yield* settle(maxPending)
    } else {
      yield* settle(0)
      yield* cutBefore(assembler, pieces[0])
      yield* readInOrder(pieces)
    }
  }
  yield* settle(0)
  yield assembler.end()
}
