import { areDifferent, isFull, lastFour, masked } from '../core/identifier.js'
import { amountsSpeak } from './amounts.js'
import type { Entry } from './entry.js'
import { accountTells, EQUAL, isCutName, SAME, SPEAKS, scoreParties } from './identity.js'
import { contentsText } from './order.js'

/** What may reject, null where nothing is said: issuer, recipient, the account where it tells apart, unique identifier. */
export type Core = readonly (string | null)[]

/** How many of them are identifiers, which may be masked. */
const IDS = 2

export const coreOf = (entry: Entry, between: boolean): Core => [
  entry.document.issuer.id,
  between ? entry.document.recipient.id : entry.recipientHere,
  accountTells(entry) ? entry.account : null,
  entry.uniqueId,
]

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
  let joint: (string | null)[] | null = null
  for (let i = 0; i < a.length; i++) {
    const x = a[i] as string | null
    const y = b[i] as string | null
    if (x === y || y === null || (x !== null && (i >= IDS || isFull(x)))) continue
    joint ??= [...a]
    joint[i] = y
  }
  return joint ?? a
}

/** What an index holds: a document, and what is known of its class, which rejects more than the document alone. */
export interface Held<T> {
  readonly entry: Entry
  /** Null where it is no more than the document's own. */
  readonly core: Core | null
  readonly value: T
  /** It stands in the index again, since more is known of its class. */
  isOver: boolean
}

/** A key that is asked for, what it gives to the score, and 1 where it is an amount that is not zero. */
export type Asked = readonly [key: string, points: number, box?: number]

/** One thing that tells documents apart: the keys under which one stands, and those that are asked for it, the best first. */
export interface Trait {
  /** What one asks with; what is equal on all tells none apart. */
  valueOf(entry: Entry): string | number | null
  held(held: Held<unknown>): readonly string[]
  asked(entry: Entry): readonly Asked[]
  /** The most points that it gives. */
  readonly most: number
}

/** All, whatever they say. Behind other keys it stands for the rest of all. */
export const ANY = 'any'
/** Those that say nothing. */
export const NONE = 'none'

/** How much of an identifier is said. */
const tellOf = (id: string | null): string => (id === null ? '0' : isFull(id) ? 'f' : 'm')

/** The identifiers are held as their class says them, and as they say themselves: the class rejects, they give points. */
function idTrait(at: number, between: boolean, askers: readonly Entry[]): Trait {
  const sayOf = (entry: Entry): string | null => coreOf(entry, between)[at] ?? null
  const tells = new Set(askers.map(entry => tellOf(sayOf(entry))))
  return {
    valueOf: sayOf,
    most: 4,
    held({ entry, core }) {
      const said = core === null ? sayOf(entry) : (core[at] ?? null)
      const own = tellOf(sayOf(entry))
      const keys = tells.has('0') ? [ANY] : []
      if (said === null) return [...keys, NONE]
      if (tells.has('f')) keys.push(`${said} ${own}`)
      if (tells.has('m')) keys.push(`${lastFour(said)} ${own === '0' ? '0' : ''}`)
      return keys
    },
    asked(entry) {
      const id = sayOf(entry)
      if (id === null) return [[ANY, 0]]
      if (!isFull(id)) return [[`${lastFour(id)} `, 2], [`${lastFour(id)} 0`, 0], [NONE, 0]] // biome-ignore format: a table
      const cut = masked(id)
      return [[`${id} f`, 4], [`${id} m`, 2], [`${cut} m`, 2], [`${id} 0`, 0], [`${cut} 0`, 0], [NONE, 0]] // biome-ignore format: a table
    },
  }
}

/** Another value rejects. */
function tellingTrait(at: number, points: number, askers: readonly Entry[]): Trait {
  const sayOf = (entry: Entry): string | null => coreOf(entry, true)[at] ?? null
  const anyAsked = askers.some(entry => sayOf(entry) === null)
  return {
    valueOf: sayOf,
    most: points,
    held({ entry, core }) {
      const said = core === null ? sayOf(entry) : (core[at] ?? null)
      const key = said === null ? NONE : `is ${said}${sayOf(entry) === null ? ' 0' : ''}`
      return anyAsked ? [key, ANY] : [key]
    },
    asked(entry) {
      const value = sayOf(entry)
      return value === null ? [[ANY, 0]] : [[`is ${value}`, points], [`is ${value} 0`, 0], [NONE, 0]] // biome-ignore format: a table
    },
  }
}

