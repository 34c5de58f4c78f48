import { getOrCreate } from '../core/lists.js'
import { boxesOf, boxTrait, type Equality } from './boxes.js'
import type { Entry } from './entry.js'
import { SPEAKS } from './identity.js'
import { partyTraits, type Trait, WHOLE } from './traits.js'

/** Up to so many documents are looked at one by one, which costs less than to tell them apart. */
export const FEW = 16

/** What is looked for. */
export interface Scope {
  /** Documents are compared as between sources. */
  readonly between: boolean
  /** By their parties: who is the same; who of these is most so; null where parties say nothing. */
  readonly parties: 'same' | 'best' | null
  /** Whose amounts are the same; who has most equal boxes; null where amounts say nothing. */
  readonly amounts: Equality | null
  /** Only those that still count. */
  readonly isLiving?: boolean
}

/** Equal documents: of one source, those that still count; between sources, any. */
export const EQUAL_INSIDE: Scope = { between: false, parties: 'same', amounts: 'same', isLiving: true }
export const EQUAL_BETWEEN: Scope = { between: true, parties: 'same', amounts: 'same' }

/** What tells documents apart, one after the other, and the most points that those from each on can give. */
export interface Route {
  readonly traits: readonly Trait[]
  readonly left: readonly number[]
  /** Before it 6 points are needed; from it on equal boxes are counted. */
  readonly gate: number
  /** What equal amounts give behind all traits. */
  readonly speaks: number
}

/** How the documents of one form and year are told apart. */
export class Layout {
  readonly few: number
  readonly #block: readonly Entry[]
  readonly #routes = new Map<Scope, Route>()
  #boxes: readonly number[] | null = null

  constructor(block: readonly Entry[], few: number) {
    this.#block = block
    this.few = few
  }

  route(scope: Scope): Route {
    return getOrCreate(this.#routes, scope, () => this.#newRoute(scope))
  }

  #newRoute({ between, parties, amounts }: Scope): Route {
    this.#boxes ??= boxesOf(this.#block)
    const boxes = amounts === null ? [] : this.#boxes.map(field => boxTrait(field, between, amounts))
    const rows = parties === null ? [] : partyTraits(between, parties === 'best')
    if (amounts === 'equal') {
      const left = [...leftOf(rows, 0).slice(0, -1), ...leftOf(boxes, 0)]
      return { traits: [...rows, ...boxes], left, gate: rows.length, speaks: 0 }
    }
    const speaks = between && parties !== null && amounts === 'same' ? SPEAKS : 0
    const whole = speaks > 0 && parties === 'same' ? [WHOLE] : []
    const traits = [...boxes, ...rows, ...whole]
    return { traits, left: leftOf(traits, speaks), gate: 0, speaks }
  }
}

/** The most points from each trait on, and what is behind all. */
function leftOf(traits: readonly Trait[], behind: number): number[] {
  const left = [behind]
  for (const { most } of traits.toReversed()) left.unshift(most + (left[0] as number))
  return left
}
