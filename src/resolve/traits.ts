import { areDifferent, isFull, lastFour, masked } from '../core/identifier.js'
import type { Entry } from './entry.js'
import { accountTells, EQUAL, isCutName } from './identity.js'
import { contentsText } from './order.js'

/** What may reject, null where nothing is said: issuer, recipient, the account where it tells apart, unique identifier. */
export type Core = readonly (string | null)[]

const SAYS: readonly ((entry: Entry, between: boolean) => string | null)[] = [
  ({ document }) => document.issuer.id,
  ({ document, recipientHere }, between) => (between ? document.recipient.id : recipientHere),
  entry => (accountTells(entry) ? entry.account : null),
  ({ uniqueId }) => uniqueId,
]

/** How many of them are identifiers, which may be masked. */
const IDS = 2

export const coreOf = (entry: Entry, between: boolean): Core => SAYS.map(say => say(entry, between))

/** True where one cannot be the other's. */
export function contradict(a: Core, b: Core): boolean {
  for (let i = 0; i < a.length; i++) {
    const x = a[i] as string | null
    const y = b[i] as string | null
    if (x !== y && x !== null && y !== null && (i >= IDS || areDifferent(x, y))) return true
  }
  return false
}

/** What two that do not contradict each other say together; the first itself where the other adds nothing. */
export function joinCores(a: Core, b: Core): Core {
  const joint = a.map((x, i) => (x === null || (i < IDS && !isFull(x)) ? (b[i] ?? x) : x))
  return joint.every((x, i) => x === a[i]) ? a : joint
}

/** What an index holds: a document, and what it, or its class, says, which rejects more than the document alone. */
export interface Held<T> {
  readonly entry: Entry
  readonly core: Core
  readonly value: T
  /** It stands in the index again, since more is known of its class. */
  isOver: boolean
}

/** A way to tell documents apart: the key under which one stands. */
export type View = (held: Held<unknown>) => string | number

/** Those that a view puts under a key, or all where it is null; and what that gives to the score. */
export type Asked = readonly [view: View | null, key: string | number, points: number]

/** One thing that tells documents apart. What is not asked for is rejected; what gives most is asked for first. */
export interface Trait {
  /** The most points that it gives. */
  readonly most: number
  asked(entry: Entry, sources: Sources): readonly Asked[]
}

/** Those of all sources; of one's own; of others. */
export type Sources = 'all' | 'own' | 'others'

/** Under this key stand those that say nothing. */
export const NONE = ''

/** All, whatever they say. */
export const ALL = (points = 0): Asked => [null, NONE, points]

/** What rejects another value: the class's is the key, with what the document says itself, which gives the points. */
function rejecting(at: number, between: boolean): Trait {
  const own = (entry: Entry): string | null => SAYS[at]?.(entry, between) ?? null
  const most = [4, 4, 2, 10][at] as number
  const whole: View = ({ core, entry }) => `${core[at] ?? NONE} ${kindOf(own(entry))}`
  const four: View = ({ core, entry }) => `${core[at]?.slice(5) ?? NONE} ${kindOf(own(entry))}`
  const asked = (view: View, said: string, points: readonly number[]): Asked[] =>
    KINDS.map((kind, i) => [view, `${said} ${kind}`, points[i] as number])
  return {
    most,
    asked(entry) {
      const value = own(entry)
      if (value === null) return [ALL()]
      if (at >= IDS || isFull(value)) {
        const more = at < IDS ? asked(whole, masked(value), [2, 2, 0]) : []
        return [...asked(whole, value, [most, at < IDS ? 2 : most, 0]), ...more, [whole, ' ', 0]]
      }
      return [...asked(four, lastFour(value), [2, 2, 0]), [four, ' ', 0]]
    },
  }
}

/** How much of a value is said. */
const KINDS = ['full', 'cut', '']
const kindOf = (value: string | null): string =>
  value === null ? '' : value.startsWith('X') ? 'cut' : 'full'

/** The keys of a name: its beginning, and all of it, or that it is cut. */
export const heldNames = (name: string): [string, string] => {
  const four = name.slice(0, 4).trimEnd()
  return [`four ${four}`, isCutName(name) ? `cut ${four}` : `name ${name}`]
}

/** The keys of all names that are compatible with one, each in one of them: equal, or they begin alike and one is cut. */
export const askedNames = (name: string): string[] => {
  const four = name.slice(0, 4).trimEnd()
  return isCutName(name) ? [`four ${four}`] : [`name ${name}`, `cut ${four}`]
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
const ACCOUNT = speaking(2, entry => (accountTells(entry) ? null : entry.account))

const address: View = ({ entry }) => entry.address ?? NONE
const cutAddress: View = ({ entry }) => six(entry.address ?? NONE)
const six = (text: string): string => text.slice(0, 6).trimEnd()

/** Equal, or one is the other's first six characters: it lifts no score to 6, and only ranks. */
const ADDRESS: Trait = {
  most: 1,
  asked: ({ address: own }) =>
    own === null ? [ALL()] : [[address, own, 1], [cutAddress, own, 1], [address, six(own), 1], ALL()], // biome-ignore format: a table
}

const record: View = ({ entry }) => entry.record.id

/** Less than any score that is no REJECT, and than what is asked for. */
const NEVER = -1000

/** One's own source, or, where they are counted, others. */
export const SOURCE: Trait = {
  most: 0,
  asked({ record: { id } }, sources) {
    if (sources === 'all') return [ALL()]
    return sources === 'own' ? [[record, id, 0]] : [[record, id, NEVER], ALL()]
  },
}

/** Whole entries, where any is equal to another. */
export function wholeTrait(block: readonly Entry[]): Trait {
  const texts = new Map<string, number>()
  for (const entry of block) texts.set(contentsText(entry), (texts.get(contentsText(entry)) ?? 0) + 1)
  return speaking(EQUAL, entry => {
    const text = contentsText(entry)
    return (texts.get(text) ?? 0) > 1 ? text : null
  })
}

/** The traits of the parties: those that may reject, then the others. */
export const partyTraits = (between: boolean, ranks: boolean): readonly Trait[] => [
  ...SAYS.map((_, at) => rejecting(at, between)),
  NAME,
  ACCOUNT,
  ...(ranks ? [ADDRESS] : []),
]
