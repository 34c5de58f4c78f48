import { amountsSpeak, equalBoxes, sameAmounts } from './amounts.js'
import { Node } from './document-node.js'
import type { Entry } from './entry.js'
import { REJECT, SPEAKS } from './identity.js'
import { type Layout, type Scope, speaksIn, type Traits } from './layout.js'
import { type Asked, coreOf, type Held, type Sources, type Trait } from './traits.js'

/** Below every score that is no REJECT. */
export const ANY_SCORE = -100

/**
 * What is met in a search: those of a node, with the score that parties and amounts give each; null where they are few, or
 * too various to say, and each is to be looked at.
 */
export type Meet<T> = (items: Iterable<Held<T>>, score: number | null, node: Node<T>) => void

/** One who asks: what of each trait, worked out once. */
class Asker {
  readonly entry: Entry
  readonly traits: Traits
  readonly #sources: Sources
  readonly #asked: (readonly Asked[])[] = []

  constructor(entry: Entry, sources: Sources, traits: Traits) {
    this.entry = entry
    this.traits = traits
    this.#sources = sources
  }

  at(depth: number): readonly Asked[] {
    this.#asked[depth] ??= (this.traits.all[depth] as Trait).asked(this.entry, this.#sources)
    return this.#asked[depth] as readonly Asked[]
  }
}

/** Finds documents of one form and year without a look at each: it skips only what cannot be meant. */
export class DocumentIndex<T> {
  readonly #layout: Layout
  readonly #scope: Scope
  /** Those with cents, and those in whole dollars. */
  readonly #roots = [new Node<T>(), new Node<T>()] as const
  readonly #traits: (Traits | undefined)[] = []

  constructor(layout: Layout, scope: Scope) {
    this.#layout = layout
    this.#scope = scope
  }

  /** Adds a document as what it is itself. */
  put(entry: Entry, value: T): void {
    this.add({ entry, core: coreOf(entry, this.#scope.between), value, isOver: false })
  }

  add(held: Held<T>): void {
    this.#roots[held.entry.whole ? 1 : 0].add(held)
  }

  /** Meets all that may score so much; `least` may rise meanwhile. */
  visit(entry: Entry, least: { readonly score: number }, meet: Meet<T>, sources: Sources = 'all'): void {
    for (const [i, node] of this.#roots.entries()) {
      if (this.#isFew(node)) this.#meet(node, null, meet)
      else this.#visit(node, new Asker(entry, sources, this.#traitsOf(i)), 0, 0, least, meet)
    }
  }

  /** How many score so much and have an equal box that is not zero. */
  count(entry: Entry, least: number, sources: Sources): number {
    let count = 0
    for (const [i, node] of this.#roots.entries())
      count += this.#count(node, new Asker(entry, sources, this.#traitsOf(i)), 0, 0, least)
    return count
  }

  /** The first in place of those that score so much. */
  first(
    entry: Entry,
    score: number,
    isMeant: (other: Entry) => boolean,
    sources: Sources = 'all',
  ): Entry | null {
    let first: Entry | null = null
    const meet: Meet<T> = (items, told) => {
      for (const { entry: other } of items) {
        if (first !== null && other.place >= first.place) return
        if (told === null && !isMeant(other)) continue
        first = other
        return
      }
    }
    this.visit(entry, { score }, meet, sources)
    return first
  }

  #isFew(node: Node<T>): boolean {
    return node.items.length <= this.#layout.few
  }

  #traitsOf(whole: number): Traits {
    this.#traits[whole] ??= this.#layout.traits(this.#scope, whole === 1)
    return this.#traits[whole] as Traits
  }

  #meet(node: Node<T>, score: number | null, meet: Meet<T>): void {
    meet(node.found(this.#scope.isLiving === true), score, node)
  }

  #visit(
    node: Node<T>,
    asker: Asker,
    depth: number,
    points: number,
    least: { readonly score: number },
    meet: Meet<T>,
  ): void {
    if (points + (asker.traits.left[depth] as number) < least.score) return
    if (this.#isFew(node)) this.#meet(node, null, meet)
    else if (depth === asker.traits.all.length) {
      const score = this.#scoreOf(node, asker, points)
      if (score === null || score >= least.score) this.#meet(node, score, meet)
    } else
      for (const [view, key, more] of asker.at(depth)) {
        const part = view === null ? node : node.part(view, key)
        if (part !== undefined) this.#visit(part, asker, depth + 1, points + more, least, meet)
      }
  }

  /** The score of those that nothing tells apart for who asks; null where each is to be looked at. */
  #scoreOf({ items }: Node<T>, { entry, traits }: Asker, points: number): number | null {
    const one = items[0]?.entry as Entry
    if (!this.#layout.isExact(this.#scope)) return null
    // Boxes that are the same on all are equal on all.
    if (this.#scope.amounts !== 'same') return points + (traits.left.at(-1) as number)
    if (!sameAmounts(entry, one, this.#scope.between)) return REJECT
    return points + (speaksIn(this.#scope) && amountsSpeak(entry, one) ? SPEAKS : 0)
  }

  /** What a trait gives to those under a key, less what it gives them with the rest, and with the rest all. */
  #count(node: Node<T>, asker: Asker, depth: number, points: number, least: number): number {
    const { all, left } = asker.traits
    if (points + (left[depth] as number) < least) return 0
    const isEnough = (held: Held<T>): boolean => points + pointsOf(held, asker, depth) >= least
    if (this.#isFew(node)) return node.items.filter(isEnough).length
    if (depth === all.length) {
      if (!this.#layout.isExact(this.#scope)) return node.items.filter(isEnough).length
      return isEnough(node.items[0] as Held<T>) ? node.items.length : 0
    }
    const walk = ([view, key]: Asked, more: number): number => {
      const part = view === null ? node : node.part(view, key)
      return part === undefined ? 0 : this.#count(part, asker, depth + 1, points + more, least)
    }
    const asked = asker.at(depth)
    const rest = asked.find(([view]) => view === null)
    if (rest === undefined) return asked.reduce((sum, each) => sum + walk(each, each[2]), 0)
    // Where all that do not reject count, the rest is all of them.
    const others = asked.filter(each => each !== rest && (least > ANY_SCORE || each[2] < ANY_SCORE))
    return others.reduce((sum, each) => sum + walk(each, each[2]) - walk(each, rest[2]), walk(rest, rest[2]))
  }
}

/** What the amounts, and the traits from one on, give to a document that has an equal box. */
function pointsOf(held: Held<unknown>, asker: Asker, from: number): number {
  const { entry, traits } = asker
  if (!sameAmounts(entry, held.entry, true) || equalBoxes(entry, held.entry, true) === 0) return REJECT
  let points = amountsSpeak(entry, held.entry) ? SPEAKS : 0
  for (let depth = from; depth < traits.all.length; depth++) {
    const found = asker.at(depth).find(([view, key]) => view === null || view(held) === key)
    points += found?.[2] ?? REJECT
  }
  return points
}
