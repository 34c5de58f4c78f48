import { amountsSpeak, equalBoxes, sameAmounts } from './amounts.js'
import { type Held, Node } from './document-node.js'
import { coreOf, type Entry, isAmended } from './entry.js'
import { isSame, REJECT, SAME, score } from './identity.js'
import type { Layout, Scope } from './layout.js'
import type { Asked, Trait } from './traits.js'

/** Below every score that is no REJECT. */
const ANY_SCORE = -100

/** What is met in a search: those of a node, with the score that each of them has; null where they are few, and are to be looked at. */
export type Meet<T> = (items: Iterable<Held<T>>, score: number | null, node: Node<T>) => void

/** Of as many equal boxes an original goes first, then what is first in place. */
const isBefore = (a: Entry, b: Entry): boolean =>
  (Number(isAmended(a)) - Number(isAmended(b)) || a.place - b.place) < 0

/** Finds documents of one form and year without a look at each: it skips only what cannot be meant. They are added by place. */
export class DocumentIndex<T = null> {
  readonly #layout: Layout
  readonly #scope: Scope
  readonly #root = new Node<T>()

  constructor(layout: Layout, scope: Scope, entries: readonly Entry[] = []) {
    this.#layout = layout
    this.#scope = scope
    for (const entry of entries) this.put(entry)
  }

  /** Adds a document as what it is itself. */
  put(entry: Entry): void {
    this.add({ entry, core: coreOf(entry, this.#scope.between), value: null as T, isOver: false })
  }

  add(held: Held<T>): void {
    this.#root.add(held)
  }

  /** Meets all that may score so much; `least` may rise meanwhile. */
  visit(entry: Entry, least: { readonly score: number }, meet: Meet<T>): void {
    const isLiving = this.#scope.isLiving === true
    const meetNode = (node: Node<T>, points: number | null): void => {
      const told = points === null ? null : this.#scoreOf(node, entry, points)
      if (told === null || told >= least.score) meet(node.found(isLiving), told, node)
    }
    if (this.#isFew(this.#root)) meetNode(this.#root, null)
    else this.#walk(entry, least, meetNode)
  }

  /** The first in place that is the same. */
  first(entry: Entry): Entry | null {
    let first: Entry | null = null
    this.visit(entry, { score: this.#scope.parties === null ? 0 : SAME }, (items, told) => {
      for (const { entry: other } of items) {
        if (first !== null && other.place >= first.place) return
        if (told === null && !this.#isMeant(entry, other)) continue
        first = other
        return
      }
    })
    return first
  }

  /** The one with the most boxes, not zero, equal to one's. */
  likest(entry: Entry): Entry | null {
    const best: { entry: Entry | null; score: number } = { entry: null, score: 0 }
    this.visit(entry, best, (items, told) => {
      for (const { entry: other } of items) {
        if (told === null && !this.#isMeant(entry, other)) continue
        const equal = equalBoxes(entry, other, this.#scope.between)
        const isTie = equal === best.score && best.entry !== null
        if (isTie ? isBefore(other, best.entry as Entry) : equal >= best.score) best.entry = other
        best.score = Math.max(best.score, equal)
        if (told !== null) return
      }
    })
    return best.entry
  }

  /** How many have the same amounts, in a box that is not zero, and too little else in common to be the same. */
  likes(entry: Entry): number {
    if (!this.#isFew(this.#root)) return this.#count(entry, ANY_SCORE) - this.#count(entry, SAME)
    return this.#root.items.filter(({ entry: other }) => {
      if (!sameAmounts(entry, other, true) || equalBoxes(entry, other, true) === 0) return false
      const points = score(entry, other, true)
      return points !== REJECT && points < SAME
    }).length
  }

  /** How many score so much and have an equal box that is not zero. */
  #count(entry: Entry, score: number): number {
    let count = 0
    const meet = (node: Node<T>, points: number | null, sign: number): void => {
      const { entry: one } = node.items[0] as Held<T>
      const isEnough = equalBoxes(entry, one, true) > 0 && this.#scoreOf(node, entry, points ?? 0) >= score
      if (isEnough) count += sign * node.items.length
    }
    this.#walk(entry, { score }, meet, true)
    return count
  }

  #isFew(node: Node<T>): boolean {
    return node.items.length <= this.#layout.few
  }

  #isMeant(entry: Entry, other: Entry): boolean {
    const { between, parties, amounts } = this.#scope
    return (
      (amounts !== 'same' || sameAmounts(entry, other, between)) &&
      (parties === null || isSame(entry, other, between))
    )
  }

  /** The score of those that no trait tells apart. */
  #scoreOf({ items }: Node<T>, entry: Entry, points: number): number {
    const { entry: one } = items[0] as Held<T>
    if (this.#scope.amounts !== 'same') return points
    if (!sameAmounts(entry, one, this.#scope.between)) return REJECT
    const { speaks } = this.#layout.route(this.#scope)
    return points + (speaks > 0 && amountsSpeak(entry, one) ? speaks : 0)
  }

  /**
   * Meets what may have so many points: few, or those that nothing tells apart with what that gives them. Where they are
   * counted each is met once in all, with all its points: what a trait gives more to is taken off the rest.
   */
  #walk(
    entry: Entry,
    least: { readonly score: number },
    meet: (node: Node<T>, points: number | null, sign: number) => void,
    isCount = false,
  ): void {
    const { traits, left, gate } = this.#layout.route(this.#scope)
    const asked: (readonly Asked[])[] = []
    const walk = (node: Node<T>, depth: number, before: number, sign: number): void => {
      const isGate = gate > 0 && depth === gate
      if (isGate && before < SAME) return
      const points = isGate ? 0 : before
      if (points + (left[depth] as number) < (depth < gate ? SAME : least.score)) return
      const isFew = !isCount && this.#isFew(node)
      if (isFew || depth === traits.length) {
        meet(node, isFew ? null : points, sign)
        return
      }
      asked[depth] ??= (traits[depth] as Trait).asked(entry)
      const rest = isCount ? asked[depth].find(([view]) => view === null) : undefined
      for (const [view, key, more] of asked[depth]) {
        const isOfRest = rest !== undefined && view !== null
        // Where all that do not reject count, the rest is all of them.
        if (isOfRest && least.score === ANY_SCORE) continue
        const part = view === null ? node : node.part(view, key)
        if (part === undefined) continue
        walk(part, depth + 1, points + more, sign)
        if (isOfRest) walk(part, depth + 1, points + rest[2], -sign)
      }
    }
    walk(this.#root, 0, 0, 1)
  }
}
