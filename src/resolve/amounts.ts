import type { Amounts, Entry } from './entry.js'

/**
 * Same amounts: every money field present on both is equal, and one is, or none is on either.
 * Between sources a transcript may have cut the cents: with one side in whole dollars a difference below 1.00 is equal,
 * with both, one of exactly 1.00 too.
 */
export const sameAmounts = (a: Entry, b: Entry, between: boolean): boolean =>
  agree(a.amounts, b.amounts, between ? toleranceOf(a, b) : 0)

/** The largest difference in cents that counts as none between two sources. */
const toleranceOf = (a: Entry, b: Entry): number => (a.whole && b.whole ? 100 : a.whole || b.whole ? 99 : 0)

function agree(a: Amounts, b: Amounts, tolerance: number): boolean {
  let shared = false
  let any = false
  for (let i = 0; i < a.length; i++) {
    const x = a[i] as number | null
    const y = b[i] as number | null
    if (x !== null && y !== null) {
      const difference = x - y
      if (difference > tolerance || -difference > tolerance) return false
      shared = true
    } else if (x !== null || y !== null) any = true
  }
  return shared || !any
}

/** Same amounts between sources, at least two of them not zero on both: what speaks for one document. */
export function amountsSpeak(a: Entry, b: Entry): boolean {
  let both = 0
  for (let i = 0; i < a.amounts.length; i++) {
    const x = a.amounts[i] as number | null
    const y = b.amounts[i] as number | null
    if (x !== null && y !== null && x !== 0 && y !== 0) both++
  }
  return both >= 2 && sameAmounts(a, b, true)
}

/** How many boxes, not zero on either side, are equal. */
export function equalBoxes(a: Entry, b: Entry, between: boolean): number {
  const tolerance = between ? toleranceOf(a, b) : 0
  let equal = 0
  for (let i = 0; i < a.amounts.length; i++) {
    const x = a.amounts[i] as number | null
    const y = b.amounts[i] as number | null
    if (x !== null && y !== null && x !== 0 && y !== 0 && Math.abs(x - y) <= tolerance) equal++
  }
  return equal
}

/** True where a document has money fields and all of them are zero. */
export const isAllZero = (amounts: Amounts): boolean =>
  amounts.every(cents => cents === null || cents === 0) && amounts.some(cents => cents !== null)

/** True where a document has no money field. */
export const hasNoMoney = (amounts: Amounts): boolean => amounts.every(cents => cents === null)

const SMALL = 16

/**
 * Finds the entries that may have the same amounts as one, in the order in which they were added, by an index on whole
 * dollars and their neighbours: it skips only entries that cannot match. Small sets are simply walked.
 */
export class AmountIndex {
  readonly #entries: Entry[] = []
  #byDollar: Map<number, number[]>[] | null = null
  #absent: number[][] = []

  /** Adds an entry; its position is how many were there. */
  add(entry: Entry): void {
    this.#entries.push(entry)
    if (this.#byDollar !== null) this.#post(entry, this.#entries.length - 1)
    else if (this.#entries.length > SMALL) {
      this.#byDollar = entry.amounts.map(() => new Map())
      this.#absent = entry.amounts.map(() => [])
      this.#entries.forEach((each, position) => {
        this.#post(each, position)
      })
    }
  }

  #post(entry: Entry, position: number): void {
    entry.amounts.forEach((cents, field) => {
      if (cents === null) this.#absent[field]?.push(position)
      else {
        const postings = this.#byDollar?.[field] as Map<number, number[]>
        const dollar = Math.floor(cents / 100)
        const list = postings.get(dollar)
        if (list === undefined) postings.set(dollar, [position])
        else list.push(position)
      }
    })
  }

  /** The positions of entries that may match, ascending; all that do are among them. */
  candidates(entry: Entry): readonly number[] {
    if (this.#byDollar === null) return this.#entries.map((_, position) => position)
    let best: number[][] | null = null
    let size = Number.POSITIVE_INFINITY
    for (let field = 0; field < entry.amounts.length; field++) {
      const cents = entry.amounts[field] as number | null
      if (cents === null) continue
      const postings = this.#byDollar[field] as Map<number, number[]>
      const dollar = Math.floor(cents / 100)
      const lists = [this.#absent[field] ?? []]
      for (const near of [dollar - 1, dollar, dollar + 1]) lists.push(postings.get(near) ?? [])
      const total = lists.reduce((sum, list) => sum + list.length, 0)
      if (total < size) {
        size = total
        best = lists
      }
    }
    // A document without amounts matches only documents without amounts.
    if (best === null)
      return this.#entries.flatMap((each, position) => (hasNoMoney(each.amounts) ? [position] : []))
    return best.flat().sort((a, b) => a - b)
  }

  /** The entry at a position. */
  at(position: number): Entry {
    return this.#entries[position] as Entry
  }
}

/** Finds the entries that have at least one box, not zero, in common with one: a superset, by whole dollars. */
export class BoxIndex {
  readonly #entries: readonly Entry[]
  readonly #postings = new Map<string, number[]>()

  constructor(entries: readonly Entry[]) {
    this.#entries = entries
    entries.forEach((entry, position) => {
      entry.amounts.forEach((cents, field) => {
        if (cents === null || cents === 0) return
        const key = `${field} ${Math.floor(cents / 100)}`
        const list = this.#postings.get(key)
        if (list === undefined) this.#postings.set(key, [position])
        else list.push(position)
      })
    })
  }

  /** The entries that may share a box, as they were given. */
  sharing(entry: Entry): Entry[] {
    const found = new Set<number>()
    entry.amounts.forEach((cents, field) => {
      if (cents === null || cents === 0) return
      const dollar = Math.floor(cents / 100)
      for (const near of [dollar - 1, dollar, dollar + 1]) {
        for (const position of this.#postings.get(`${field} ${near}`) ?? []) found.add(position)
      }
    })
    return [...found].sort((a, b) => a - b).map(position => this.#entries[position] as Entry)
  }
}

/** An index of entries that are all there at once. */
export function indexAmounts(entries: readonly Entry[]): AmountIndex {
  const index = new AmountIndex()
  for (const entry of entries) index.add(entry)
  return index
}
