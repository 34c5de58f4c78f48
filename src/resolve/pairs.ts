import { amountsSpeak, equalBoxes, isEqualAmounts, sameAmounts } from './amounts.js'
import { counts, type Entry } from './entry.js'
import { isSameInside, REJECT, SAME, SPEAKS, scoreParties } from './identity.js'
import { earlierOf, isEqualRaw } from './order.js'
import type { DocumentClass, Lookup, Lookups, Target } from './rules.js'

/** What two entries give whose every key and value is equal. */
const EQUAL = 10

const isEqualEntry = (a: Entry, b: Entry): boolean => isEqualAmounts(a.amounts, b.amounts) && isEqualRaw(a, b)

/** The whole score of two documents between sources. */
function scoreBetween(a: Entry, b: Entry): number {
  const parties = scoreParties(a, b, true)
  if (parties === REJECT) return REJECT
  return parties + (amountsSpeak(a, b) ? SPEAKS : 0) + (isEqualEntry(a, b) ? EQUAL : 0)
}

const isSameBetween = (a: Entry, b: Entry): boolean => sameAmounts(a, b, true) && scoreBetween(a, b) >= SAME

function findEqual(entry: Entry, others: readonly Entry[]): Entry | null {
  const isEqual = (other: Entry): boolean =>
    counts(other) &&
    other.record === entry.record &&
    sameAmounts(entry, other, false) &&
    isSameInside(entry, other)
  let first: Entry | null = null
  for (const other of others) if (isEqual(other)) first = earlierOf(first, other)
  return first
}

function findTarget(entry: Entry, others: readonly Entry[]): Target | null {
  let best: Target | null = null
  for (const other of others) {
    if (!counts(other) || !isSameInside(entry, other)) continue
    const equal = equalBoxes(entry, other, false)
    if (best === null || equal > best.equal) best = { entry: other, equal }
  }
  return best
}

function findElsewhere(entry: Entry, others: readonly Entry[]): Entry | null {
  const equal = others.filter(other => isSameBetween(entry, other))
  return equal.some(other => other.record === entry.record) ? null : (equal[0] ?? null)
}

function findLike(entry: Entry, others: readonly Entry[]): Entry | null {
  const isLike = (other: Entry): boolean => {
    if (other.record === entry.record || !sameAmounts(entry, other, true)) return false
    if (equalBoxes(entry, other, true) === 0) return false
    const score = scoreBetween(entry, other)
    return score !== REJECT && score < SAME
  }
  return others.find(isLike) ?? null
}

/** The score of an entry with a class: its best with a member, or REJECT where it rejects one. */
function scoreOfClass(entry: Entry, members: readonly Entry[]): number {
  let best = REJECT
  for (const member of members) {
    const score = scoreBetween(entry, member)
    if (score === REJECT) return REJECT
    if (score > best) best = score
  }
  return best
}

function formClasses(ordered: readonly Entry[]): DocumentClass[] {
  const classes: DocumentClass[] = []
  for (const entry of ordered) {
    let best: DocumentClass | null = null
    let most = SAME
    let fewest = Number.POSITIVE_INFINITY
    for (const each of classes) {
      const score = scoreOfClass(entry, each.members)
      if (score < most) continue
      const held = each.members.filter(member => member.record === entry.record).length
      if (score === most && held >= fewest) continue
      best = each
      most = score
      fewest = held
    }
    if (best === null) classes.push({ members: [entry] })
    else best.members.push(entry)
  }
  return classes
}

function pairsBy<T>(find: (entry: Entry, others: readonly Entry[]) => T | null): () => Lookup<T> {
  return () => {
    const others: Entry[] = []
    return { add: entry => void others.push(entry), find: entry => find(entry, others) }
  }
}

/** Each is compared with each, which costs least where documents are few: most sets are. */
export const PAIR_BY_PAIR: Lookups = {
  equals: pairsBy(findEqual),
  targets: pairsBy(findTarget),
  elsewhere: pairsBy(findElsewhere),
  likes: pairsBy(findLike),
  formClasses,
}
