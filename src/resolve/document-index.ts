import { getOrCreate } from '../core/lists.js'
import { amountsSpeak, equalBoxes, sameAmounts } from './amounts.js'
import { counts, type Entry } from './entry.js'
import { REJECT, SPEAKS } from './identity.js'
import { type Layout, type Scope, speaksIn, type Traits } from './layout.js'
import { type Asked, coreOf, type Held, type Trait, type View } from './traits.js'

/** Below every score that is no REJECT. */
export const ANY_SCORE = -100

/** A set of documents, divided in as many ways as is asked for. */
export class Node<T> {
  readonly items: Held<T>[] = []
  #from = 0
  #parts: Map<View, Map<string | number, Node<T>>> | null = null

  add(held: Held<T>): void {
    this.items.push(held)
    if (this.#parts === null) return
    for (const [view, parts] of this.#parts) getOrCreate(parts, view(held), () => new Node<T>()).add(held)
  }

  /** Where a search begins: of those before, if only what counts is looked for, none does. */
  from(isLiving: boolean): number {
    while (isLiving && this.#from < this.items.length && !counts((this.items[this.#from] as Held<T>).entry))
      this.#from++
    return this.#from
  }

  /** Those that stand under a key. */
  part(view: View, key: string | number): Node<T> | undefined {
    this.#parts ??= new Map()
    return getOrCreate(this.#parts, view, () => {
      const parts = new Map<string | number, Node<T>>()
      for (const held of this.items)
        if (!held.isOver) getOrCreate(parts, view(held), () => new Node<T>()).add(held)
      return parts
    }).get(key)
  }
}

/**
 * What is met in a search: those of a node, with the score that parties and amounts give each; null where they are few, or
 * too various to say, and each is to be looked at.
 */
export type Meet<T> = (node: Node<T>, score: number | null) => void

/** One who asks: its traits, each worked out once. */
class Asker {
  readonly entry: Entry
  readonly traits: Traits
  readonly #asked: (readonly Asked[])[] = []

  constructor(entry: Entry, traits: Traits) {
    this.entry = entry
    this.traits = traits
  }

  at(depth: number): readonly Asked[] {
    this.#asked[depth] ??= (this.traits.all[depth] as Trait).asked(this.entry)
    return this.#asked[depth] as readonly Asked[]
  }
}

/** Finds documents of one form and year without a look at each: it skips only what cannot be meant. */
export class DocumentIndex<T> {
  readonly #layout: Layout
  readonly #scope: Scope
  /** Those with cents, and those in whole dollars. */
  readonly #roots = [new Node<T>(), new Node<T>()]
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
    ;(this.#roots[Number(held.entry.whole)] as Node<T>).add(held)
  }

  /** Meets all that may score so much; `least` may rise meanwhile. */
  visit(entry: Entry, least: { readonly score: number }, meet: Meet<T>): void {
    for (const [whole, root] of this.#roots.entries()) {
      if (this.#isFew(root)) meet(root, null)
      else this.#visit(root, new Asker(entry, this.#traitsOf(whole)), 0, 0, least, meet)
    }
  }

  /** How many score so much and have an equal box that is not zero. */
  count(entry: Entry, least: number): number {
    return this.#roots.reduce(
      (sum, root, whole) => sum + this.#count(root, new Asker(entry, this.#traitsOf(whole)), 0, 0, least),
      0,
    )
  }

  /** The first in place of those that score so much. `isLiving`: those that no longer count are not found. */
  first(entry: Entry, score: number, isSame: (other: Entry) => boolean, isLiving: boolean): Entry | null {
    let first: Entry | null = null
    this.visit(entry, { score }, (node, told) => {
      const { items } = node
      for (let i = node.from(isLiving); i < items.length; i++) {
        const other = (items[i] as Held<T>).entry
        if (first !== null && other.place >= first.place) return
        if (told === null ? !isSame(other) : isLiving && !counts(other)) continue
        first = other
        return
      }
    })
    return first
  }

  #isFew(node: Node<T>): boolean {
    return node.items.length <= this.#layout.few
  }

  #traitsOf(whole: number): Traits {
    this.#traits[whole] ??= this.#layout.traits(this.#scope, whole === 1)
    return this.#traits[whole] as Traits
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
    if (this.#isFew(node)) meet(node, null)
    else if (depth === asker.traits.all.length) {
      const score = this.#scoreOf(node, asker.entry, points)
      if (score === null || score >= least.score) meet(node, score)
    } else
      for (const [view, key, more] of asker.at(depth)) {
        const part = view === null ? node : node.part(view, key)
        if (part !== undefined) this.#visit(part, asker, depth + 1, points + more, least, meet)
      }
  }

  /** The score of those that nothing tells apart for who asks; null where each is to be looked at. */
  #scoreOf({ items }: Node<T>, entry: Entry, points: number): number | null {
    const { amounts, between } = this.#scope
    const { entry: one } = items[0] as Held<T>
    if (!this.#layout.isExact(this.#scope)) return null
    if (amounts !== 'same') return points
    if (!sameAmounts(entry, one, between)) return REJECT
    return points + (speaksIn(this.#scope) && amountsSpeak(entry, one) ? SPEAKS : 0)
  }

  /** Those under a key of a trait, less those that it gives no less to than the rest, whom the rest counts. */
  #count(node: Node<T>, asker: Asker, depth: number, points: number, least: number): number {
    const { all, left } = asker.traits
    if (points + (left[depth] as number) < least) return 0
    const isTold = depth === all.length && this.#layout.isExact(this.#scope)
    if (isTold || depth === all.length || this.#isFew(node)) {
      const enough = (held: Held<T>): boolean => points + this.#pointsOf(held, asker, depth) >= least
      if (isTold) return enough(node.items[0] as Held<T>) ? node.items.length : 0
      return node.items.filter(enough).length
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

  /** What the traits from one on and the amounts give to one document. */
  #pointsOf(held: Held<T>, asker: Asker, from: number): number {
    const { entry, traits } = asker
    if (!sameAmounts(entry, held.entry, true) || equalBoxes(entry, held.entry, true) === 0) return REJECT
    let points = amountsSpeak(entry, held.entry) ? SPEAKS : 0
    for (let depth = from; depth < traits.all.length; depth++) {
      const found = asker.at(depth).find(([view, key]) => view === null || view(held) === key)
      points += found?.[2] ?? REJECT
    }
    return points
  }
}
