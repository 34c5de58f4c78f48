// The rules compare a document with all others of its block: the documents of one form and year. Comparing every pair takes
// quadratic time, so the rules search an index.
// A *trait* is one thing that is compared: an identifier, the issuer's name, the address, one box. A *key function* returns the
// key under which a document is filed for a trait. A *node* is a set of documents; key functions divide it when a search needs
// it. A *query* is a key that a search looks under, with the points for documents there. A *route* is a list of traits.
// Example: a W-2 from issuer 001234567 looks under the issuer keys `001234567`, `XXXXX4567` and "absent", for 4, 2 and 0
// points. In each of these nodes it looks under the keys of the next trait. It never sees documents of other issuers. At the
// end of a route all documents of a node score alike, so one comparison is enough.
import { getOrCreate } from '../core/lists.js'
import {
  amountsSpeak,
  earlierOf,
  equalBoxes,
  REJECT,
  SAME,
  sameAmounts,
  score,
  scoreCores,
} from './compare.js'
import { type DocumentClass, type Held, Node } from './document-node.js'
import { coreOf, type Entry, isAmended } from './entry.js'
import type { Asked, Layout, Route, Scope, Trait } from './layout.js'

/**
 * Called for each document that a search finds, with its score. If all documents of a node score alike, it is called for the
 * first of them only, with that node.
 */
export type Meet = (held: Held, score: number, alike: Node | null) => void

/** The document with the most boxes that are equal and not zero, and their number. The entry is null if none matches. */
export interface Likest {
  entry: Entry | null
  score: number
}

/** Breaks a tie of equal boxes: an original is preferred, then the lower position. */
const isBefore = (a: Entry, b: Entry): boolean =>
  (Number(isAmended(a)) - Number(isAmended(b)) || a.place - b.place) < 0

/**
 * Finds documents of one form and year without comparing each. It skips only documents that cannot match. Documents are added
 * in the order of their positions.
 */
export class DocumentIndex {
  readonly #root = new Node()

  constructor(
    private readonly layout: Layout,
    private readonly scope: Scope,
    entries: readonly Entry[] = [],
  ) {
    for (const entry of entries) this.put(entry)
  }

  /** Adds a document with its own identities or with those of its class. */
  put(entry: Entry, of: DocumentClass | null = null): void {
    this.#root.add({ entry, core: of?.core ?? coreOf(entry, this.scope.between), of })
  }

  /** Returns the matching document with the lowest position. */
  first(entry: Entry): Entry | null {
    let first: Entry | null = null
    this.visit(entry, { score: this.scope.parties ? SAME : 0 }, held => {
      first = earlierOf(first, held.entry)
    })
    return first
  }

  likest(entry: Entry): Likest {
    const best: Likest = { entry: null, score: 0 }
    this.visit(entry, best, ({ entry: other }, score) => {
      if (score === best.score && best.entry !== null && !isBefore(other, best.entry)) return
      best.entry = other
      best.score = score
    })
    return best
  }

  /**
   * Counts the documents with the same amounts, at least one of them not zero, that share too little else to be the same
   * document.
   */
  likes(entry: Entry): number {
    const isLike = (other: Entry, points: number): boolean =>
      points !== REJECT && points < SAME && equalBoxes(entry, other, true) > 0
    if (this.#isFew(this.#root))
      return this.#root.items.filter(held => isLike(held.entry, this.#scoreOf(entry, held))).length
    const [route] = this.layout.routes(this.scope) as readonly [Route]
    const asked: (readonly Asked[])[] = []
    // Each document is counted once, with all its points. The documents under a key with extra points are subtracted from the
    // rest.
    const count = (node: Node, depth: number, points: number): number => {
      if (depth === route.traits.length) {
        const [{ entry: one }] = node.items as [Held]
        return isLike(one, this.#scoreOfAlike(entry, node, points, route)) ? node.items.length : 0
      }
      asked[depth] ??= (route.traits[depth] as Trait).asked(entry)
      const rest = asked[depth].find(([view]) => view === null)
      let sum = rest === undefined ? 0 : count(node, depth + 1, points + rest[2])
      for (const [view, key, more] of asked[depth]) {
        const part = view === null ? undefined : node.part(view, key)
        if (part === undefined) continue
        sum += count(part, depth + 1, points + more)
        if (rest !== undefined) sum -= count(part, depth + 1, points + rest[2])
      }
      return sum
    }
    return count(this.#root, 0, 0)
  }

  /** Calls `meet` for each document that scores at least `least.score`, which may rise during the search. */
  visit(entry: Entry, least: { readonly score: number }, meet: Meet): void {
    const meetIn = (node: Node, told: number | null): void => {
      for (const held of node.found(this.scope.isLiving === true)) {
        const points = told ?? this.#scoreOf(entry, held)
        if (points >= least.score) meet(held, points, told === null ? null : node)
        if (told !== null) return
      }
    }
    const asked = new Map<Trait, readonly Asked[]>()
    const walk = (route: Route, node: Node, depth: number, points: number): void => {
      const { traits, left, behind } = route
      const trait = traits[depth]
      if (points + (left[depth] as number) < (behind === null ? least.score : SAME)) return
      if (this.#isFew(node)) meetIn(node, null)
      else if (trait !== undefined)
        for (const [view, key, more] of getOrCreate(asked, trait, () => trait.asked(entry))) {
          const part = view === null ? node : node.part(view, key)
          if (part !== undefined) walk(route, part, depth + 1, points + more)
        }
      else if (behind !== null) walk(behind, node, 0, 0)
      else meetIn(node, this.#scoreOfAlike(entry, node, points, route))
    }
    if (this.#isFew(this.#root)) meetIn(this.#root, null)
    else for (const route of this.layout.routes(this.scope)) walk(route, this.#root, 0, 0)
  }

  #scoreOf(entry: Entry, { entry: other, core, of }: Held): number {
    const { between, parties, amounts } = this.scope
    if (amounts === 'same' && !sameAmounts(entry, other, between)) return REJECT
    if (of !== null && scoreCores(entry.core, core) === REJECT) return REJECT
    const points = parties ? score(entry, other, between) : 0
    if (amounts !== 'equal') return points
    return parties && points < SAME ? REJECT : equalBoxes(entry, other, between)
  }

  /** Returns the score of the documents of a node at the end of a route, which no trait distinguishes. */
  #scoreOfAlike(entry: Entry, { items }: Node, points: number, { speaks }: Route): number {
    const { entry: one } = items[0] as Held
    if (speaks === null) return points
    if (!sameAmounts(entry, one, this.scope.between)) return REJECT
    return points + (speaks > 0 && amountsSpeak(entry, one) ? speaks : 0)
  }

  #isFew({ items }: Node): boolean {
    return this.layout.isFew || items.length <= this.layout.few
  }
}
