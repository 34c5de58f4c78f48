import { getOrCreate } from '../core/lists.js'
import { equalBoxes } from './amounts.js'
import { counts, type Entry } from './entry.js'
import { ANY, type Asked, NONE, type Trait } from './traits.js'

/** Whose amounts are compared: whether those that are held, and those that are asked for, are whole dollars. */
export interface Comparison {
  readonly between: boolean
  readonly held: boolean
  readonly asked: boolean
}

const dollarsOf = (cents: number): number => Math.floor(cents / 100)

/** The key under which an amount stands for who compares it so: to the cent, or what lies between two whole dollars. */
function heldKey(cents: number, { between, held, asked }: Comparison): string {
  if (!between || (!held && !asked)) return `${cents}`
  return cents % 100 === 0 ? `${cents / 100}` : `${dollarsOf(cents)}+`
}

/** The keys of all amounts that are the same as one. */
function askedKeys(cents: number, { between, held, asked }: Comparison): string[] {
  if (!between || (!held && !asked)) return [`${cents}`]
  const dollars = dollarsOf(cents)
  if (!asked) return cents % 100 === 0 ? [`${dollars}`] : [`${dollars}`, `${dollars + 1}`]
  return held
    ? [`${dollars - 1}`, `${dollars}`, `${dollars + 1}`]
    : [`${dollars}`, `${dollars}+`, `${dollars - 1}+`]
}

/** One box. Where all that hold and ask have it, each stands under one key. */
export const boxTrait = (field: number, comparison: Comparison, isOnAll: boolean): Trait => ({
  valueOf: entry => entry.amounts[field] as number | null,
  most: 0,
  held({ entry }) {
    const cents = entry.amounts[field] as number | null
    const key = cents === null ? NONE : heldKey(cents, comparison)
    return isOnAll ? [key] : [key, ANY]
  },
  asked(entry) {
    const cents = entry.amounts[field] as number | null
    if (cents === null) return [[ANY, 0]]
    const asked = askedKeys(cents, comparison).map(
      (key): Asked => [key, 0, cents === 0 || key === '0' ? 0 : 1],
    )
    return isOnAll ? asked : [...asked, [NONE, 0]]
  },
})

/** The entry that is most like one, and in how many boxes. */
export interface Target {
  readonly entry: Entry
  readonly equal: number
}

/**
 * Finds the entry with the most boxes, not zero, equal to one's: the rarest box is looked up first. Inside one source
 * only those that still count are found; entries are added by place, and of those alike in as many the first is found.
 */
export class BoxIndex {
  readonly #between: boolean
  readonly #lists = new Map<string, { entries: Entry[]; from: number }>()

  constructor(between: boolean) {
    this.#between = between
  }

  add(entry: Entry): void {
    for (const [field, cents] of entry.amounts.entries()) {
      if (cents === null || cents === 0) continue
      for (const comparison of this.#comparisons(entry, 'held')) {
        const key = `${field} ${comparison.held} ${comparison.asked} ${heldKey(cents, comparison)}`
        getOrCreate(this.#lists, key, () => ({ entries: [], from: 0 })).entries.push(entry)
      }
    }
  }

  /** Null where none has an equal box. */
  likest(entry: Entry): Target | null {
    const boxes = this.#boxes(entry)
    let best: Target | null = null
    // Who is in none of the boxes looked up so far has no more equal ones than are left.
    for (let i = 0; i < boxes.length && (best?.equal ?? 0) <= boxes.length - i; i++) {
      for (const { entries, from } of boxes[i] as { entries: Entry[]; from: number }[]) {
        for (let j = from; j < entries.length; j++) {
          const other = entries[j] as Entry
          if (!this.#between && !counts(other)) continue
          const equal = equalBoxes(entry, other, this.#between)
          if (best === null || equal > best.equal || (equal === best.equal && other.place < best.entry.place))
            best = { entry: other, equal }
          if (equal >= boxes.length - i) break
        }
      }
    }
    return best
  }

  #comparisons(entry: Entry, as: 'held' | 'asked'): Comparison[] {
    const { whole } = entry
    if (!this.#between) return [{ between: false, held: false, asked: false }]
    return [true, false].map(other =>
      as === 'held'
        ? { between: true, held: whole, asked: other }
        : { between: true, held: other, asked: whole },
    )
  }

  /** The lists of each box that an entry has, the shortest first; what no longer counts is dropped from their front. */
  #boxes(entry: Entry): { entries: Entry[]; from: number }[][] {
    const boxes: { entries: Entry[]; from: number }[][] = []
    for (const [field, cents] of entry.amounts.entries()) {
      if (cents === null || cents === 0) continue
      const lists = this.#comparisons(entry, 'asked').flatMap(comparison =>
        askedKeys(cents, comparison).flatMap(
          key => this.#lists.get(`${field} ${comparison.held} ${comparison.asked} ${key}`) ?? [],
        ),
      )
      if (!this.#between)
        for (const list of lists)
          while (list.from < list.entries.length && !counts(list.entries[list.from] as Entry)) list.from++
      boxes.push(lists)
    }
    const sizeOf = (lists: readonly { entries: Entry[]; from: number }[]): number =>
      lists.reduce((sum, { entries, from }) => sum + entries.length - from, 0)
    return boxes.sort((a, b) => sizeOf(a) - sizeOf(b))
  }
}
