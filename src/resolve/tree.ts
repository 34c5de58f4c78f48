import { amountsSpeak, equalBoxes, sameAmounts } from './amounts.js'
import type { Entry } from './entry.js'
import { REJECT, SPEAKS } from './identity.js'
import { ANY, type Asked, type Held, type Trait } from './traits.js'

/** Below every score that is no REJECT. */
export const ANY_SCORE = -100

/** Those that nothing has told apart so far. */
export class Node<T> {
  items: Held<T>[]
  /** From here on they are found: those before no longer count. */
  from = 0
  parts: Map<string, Node<T>> | null = null

  // Most hold one alone, and a list that grows takes more memory.
  constructor(items: Held<T>[]) {
    this.items = items
  }
}

/**
 * What is met in a search: those of a node with the score that parties and amounts give each; null where they are few, or
 * too various to say, and each is to be looked at.
 */
export type Meet<T> = (node: Node<T>, score: number | null) => void

/** How documents are told apart. */
export interface Plan {
  readonly traits: readonly Trait[]
  /** What all have in common: the points of that, and the boxes that are not zero. */
  readonly points: number
  readonly boxes: number
  /** Equal amounts speak. */
  readonly speaks: boolean
  /** Those that no trait tells apart are alike to who asks. */
  readonly isExact: boolean
  readonly few: number
}

/** Documents by what tells them apart, a trait at a time, and only where many stand together. */
export class Tree<T> {
  readonly #root = new Node<T>([])
  readonly #plan: Plan
  /** The most points that the traits from each on can give. */
  readonly #left: number[]

  constructor(plan: Plan) {
    this.#plan = plan
    this.#left = [plan.speaks ? SPEAKS : 0]
    for (const { most } of plan.traits.toReversed()) this.#left.unshift((this.#left[0] as number) + most)
  }

  add(held: Held<T>): void {
    const keys = this.#keys(trait => trait.held(held))
    this.#addTo(this.#root, held, 0, keys)
  }

  #addTo(node: Node<T>, held: Held<T>, depth: number, keys: (depth: number) => readonly string[]): void {
    if (node.parts === null) {
      node.items.push(held)
      if (node.items.length <= this.#plan.few || depth === this.#plan.traits.length) return
      node.parts = new Map()
      for (const each of node.items)
        this.#post(node.parts, each, depth, each === held ? keys : this.#keys(trait => trait.held(each)))
      node.items = []
    } else this.#post(node.parts, held, depth, keys)
  }

  #post(
    parts: Map<string, Node<T>>,
    held: Held<T>,
    depth: number,
    keys: (depth: number) => readonly string[],
  ): void {
    for (const key of keys(depth)) {
      const part = parts.get(key)
      if (part === undefined) parts.set(key, new Node([held]))
      else this.#addTo(part, held, depth + 1, keys)
    }
  }

  /** What each trait says, worked out once. */
  #keys<K>(keysOf: (trait: Trait) => K): (depth: number) => K {
    const known: K[] = []
    return depth => {
      let keys = known[depth]
      if (keys === undefined) {
        keys = keysOf(this.#plan.traits[depth] as Trait)
        known[depth] = keys
      }
      return keys
    }
  }

  /** The score of those that all traits have told apart; null where each is to be looked at. */
  #scoreOf(depth: number, points: number, boxes: number): number | null {
    const { isExact, speaks, traits } = this.#plan
    if (depth < traits.length || !isExact) return null
    return points + (speaks && boxes >= 2 ? SPEAKS : 0)
  }

  /** Meets all that may score so much; `least` may rise meanwhile. */
  visit(entry: Entry, least: { readonly score: number }, meet: Meet<T>): void {
    const asked = this.#keys(trait => trait.asked(entry))
    const walk = (node: Node<T>, depth: number, points: number, boxes: number): void => {
      if (points + (this.#left[depth] as number) < least.score) return
      if (node.parts === null) {
        const score = this.#scoreOf(depth, points, boxes)
        if (score === null || score >= least.score) meet(node, score)
        return
      }
      for (const [key, more, box = 0] of asked(depth)) {
        const part = node.parts.get(key)
        if (part !== undefined) walk(part, depth + 1, points + more, boxes + box)
      }
    }
    walk(this.#root, 0, this.#plan.points, this.#plan.boxes)
  }

  /** How many score so much and have an equal box that is not zero. */
  count(entry: Entry, least: number): number {
    const asked = this.#keys(trait => trait.asked(entry))
    const walk = (node: Node<T>, depth: number, points: number, boxes: number): number => {
      if (points + (this.#left[depth] as number) < least) return 0
      if (node.parts === null) {
        const score = this.#scoreOf(depth, points, boxes)
        if (score !== null) return boxes > 0 && score >= least ? node.items.length : 0
        return node.items.filter(each => points + this.#pointsOf(each, entry, depth, asked) >= least).length
      }
      const walkTo = ([key, , box = 0]: Asked, more: number): number => {
        const part = node.parts?.get(key)
        return part === undefined ? 0 : walk(part, depth + 1, points + more, boxes + box)
      }
      const keys = asked(depth)
      const rest = keys.find(([key]) => key === ANY)
      // Where all that do not reject count, they stand under one key.
      const others =
        least === ANY_SCORE && keys.every(([, more]) => more > ANY_SCORE) && rest
          ? []
          : keys.filter(each => each !== rest)
      const found = others.map(
        each => walkTo(each, each[1]) - (rest === undefined ? 0 : walkTo(each, rest[1])),
      )
      return found.reduce((sum, each) => sum + each, rest === undefined ? 0 : walkTo(rest, rest[1]))
    }
    return walk(this.#root, 0, this.#plan.points, this.#plan.boxes)
  }

  /** What the traits from one on and the amounts give to one that they need not tell apart. */
  #pointsOf(held: Held<T>, entry: Entry, from: number, asked: (depth: number) => readonly Asked[]): number {
    if (!sameAmounts(entry, held.entry, true) || equalBoxes(entry, held.entry, true) === 0) return REJECT
    let points = amountsSpeak(entry, held.entry) ? SPEAKS : 0
    for (let depth = from; depth < this.#plan.traits.length; depth++) {
      const keys = (this.#plan.traits[depth] as Trait).held(held)
      points += asked(depth).find(([key]) => keys.includes(key))?.[1] ?? REJECT
    }
    return points
  }
}
