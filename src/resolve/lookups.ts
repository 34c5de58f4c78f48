import { getOrCreate } from '../core/lists.js'
import { equalBoxes, sameAmounts } from './amounts.js'
import { ANY_SCORE, DocumentIndex, type Node } from './document-index.js'
import { counts, type Entry } from './entry.js'
import { isSameBetween, isSameInside, REJECT, SAME, scoreBetween } from './identity.js'
import type { Layout } from './layout.js'
import type { Held } from './traits.js'

/** Finds the first equal document of an entry's own source that still counts. They are added by place. */
export class Equals {
  readonly #index: DocumentIndex<null>

  constructor(layout: Layout) {
    this.#index = new DocumentIndex(layout, {
      between: false,
      parties: 'same',
      amounts: 'same',
      source: 'own',
    })
  }

  add(entry: Entry): void {
    this.#index.put(entry, null)
  }

  find(entry: Entry): Entry | null {
    const isEqual = (other: Entry): boolean =>
      counts(other) &&
      other.record === entry.record &&
      sameAmounts(entry, other, false) &&
      isSameInside(entry, other)
    return this.#index.first(entry, SAME, isEqual, true)
  }
}

/** The document that is most like one, and in how many boxes. */
export interface Target {
  readonly entry: Entry
  readonly equal: number
}

/** The one with more equal boxes; of as many, the first in place. */
export function likerOf(a: Target | null, b: Target | null): Target | null {
  if (a === null || b === null) return a ?? b
  return b.equal > a.equal || (b.equal === a.equal && b.entry.place < a.entry.place) ? b : a
}

/** Finds the document with the most boxes, not zero, equal to one's. They are added by place. */
export class Likest {
  readonly #between: boolean
  readonly #index: DocumentIndex<null>

  constructor(layout: Layout, between: boolean) {
    this.#between = between
    this.#index = new DocumentIndex(layout, { between, parties: null, amounts: 'equal' })
  }

  add(entry: Entry): void {
    this.#index.put(entry, null)
  }

  /** `isLiving`: those that no longer count are not found. */
  find(entry: Entry, isLiving: boolean): Target | null {
    let best: Target | null = null
    const least = { score: 0 }
    this.#index.visit(entry, least, (node, told) => {
      for (let i = node.from(isLiving); i < node.items.length; i++) {
        const { entry: other } = node.items[i] as Held<null>
        if (isLiving && !counts(other)) continue
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
  /** Of the documents that are alike to who asks; and how many of them it knows. */
  readonly #likest = new Map<Node<null>, { readonly boxes: Likest; known: number }>()

  constructor(layout: Layout) {
    this.#layout = layout
    this.#index = new DocumentIndex(layout, { between: false, parties: 'same', amounts: null })
  }

  add(entry: Entry): void {
    this.#index.put(entry, null)
  }

  find(entry: Entry): Target | null {
    let best: Target | null = null
    this.#index.visit(entry, { score: SAME }, (node, told) => {
      if (told === null) {
        for (const { entry: other } of node.items)
          if (counts(other) && isSameInside(entry, other))
            best = likerOf(best, { entry: other, equal: equalBoxes(entry, other, false) })
        return
      }
      const likest = getOrCreate(this.#likest, node, () => ({
        boxes: new Likest(this.#layout, false),
        known: 0,
      }))
      for (; likest.known < node.items.length; likest.known++)
        likest.boxes.add((node.items[likest.known] as Held<null>).entry)
      best = likerOf(best, likest.boxes.find(entry, true))
    })
    return best
  }
}

/** Finds the first document that is the same between sources; none where the entry's own source has one. */
export class Elsewhere {
  readonly #all: DocumentIndex<null>
  readonly #own: DocumentIndex<null>

  constructor(layout: Layout) {
    const scope = { between: true, parties: 'same', amounts: 'same' } as const
    this.#all = new DocumentIndex(layout, scope)
    this.#own = new DocumentIndex(layout, { ...scope, source: 'own' })
  }

  add(entry: Entry): void {
    this.#all.put(entry, null)
    this.#own.put(entry, null)
  }

  find(entry: Entry): Entry | null {
    const first = this.#all.first(entry, SAME, other => isSameBetween(entry, other), false)
    if (first === null) return null
    const isOwn = (other: Entry): boolean => other.record === entry.record && isSameBetween(entry, other)
    return this.#own.first(entry, SAME, isOwn, false) === null ? first : null
  }
}

/** True where another source has the same amounts, and too little else says that it is the same document. */
function isLike(entry: Entry, other: Entry): boolean {
  if (other.record === entry.record || !sameAmounts(entry, other, true)) return false
  const score = equalBoxes(entry, other, true) === 0 ? REJECT : scoreBetween(entry, other)
  return score !== REJECT && score < SAME
}

/** Those of some documents that are like one of another source. */
export function findLikes(entries: readonly Entry[], layout: Layout): Entry[] {
  if (entries.length <= layout.few)
    return entries.filter(entry => entries.some(other => isLike(entry, other)))
  const scope = { between: true, parties: 'same', amounts: 'same', source: 'others' } as const
  const index = new DocumentIndex<null>(layout, scope)
  for (const entry of entries) index.put(entry, null)
  return entries.filter(entry => {
    const all = index.count(entry, ANY_SCORE)
    return all > 0 && all > index.count(entry, SAME)
  })
}
