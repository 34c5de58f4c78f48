import { isFull, lastFour, masked } from '../core/identifier.js'
import { getOrCreate } from '../core/lists.js'
import {
  askedNames,
  cutAddress,
  EQUAL,
  hasNoMoney,
  heldNames,
  IDS,
  isCutName,
  MOST,
  SPEAKS,
} from './compare.js'
import type { View } from './document-node.js'
import { coreOf, type Entry } from './entry.js'

/**
 * A key that a search looks under, with the points for the documents there. If the key function is null, all documents match.
 */
export type Asked = readonly [view: View | null, key: string | number, points: number]

/**
 * One thing that distinguishes documents, such as an identifier or a box. Documents under no queried key are rejected.
 * The query with the most points comes first.
 */
export interface Trait {
  /** The most points that the trait can give. */
  readonly most: number
  asked(entry: Entry): readonly Asked[]
}

/** The key of documents without a value. */
const NONE = ''

/** Matches all documents. */
const ALL = (points = 0): Asked => [null, NONE, points]

/**
 * Makes the trait of a value that rejects a different one. A document is filed under two values: the value of its class, which
 * may reject, and its own value, which gives the points. Its own value is the same as that of the class or less specific
 * (masked or absent), so only these combinations are queried.
 */
function rejecting(at: number, between: boolean): Trait {
  const most = MOST[at] as number
  const own = (entry: Entry): string => coreOf(entry, between)[at] ?? NONE
  const whole: View = ({ core, entry }) => `${core[at] ?? NONE} ${own(entry)}`
  const four: View = ({ core, entry }) => `${lastFour(core[at] ?? NONE)} ${lastFour(own(entry))}`
  return {
    most,
    asked(entry) {
      const value = own(entry)
      if (value === NONE) return [ALL()]
      const isId = at < IDS
      const isMasked = isId && !isFull(value)
      const values = isMasked ? [lastFour(value), NONE] : isId ? [value, masked(value), NONE] : [value, NONE]
      const points = isMasked ? [2, 0] : isId ? [most, 2, 0] : [most, 0]
      return values.flatMap((said, i) =>
        values
          .slice(i)
          .map((less, j): Asked => [isMasked ? four : whole, `${said} ${less}`, points[i + j] as number]),
      )
    },
  }
}

const beginning: View = ({ entry: { name } }) => (name === null ? NONE : heldNames(name)[0])
const wholeName: View = ({ entry: { name } }) => (name === null ? NONE : heldNames(name)[1])

const NAME: Trait = {
  most: 2,
  asked({ name }) {
    if (name === null) return [ALL()]
    const view = isCutName(name) ? beginning : wholeName
    return [...askedNames(name).map((key): Asked => [view, key, 2]), [view, NONE, 0], ALL(-2)]
  },
}

/** Makes a trait that adds points for an equal value and rejects nothing. */
function speaking(points: number, say: (entry: Entry) => string | null): Trait {
  const view: View = ({ entry }) => say(entry) ?? NONE
  return {
    most: points,
    asked(entry) {
      const said = say(entry)
      return said === null ? [ALL()] : [[view, said, points], ALL()]
    },
  }
}

/** The account of forms whose accounts do not distinguish documents. */
const ACCOUNT = speaking(2, entry => entry.speaking)

const address: View = ({ entry }) => entry.address ?? NONE
const beginningOfAddress: View = ({ entry }) => cutAddress(entry.address ?? NONE)

/** The address: equal, or cut to six characters. It raises no score to 6, so it only ranks. */
const ADDRESS: Trait = {
  most: 1,
  asked: ({ address: own }) =>
    own === null
      ? [ALL()]
      : [[address, own, 1], [beginningOfAddress, own, 1], [address, cutAddress(own), 1], ALL()],
}

/** Complete entries. */
const WHOLE = speaking(EQUAL, ({ contents }) => contents)

/** Lists the traits of the parties: first those that may reject, then the others. */
const partyTraits = (between: boolean, ranks: boolean): readonly Trait[] => [
  ...MOST.map((_, at) => rejecting(at, between)),
  NAME,
  ACCOUNT,
  ...(ranks ? [ADDRESS] : []),
]