/** Two names are compatible where they are equal, or begin alike and one of them is cut. */
const NAME: Trait = {
  valueOf: entry => entry.name,
  most: 2,
  held: ({ entry: { name } }) => (name === null ? [NONE, ANY] : [...heldNames(name), ANY]),
  asked: ({ name }) =>
    name === null ? [[ANY, 0]] : [...askedNames(name).map((key): Asked => [key, 2]), [NONE, 0], [ANY, -2]],
}

/** The keys of a name. */
export const heldNames = (name: string): string[] => {
  const four = name.slice(0, 4).trimEnd()
  return [`four ${four}`, isCutName(name) ? `cut ${four}` : `name ${name}`]
}

/** The keys of all names that are compatible with one, each in one of them. */
export const askedNames = (name: string): string[] => {
  const four = name.slice(0, 4).trimEnd()
  return isCutName(name) ? [`four ${four}`] : [`name ${name}`, `cut ${four}`]
}

/** What speaks for those that share it, and tells nobody apart. */
const speakingTrait = (points: number, sayOf: (entry: Entry) => string | null): Trait => ({
  valueOf: sayOf,
  most: points,
  held({ entry }) {
    const said = sayOf(entry)
    return said === null ? [ANY] : [`is ${said}`, ANY]
  },
  asked(entry) {
    const said = sayOf(entry)
    return said === null ? [[ANY, 0]] : [[`is ${said}`, points], [ANY, 0]] // biome-ignore format: a table
  },
})

/** Where accounts tell none apart, an equal one speaks for them. */
const ACCOUNT = speakingTrait(2, entry => (accountTells(entry) ? null : entry.account))

/** Equal, or one is the other's first six characters. */
const ADDRESS: Trait = {
  valueOf: entry => entry.address,
  most: 1,
  held: ({ entry: { address } }) =>
    address === null ? [ANY] : [`is ${address}`, `six ${six(address)}`, ANY],
  asked: ({ address }) =>
    address === null ? [[ANY, 0]] : [[`is ${address}`, 1], [`six ${address}`, 1], [`is ${six(address)}`, 1], [ANY, 0]], // biome-ignore format: a table
}

const six = (address: string): string => address.slice(0, 6).trimEnd()

/** Another source's only, or one's own only. */
export const sourceTrait = (source: 'own' | 'others'): Trait => ({
  valueOf: ({ record }) => record.id,
  most: 0,
  held: ({ entry: { record } }) => (source === 'own' ? [`is ${record.id}`] : [`is ${record.id}`, ANY]),
  asked: ({ record }) =>
    source === 'own' ? [[`is ${record.id}`, 0]] : [[`is ${record.id}`, NEVER], [ANY, 0]], // biome-ignore format: a table
})

/** Less than any score that is no REJECT, and than what is asked for. */
const NEVER = -1000

/** Whole entries, where parties and amounts do not say that equal ones are the same. */
export function wholeTrait(all: readonly Entry[]): Trait {
  const isWeak = (entry: Entry): boolean =>
    scoreParties(entry, entry, true) + (amountsSpeak(entry, entry) ? SPEAKS : 0) < SAME
  const counts = new Map<string, number>()
  const weak = new Set(all.filter(isWeak))
  for (const entry of weak) counts.set(contentsText(entry), (counts.get(contentsText(entry)) ?? 0) + 1)
  return speakingTrait(EQUAL, entry => {
    const text = weak.has(entry) ? contentsText(entry) : null
    return text !== null && (counts.get(text) ?? 0) > 1 ? text : null
  })
}

/** The traits of the parties: those that may reject, the others; an address lifts no score to 6, and only ranks. */
export const partyTraits = (askers: readonly Entry[], between: boolean, ranks: boolean): readonly Trait[] => [
  idTrait(0, between, askers),
  idTrait(1, between, askers),
  tellingTrait(2, 2, askers),
  tellingTrait(3, 10, askers),
  NAME,
  ACCOUNT,
  ...(ranks ? [ADDRESS] : []),
]
