import { getOrCreate } from '../core/lists.js'
import type { SourceRecord } from '../normalize/source.js'
import { type Core, counts, type Entry } from './entry.js'

/** A class: documents that are the same one across sources, or several similar ones from one issuer to one recipient. */
export class DocumentClass {
  readonly number: number
  /** Documents in the fixed order. */
  readonly members: Entry[] = []
  /** The members without those that equal an earlier one. */
  readonly different: Entry[] = []
  /**
   * The combined identities of its members. No other class has this array, so it identifies the class. A new array replaces it
   * when more is known.
   */
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

  /** Returns the number of documents of a source. */
  heldOf(record: SourceRecord): number {
    return this.#perSource.get(record) ?? 0
  }
}

/**
 * A document in an index, with its own identities or those of its class when it was added. Those of a class may reject more.
 */
export interface Held {
  readonly entry: Entry
  readonly core: Core
  readonly of: DocumentClass | null
}

/**
 * True if more is known about its class now. The class members are then in the index a second time, with the new identities.
 */
export const isOver = ({ of, core }: Omit<Held, 'entry'>): boolean => of !== null && of.core !== core

/** Returns the key under which a document is filed. A key function distinguishes documents by one thing. */
export type View = (held: Held) => string | number

/** A set of documents, divided by each key function that a search needs. */
export class Node {
  readonly items: Held[] = []
  #from = 0
  #parts: Map<View, Map<string | number, Node>> | null = null

  add(held: Held): void {
    this.items.push(held)
    if (this.#parts === null) return
    for (const [view, parts] of this.#parts) getOrCreate(parts, view(held), () => new Node()).add(held)
  }

  /** Yields the documents that are not outdated. If `isLiving`, only those that still count. */
  *found(isLiving: boolean): Generator<Held, void> {
    const isGone = (held: Held): boolean => isOver(held) || (isLiving && !counts(held.entry))
    while (this.#from < this.items.length && isGone(this.items[this.#from] as Held)) this.#from++
    for (let i = this.#from; i < this.items.length; i++) {
      const held = this.items[i] as Held
      if (!isGone(held)) yield held
    }
  }

  /** Returns the documents under a key. */
  part(view: View, key: string | number): Node | undefined {
    this.#parts ??= new Map()
    return getOrCreate(this.#parts, view, () => {
      const parts = new Map<string | number, Node>()
      for (const held of this.found(false)) getOrCreate(parts, view(held), () => new Node()).add(held)
      return parts
    }).get(key)
  }
}
