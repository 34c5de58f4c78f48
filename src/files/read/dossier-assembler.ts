import { readLimits } from '../../core/limits.js'
import { DossierBuilder } from '../../ingest/group/dossier-builder.js'
import { estimatePieceSize, type SourcePiece } from '../split/split.js'
import type { DossierOptions } from './dossier-options.js'
import { findOriginalText, type InputResult, type ReadValue } from './input-result.js'
import { type InputOptions, parsePiece } from './parse-piece.js'

/**
 * The number of input characters that each stage of a conversion processes at a time. With fewer, a stage's code is
 * evicted from the processor's caches between uses. With more, too much data survives garbage collection.
 */
const MAX_BUFFERED_CHARACTERS = 1 << 17
/** The maximum number of results to buffer. One piece may contain millions of small values. */
const MAX_BUFFERED_RESULTS = 1 << 10

/** Assembles parsed values into dossiers. Buffers complete dossiers and broken values until the caller takes them. */
export class DossierAssembler {
  #completeResults: InputResult[] = []
  #bufferedCharacters = 0
  readonly #builder: DossierBuilder

  /** @param shouldKeepUnrecognized - See the parameter of the same name of `DossierBuilder`. */
  constructor(options: DossierOptions, shouldKeepUnrecognized = false) {
    this.#builder = new DossierBuilder(
      options.taxpayerId ?? null,
      assemblyResult => {
        if ('dossier' in assemblyResult) this.#completeResults.push(assemblyResult)
        else {
          const { issue, rejected, taxpayerId } = assemblyResult
          const text = findOriginalText(rejected.origin, rejected.path)
          const count = rejected.similarElements?.count ?? 1
          this.#completeResults.push({ issue, taxpayerId, text, unreadable: false, count })
        }
      },
      readLimits(options),
      shouldKeepUnrecognized,
    )
  }

  /** Adds the values of a piece. Yields the complete results each time the buffer is full. */
  *addPiece(sourcePiece: SourcePiece, options: InputOptions): Generator<readonly InputResult[]> {
    this.#bufferedCharacters += estimatePieceSize(sourcePiece)
    for (const value of parsePiece(sourcePiece, options)) {
      this.add(value)
      if (this.#bufferedCharacters > MAX_BUFFERED_CHARACTERS || this.#completeResults.length >= MAX_BUFFERED_RESULTS)
        yield this.take()
    }
  }

  /** Adds the next value. */
  add(value: ReadValue): void {
    if ('issue' in value) this.#completeResults.push(value)
    else this.#builder.add(value)
  }

  /** Returns the dossiers and broken values that are complete so far, and removes them from the assembler. */
  take(): readonly InputResult[] {
    const completeResults = this.#completeResults
    this.#completeResults = []
    this.#bufferedCharacters = 0
    return completeResults
  }

  /** True if no buffered value may belong to a taxpayer that comes later. */
  get canEndTaxpayer(): boolean {
    return this.canSkip([])
  }

  /** Ends the current taxpayer, so that any later value of it is rejected. Returns the results that are complete. */
  endTaxpayer(): readonly InputResult[] {
    return this.skip([])
  }

  /** Returns true if no earlier value can belong to these taxpayers, so a thread can process them. */
  canSkip(ids: readonly string[]): boolean {
    return this.#builder.canSkip(ids)
  }

  /** Skips taxpayers that a thread has processed. Returns the dossiers and broken values that came before them. */
  skip(ids: readonly string[]): readonly InputResult[] {
    this.#builder.skip(ids)
    return this.take()
  }

  /** Ends the input and returns all remaining dossiers and broken values. */
  end(): readonly InputResult[] {
    this.#builder.finish()
    return this.take()
  }
}

/** Parses pieces and assembles them into dossiers. Keeps only one taxpayer in memory. */
export async function* assembleDossiers(
  pieces: AsyncIterable<readonly SourcePiece[]>,
  options: InputOptions,
): AsyncGenerator<InputResult> {
  const assembler = new DossierAssembler(options)
  for await (const batch of pieces)
    for (const sourcePiece of batch) {
      for (const results of assembler.addPiece(sourcePiece, options)) yield* results
      yield* assembler.take()
    }
  yield* assembler.end()
}
