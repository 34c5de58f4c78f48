import { withoutControls } from '../../core/text.js'
import type { ConvertOptions } from '../convert-options.js'
import type { DossierOptions } from '../dossier-options.js'
import type { Found } from '../found.js'
import { Gathering } from '../gathering.js'
import { parsePiece } from '../parse-piece.js'
import { type Cut, cutBefore, markCuts } from '../parts/cuts.js'
import { readPieces } from '../read-files.js'
import type { SourcePiece } from '../source-pieces.js'
import { type Batch, batchesOf } from './batches.js'
import type { Part } from './part.js'
import { Pool } from './pool.js'

/**
 * Reads files as `readDossiers` does, and leaves it to threads to make rows of what they hold: parts, and between them
 * dossiers that are no work for a thread. Throws InputError, JobError, and what a thread threw.
 */
export async function* readInThreads(
  paths: readonly string[],
  options: ConvertOptions,
  { count, terms }: NonNullable<ConvertOptions['jobs']>,
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
  const gathering = new Gathering(options)
  const begun: { readonly pieces: readonly SourcePiece[]; readonly part: Promise<Made | null> }[] = []
  function* take(pieces: readonly SourcePiece[]): Generator<readonly Found[]> {
    for (const piece of pieces) yield gathering.take(parsePiece(piece, options))
  }
  /** Gives what the earliest came to, until no more than so many are under way. */
  async function* settle(left: number): AsyncGenerator<readonly Found[] | Cut | { readonly part: Made }> {
    for (let next = begun[0]; next !== undefined && begun.length > left; next = begun[0]) {
      begun.shift()
      yield* cutBefore(gathering, next.pieces[0])
      const part = await next.part
      if (part !== null && gathering.canSkip(part.ids)) {
        yield gathering.skip(part.ids)
        yield { part }
      } else yield* take(next.pieces)
    }
  }
  for await (const { pieces, isWhole } of batches) {
    if (isWhole && gathering.canSkip([])) {
      const part = partOf(pieces)
      // It is heard when its turn comes.
      part.catch(() => {})
      begun.push({ pieces, part })
      yield* settle(most)
    } else {
      yield* settle(0)
      yield* cutBefore(gathering, pieces[0])
      yield* take(pieces)
    }
  }
  yield* settle(0)
  yield gathering.end()
}
