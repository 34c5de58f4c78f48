import { heldOr } from '../core/lists.js'
import type { Entry } from './entry.js'
import { MOST_PAIRED } from './identity.js'

/** What may be joined, and what it says of that. */
export interface Joinable {
  readonly number: number
  /** What tells it apart from all that say another; null where nothing does yet. */
  readonly telling: string | null
  /** True where it holds what cannot be the entry's, now and ever after. */
  rejects(entry: Entry): boolean
  /** How many documents it holds of the entry's own source. */
  heldOf(entry: Entry): number
}

/** What an entry may join, and what ranks it for entries of its source with its party values. */
export interface Candidate<T extends Joinable> {
  readonly value: T
  readonly score: number
  readonly held: number
}

/** The higher score, then the fewest documents of the source, then the earlier. */
export function isBetter<T extends Joinable>(a: Candidate<T>, b: Candidate<T>): boolean {
  if (a.score !== b.score) return a.score > b.score
  return a.held === b.held ? a.value.number < b.value.number : a.held < b.held
}

/** Values that may be joined. */
export class Offers<T extends Joinable> {
  /** In the order in which they came; again where the score of one may be higher than before. */
  readonly log: T[] = []
  /** By what tells them apart; null while they are few: sets of few take more memory than a look at each. */
  #sets: Map<string | null, Set<T>> | null = null
  #count = 0

  add(value: T): void {
    this.log.push(value)
    if (this.#sets !== null) this.#put(value, this.#sets)
    else if (this.log.length > MOST_PAIRED) {
      this.#sets = new Map()
      for (const each of this.log) this.#put(each, this.#sets)
    }
  }

  /** Something tells a value apart that nothing did. */
  told(value: T): void {
    if (this.#sets?.get(null)?.delete(value) !== true) return
    this.#count--
    this.#put(value, this.#sets)
  }

  /** How many `openTo` gives, or some more, without a look at each. */
  countOf(telling: string | null): number {
    if (this.#sets === null) return this.log.length
    return telling === null
      ? this.#count
      : (this.#sets.get(null)?.size ?? 0) + (this.#sets.get(telling)?.size ?? 0)
  }

  /** Adds those to a set that nothing tells apart from who says this. */
  openTo(telling: string | null, found: Set<T>): void {
    if (this.#sets === null) {
      for (const each of this.log)
        if (telling === null || each.telling === null || each.telling === telling) found.add(each)
      return
    }
    const sets = telling === null ? this.#sets.values() : [this.#sets.get(null), this.#sets.get(telling)]
    for (const set of sets) if (set !== undefined) for (const each of set) found.add(each)
  }

  #put(value: T, sets: Map<string | null, Set<T>>): void {
    const set = heldOr(sets, value.telling, () => new Set<T>())
    if (!set.has(value)) this.#count++
    set.add(value)
  }
}

/**
 * What entries of one source with the same party values may join, the best first: thousands may each join any of
 * thousands, and each of these is scored where it is offered, not each time that one asks.
 */
export class Candidates<T extends Joinable> {
  /** How many of each log were read. */
  readonly #read = new Map<Offers<T>, number>()
  /** The score of each in the heap. */
  readonly #scores = new Map<T, number>()
  /** A heap; a rank may be too good, since more documents are held meanwhile, and is looked at when it is the best. */
  readonly #heap: Candidate<T>[] = []

  /** The best of what is offered to an entry; null where all reject it. */
  best(entry: Entry, offers: readonly Offers<T>[], scoreOf: (value: T) => number): Candidate<T> | null {
    for (const each of offers) {
      for (const value of new Set(each.log.slice(this.#read.get(each) ?? 0))) {
        if (value.rejects(entry)) continue
        const score = scoreOf(value)
        if (score <= (this.#scores.get(value) ?? Number.NEGATIVE_INFINITY)) continue
        this.#scores.set(value, score)
        this.#add({ value, score, held: value.heldOf(entry) })
      }
      this.#read.set(each, each.log.length)
    }
    for (let top = this.#heap[0]; top !== undefined; top = this.#heap[0]) {
      const { value, score } = top
      const held = value.heldOf(entry)
      const rejected = value.rejects(entry)
      if (!rejected && held === top.held) return top
      this.#dropFirst()
      // Where its score is higher meanwhile it stands in the heap again.
      if (!rejected && score === this.#scores.get(value)) this.#add({ value, score, held })
    }
    return null
  }

  #add(candidate: Candidate<T>): void {
    const heap = this.#heap
    let at = heap.length
    while (at > 0) {
      const above = (at - 1) >> 1
      const other = heap[above] as Candidate<T>
      if (!isBetter(candidate, other)) break
      heap[at] = other
      at = above
    }
    heap[at] = candidate
  }

  #dropFirst(): void {
    const heap = this.#heap
    const last = heap.pop() as Candidate<T>
    if (heap.length === 0) return
    let at = 0
    for (;;) {
      let below = 2 * at + 1
      if (below >= heap.length) break
      const right = heap[below + 1]
      if (right !== undefined && isBetter(right, heap[below] as Candidate<T>)) below++
      const other = heap[below] as Candidate<T>
      if (!isBetter(other, last)) break
      heap[at] = other
      at = below
    }
    heap[at] = last
  }
}
