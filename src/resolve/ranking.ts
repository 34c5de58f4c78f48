import type { Node } from './document-node.js'
import type { Held } from './traits.js'

/** What may be joined. */
export interface Joinable {
  readonly number: number
  /** How many documents it holds of a source. */
  heldOf(record: unknown): number
}

/** The fewest documents of the source, then the earlier. */
export const isBetter = (a: Joinable, heldOfA: number, b: Joinable, heldOfB: number): boolean =>
  heldOfA === heldOfB ? a.number < b.number : heldOfA < heldOfB

/** Puts an item where it belongs in a sorted list. */
function insert<T>(list: T[], item: T, isBefore: (other: T) => boolean): void {
  let from = 0
  let to = list.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (isBefore(list[middle] as T)) from = middle + 1
    else to = middle
  }
  list.splice(from, 0, item)
}

/** How far one source has come. */
interface State<T> {
  late: number
  /** It holds some of all before. */
  from: number
  /** Those, the best last, and how many it held when it was put here; it may hold more now. */
  holding: { readonly value: T; readonly held: number }[]
}

/**
 * Of those that are alike to all who ask, the best for each source: the first that it holds nothing of, in an order that is
 * the same for all sources, else the best of those that it does, of which each source has a list.
 */
export class Ranking<T extends Joinable> {
  readonly #node: Node<T>
  #read = 0
  readonly #current = new Map<T, Held<T>>()
  readonly #sorted: T[] = []
  /** How many came behind higher numbers, or again: each source begins anew. */
  #late = 0
  readonly #states = new Map<unknown, State<T>>()

  constructor(node: Node<T>) {
    this.#node = node
  }

  best(record: unknown): T | null {
    this.#catchUp()
    let state = this.#states.get(record)
    if (state?.late !== this.#late) {
      state = { late: this.#late, from: 0, holding: [] }
      this.#states.set(record, state)
    }
    for (let value = this.#sorted[state.from]; value !== undefined; value = this.#sorted[++state.from]) {
      if (this.#current.get(value)?.isOver !== false) continue
      if (value.heldOf(record) === 0) return value
      this.#hold(state, value, record)
    }
    for (let top = state.holding.at(-1); top !== undefined; top = state.holding.at(-1)) {
      const { value, held } = top
      const isHere = this.#current.get(value)?.isOver === false
      if (isHere && value.heldOf(record) === held) return value
      state.holding.pop()
      if (isHere) this.#hold(state, value, record)
    }
    return null
  }

  #catchUp(): void {
    const { items } = this.#node
    for (; this.#read < items.length; this.#read++) {
      const held = items[this.#read] as Held<T>
      const { value } = held
      const before = this.#current.get(value)
      this.#current.set(value, held)
      const last = this.#sorted.at(-1)
      if (before === undefined) insert(this.#sorted, value, other => other.number < value.number)
      if (before === undefined ? last !== undefined && value.number < last.number : before.isOver)
        this.#late++
    }
  }

  #hold({ holding }: State<T>, value: T, record: unknown): void {
    const held = value.heldOf(record)
    insert(holding, { value, held }, other => isBetter(value, held, other.value, other.held))
  }
}
