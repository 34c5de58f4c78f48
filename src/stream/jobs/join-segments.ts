import { type DossierOptions, type Found, Gathering, type ReadValue } from '../dossiers.js'
import type { Edges } from './edges.js'

/** A segment that was read apart from its neighbours: its edges, and what stands between them. */
export interface Segment<Part> extends Edges {
  readonly part: Part
  /** The taxpayers of the part; none where it is empty. */
  readonly ids: readonly string[]
}

/**
 * Puts segments together as if they were read in one run: a taxpayer may go on in the next segment, so what is at the
 * edges is gathered here. Where a taxpayer of a part was there before, or all is held back so far, the part is not used
 * and `readAgain` gives the values of the segment. A segment is null where it could not be read apart.
 */
export async function* joinSegments<Part>(
  count: number,
  segmentAt: (index: number) => Promise<Segment<Part> | null>,
  readAgain: (index: number) => AsyncIterable<ReadValue>,
  options: DossierOptions,
): AsyncGenerator<Found | { readonly part: Part }> {
  const gathering = new Gathering(options)
  for (let i = 0; i < count; i++) {
    const segment = await segmentAt(i)
    const { head = [], tail = [], ids = [] } = segment ?? {}
    for (const value of head) yield* gathering.take(value)
    if (segment !== null && (ids.length === 0 || gathering.canSkip(ids))) {
      if (ids.length > 0) {
        yield* gathering.skip(ids)
        yield { part: segment.part }
      }
      for (const value of tail) yield* gathering.take(value)
      continue
    }
    let at = 0
    for await (const value of readAgain(i)) if (at++ >= head.length) yield* gathering.take(value)
  }
  yield* gathering.end()
}
