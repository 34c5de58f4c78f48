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

/** Those that a view puts under a key, or all where it is null; and what that gives to the score. */
export type Asked = readonly [view: View | null, key: string | number, points: number]

/** One thing that tells documents apart. What is not asked for is rejected; what gives most is asked for first. */
export interface Trait {
  /** The most points that it gives. */
  readonly most: number
  asked(entry: Entry): readonly Asked[]
}

/** Under this key stand those that say nothing. */
const NONE = ''

/** All, whatever they say. */
const ALL = (points = 0): Asked => [null, NONE, points]

/**
 * What rejects another value, by what the class says, which tells more than the document itself, which gives the points.
 * Who is asked says the same, or less, down to nothing.
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

/** What speaks for those that share it, and tells nobody apart. */
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

/** Where accounts tell none apart, an equal one speaks for them. */
const ACCOUNT = speaking(2, entry => entry.speaking)

const address: View = ({ entry }) => entry.address ?? NONE
const beginningOfAddress: View = ({ entry }) => cutAddress(entry.address ?? NONE)

/** Equal, or one is the other's first six characters: it lifts no score to 6, and only ranks. */
const ADDRESS: Trait = {
  most: 1,
  asked: ({ address: own }) =>
    own === null
      ? [ALL()]
      : [[address, own, 1], [beginningOfAddress, own, 1], [address, cutAddress(own), 1], ALL()],
}

/** Whole entries. */
const WHOLE = speaking(EQUAL, ({ contents }) => contents)

/** The traits of the parties: those that may reject, then the others. */
const partyTraits = (between: boolean, ranks: boolean): readonly Trait[] => [
  ...MOST.map((_, at) => rejecting(at, between)),
  NAME,
  ACCOUNT,
  ...(ranks ? [ADDRESS] : []),
]

/** The boxes in which any document of one form and year has money, those that tell most apart first. */
function boxesOf(block: readonly Entry[]): readonly number[] {
  const { amounts: first } = block[0] as Entry
  const sizes = first.map((_, field) => new Set(block.map(({ amounts }) => amounts[field])).size)
  const sizeOf = (field: number): number => sizes[field] as number
  const filled = [...sizes.keys()].filter(field => sizeOf(field) > 1 || first[field])
  return filled.sort((a, b) => sizeOf(b) - sizeOf(a))
}

const dollarsOf = (cents: number): number => Math.floor(cents / 100)

/**
 * One box: amounts that do not contradict one's own; `counts`, equal ones that are not zero, a point each. Documents in whole
 * dollars stand apart from those with cents, which are compared with them by their dollars.
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
  // To the cent; dollars, and what lies between two.
  const [exact, around] = [viewOf(true), viewOf(false)]
  /** The keys of all amounts that are the same as one between sources. */
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
      // A document without money has the amounts of those without money.
      if (cents === null) return [!counts && hasNoMoney(entry) ? [exact, NONE, 0] : ALL()]
      const view = between && entry.whole ? around : exact
      const keys = between ? keysOf(cents, entry.whole) : [cents]
      if (!counts) return [...keys, NONE].map((key): Asked => [view, key, 0])
      const others = cents === 0 ? [] : keys.filter(key => key !== 0 && key !== '$0')
      return [...others.map((key): Asked => [view, key, 1]), ALL()]
    },
  }
}

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
  readonly isFew: boolean
  readonly #routes = new Map<Scope, readonly Route[]>()
  #boxes: readonly number[] | null = null

  constructor(
    private readonly block: readonly Entry[],
    readonly few: number,
  ) {
    this.isFew = block.length <= few
  }

  /** The ways to all that may be meant. */
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
