import { getOrCreate } from '../core/lists.js'
import { type Core, counts, type Entry } from './entry.js'

/** What an index holds: a document, and what it, or its class, says, which may reject more. */
export interface Held<T> {
  readonly entry: Entry
  readonly core: Core
  readonly value: T
  /** It stands in the index again, since more is known of its class. */
  isOver: boolean
}

/** A way to tell documents apart: the key under which one stands. */
export type View = (held: Held<unknown>) => string | number

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

  /** Those that are not over and, `isLiving`, that still count. */
  *found(isLiving: boolean): Generator<Held<T>, void> {
    const isGone = ({ isOver, entry }: Held<T>): boolean => isOver || (isLiving && !counts(entry))
    while (this.#from < this.items.length && isGone(this.items[this.#from] as Held<T>)) this.#from++
    for (let i = this.#from; i < this.items.length; i++) {
      const held = this.items[i] as Held<T>
      if (!isGone(held)) yield held
    }
  }

  /** Those that stand under a key. */
  part(view: View, key: string | number): Node<T> | undefined {
    this.#parts ??= new Map()
    return getOrCreate(this.#parts, view, () => {
      const parts = new Map<string | number, Node<T>>()
      for (const held of this.found(false)) getOrCreate(parts, view(held), () => new Node<T>()).add(held)
      return parts
    }).get(key)
  }
}
