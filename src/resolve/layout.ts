import { getOrCreate } from '../core/lists.js'
import type { Entry } from './entry.js'
import { SPEAKS } from './identity.js'
import { boxesOf, boxTrait, partyTraits, type Trait, WHOLE } from './traits.js'

/** Up to so many documents are looked at one by one, which costs less than to tell them apart. */
export const FEW = 16

/** What is looked for. */
export interface Scope {
  /** Documents are compared as between sources. */
  readonly between: boolean
  /** Whose parties give 6 points, with what else speaks for them. */
  readonly parties: boolean
  /** Whose amounts are the same; who has most equal boxes; or amounts only speak for one document, where they are the same. */
  readonly amounts: 'same' | 'equal' | 'speak'
  /** Only those that still count. */
  readonly isLiving?: boolean
}

/** Equal documents: of one source, those that still count; between sources, any. */
export const EQUAL_INSIDE: Scope = { between: false, parties: true, amounts: 'same', isLiving: true }
export const EQUAL_BETWEEN: Scope = { between: true, parties: true, amounts: 'same' }

/** What tells documents apart, one after the other. */
export interface Route {
  readonly traits: readonly Trait[]
  /** The most points that the traits from each on can give, with what comes behind all. */
  readonly left: readonly number[]
  /** What equal amounts give behind all traits; null where amounts are not asked for. */
  readonly speaks: number | null
  /** What is asked of those that have 6 points, whose own points count then. */
  readonly behind: Route | null
}

/** How the documents of one form and year are told apart. */
export class Layout {
  readonly few: number
  readonly isFew: boolean
  readonly #block: readonly Entry[]
  readonly #routes = new Map<Scope, readonly Route[]>()
  #boxes: readonly number[] | null = null

  constructor(block: readonly Entry[], few: number) {
    this.#block = block
    this.few = few
    this.isFew = block.length <= few
  }

  /** The ways to all that may be meant. */
  routes(scope: Scope): readonly Route[] {
    return getOrCreate(this.#routes, scope, () => this.#newRoutes(scope))
  }

  #newRoutes({ between, parties, amounts }: Scope): Route[] {
    this.#boxes ??= boxesOf(this.#block)
    const boxes = this.#boxes.map(field => boxTrait(field, between, amounts === 'equal'))
    const rows = parties ? partyTraits(between, amounts === 'speak') : []
    if (amounts === 'equal') return [parties ? routeOf(rows, null, routeOf(boxes)) : routeOf(boxes)]
    const isSpoken = between && parties
    const same = routeOf(
      [...boxes, ...rows, ...(isSpoken && amounts === 'same' ? [WHOLE] : [])],
      isSpoken ? SPEAKS : 0,
    )
    return amounts === 'same' ? [same] : [routeOf(rows), same]
  }
}

function routeOf(traits: readonly Trait[], speaks: number | null = null, behind: Route | null = null): Route {
  const left = [speaks ?? 0]
  for (const { most } of traits.toReversed()) left.unshift(most + (left[0] as number))
  return { traits, left, speaks, behind }
}
