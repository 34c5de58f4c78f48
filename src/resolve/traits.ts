import { askedNames, cutAddress, heldNames, isCutName } from '../core/cut-text.js'
import { isFull, lastFour, masked } from '../core/identifier.js'
import { hasNoMoney } from './amounts.js'
import type { View } from './document-node.js'
import { coreOf, type Entry } from './entry.js'
import { EQUAL, IDS, MOST } from './identity.js'

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
export const WHOLE = speaking(EQUAL, ({ contents }) => contents)

/** The traits of the parties: those that may reject, then the others. */
export const partyTraits = (between: boolean, ranks: boolean): readonly Trait[] => [
  ...MOST.map((_, at) => rejecting(at, between)),
  NAME,
  ACCOUNT,
  ...(ranks ? [ADDRESS] : []),
]

/** The boxes in which any document of one form and year has money, those that tell most apart first. */
export function boxesOf(block: readonly Entry[]): readonly number[] {
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
export function boxTrait(field: number, between: boolean, counts: boolean): Trait {
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
