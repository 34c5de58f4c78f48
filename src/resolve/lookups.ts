import { getOrCreate } from '../core/lists.js'
import { equalBoxes, sameAmounts } from './amounts.js'
import { BoxIndex, type Target } from './boxes.js'
import { DocumentIndex } from './document-index.js'
import { counts, type Entry } from './entry.js'
import { isSameBetween, isSameInside, REJECT, SAME, scoreBetween } from './identity.js'
import type { Layout } from './layout.js'
import { ANY_SCORE, type Node } from './tree.js'

/** Finds the first equal document of an entry's own source that still counts. They are added by place. */
export class Equals {
  readonly #index: DocumentIndex<null>

  constructor(layout: Layout) {
    this.#index = new DocumentIndex(layout, { between: false, parties: 'same', amounts: true, source: 'own' })
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

/** Finds, of one source's that still count, the document of the same identity with the most equal boxes; ties to the first. */
export class Targets {
  readonly #index: DocumentIndex<null>
  readonly #boxes = new Map<Node<null>, { readonly index: BoxIndex; read: number }>()

  constructor(layout: Layout) {
    this.#index = new DocumentIndex(layout, { between: false, parties: 'same', amounts: false })
  }

  add(entry: Entry): void {
    this.#index.put(entry, null)
  }

  find(entry: Entry): Target | null {
    let best: Target | null = null
    const consider = (other: Entry, equal: number): void => {
      if (best === null || equal > best.equal || (equal === best.equal && other.place < best.entry.place))
        best = { entry: other, equal }
    }
    this.#index.visit(entry, { score: SAME }, (node, told) => {
      if (told === null) {
        for (const { entry: other } of node.items)
          if (counts(other) && isSameInside(entry, other)) consider(other, equalBoxes(entry, other, false))
        return
      }
      const boxes = getOrCreate(this.#boxes, node, () => ({ index: new BoxIndex(false), read: 0 }))
      for (; boxes.read < node.items.length; boxes.read++)
        boxes.index.add((node.items[boxes.read] as { entry: Entry }).entry)
      const likest = boxes.index.likest(entry)
      if (likest !== null) consider(likest.entry, likest.equal)
      else {
        while (node.from < node.items.length && !counts((node.items[node.from] as { entry: Entry }).entry))
          node.from++
        const first = node.items[node.from]
        if (first !== undefined) consider(first.entry, 0)
      }
    })
    return best
  }
}

/** Finds the first document that is the same between sources; none where the entry's own source has one. */
export class Elsewhere {
  readonly #all: DocumentIndex<null>
  readonly #own: DocumentIndex<null>

  constructor(layout: Layout) {
    const scope = { between: true, parties: 'same', amounts: true } as const
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
  const scope = { between: true, parties: 'any', amounts: true, source: 'others' } as const
  const index = new DocumentIndex<null>(layout, scope)
  for (const entry of entries) index.put(entry, null)
  return entries.filter(entry => {
    const all = index.count(entry, ANY_SCORE)
    return all > 0 && all > index.count(entry, SAME)
  })
}
