import { amountsSpeak, equalBoxes, isEqualAmounts, sameAmounts } from './amounts.js'
import { decide, decideAmended, decideVoid, likerOf, type Target } from './decide.js'
import type { Entry } from './entry.js'
import { isSameInside, REJECT, SAME, SPEAKS, scoreParties } from './identity.js'
import { comparePositions, isEqualRaw } from './order.js'
import type { Rules } from './rules.js'

/** What two entries give whose every key and value is equal. */
const EQUAL = 10

const is = (entry: Entry, submission: string): boolean => entry.document.submission === submission

const counts = (entry: Entry): boolean => entry.status === 'counted'

const isEqualInside = (a: Entry, b: Entry): boolean => sameAmounts(a, b, false) && isSameInside(a, b)

/** The whole score of two documents between sources. */
function scoreBetween(a: Entry, b: Entry): number {
  const parties = scoreParties(a, b, true)
  if (parties === REJECT) return REJECT
  return parties + (amountsSpeak(a, b) ? SPEAKS : 0) + (isEqualEntry(a, b) ? EQUAL : 0)
}

const isEqualEntry = (a: Entry, b: Entry): boolean => isEqualAmounts(a.amounts, b.amounts) && isEqualRaw(a, b)

/** Of those that an amended document may replace, the one with the most equal boxes; ties to the first. */
function likest(entry: Entry, others: readonly Entry[]): Target | null {
  let best: Target | null = null
  for (const other of others) {
    if (!counts(other) || !isSameInside(entry, other)) continue
    const equal = equalBoxes(entry, other, false)
    if (best === null || equal > best.equal) best = { entry: other, equal }
  }
  return best
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

/** The rules for so few documents that each is compared with each, as the rules read: most sets are so small. */
export const PAIR_BY_PAIR: Rules = {
  applyVoidsAndAmendments(held, warn) {
    if (!held.some(entry => is(entry, 'void') || is(entry, 'amended'))) return
    const entries = held.toSorted(comparePositions)
    const originals = entries.filter(entry => is(entry, 'original'))
    const amended: Entry[] = []
    for (const entry of entries) {
      if (is(entry, 'void')) {
        const isTarget = (other: Entry): boolean =>
          !is(other, 'void') && counts(other) && isEqualInside(entry, other)
        decideVoid(entry, () => entries.find(isTarget) ?? null)
      } else if (is(entry, 'amended') && counts(entry)) {
        decideAmended(entry, () => likerOf(likest(entry, originals), likest(entry, amended)), warn)
        amended.push(entry)
      }
    }
  },

  applyEarlierPulls(ordered) {
    const gone = ordered.filter(entry => !counts(entry))
    if (gone.length === 0) return
    const decisions: [Entry, Entry][] = []
    for (const entry of ordered) {
      if (!counts(entry) || is(entry, 'amended')) continue
      const equal = gone.filter(
        other => sameAmounts(entry, other, true) && scoreBetween(entry, other) >= SAME,
      )
      const [first] = equal
      if (first !== undefined && equal.every(other => other.record !== entry.record))
        decisions.push([entry, first])
    }
    for (const [entry, by] of decisions) decide(entry, by.status, by)
  },

  applyMarkedDuplicates(ordered, warn) {
    const stayed = ordered.map(entry => counts(entry) && !is(entry, 'duplicate'))
    for (const [i, entry] of ordered.entries()) {
      if (!counts(entry) || !is(entry, 'duplicate')) continue
      const first = ordered.find(
        (other, j) => stayed[j] === true && other.record === entry.record && isEqualInside(entry, other),
      )
      if (first !== undefined) decide(entry, 'duplicate', first)
      else {
        warn('duplicate_without_original', entry)
        stayed[i] = true
      }
    }
  },

  warnOfRepeats(ordered, warn) {
    const earlier: Entry[] = []
    for (const entry of ordered) {
      if (!counts(entry)) continue
      if (earlier.some(other => other.record === entry.record && isEqualInside(entry, other)))
        warn('probable_duplicate', entry)
      earlier.push(entry)
    }
  },

  formClasses(ordered) {
    const classes: { readonly members: Entry[] }[] = []
    for (const entry of ordered) {
      let best: { readonly members: Entry[] } | null = null
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
  },

  warnOfLikeness(ordered, warn) {
    const counted = ordered.filter(counts)
    const isLike = (entry: Entry, other: Entry): boolean => {
      if (other.record === entry.record || !sameAmounts(entry, other, true)) return false
      if (equalBoxes(entry, other, true) === 0) return false
      const score = scoreBetween(entry, other)
      return score !== REJECT && score < SAME
    }
    for (const entry of counted)
      if (counted.some(other => isLike(entry, other))) warn('possible_duplicate', entry)
  },
}
