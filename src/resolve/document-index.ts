import { getOrCreate } from '../core/lists.js'
import { counts, type Entry } from './entry.js'
import { type Layout, MAX_KINDS, type Scope } from './layout.js'
import type { Held } from './traits.js'
import { type Meet, Node, Tree } from './tree.js'

/** Finds documents of one form and year without a look at each. */
export class DocumentIndex<T> {
  readonly #layout: Layout
  readonly #scope: Scope
  readonly #few = new Node<T>([])
  /** By the kinds of those held and of who asks; null while few are held. */
  #trees: Map<number, Tree<T> | null> | null = null

  constructor(layout: Layout, scope: Scope) {
    this.#layout = layout
    this.#scope = scope
  }

  /** Adds a document as what it is itself. */
  put(entry: Entry, value: T): void {
    this.add({ entry, core: null, value, isOver: false })
  }

  add(held: Held<T>): void {
    const { items } = this.#few
    if (this.#trees === null && items.length < this.#layout.few) items.push(held)
    else this.#post(held, this.#begun())
  }

  /** Meets all that may score so much; `least` may rise meanwhile. */
  visit(entry: Entry, least: { readonly score: number }, meet: Meet<T>): void {
    if (this.#trees === null) meet(this.#few, null)
    else for (const tree of this.#asked(entry, this.#trees)) tree.visit(entry, least, meet)
  }

  /** How many score so much and have an equal box that is not zero. */
  count(entry: Entry, least: number): number {
    let count = 0
    for (const tree of this.#asked(entry, this.#begun())) count += tree.count(entry, least)
    return count
  }

  /** The first in place of those that score so much. `isLiving`: those that no longer count are not found. */
  first(entry: Entry, score: number, isSame: (other: Entry) => boolean, isLiving: boolean): Entry | null {
    let first: Entry | null = null
    this.visit(entry, { score }, (node, told) => {
      const { items } = node
      while (isLiving && node.from < items.length && !counts((items[node.from] as Held<T>).entry)) node.from++
      for (let i = node.from; i < items.length; i++) {
        const other = (items[i] as Held<T>).entry
        if (first !== null && other.place >= first.place) return
        if (told === null ? !isSame(other) : isLiving && !counts(other)) continue
        first = other
        return
      }
    })
    return first
  }

  #begun(): Map<number, Tree<T> | null> {
    if (this.#trees !== null) return this.#trees
    this.#trees = new Map()
    for (const held of this.#few.items) this.#post(held, this.#trees)
    return this.#trees
  }

  #post(held: Held<T>, trees: Map<number, Tree<T> | null>): void {
    for (const asker of this.#layout.samples(this.#scope)) this.#tree(held.entry, asker, trees)?.add(held)
  }

  #asked(entry: Entry, trees: Map<number, Tree<T> | null>): Tree<T>[] {
    return this.#layout.samples(this.#scope).flatMap(held => this.#tree(held, entry, trees) ?? [])
  }

  #tree(held: Entry, asker: Entry, trees: Map<number, Tree<T> | null>): Tree<T> | null {
    const [of, by] = [this.#layout.kindOf(held, this.#scope), this.#layout.kindOf(asker, this.#scope)]
    return getOrCreate(trees, of * MAX_KINDS + by, () => {
      const plan = this.#layout.plan(this.#scope, held, asker)
      return plan === null ? null : new Tree<T>(plan)
    })
  }
}
