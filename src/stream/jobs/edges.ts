import { type DossierOptions, type Found, Gathering, type ReadValue } from '../dossiers.js'
import { soleId } from './sole-id.js'

/** What of a segment may have to do with its neighbours: the values of its first and of its last taxpayer. */
export interface Edges {
  head: readonly ReadValue[]
  tail: readonly ReadValue[]
}

/** A segment whose taxpayers cannot be told apart without what stands before it. */
export class Inseparable extends Error {
  override readonly name = 'Inseparable'
}

/** The most text of an edge, in characters: more is read again where it is needed. */
const MOST = 1 << 26

/**
 * What stands between the edges of a segment, and the edges when all is read. Every cut is before a value of another
 * taxpayer than the last one, so each part is what it would be in one run, unless a taxpayer of it was there before.
 * Throws Inseparable.
 */
export async function* betweenEdges(
  values: AsyncIterable<ReadValue>,
  options: DossierOptions,
  edges: Edges,
): AsyncGenerator<Found> {
  const gathering = new Gathering(options)
  const given = options.taxpayerId ?? null
  let last: string | null = null
  let inHead = true
  let held: ReadValue[] = []
  let size = 0
  for await (const value of values) {
    const id = 'issue' in value ? null : soleId(value.parsed, given)
    if (id === undefined) throw new Inseparable()
    if (id !== null && last !== null && id !== last) {
      if (inHead) {
        edges.head = held
        gathering.skip([last])
      } else for (const each of held) yield* gathering.take(each)
      inHead = false
      held = []
      size = 0
    }
    last = id ?? last
    held.push(value)
    size += value.text?.length ?? 0
    if (inHead && size > MOST) throw new Inseparable()
  }
  if (size > MOST) throw new Inseparable()
  if (inHead) edges.head = held
  else edges.tail = held
  yield* gathering.end()
}
