import { areDifferent, isFull } from '../core/identifier.js'
import { isEqualJson } from '../core/json.js'
import { heldOr } from '../core/lists.js'
import type { Party } from '../normalize/source.js'
import { amountsSpeak } from './amounts.js'
import type { Entry } from './entry.js'

/** Up to so many documents are compared one by one, which costs less than an index. */
export const MOST_PAIRED = 16

/** Two documents are the same one from this score on. */
export const SAME = 6

/** What equal amounts give between sources. */
export const SPEAKS = 4

/** The score of two values that cannot belong to one document. */
export const REJECT = Number.NEGATIVE_INFINITY

/** Two identifiers: equal 4 where both are full, 2 by their last four; different, REJECT; one absent, 0. */
function scoreIds(a: string | null, b: string | null): number {
  if (a === null || b === null) return 0
  if (areDifferent(a, b)) return REJECT
  return isFull(a) && isFull(b) ? 4 : 2
}

const FOUR = 4
const SIX = 6

/** A masked transcript cuts a name to four characters and pads it with spaces or X. */
const uncut = (name: string): string =>
  (name.slice(0, FOUR) + name.slice(FOUR).replace(/[ X]/g, '')).trimEnd()

/** True for a name that a transcript may have cut. */
export const isCutName = (name: string): boolean => uncut(name).length <= FOUR

/** Two names, upper case: compatible 2, else -2; one absent, 0. */
function scoreNames(a: string | null, b: string | null): number {
  if (a === null || b === null) return 0
  if (a.charCodeAt(0) !== b.charCodeAt(0)) return -2
  const compatible =
    a === b || uncut(a) === b.slice(0, FOUR).trimEnd() || uncut(b) === a.slice(0, FOUR).trimEnd()
  return compatible ? 2 : -2
}

/** Two addresses, upper case: equal, or one cut to six characters, 1; else 0. */
function scoreAddresses(a: string | null, b: string | null): number {
  if (a === null || b === null) return 0
  return a === b || a === b.slice(0, SIX).trimEnd() || b === a.slice(0, SIX).trimEnd() ? 1 : 0
}

/** Two issuers by identifier, name and address; with no REJECT, 4 joins them across forms. */
export function scoreIssuers(a: Party, b: Party): number {
  const ids = scoreIds(a.id, b.id)
  if (ids === REJECT) return REJECT
  return (
    ids +
    scoreNames(a.name?.toUpperCase() ?? null, b.name?.toUpperCase() ?? null) +
    scoreAddresses(a.address?.toUpperCase() ?? null, b.address?.toUpperCase() ?? null)
  )
}

/** Issuers are joined across forms from this score on. */
export const SAME_ISSUER = 4

/** What an equal account gives: even, since `PartyIndex.asked` takes only even numbers. */
export const SAME_ACCOUNT = 2

/** True where another account is another document. */
export const accountTells = (entry: Entry): boolean => entry.document.plan.form.accountsDiffer === true

/** What the accounts of two documents say where they do not tell documents apart. */
const scoreAccounts = (a: Entry, b: Entry): number =>
  a.account !== null && a.account === b.account && !accountTells(a) ? SAME_ACCOUNT : 0

/**
 * The score of all that may reject: the identifiers, the unique identifier, and the account on the forms where another
 * account is another document. An even number, or REJECT.
 */
export function scoreCores(a: Entry, b: Entry, between: boolean): number {
  let score = scoreIds(a.document.issuer.id, b.document.issuer.id)
  score += between
    ? scoreIds(a.document.recipient.id, b.document.recipient.id)
    : scoreIds(a.recipientHere, b.recipientHere)
  if (score === REJECT) return REJECT
  if (accountTells(a) && a.account !== null && b.account !== null) {
    if (a.account !== b.account) return REJECT
    score += SAME_ACCOUNT
  }
  if (a.uniqueId !== null && b.uniqueId !== null) {
    if (a.uniqueId !== b.uniqueId) return REJECT
    score += 10
  }
  return score
}

/** What the parties, the account and the unique identifier of two documents say, amounts apart. */
export const scoreParties = (a: Entry, b: Entry, between: boolean): number =>
  scoreCores(a, b, between) +
  scoreAccounts(a, b) +
  scoreNames(a.name, b.name) +
  scoreAddresses(a.address, b.address)

/** Same identity inside one source, where amounts say nothing. */
export const isSameInside = (a: Entry, b: Entry): boolean => scoreParties(a, b, false) >= SAME

const MOST_SCORES = 1 << 20

/** Scores documents of one form and year between sources; what their parties say is worked out once per distinct pair. */
export class Scorer {
  readonly #profiles = new Map<Entry, number>()
  readonly #ids = new Map<string, number>()
  readonly #parties = new Map<number, number>()

  /** The number of an entry's party values: entries with the same values share it. */
  profileOf(entry: Entry): number {
    return heldOr(this.#profiles, entry, () => {
      const { issuer, recipient } = entry.document
      const { name, address, account, uniqueId } = entry
      const key = `${issuer.id}\n${recipient.id}\n${name ?? ''}\n${address ?? ''}\n${account ?? ''}\n${uniqueId ?? ''}`
      return heldOr(this.#ids, key, () => this.#ids.size)
    })
  }

  /** What the parties of two documents say. */
  parties(a: Entry, b: Entry): number {
    const key = this.profileOf(a) * 0x4000000 + this.profileOf(b)
    const known = this.#parties.get(key)
    if (known !== undefined) return known
    const score = scoreParties(a, b, true)
    // A map has an end, at 2^24.
    if (this.#parties.size < MOST_SCORES) this.#parties.set(key, score)
    return score
  }

  /** Same identity; equal amounts and equal entries speak too. */
  isSame(a: Entry, b: Entry): boolean {
    const parties = this.parties(a, b)
    if (parties === REJECT || parties >= SAME) return parties >= SAME
    if (parties + SPEAKS >= SAME && amountsSpeak(a, b)) return true
    // Only documents of equal party values can be equal as a whole.
    return this.profileOf(a) === this.profileOf(b) && isEqualJson(a.document.raw, b.document.raw)
  }
}
