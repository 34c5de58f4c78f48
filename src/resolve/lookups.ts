import { getOrCreate } from '../core/lists.js'
import { equalBoxes, sameAmounts } from './amounts.js'
import { ANY_SCORE, DocumentIndex } from './document-index.js'
import type { Node } from './document-node.js'
import type { Entry } from './entry.js'
import { isEqual, isSame, REJECT, SAME, score } from './identity.js'
import type { Layout } from './layout.js'
import type { Held, Sources } from './traits.js'

/** Finds the first document that is equal to one: as inside a source those that still count, or as between sources any. */
export class Equals {
  readonly #between: boolean
  readonly #index: DocumentIndex<null>

  constructor(layout: Layout, between: boolean) {
    this.#between = between
    this.#index = new DocumentIndex(layout, { between, parties: 'same', amounts: 'same', isLiving: !between })
  }

  /** They are added by place, here and below. */
  add(entry: Entry): void {
    this.#index.put(entry, null)
  }

  find(entry: Entry, sources: Sources): Entry | null {
    const isMeant = (other: Entry): boolean =>
      (sources === 'all' || other.record === entry.record) && isEqual(entry, other, this.#between)
    return this.#index.first(entry, SAME, isMeant, sources)
  }
}

/** The document that is most like one, and in how many boxes. */
export interface Target {
  readonly entry: Entry
  readonly equal: number
}

/** The one with more equal boxes; of as many, the first in place. */
function likerOf(a: Target | null, b: Target | null): Target | null {
  if (a === null || b === null) return a ?? b
  return b.equal > a.equal || (b.equal === a.equal && b.entry.place < a.entry.place) ? b : a
}

/** Finds the document with the most boxes, not zero, equal to one's: as inside a source of those that still count. */
export class Likest {
  readonly #between: boolean
  readonly #index: DocumentIndex<null>

  constructor(layout: Layout, between: boolean) {
    this.#between = between
    this.#index = new DocumentIndex(layout, { between, parties: null, amounts: 'equal', isLiving: !between })
  }

  add(entry: Entry): void {
    this.#index.put(entry, null)
  }

  find(entry: Entry): Target | null {
    let best: Target | null = null
    const least = { score: 0 }
    this.#index.visit(entry, least, (items, told) => {
      for (const { entry: other } of items) {
        best = likerOf(best, { entry: other, equal: equalBoxes(entry, other, this.#between) })
        least.score = (best as Target).equal
        if (told !== null) return
      }
    })
    return best
  }
}

/** Finds, of one source's that still count, the document of the same identity with the most equal boxes; ties to the first. */
export class Targets {
  readonly #layout: Layout
  readonly #index: DocumentIndex<null>
  /** Of those that are alike to who asks, and how many of them it holds. */
  readonly #alike = new Map<Node<null>, { readonly likest: Likest; count: number }>()

  constructor(layout: Layout) {
    this.#layout = layout
    this.#index = new DocumentIndex(layout, {
      between: false,
      parties: 'same',
      amounts: null,
      isLiving: true,
    })
  }

  add(entry: Entry): void {
    this.#index.put(entry, null)
  }

  find(entry: Entry): Target | null {
    let best: Target | null = null
    this.#index.visit(entry, { score: SAME }, (items, told, node) => {
      if (told === null) {
        for (const { entry: other } of items)
          if (isSame(entry, other, false))
            best = likerOf(best, { entry: other, equal: equalBoxes(entry, other, false) })
        return
      }
      const alike = getOrCreate(this.#alike, node, () => ({
        likest: new Likest(this.#layout, false),
        count: 0,
      }))
      while (alike.count < node.items.length)
        alike.likest.add((node.items[alike.count++] as Held<null>).entry)
      best = likerOf(best, alike.likest.find(entry))
    })
    return best
  }
}

/** True where another source has the same amounts, and too little else says that it is the same document. */
function isLike(entry: Entry, other: Entry): boolean {
  if (other.record === entry.record || !sameAmounts(entry, other, true)) return false
  const points = equalBoxes(entry, other, true) === 0 ? REJECT : score(entry, other, true)
  return points !== REJECT && points < SAME
}

/** Those of some documents that are like one of another source. */
export function findLikes(entries: readonly Entry[], layout: Layout): Entry[] {
  if (entries.length <= layout.few)
    return entries.filter(entry => entries.some(other => isLike(entry, other)))
  const index = new DocumentIndex<null>(layout, { between: true, parties: 'same', amounts: 'same' })
  for (const entry of entries) index.put(entry, null)
  return entries.filter(entry => {
    const similar = index.count(entry, ANY_SCORE, 'others')
    return similar > 0 && similar > index.count(entry, SAME, 'others')
  })
}
