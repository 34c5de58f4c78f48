import { areDifferent, isFull } from '../core/identifier.js'
import { amountsSpeak, isEqualAmounts, sameAmounts } from './amounts.js'
import type { Entry } from './entry.js'
import { isEqualRaw } from './order.js'

/** Two documents are the same one from this score on. */
export const SAME = 6

/** What equal amounts give between sources. */
export const SPEAKS = 4

/** The score of two values that cannot belong to one document. */
export const REJECT = Number.NEGATIVE_INFINITY

/** Two identifiers: equal 4 where both are full, 2 by their last four; different, REJECT; one absent, 0. */
export function scoreIds(a: string | null, b: string | null): number {
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

/** The keys of a name: its beginning, and all of it, or that it is cut. */
export const heldNames = (name: string): [string, string] => {
  const four = name.slice(0, FOUR).trimEnd()
  return [`four ${four}`, isCutName(name) ? `cut ${four}` : `name ${name}`]
}

/** The keys of all names that are compatible with one, each in one of them: equal, or they begin alike and one is cut. */
export const askedNames = (name: string): string[] => {
  const four = name.slice(0, FOUR).trimEnd()
  return isCutName(name) ? [`four ${four}`] : [`name ${name}`, `cut ${four}`]
}

/** Two names, upper case: compatible 2, else -2; one absent, 0. */
export function scoreNames(a: string | null, b: string | null): number {
  if (a === null || b === null) return 0
  if (a.charCodeAt(0) !== b.charCodeAt(0)) return -2
  const compatible =
    a === b || uncut(a) === b.slice(0, FOUR).trimEnd() || uncut(b) === a.slice(0, FOUR).trimEnd()
  return compatible ? 2 : -2
}

/** Two addresses, upper case: equal, or one cut to six characters, 1; else 0. */
export function scoreAddresses(a: string | null, b: string | null): number {
  if (a === null || b === null) return 0
  return a === b || a === b.slice(0, SIX).trimEnd() || b === a.slice(0, SIX).trimEnd() ? 1 : 0
}

/** True where another account is another document. */
export const accountTells = (entry: Entry): boolean => entry.document.plan.form.accountsDiffer === true

/** What the parties, the account and the unique identifier of two documents say, amounts apart. */
export function scoreParties(a: Entry, b: Entry, between: boolean): number {
  let score = scoreIds(a.document.issuer.id, b.document.issuer.id)
  score += between
    ? scoreIds(a.document.recipient.id, b.document.recipient.id)
    : scoreIds(a.recipientHere, b.recipientHere)
  if (score === REJECT) return REJECT
  if (a.account !== null && b.account !== null) {
    if (a.account === b.account) score += 2
    else if (accountTells(a)) return REJECT
  }
  if (a.uniqueId !== null && b.uniqueId !== null) {
    if (a.uniqueId !== b.uniqueId) return REJECT
    score += 10
  }
  return score + scoreNames(a.name, b.name) + scoreAddresses(a.address, b.address)
}

/** What two entries give whose every key and value is equal. */
export const EQUAL = 10

/** The whole score of two documents; inside one source amounts and entries say nothing. */
export function score(a: Entry, b: Entry, between: boolean): number {
  const parties = scoreParties(a, b, between)
  if (parties === REJECT || !between) return parties
  const isWhole = isEqualAmounts(a.amounts, b.amounts) && isEqualRaw(a, b)
  return parties + (amountsSpeak(a, b) ? SPEAKS : 0) + (isWhole ? EQUAL : 0)
}

/** Same identity. */
export const isSame = (a: Entry, b: Entry, between: boolean): boolean => score(a, b, between) >= SAME

/** Same identity and same amounts. */
export const isEqual = (a: Entry, b: Entry, between: boolean): boolean =>
  sameAmounts(a, b, between) && isSame(a, b, between)
