import { areCompatibleAddresses, areCompatibleNames } from '../core/cut-text.js'
import { areDifferent, isFull } from '../core/identifier.js'
import { amountsSpeak, sameAmounts } from './amounts.js'
import { type Core, coreOf, type Entry } from './entry.js'
import { isEqualRaw } from './order.js'

/** Two documents are the same one from this score on. */
export const SAME = 6

/** The score of two values that cannot belong to one document. */
export const REJECT = Number.NEGATIVE_INFINITY

/** The most that each part of a core gives, of which the first two are identifiers, which may be masked. */
export const MOST = [4, 4, 2, 10]
export const IDS = 2

/** What equal amounts give between sources, and two entries whose every key and value is equal. */
export const [SPEAKS, EQUAL] = [4, 10] as const

/** Two identifiers: equal 4 where both are full, 2 by their last four; different, REJECT; one absent, 0. */
export function scoreIds(a: string | null, b: string | null): number {
  if (a === null || b === null) return 0
  if (areDifferent(a, b)) return REJECT
  return isFull(a) && isFull(b) ? 4 : 2
}

/** Two names, upper case: compatible 2, else -2; one absent, 0. */
export const scoreNames = (a: string | null, b: string | null): number =>
  a === null || b === null ? 0 : areCompatibleNames(a, b) ? 2 : -2

/** Two addresses, upper case: equal, or one cut to six characters, 1; else 0. */
export const scoreAddresses = (a: string | null, b: string | null): number =>
  a !== null && b !== null && areCompatibleAddresses(a, b) ? 1 : 0

/** What says whose two documents, or classes of them, are: equal values give points, others reject. */
export function scoreCores(a: Core, b: Core): number {
  let score = 0
  for (let i = 0; i < a.length && score !== REJECT; i++) {
    const x = a[i] as string | null
    const y = b[i] as string | null
    if (i < IDS) score += scoreIds(x, y)
    else if (x !== null && y !== null) score += x === y ? (MOST[i] as number) : REJECT
  }
  return score
}

/** What two cores that do not reject each other say together; the first itself where the other adds nothing. */
export function joinCores(a: Core, b: Core): Core {
  const joint = a.map((x, i) => (x === null || (i < IDS && !isFull(x)) ? (b[i] ?? x) : x))
  return joint.every((x, i) => x === a[i]) ? a : joint
}

/** The whole score of two documents; inside one source amounts and entries say nothing. */
export function score(a: Entry, b: Entry, between: boolean): number {
  let score = scoreCores(coreOf(a, between), coreOf(b, between))
  if (score === REJECT) return REJECT
  if (a.speaking !== null && a.speaking === b.speaking) score += 2
  score += scoreNames(a.name, b.name) + scoreAddresses(a.address, b.address)
  if (!between) return score
  if (!sameAmounts(a, b, true)) return score
  return score + (amountsSpeak(a, b) ? SPEAKS : 0) + (isEqualRaw(a, b) ? EQUAL : 0)
}
