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

/** So few cores are looked at one by one. */
const FEW = 8

/**
 * Finds the entries whose parties score enough with one's, and only those, without a look at each: the identifiers
 * are compared once per distinct set of them, names by text and first four letters. An address speaks too low to lift
 * a score to an even threshold. What a part holds is up to who made it. Where accounts do not tell documents apart, an
 * entry may be found in two.
 */
export class PartyIndex<T> {
  readonly #between: boolean
  readonly #make: () => T
  readonly #cores = new Map<string, Core<T>>()
  /** Cores by what would reject: the issuer, the recipient, and the account where it tells apart, else the unique identifier. */
  readonly #near = new Map<string, Core<T>[]>()
  /** The entries of each account once more, where accounts tell none apart: an equal one lifts their score. */
  readonly #byAccount = new Map<string, PartyIndex<T>>()

  constructor(between: boolean, make: () => T) {
    this.#between = between
    this.#make = make
  }

  /** The parts that an entry is to be put into. */
  held(entry: Entry): T[] {
    const own = this.#heldHere(entry)
    const { account } = entry
    if (account === null || accountTells(entry)) return own
    const same = heldOr(this.#byAccount, account, () => new PartyIndex(this.#between, this.#make))
    return [...own, ...same.#heldHere(entry)]
  }

  #heldHere(entry: Entry): T[] {
    // What is missing is the empty text: nothing is read as that, and an account may be the word null.
    const account = accountTells(entry) ? (entry.account ?? '') : ''
    const key = `${entry.document.issuer.id} ${this.#recipient(entry)} ${account}\n${entry.uniqueId ?? ''}`
    let core = this.#cores.get(key)
    if (core === undefined) {
      core = { entry, parts: new Map() }
      this.#cores.set(key, core)
      if (this.#cores.size === FEW + 1) for (const each of this.#cores.values()) this.#post(each)
      else if (this.#cores.size > FEW) this.#post(core)
    }
    const { parts } = core
    return heldNames(entry.name).map(name => heldOr(parts, name, this.#make))
  }

  /** The parts whose entries score `least` or more, an even number. */
  asked(entry: Entry, least: number): T[] {
    const own = this.#askedHere(entry, least)
    const same = entry.account === null ? undefined : this.#byAccount.get(entry.account)
    return same === undefined ? own : [...own, ...same.#askedHere(entry, least - SAME_ACCOUNT)]
  }

  #askedHere(entry: Entry, least: number): T[] {
    const found: T[] = []
    for (const core of this.#coresNear(entry)) {
      const score = scoreCores(entry, core.entry, this.#between)
      if (score === REJECT) continue
      for (const name of askedNames(entry.name, least - score)) {
        const part = core.parts.get(name)
        if (part !== undefined) found.push(part)
      }
    }
    return found
  }

  #recipient(entry: Entry): string | null {
    return this.#between ? entry.document.recipient.id : entry.recipientHere
  }

  /** What tells two entries apart however much agrees. */
  #traits(entry: Entry): Trait[] {
    const { uniqueId } = entry.document.plan
    const traits = [traitOfId(entry.document.issuer.id), traitOfId(this.#recipient(entry))]
    if (accountTells(entry)) traits.push(traitOf(entry.account))
    else if (uniqueId !== -1) traits.push(traitOf(entry.uniqueId))
    return traits
  }

  #post(core: Core<T>): void {
    for (const key of keysOf(this.#traits(core.entry).map(({ held }) => held))) addTo(this.#near, key, core)
  }

  #coresNear(entry: Entry): Iterable<Core<T>> {
    if (this.#cores.size <= FEW) return this.#cores.values()
    return keysOf(this.#traits(entry).map(({ asked }) => asked)).flatMap(key => this.#near.get(key) ?? [])
  }
}

/** Under which keys a value is held, and under which those are that it does not contradict, each under one. */
interface Trait {
  readonly held: readonly string[]
  readonly asked: readonly string[]
}

/** Absent is like all. */
const traitOf = (value: string | null): Trait =>
  value === null
    ? { held: [NONE, ANY], asked: [ANY] }
    : { held: [`is ${value}`, ANY], asked: [`is ${value}`, NONE] }

const traitOfId = (id: string | null): Trait =>
  id === null ? traitOf(null) : { held: [...heldIds(id), ANY], asked: [...askedIds(id), NONE] }

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
