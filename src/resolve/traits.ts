import { askedNames, cutAddress, heldNames, isCutName } from '../core/cut-text.js'
import { isFull, lastFour, masked } from '../core/identifier.js'
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
export const NONE = ''

/** All, whatever they say. */
export const ALL = (points = 0): Asked => [null, NONE, points]

/** What rejects another value: what the class says is the key, with what the document says itself, which gives the points. */
function rejecting(at: number, between: boolean): Trait {
  const most = MOST[at] as number
  const own = (entry: Entry): string => coreOf(entry, between)[at] ?? NONE
  const whole: View = ({ core, entry }) => `${core[at] ?? NONE} ${own(entry)}`
  const four: View = ({ core, entry }) => `${core[at]?.slice(5) ?? NONE} ${own(entry) && 'own'}`
  return {
    most,
    asked(entry) {
      const value = own(entry)
      if (value === NONE) return [ALL()]
      const keys = (...all: [key: string, points: number][]): Asked[] => all.map(each => [whole, ...each])
      if (at >= IDS) return keys([`${value} ${value}`, most], [`${value} `, 0], [' ', 0])
      const end = lastFour(value)
      if (!isFull(value))
        return [
          [four, `${end} own`, 2],
          [four, `${end} `, 0],
          [four, ' ', 0],
        ]
      const cut = masked(value)
      const said = keys([`${value} ${value}`, most], [`${value} ${cut}`, 2], [`${cut} ${cut}`, 2])
      return [...said, ...keys([`${value} `, 0], [`${cut} `, 0], [' ', 0])]
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
