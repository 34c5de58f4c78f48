import { getOrCreate } from '../core/lists.js'
import type { Held } from './traits.js'
import type { Node } from './tree.js'

/** What may be joined. */
export interface Joinable {
  readonly number: number
  /** How many documents it holds of a source. */
  heldOf(record: unknown): number
}

/** The fewest documents of the source, then the earlier. */
export const isBetter = (a: Joinable, heldOfA: number, b: Joinable, heldOfB: number): boolean =>
  heldOfA === heldOfB ? a.number < b.number : heldOfA < heldOfB

/** Where an item belongs in a sorted list. */
function placeIn<T>(list: readonly T[], isBefore: (other: T) => boolean): number {
  let from = 0
  let to = list.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (isBefore(list[middle] as T)) from = middle + 1
    else to = middle
  }
  return from
}

/** How far one source has come. */
interface State<T> {
  /** All that have a lower number are among the next, or came late. */
  below: number
  /** Of which it holds some, the best last, and how many when it was put here; it may hold more now. */
  readonly holding: { readonly value: T; readonly held: number }[]
  /** How many of those that came late it knows. */
  late: number
}

/**
 * Of those that are alike to all who ask, the best for each source: the first of those that it holds nothing of, who are
 * in the same order for all sources, else the best of those that it does, of which each source has a list.
 */
export class Ranking<T extends Joinable> {
  readonly #node: Node<T>
  #read = 0
  readonly #current = new Map<T, Held<T>>()
  readonly #sorted: T[] = []
  #last = -1
  /** Those that came behind higher numbers, or again. */
  readonly #late: T[] = []
  readonly #states = new Map<unknown, State<T>>()

  constructor(node: Node<T>) {
    this.#node = node
  }

  best(record: unknown): T | null {
    this.#catchUp()
    const state = getOrCreate(this.#states, record, () => ({
      below: 0,
      holding: [],
      late: this.#late.length,
    }))
    for (; state.late < this.#late.length; state.late++) {
      const value = this.#late[state.late] as T
      if (value.number < state.below) this.#hold(state, value, record)
    }
    const free = this.#firstFree(state, record)
    const held = this.#bestHeld(state, record)
    if (free === null || held === null) return free ?? held
    return isBetter(held, held.heldOf(record), free, 0) ? held : free
  }

  #catchUp(): void {
    const { items } = this.#node
    for (; this.#read < items.length; this.#read++) {
      const held = items[this.#read] as Held<T>
      const { value } = held
      const before = this.#current.get(value)
      if (before === undefined) {
        const place = placeIn(this.#sorted, other => other.number < value.number)
        this.#sorted.splice(place, 0, value)
      }
      if (before === undefined ? value.number <= this.#last : before.isOver) this.#late.push(value)
      this.#last = Math.max(this.#last, value.number)
      this.#current.set(value, held)
    }
  }

  #isHere(value: T): boolean {
    return this.#current.get(value)?.isOver === false
  }

  #hold({ holding }: State<T>, value: T, record: unknown): void {
    const held = value.heldOf(record)
    holding.splice(
      placeIn(holding, other => isBetter(value, held, other.value, other.held)),
      0,
      { value, held },
    )
  }

  #firstFree(state: State<T>, record: unknown): T | null {
    let at = placeIn(this.#sorted, ({ number }) => number < state.below)
    for (let value = this.#sorted[at]; value !== undefined; value = this.#sorted[at]) {
      if (!this.#isHere(value)) {
        this.#sorted.splice(at, 1)
        this.#current.delete(value)
        continue
      }
      if (value.heldOf(record) === 0) return value
      this.#hold(state, value, record)
      state.below = value.number + 1
      at++
    }
    return null
  }

  #bestHeld(state: State<T>, record: unknown): T | null {
    for (let top = state.holding.at(-1); top !== undefined; top = state.holding.at(-1)) {
      const { value, held } = top
      if (this.#isHere(value) && value.heldOf(record) === held) return value
      state.holding.pop()
      if (this.#isHere(value)) this.#hold(state, value, record)
    }
    return null
  }
}
