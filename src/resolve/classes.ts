import { AmountIndex, amountsSpeak } from './amounts.js'
import type { Entry } from './entry.js'
import { FEW, REJECT, SAME, type Scorer, SPEAKS } from './identity.js'
import { PartyIndex } from './parties.js'
import { WholeIndex } from './whole.js'

/** Documents that are the same one, or several of one issuer to one recipient, across sources; members in the order. */
export interface DocumentClass {
  readonly members: Entry[]
}

/** A class while it grows. */
class Growing implements DocumentClass {
  readonly members: Entry[] = []
  /** A member for each distinct set of party values, of the whole class and of each set of amounts. */
  readonly profiles = new Map<number, Entry>()
  readonly amounts = new AmountIndex(() => new Map<number, Entry>())
  /** A member for each distinct set of what may reject; members do not reject each other, so there are few. */
  readonly cores = new Map<string, Entry>()
  readonly perSource = new Map<unknown, number>()
  readonly number: number
  constructor(number: number) {
    this.number = number
  }

  rejects(entry: Entry, scorer: Scorer): boolean {
    for (const member of this.cores.values()) if (scorer.parties(entry, member) === REJECT) return true
    return false
  }

  /** The best score of an entry with a member, where no member equals it as a whole. */
  score(entry: Entry, scorer: Scorer): number {
    let best = REJECT
    for (const member of this.profiles.values()) best = Math.max(best, scorer.parties(entry, member))
    for (const item of this.amounts.near(entry, true)) {
      if (!amountsSpeak(entry, item.entry)) continue
      for (const member of item.value.values()) best = Math.max(best, scorer.parties(entry, member) + SPEAKS)
    }
    return best
  }
}

/**
 * Forms the classes of rule 6 of entries that stand in the order: each joins the class whose best score with a member
 * is highest, 6 at least, and that holds no member it rejects; ties go to the class with the fewest documents of its own
 * source, then to the earlier. Indexes skip only classes of which no member can score 6.
 */
export function formClasses(ordered: readonly Entry[], scorer: Scorer): DocumentClass[] {
  const classes: Growing[] = []
  const wholes = new WholeIndex<Growing>(scorer, () => new Growing(-1))
  // Classes that the parties alone are enough for, and those that need equal amounts too.
  const byParties = new PartyIndex(true, () => new Set<Growing>())
  const byAmounts = new PartyIndex(true, () => new AmountIndex(() => new Set<Growing>()))
  const few = ordered.length <= FEW
  const open = (entry: Entry): Iterable<Growing> => {
    if (few) return classes.filter(each => !each.rejects(entry, scorer) && each.score(entry, scorer) >= SAME)
    const found = new Set<Growing>()
    for (const part of byParties.asked(entry, SAME)) for (const each of part) found.add(each)
    for (const part of byAmounts.asked(entry, SAME - SPEAKS))
      for (const item of part.near(entry, true))
        if (amountsSpeak(entry, item.entry)) for (const each of item.value) found.add(each)
    for (const each of found) if (each.rejects(entry, scorer)) found.delete(each)
    return found
  }
  for (const entry of ordered) {
    // Nothing scores as high as an equal entry, and entries equal to it are all in one class.
    const equal = wholes.find(entry)
    const joined = equal ?? bestOf(entry, [...open(entry)], scorer) ?? new Growing(classes.length)
    if (joined.members.length === 0) classes.push(joined)
    joined.members.push(entry)
    joined.perSource.set(entry.record, (joined.perSource.get(entry.record) ?? 0) + 1)
    if (equal !== null) continue
    wholes.put(entry, joined)
    const profile = scorer.profileOf(entry)
    const same = joined.amounts.at(entry)
    if (same.has(profile)) continue
    same.set(profile, entry)
    if (!few) for (const part of byAmounts.held(entry)) part.at(entry).add(joined)
    if (joined.profiles.has(profile)) continue
    joined.profiles.set(profile, entry)
    joined.cores.set(coreOf(entry), entry)
    if (!few) for (const part of byParties.held(entry)) part.add(joined)
  }
  return classes
}

function bestOf(entry: Entry, open: readonly Growing[], scorer: Scorer): Growing | null {
  if (open.length <= 1) return open[0] ?? null
  let best: Growing | null = null
  let bestScore = REJECT
  for (const each of open) {
    const score = each.score(entry, scorer)
    if (best === null || score > bestScore || (score === bestScore && isBefore(each, best, entry))) {
      best = each
      bestScore = score
    }
  }
  return best
}

function isBefore(a: Growing, b: Growing, entry: Entry): boolean {
  const held = (each: Growing): number => each.perSource.get(entry.record) ?? 0
  return held(a) < held(b) || (held(a) === held(b) && a.number < b.number)
}

const coreOf = ({ document, account, uniqueId }: Entry): string =>
  `${document.issuer.id} ${document.recipient.id} ${document.plan.form.accountsDiffer ? (account ?? '') : ''}\n${uniqueId ?? ''}`
