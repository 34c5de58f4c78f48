import { addTo, heldOr } from '../core/lists.js'
import { type Amounts, counts, type Entry } from './entry.js'

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

/** True where no money field of a document is there and not zero. */
export const isZero = (amounts: Amounts): boolean => amounts.every(cents => cents === null || cents === 0)

/** True where a document has no money field. */
export const hasNoMoney = (amounts: Amounts): boolean => amounts.every(cents => cents === null)

/** Up to so many sets of amounts are walked. */
const MOST_WALKED = 16

/** What an index holds of one set of amounts; `entry` is the first that had them. */
interface Item<T> {
  readonly entry: Entry
  readonly value: T
}

/** The sets of amounts with the same boxes present, by whole dollars of each box. */
interface Shape<T> {
  readonly items: Item<T>[]
  readonly boxes: readonly { readonly field: number; readonly byDollar: Map<number, Item<T>[]> }[]
}

const NO_ITEMS: readonly never[] = []

/**
 * Holds a value for each distinct set of amounts, and finds those that are the same as an entry's. Sets with the same
 * boxes present stand together, so that a box is looked up only where it can differ. Small ones are simply walked.
 */
export class AmountIndex<T> {
  readonly #make: (entry: Entry) => T
  readonly #items: Item<T>[] = []
  #byText: Map<string, Item<T>> | null = null
  readonly #shapes = new Map<string, Shape<T>>()

  constructor(make: (entry: Entry) => T) {
    this.#make = make
  }

  /** The value of exactly an entry's amounts, made where there is none. */
  at(entry: Entry): T {
    const held =
      this.#byText === null
        ? this.#items.find(item => isEqualAmounts(item.entry.amounts, entry.amounts))
        : this.#byText.get(entry.amounts.join())
    if (held !== undefined) return held.value
    const item = { entry, value: this.#make(entry) }
    this.#items.push(item)
    if (this.#byText !== null) this.#post(item, this.#byText)
    else if (this.#items.length > MOST_WALKED) {
      this.#byText = new Map()
      for (const each of this.#items) this.#post(each, this.#byText)
    }
    return item.value
  }

  #post(item: Item<T>, byText: Map<string, Item<T>>): void {
    const { amounts } = item.entry
    byText.set(amounts.join(), item)
    const key = amounts.map(cents => (cents === null ? 0 : 1)).join('')
    const shape = heldOr(this.#shapes, key, () => ({
      items: [],
      boxes: amounts.flatMap((cents, field) => (cents === null ? [] : [{ field, byDollar: new Map() }])),
    }))
    shape.items.push(item)
    for (const { field, byDollar } of shape.boxes) {
      addTo(byDollar, Math.floor((amounts[field] as number) / 100), item)
    }
  }

  /** What is held of all amounts that are the same as an entry's, in no order. */
  near(entry: Entry, between: boolean): Item<T>[] {
    const found: Item<T>[] = []
    const look = (items: readonly Item<T>[]): void => {
      for (const item of items) if (sameAmounts(entry, item.entry, between)) found.push(item)
    }
    if (this.#byText === null) look(this.#items)
    else
      for (const shape of this.#shapes.values()) for (const list of shortest(shape, entry.amounts)) look(list)
    return found
  }
}

/** Each amount is equal to the cent, or absent on both. */
export function isEqualAmounts(a: Amounts, b: Amounts): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/** The lists of the box that leaves the fewest; a document without amounts matches only documents without amounts. */
function shortest<T>({ items, boxes }: Shape<T>, amounts: Amounts): readonly (readonly Item<T>[])[] {
  if (boxes.length === 0) return hasNoMoney(amounts) ? [items] : []
  let best: readonly (readonly Item<T>[])[] = []
  let size = Number.POSITIVE_INFINITY
  for (const { field, byDollar } of boxes) {
    const cents = amounts[field] as number | null
    if (cents === null) continue
    const dollar = Math.floor(cents / 100)
    const lists = [dollar - 1, dollar, dollar + 1].map(near => byDollar.get(near) ?? NO_ITEMS)
    const total = lists.reduce((sum, list) => sum + list.length, 0)
    if (total < size) {
      size = total
      best = lists
    }
  }
  return best
}

/** Entries by place; those at the front that no longer count are dropped for good. */
export class Queue {
  entries: Entry[] = []
  from = 0

  add(entry: Entry): void {
    // Most hold one alone, and a list that grows takes more memory.
    if (this.entries.length === 0) {
      this.entries = [entry]
      return
    }
    let at = this.entries.length
    // Few come out of place.
    while (at > this.from && (this.entries[at - 1] as Entry).place > entry.place) at--
    this.entries.splice(at, 0, entry)
  }

  /** The first that counts; null where none does. */
  first(): Entry | null {
    while (this.entries[this.from]?.status !== 'counted' && this.from < this.entries.length) this.from++
    return this.entries[this.from] ?? null
  }
}

/** The entry that is most like one, and in how many boxes. */
interface Likest {
  readonly entry: Entry | null
  readonly equal: number
}

/**
 * Finds the entry with the most boxes, not zero, equal to one's: the rarest box is looked up first. Inside one source
 * only those that still count are found.
 */
export class BoxIndex {
  readonly #between: boolean
  readonly #lists = new Map<string, Queue>()

  constructor(between: boolean) {
    this.#between = between
  }

  add(entry: Entry): void {
    entry.amounts.forEach((cents, field) => {
      if (cents === null || cents === 0) return
      heldOr(this.#lists, `${field} ${this.#unit(cents)}`, () => new Queue()).add(entry)
    })
  }

  /** Ties go to the entry added first, where amounts are compared to the cent. */
  likest(entry: Entry): Likest {
    const boxes = this.#boxes(entry)
    let best: Entry | null = null
    let most = 0
    // Who is in none of the boxes looked up so far has no more equal ones than are left.
    for (let i = 0; i < boxes.length && most <= boxes.length - i; i++) {
      for (const list of boxes[i] as Queue[]) {
        if (!this.#between) list.first()
        for (let j = list.from; j < list.entries.length; j++) {
          const other = list.entries[j] as Entry
          if (!this.#between && !counts(other)) continue
          const equal = equalBoxes(entry, other, this.#between)
          const before = equal === most && best !== null && other.place < best.place
          if (equal > most || before) {
            best = other
            most = equal
          }
          if (equal >= boxes.length - i) break
        }
      }
    }
    return { entry: best, equal: most }
  }

  #unit(cents: number): number {
    return this.#between ? Math.floor(cents / 100) : cents
  }

  /** The lists of each box that an entry has, the shortest first. */
  #boxes(entry: Entry): Queue[][] {
    const size = (lists: readonly Queue[]): number =>
      lists.reduce((sum, list) => sum + list.entries.length - list.from, 0)
    return entry.amounts
      .flatMap((cents, field) => {
        if (cents === null || cents === 0) return []
        const unit = this.#unit(cents)
        const near = this.#between ? [unit - 1, unit, unit + 1] : [unit]
        return [near.flatMap(each => this.#lists.get(`${field} ${each}`) ?? [])]
      })
      .sort((a, b) => size(a) - size(b))
  }
}
