import { getOrCreate } from '../../core/lists.js'
import type { SourceRecord } from '../../ingest/source.js'
import { type Candidate, type Identities, isCounted } from '../candidate.js'

/** A class: the versions of one document, or several similar documents from one issuer to one recipient. */
export class DocumentClass {
  readonly number: number
  /** Documents, sorted by `compareCandidates`. */
  readonly members: Candidate[] = []
  /** The members without those that are equal to an earlier member. */
  readonly distinctMembers: Candidate[] = []
  /**
   * The combined identities of the members. Each class has its own array, so the array identifies the class. If a new
   * member adds to the identities, a new array replaces this one.
   */
  identities: Identities
  readonly #countBySource = new Map<SourceRecord, number>()

  constructor(number: number, identities: Identities) {
    this.number = number
    this.identities = [...identities]
  }

  add(candidate: Candidate): void {
    this.members.push(candidate)
    this.#countBySource.set(candidate.record, this.countFromSource(candidate.record) + 1)
  }

  /** Returns the number of members that come from a source. */
  countFromSource(record: SourceRecord): number {
    return this.#countBySource.get(record) ?? 0
  }
}

/**
 * A document in an index, with its own identities or the identities that its class had when the document was added.
 * The identities of a class may reject more documents than those of one member.
 */
export interface IndexedDocument {
  readonly candidate: Candidate
  readonly identities: Identities
  readonly documentClass: DocumentClass | null
}

/**
 * True if the identities of the document's class have changed since it was added. All class members are then in the
 * index again, with the new identities.
 */
export const isOutdated = ({ documentClass, identities }: Omit<IndexedDocument, 'candidate'>): boolean =>
  documentClass !== null && documentClass.identities !== identities

const isSkipped = (indexed: IndexedDocument, isCountedOnly: boolean): boolean =>
  isOutdated(indexed) || (isCountedOnly && !isCounted(indexed.candidate))

/** Returns the key under which a document is filed. Each key function distinguishes documents by one property. */
export type KeyFunction = (indexed: IndexedDocument) => string | number

/** A set of documents, divided by every key function that a search has used so far. */
export class IndexNode {
  readonly items: IndexedDocument[] = []
  #firstCurrent = 0
  #childrenByKeyFunction: Map<KeyFunction, Map<string | number, IndexNode>> | null = null

  add(indexed: IndexedDocument): void {
    this.items.push(indexed)
    if (this.#childrenByKeyFunction === null) return
    for (const [keyFunction, children] of this.#childrenByKeyFunction)
      getOrCreate(children, keyFunction(indexed), () => new IndexNode()).add(indexed)
  }

  /**
   * Returns the position of the first current document at or after `from`, or the number of items if there is none. A
   * document is current if it is not outdated and, if `isCountedOnly` is true, still counts.
   */
  findCurrent(from: number, isCountedOnly: boolean): number {
    const { items } = this
    let position = Math.max(from, this.#firstCurrent)
    while (position < items.length && isSkipped(items[position] as IndexedDocument, isCountedOnly)) position++
    // A document that is skipped once is always skipped.
    if (from <= this.#firstCurrent) this.#firstCurrent = position
    return position
  }

  /** Returns the documents under a key. The first call with a key function divides the node by it. */
  findChild(keyFunction: KeyFunction, key: string | number): IndexNode | undefined {
    this.#childrenByKeyFunction ??= new Map()
    return getOrCreate(this.#childrenByKeyFunction, keyFunction, () => {
      const children = new Map<string | number, IndexNode>()
      for (let i = this.findCurrent(0, false); i < this.items.length; i = this.findCurrent(i + 1, false)) {
        const indexed = this.items[i] as IndexedDocument
        getOrCreate(children, keyFunction(indexed), () => new IndexNode()).add(indexed)
      }
      return children
    }).get(key)
  }
}
