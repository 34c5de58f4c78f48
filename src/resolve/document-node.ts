import { getOrCreate } from '../core/lists.js'
import type { SourceRecord } from '../normalize/source.js'
import { type Core, counts, type Entry } from './entry.js'

/** Documents that are the same one, or several of one issuer to one recipient, across sources. */
export class DocumentClass {
  readonly number: number
  /** In the order. */
  readonly members: Entry[] = []
  /** Its members without those that are equal to an earlier one. */
  readonly different: Entry[] = []
  /** What its members say together, in a list that no other has: a class is known by it. Another one where more is known. */
  core: Core
  readonly #perSource = new Map<SourceRecord, number>()

  constructor(number: number, core: Core) {
    this.number = number
    this.core = [...core]
  }

  add(entry: Entry): void {
    this.members.push(entry)
    this.#perSource.set(entry.record, this.heldOf(entry.record) + 1)
  }

  /** How many documents it holds of a source. */
  heldOf(record: SourceRecord): number {
    return this.#perSource.get(record) ?? 0
  }
}

/** What an index holds: a document, and what it, or its class when it came here, says, which may reject more. */
export interface Held {
  readonly entry: Entry
  readonly core: Core
  readonly of: DocumentClass | null
}

/** True where more is known of its class by now: it stands in the index once more, as that. */
export const isOver = ({ of, core }: Omit<Held, 'entry'>): boolean => of !== null && of.core !== core

/** A way to tell documents apart: the key under which one stands. */
export type View = (held: Held) => string | number

/** A set of documents, divided in as many ways as is asked for. */
export class Node {
  readonly items: Held[] = []
  #from = 0
  #parts: Map<View, Map<string | number, Node>> | null = null

  add(held: Held): void {
    this.items.push(held)
    if (this.#parts === null) return
    for (const [view, parts] of this.#parts) getOrCreate(parts, view(held), () => new Node()).add(held)
  }

  /** Those that are not over and, `isLiving`, that still count. */
  *found(isLiving: boolean): Generator<Held, void> {
    const isGone = (held: Held): boolean => isOver(held) || (isLiving && !counts(held.entry))
    while (this.#from < this.items.length && isGone(this.items[this.#from] as Held)) this.#from++
    for (let i = this.#from; i < this.items.length; i++) {
      const held = this.items[i] as Held
      if (!isGone(held)) yield held
    }
  }

  /** Those that stand under a key. */
  part(view: View, key: string | number): Node | undefined {
    this.#parts ??= new Map()
    return getOrCreate(this.#parts, view, () => {
      const parts = new Map<string | number, Node>()
      for (const held of this.found(false)) getOrCreate(parts, view(held), () => new Node()).add(held)
      return parts
    }).get(key)
  }
}
