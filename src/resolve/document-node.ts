import { getOrCreate } from '../core/lists.js'
import type { SourceRecord } from '../normalize/source.js'
import { type DocumentEntry, type Identities, isCounted } from './entry.js'

/** A class: documents that are the same one across sources, or several similar ones from one issuer to one recipient. */
export class DocumentClass {
  readonly number: number
  /** Documents in the fixed order. */
  readonly members: DocumentEntry[] = []
  /** The members without those that equal an earlier one. */
  readonly distinctMembers: DocumentEntry[] = []
  /**
   * The combined identities of its members. No other class has this array, so it identifies the class. A new array replaces it
   * when more is known.
   */
  identities: Identities
  readonly #countBySource = new Map<SourceRecord, number>()

  constructor(number: number, identities: Identities) {
    this.number = number
    this.identities = [...identities]
  }

  add(entry: DocumentEntry): void {
    this.members.push(entry)
    this.#countBySource.set(entry.record, this.countFromSource(entry.record) + 1)
  }

  /** Returns the number of documents of a source. */
  countFromSource(record: SourceRecord): number {
    return this.#countBySource.get(record) ?? 0
  }
}

/**
 * A document in an index, with its own identities or those of its class when it was added. Those of a class may reject more.
 */
export interface IndexedDocument {
  readonly entry: DocumentEntry
  readonly identities: Identities
  readonly documentClass: DocumentClass | null
}

/**
 * True if more is known about its class now. The class members are then in the index a second time, with the new identities.
 */
export const isOutdated = ({ documentClass, identities }: Omit<IndexedDocument, 'entry'>): boolean =>
  documentClass !== null && documentClass.identities !== identities

/** Returns the key under which a document is filed. A key function distinguishes documents by one thing. */
export type KeyFunction = (indexed: IndexedDocument) => string | number

/** A set of documents, divided by each key function that a search needs. */
export class IndexNode {
  readonly items: IndexedDocument[] = []
  #firstCurrent = 0
  #parts: Map<KeyFunction, Map<string | number, IndexNode>> | null = null

  add(indexed: IndexedDocument): void {
    this.items.push(indexed)
    if (this.#parts === null) return
    for (const [keyFunction, parts] of this.#parts)
      getOrCreate(parts, keyFunction(indexed), () => new IndexNode()).add(indexed)
  }

  /** Yields the documents that are not outdated. If `isCountedOnly`, only those that still count. */
  *iterateCurrent(isCountedOnly: boolean): Generator<IndexedDocument, void> {
    const isSkipped = (indexed: IndexedDocument): boolean =>
      isOutdated(indexed) || (isCountedOnly && !isCounted(indexed.entry))
    while (this.#firstCurrent < this.items.length && isSkipped(this.items[this.#firstCurrent] as IndexedDocument))
      this.#firstCurrent++
    for (let i = this.#firstCurrent; i < this.items.length; i++) {
      const indexed = this.items[i] as IndexedDocument
      if (!isSkipped(indexed)) yield indexed
    }
  }

  /** Returns the documents under a key. */
  findPart(keyFunction: KeyFunction, key: string | number): IndexNode | undefined {
    this.#parts ??= new Map()
    return getOrCreate(this.#parts, keyFunction, () => {
      const parts = new Map<string | number, IndexNode>()
      for (const indexed of this.iterateCurrent(false))
        getOrCreate(parts, keyFunction(indexed), () => new IndexNode()).add(indexed)
      return parts
    }).get(key)
  }
}
