import { isFull, lastFour } from '../core/identifier.js'
import { addTo, heldOr } from '../core/lists.js'
import type { Entry } from './entry.js'
import { accountTells, isCutName, REJECT, SAME_ACCOUNT, scoreCores } from './identity.js'

/** Entries with the same of all that may reject, in parts by name. */
interface Core<T> {
  readonly entry: Entry
  readonly parts: Map<string, T>
}

const ANY = 'any'
const NONE = 'none'

/** Up to so many cores are looked at one by one. */
const MOST_CORES = 8

/** What may reject, null where the entry says nothing: issuer, recipient, the account where it tells apart, unique identifier. */
function traitsOf(entry: Entry, between: boolean): readonly (string | null)[] {
  const { issuer, recipient } = entry.document
  const account = accountTells(entry) ? entry.account : null
  return [issuer.id, between ? recipient.id : entry.recipientHere, account, entry.uniqueId]
}

/** The identifiers among the traits, which may be masked. */
const IDS = 2

function maskOf(traits: readonly (string | null)[]): number {
  let mask = 0
  for (let i = 0; i < traits.length; i++) if (traits[i] !== null) mask |= 1 << i
  return mask
}

/** Which traits those have that an index will be asked for, each combination once. */
export const masksOf = (askers: readonly Entry[], between: boolean): ReadonlySet<number> =>
  new Set(askers.map(entry => maskOf(traitsOf(entry, between))))

/**
 * Finds the entries whose parties score enough with one's, and only those, without a look at each: the identifiers
 * are compared once per distinct set of them, names by text and first four letters. An address speaks too low to lift
 * a score to an even threshold. What a part holds is up to who made it. Where accounts do not tell documents apart, an
 * entry may be found in two.
 */
export class PartyIndex<T> {
  readonly #between: boolean
  readonly #make: () => T
  /** By the traits that who asks has: for who has no account, say, entries that differ in accounts alone are alike. */
  readonly #views = new Map<number, View<T>>()
  /** The entries of each account once more, where accounts tell none apart: an equal one lifts their score. */
  readonly #byAccount = new Map<string, PartyIndex<T>>()

  /** `masks`: those of all entries that the index will be asked for. */
  constructor(between: boolean, masks: ReadonlySet<number>, make: () => T) {
    this.#between = between
    this.#make = make
    for (const mask of masks) this.#views.set(mask, new View(mask, between, make))
  }

  /** The parts that an entry is to be put into. */
  held(entry: Entry): T[] {
    const own = this.#heldHere(entry)
    const { account } = entry
    if (account === null || accountTells(entry)) return own
    const same = heldOr(
      this.#byAccount,
      account,
      () => new PartyIndex(this.#between, new Set(this.#views.keys()), this.#make),
    )
    return [...own, ...same.#heldHere(entry)]
  }

  #heldHere(entry: Entry): T[] {
    const traits = traitsOf(entry, this.#between)
    const parts: T[] = []
    for (const view of this.#views.values()) parts.push(...view.held(entry, traits))
    return parts
  }

  /** The parts whose entries score `least` or more, an even number. */
  asked(entry: Entry, least: number): T[] {
    const own = this.#askedHere(entry, least)
    const same = entry.account === null ? undefined : this.#byAccount.get(entry.account)
    return same === undefined ? own : [...own, ...same.#askedHere(entry, least - SAME_ACCOUNT)]
  }

  #askedHere(entry: Entry, least: number): T[] {
    const traits = traitsOf(entry, this.#between)
    return (this.#views.get(maskOf(traits)) as View<T>).asked(entry, traits, least)
  }
}

/** An index for those who have certain traits: no other trait can reject any for them. */
class View<T> {
  readonly #mask: number
  readonly #between: boolean
  readonly #make: () => T
  readonly #cores = new Map<string, Core<T>>()
  readonly #near = new Map<string, Core<T>[]>()

  constructor(mask: number, between: boolean, make: () => T) {
    this.#mask = mask
    this.#between = between
    this.#make = make
  }

  held(entry: Entry, traits: readonly (string | null)[]): T[] {
    // What is missing is the empty text: nothing is read as that.
    let key = ''
    for (let i = 0; i < traits.length; i++) if (this.#hasTrait(i)) key += `${traits[i] ?? ''}\n`
    let core = this.#cores.get(key)
    if (core === undefined) {
      core = { entry, parts: new Map() }
      this.#cores.set(key, core)
      if (this.#cores.size === MOST_CORES + 1) for (const each of this.#cores.values()) this.#post(each)
      else if (this.#cores.size > MOST_CORES) this.#post(core)
    }
    const { parts } = core
    return heldNames(entry.name).map(name => heldOr(parts, name, this.#make))
  }

  asked(entry: Entry, traits: readonly (string | null)[], least: number): T[] {
    const found: T[] = []
    for (const core of this.#coresNear(traits)) {
      const score = scoreCores(entry, core.entry, this.#between)
      if (score === REJECT) continue
      for (const name of askedNames(entry.name, least - score)) {
        const part = core.parts.get(name)
        if (part !== undefined) found.push(part)
      }
    }
    return found
  }

  #hasTrait(trait: number): boolean {
    return (this.#mask & (1 << trait)) !== 0
  }

  #post(core: Core<T>): void {
    const choices = traitsOf(core.entry, this.#between).flatMap((trait, i) => {
      if (!this.#hasTrait(i)) return []
      return [trait === null ? [NONE] : i < IDS ? heldIds(trait) : [`is ${trait}`]]
    })
    for (const key of keysOf(choices)) addTo(this.#near, key, core)
  }

  #coresNear(traits: readonly (string | null)[]): Iterable<Core<T>> {
    if (this.#cores.size <= MOST_CORES) return this.#cores.values()
    const choices = traits.flatMap((trait, i) =>
      trait === null ? [] : [[...(i < IDS ? askedIds(trait) : [`is ${trait}`]), NONE]],
    )
    return keysOf(choices).flatMap(key => this.#near.get(key) ?? [])
  }
}

/** The parts that an identifier is found in: a full one its own, masked ones one, and all that end alike one. */
export const heldIds = (id: string): string[] => [
  isFull(id) ? id : `masked ${lastFour(id)}`,
  `any ${lastFour(id)}`,
]

/** The parts of identifiers that one does not contradict, each in one: a full one itself and masked ones, else all. */
export const askedIds = (id: string): string[] =>
  isFull(id) ? [id, `masked ${lastFour(id)}`] : [`any ${lastFour(id)}`]

/** Every way to take one of each. */
function keysOf(choices: readonly (readonly string[])[]): string[] {
  let keys = ['']
  for (const each of choices) keys = keys.flatMap(key => each.map(choice => `${key} ${choice}`))
  return keys
}

/** The parts that a name is found in. Two names are compatible where they are equal, or begin alike and one of them is cut. */
export function heldNames(name: string | null): string[] {
  if (name === null) return [ANY, NONE]
  const four = name.slice(0, 4).trimEnd()
  return [ANY, `four ${four}`, isCutName(name) ? `cut ${four}` : `name ${name}`]
}

/** The parts of names that give what is missing, each name in one: compatible ones 2, an absent one 0, others -2. */
export function askedNames(name: string | null, missing: number): string[] {
  if (missing > 2) return []
  if (name === null) return missing <= 0 ? [ANY] : []
  if (missing <= -2) return [ANY]
  const four = name.slice(0, 4).trimEnd()
  const names = isCutName(name) ? [`four ${four}`] : [`name ${name}`, `cut ${four}`]
  return missing <= 0 ? [...names, NONE] : names
}