/** Lists the boxes in which any document of the block has money. Those with the most different amounts come first. */
function boxesOf(block: readonly Entry[]): readonly number[] {
  const { amounts: first } = block[0] as Entry
  const sizes = first.map((_, field) => new Set(block.map(({ amounts }) => amounts[field])).size)
  const sizeOf = (field: number): number => sizes[field] as number
  const filled = [...sizes.keys()].filter(field => sizeOf(field) > 1 || first[field])
  return filled.sort((a, b) => sizeOf(b) - sizeOf(a))
}

const dollarsOf = (cents: number): number => Math.floor(cents / 100)

/**
 * Makes the trait of one box. It matches amounts that do not contradict the given one. If `counts`, an equal amount that is not
 * zero gives a point. Documents in whole dollars have keys of their own, because they match amounts with cents by their
 * dollars.
 */
function boxTrait(field: number, between: boolean, counts: boolean): Trait {
  const centsOf = ({ amounts }: Entry): number | null => amounts[field] as number | null
  const viewOf =
    (isExact: boolean): View =>
    ({ entry }) => {
      const cents = centsOf(entry)
      if (cents === null) return NONE
      if (between && entry.whole) return `$${cents / 100}`
      return isExact ? cents : cents % 100 === 0 ? cents / 100 : `${dollarsOf(cents)}+`
    }
  // Exact keys are in cents. Rounded keys are whole dollars, or the dollars below an amount with cents.
  const [exact, around] = [viewOf(true), viewOf(false)]
  /** Returns the keys of all amounts that equal one between sources. */
  function keysOf(cents: number, isWhole: boolean): readonly (string | number)[] {
    const dollars = dollarsOf(cents)
    if (isWhole)
      return [`$${dollars}`, `$${dollars - 1}`, `$${dollars + 1}`, dollars, `${dollars}+`, `${dollars - 1}+`]
    return cents % 100 === 0 ? [cents, `$${dollars}`] : [cents, `$${dollars}`, `$${dollars + 1}`]
  }
  return {
    most: counts ? 1 : 0,
    asked(entry) {
      const cents = centsOf(entry)
      // Only documents without money have the same amounts as a document without money.
      if (cents === null) return [!counts && hasNoMoney(entry) ? [exact, NONE, 0] : ALL()]
      const view = between && entry.whole ? around : exact
      const keys = between ? keysOf(cents, entry.whole) : [cents]
      if (!counts) return [...keys, NONE].map((key): Asked => [view, key, 0])
      const others = cents === 0 ? [] : keys.filter(key => key !== 0 && key !== '$0')
      return [...others.map((key): Asked => [view, key, 1]), ALL()]
    },
  }
}

/** Up to this number, comparing documents one by one is faster than dividing them by traits. */
export const FEW = 16

/** The conditions of a search. */
export interface Scope {
  /** True if documents are compared as between sources. */
  readonly between: boolean
  /** True if the parties must score at least 6, together with the other points. */
  readonly parties: boolean
  /**
   * `same`: the amounts must be the same. `equal`: the document with the most equal boxes is searched. `speak`: the same
   * amounts only add points.
   */
  readonly amounts: 'same' | 'equal' | 'speak'
  /** True if only documents that still count can match. */
  readonly isLiving?: boolean
}

/** Conditions for equal documents: within one source those that still count, between sources all. */
export const EQUAL_INSIDE: Scope = { between: false, parties: true, amounts: 'same', isLiving: true }
export const EQUAL_BETWEEN: Scope = { between: true, parties: true, amounts: 'same' }

/** The traits that a search applies, in their order. */
export interface Route {
  readonly traits: readonly Trait[]
  /** For each trait: the most points that it and everything after it can give. */
  readonly left: readonly number[]
  /** Points for the same amounts at the end of the route; null if amounts are not compared. */
  readonly speaks: number | null
  /** The route that continues for documents with at least 6 points. Only its points are then the score. */
  readonly behind: Route | null
}

/** The routes for one block, which is the documents of one form and year. All indexes of the block share them. */
export class Layout {
  readonly isFew: boolean
  readonly #routes = new Map<Scope, readonly Route[]>()
  #boxes: readonly number[] | null = null

  constructor(
    private readonly block: readonly Entry[],
    readonly few: number,
  ) {
    this.isFew = block.length <= few
  }

  /** Returns the routes that together reach every document that may match. */
  routes(scope: Scope): readonly Route[] {
    return getOrCreate(this.#routes, scope, () => this.#newRoutes(scope))
  }

  #newRoutes({ between, parties, amounts }: Scope): Route[] {
    this.#boxes ??= boxesOf(this.block)
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
