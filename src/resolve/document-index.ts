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

/** What is met in a search, with its score: a document; or the first of those that nothing tells apart, which stand in a node. */
export type Meet = (held: Held, score: number, alike: Node | null) => void

/** The document that has the most boxes, not zero, equal to one's, and how many; null where there is none. */
export interface Likest {
  entry: Entry | null
  score: number
}

/** Of as many equal boxes an original goes first, then what is first in place. */
const isBefore = (a: Entry, b: Entry): boolean =>
  (Number(isAmended(a)) - Number(isAmended(b)) || a.place - b.place) < 0

/** Finds documents of one form and year without a look at each: it skips only what cannot be meant. They are put by place. */
export class DocumentIndex {
  readonly #root = new Node()

  constructor(
    private readonly layout: Layout,
    private readonly scope: Scope,
    entries: readonly Entry[] = [],
  ) {
    for (const entry of entries) this.put(entry)
  }

  /** Adds a document, as what it is itself or as what its class says. */
  put(entry: Entry, of: DocumentClass | null = null): void {
    this.#root.add({ entry, core: of?.core ?? coreOf(entry, this.scope.between), of })
  }

  /** The first in place that is meant. */
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

  /** How many have the same amounts, in a box that is not zero, and too little else in common to be the same. */
  likes(entry: Entry): number {
    const isLike = (other: Entry, points: number): boolean =>
      points !== REJECT && points < SAME && equalBoxes(entry, other, true) > 0
    if (this.#isFew(this.#root))
      return this.#root.items.filter(held => isLike(held.entry, this.#scoreOf(entry, held))).length
    const [route] = this.layout.routes(this.scope) as readonly [Route]
    const asked: (readonly Asked[])[] = []
    // Each is counted once in all, with all its points: what a trait gives more to is taken off the rest.
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

  /** Meets what scores so much, or is alike and does; `least` may rise meanwhile. */
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

  /** The score of those that no trait tells apart. */
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
