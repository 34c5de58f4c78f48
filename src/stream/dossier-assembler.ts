import { limitsOf } from '../core/limits.js'
import { Grouper } from '../normalize/group.js'
import type { DossierOptions } from './dossier-options.js'
import { type Found, type ReadValue, textAt } from './found.js'
import { type InputOptions, parsePiece } from './parse-piece.js'
import type { SourcePiece } from './source-pieces.js'

/**
 * How much goes through the stages of a conversion together, in characters of input. With less, the code of each stage has
 * left the processor's caches; with more, too much data outlives a garbage collection.
 */
const STAGE_SIZE = 1 << 17

/** Assembles values into dossiers, as they come, and keeps what is complete until it is taken. */
export class DossierAssembler {
  #complete: Found[] = []
  #size = 0
  readonly #grouper: Grouper

  /** `keepsUnrecognized`: see `Grouper`. */
  constructor(options: DossierOptions, keepsUnrecognized = false) {
    this.#grouper = new Grouper(
      options.taxpayerId ?? null,
      grouped => {
        if ('dossier' in grouped) this.#complete.push(grouped)
        else {
          const { issue, rejected, taxpayerId } = grouped
          const text = textAt(rejected.origin, rejected.at)
          const count = rejected.alike?.count ?? 1
          this.#complete.push({ issue, taxpayerId, text, unreadable: false, count })
        }
      },
      limitsOf(options),
      keepsUnrecognized,
    )
  }

  /** Adds the next value, which comes from a piece of this size. */
  add(value: ReadValue, size = 0): void {
    this.#size += size
    if ('issue' in value) this.#complete.push(value)
    else if ('values' in value) for (const part of value.values) this.add(part)
    else this.#grouper.add(value)
  }

  /** True if there is enough to go through the stages together. */
  get isFull(): boolean {
    return this.#size > STAGE_SIZE
  }

  /** Takes what is complete so far. */
  take(): readonly Found[] {
    const complete = this.#complete
    this.#complete = []
    this.#size = 0
    return complete
  }

  /** True if the values of these taxpayers may be left out, because nothing before them belongs to them. */
  canSkip(ids: readonly string[]): boolean {
    return this.#grouper.canSkip(ids)
  }

  /** Continues after values of these taxpayers that are not given, and takes what came before them. */
  skip(ids: readonly string[]): readonly Found[] {
    this.#grouper.skip(ids)
    return this.take()
  }

  /** Takes what is left. */
  end(): readonly Found[] {
    this.#grouper.end()
    return this.take()
  }
}

/** Assembles pieces into dossiers, one taxpayer at a time, so that memory does not grow with the input. */
export async function* dossiersOf(
  pieces: AsyncIterable<readonly SourcePiece[]>,
  options: InputOptions,
): AsyncGenerator<Found> {
  const assembler = new DossierAssembler(options)
  for await (const batch of pieces)
    for (const piece of batch) {
      assembler.add(parsePiece(piece, options))
      yield* assembler.take()
    }
  yield* assembler.end()
}
