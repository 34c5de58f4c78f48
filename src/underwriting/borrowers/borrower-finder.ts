import { getLastFour } from '../../core/identifier.js'
import { listNameKeys, listNameLookups, type PersonName, parsePersonName } from '../../core/person-name.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'

interface WithLastFours {
  readonly lastFours: (string | null)[]
}

/** A borrower other than the taxpayer, and the name that identifies the person if no digits do. */
export interface NamedBorrower<Borrower extends WithLastFours = WithLastFours> {
  readonly borrower: Borrower
  readonly name: PersonName | null
}

/**
 * Finds the first borrower whose digits or name a document of another recipient has. The borrowers are indexed, because
 * the lender can name thousands of them.
 */
export class BorrowerFinder<Borrower extends WithLastFours> {
  readonly #borrowers: readonly NamedBorrower<Borrower>[]
  readonly #positions: ReadonlyMap<Borrower, number>
  /** The position of the first borrower with these digits, or with a name that has this key. */
  readonly #positionByLastFour = new Map<string | null, number>()
  readonly #positionByName = new Map<string, number>()

  constructor(borrowers: readonly NamedBorrower<Borrower>[]) {
    this.#borrowers = borrowers
    this.#positions = new Map(borrowers.map(({ borrower }, position) => [borrower, position]))
    for (const [position, { borrower, name }] of borrowers.entries()) {
      for (const lastFour of borrower.lastFours) setIfAbsent(this.#positionByLastFour, lastFour, position)
      for (const key of name === null ? [] : listNameKeys(name)) setIfAbsent(this.#positionByName, key, position)
    }
  }

  /** Returns the borrower to whom the document of another recipient belongs. */
  find({ document, recipientId, recipientName }: ResolvedDocument): Borrower | undefined {
    let first = Number.POSITIVE_INFINITY
    if (recipientName === null && recipientId !== null)
      first = this.#positionByLastFour.get(getLastFour(recipientId)) ?? first
    const name = document.recipient.name === null ? null : parsePersonName(document.recipient.name)
    if (name !== null && this.#positionByName.size > 0)
      for (const key of listNameLookups(name)) first = Math.min(first, this.#positionByName.get(key) ?? first)
    return this.#borrowers[first]?.borrower
  }

  /** Adds digits to the borrower to whom a document with them belongs by its name. */
  addLastFour(borrower: Borrower, lastFour: string): void {
    borrower.lastFours.push(lastFour)
    setIfAbsent(this.#positionByLastFour, lastFour, this.#positions.get(borrower) as number)
  }
}

function setIfAbsent<Key>(positions: Map<Key, number>, key: Key, position: number): void {
  if (!positions.has(key)) positions.set(key, position)
}
