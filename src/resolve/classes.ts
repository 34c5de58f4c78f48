import { heldOr } from '../core/lists.js'
import { AmountIndex, amountsSpeak } from './amounts.js'
import { type Candidate, Candidates, isBetter, type Joinable, Offers } from './candidates.js'
import type { Entry } from './entry.js'
import { accountTells, MOST_PAIRED, REJECT, SAME, type Scorer, SPEAKS } from './identity.js'
import { masksOf, PartyIndex } from './parties.js'
import type { DocumentClass } from './rules.js'
import { WholeIndex } from './whole.js'

/** A class while it grows. */
class Growing implements DocumentClass, Joinable {
  readonly members: Entry[] = []
  /** A member for each distinct set of party values, of the whole class and of each set of amounts. */
  readonly profiles = new Map<number, Entry>()
  readonly amounts = new AmountIndex(() => new Map<number, Entry>())
  /** A member for each distinct set of what may reject; members do not reject each other, so there are few. */
  readonly cores = new Map<string, Entry>()
  readonly perSource = new Map<unknown, number>()
  readonly number: number
  telling: string | null = null
  /** Where it was offered while nothing told it apart. */
  readonly offers = new Set<Offers<Growing>>()
  readonly #scorer: Scorer
  constructor(number: number, scorer: Scorer) {
    this.number = number
    this.#scorer = scorer
  }

  /** Takes over what tells a member apart: the others say the same, or nothing. */
  tell(telling: string | null): void {
    if (telling === null || this.telling !== null) return
    this.telling = telling
    for (const each of this.offers) each.told(this)
    this.offers.clear()
  }

  rejects(entry: Entry): boolean {
    for (const member of this.cores.values()) if (this.#scorer.parties(entry, member) === REJECT) return true
    return false
  }

  heldOf(entry: Entry): number {
    return this.perSource.get(entry.record) ?? 0
  }

  /** The best score of an entry with a member by their parties. */
  partiesScore(entry: Entry): number {
    let best = REJECT
    for (const member of this.profiles.values()) best = Math.max(best, this.#scorer.parties(entry, member))
    return best
  }

  /** The best score of an entry with a member, where no member equals it as a whole. */
  score(entry: Entry): number {
    let best = this.partiesScore(entry)
    for (const item of this.amounts.near(entry, true)) {
      if (!amountsSpeak(entry, item.entry)) continue
      for (const member of item.value.values())
        best = Math.max(best, this.#scorer.parties(entry, member) + SPEAKS)
    }
    return best
  }
}

/** Forms the classes of rule 6; indexes skip only those of which no member can score 6. */
export function formClasses(ordered: readonly Entry[], scorer: Scorer): DocumentClass[] {
  const classes: Growing[] = []
  const wholes = new WholeIndex<Growing>(scorer)
  const open = new OpenClasses(ordered, scorer)
  for (const entry of ordered) {
    // Nothing scores as high as an equal entry, and entries equal to it are all in one class.
    const equal = wholes.find(entry)
    const joined = equal ?? open.best(entry) ?? new Growing(classes.length, scorer)
    if (joined.members.length === 0) classes.push(joined)
    joined.members.push(entry)
    joined.perSource.set(entry.record, joined.heldOf(entry) + 1)
    if (equal !== null) continue
    joined.tell(tellingOf(entry))
    wholes.put(entry, joined)
    const profile = scorer.profileOf(entry)
    const same = joined.amounts.at(entry)
    if (same.has(profile)) continue
    same.set(profile, entry)
    const isNew = !joined.profiles.has(profile)
    if (isNew) {
      joined.profiles.set(profile, entry)
      joined.cores.set(coreOf(entry), entry)
    }
    open.add(entry, joined, isNew)
  }
  return classes
}

const MOST_CANDIDATES = 1 << 20

/** The classes that entries may join, found by what their members say. */
class OpenClasses {
  readonly #scorer: Scorer
  // Classes that the parties alone are enough for, and those that need equal amounts too, once for each set of values.
  readonly #byParties: PartyIndex<Offers<Growing>>
  readonly #byAmounts: PartyIndex<AmountIndex<Offers<Growing>>>
  /** By source and values; null where they asked once, and many may never ask again. */
  readonly #candidates = new Map<unknown, Map<string, Candidates<Growing> | null>>()
  /** For how many candidates there is room: each who asks has its own. */
  #room = MOST_CANDIDATES

  constructor(ordered: readonly Entry[], scorer: Scorer) {
    const masks = masksOf(ordered, true)
    this.#scorer = scorer
    this.#byParties = new PartyIndex(true, masks, () => new Offers())
    this.#byAmounts = new PartyIndex(true, masks, () => new AmountIndex(() => new Offers()))
  }

  best(entry: Entry): Growing | null {
    const alike = this.#byParties.asked(entry, SAME)
    const equal = this.#byAmounts
      .asked(entry, SAME - SPEAKS)
      .flatMap(part => part.near(entry, true))
      .flatMap(item => (amountsSpeak(entry, item.entry) ? [item.value] : []))
    const values = `${this.#scorer.profileOf(entry)}`
    const byParties = this.#candidatesOf(entry, values, alike)
    const byAmounts = this.#candidatesOf(entry, `${values} ${entry.amounts.join()}`, equal)
    if (byParties === null && byAmounts === null) {
      const found = classesOpenTo(entry, [...alike, ...equal])
      for (const each of found) if (each.rejects(entry)) found.delete(each)
      // Most often there is one, and its score is high enough.
      return found.size > 1 ? (bestOf(entry, found)?.value ?? null) : (found.values().next().value ?? null)
    }
    const one =
      byParties === null
        ? bestOf(entry, classesOpenTo(entry, alike))
        : byParties.best(entry, alike, each => each.partiesScore(entry))
    const other =
      byAmounts === null
        ? bestOf(entry, classesOpenTo(entry, equal))
        : byAmounts.best(entry, equal, each => each.score(entry))
    // Of what stands in both, the higher of its two scores is its whole score.
    const isFirst = other === null || (one !== null && isBetter(one, other))
    return (isFirst ? one : other)?.value ?? null
  }

  add(entry: Entry, joined: Growing, isNew: boolean): void {
    const offered = this.#byAmounts.held(entry).map(part => part.at(entry))
    if (isNew) offered.push(...this.#byParties.held(entry))
    for (const each of offered) {
      each.add(joined)
      if (joined.telling === null) joined.offers.add(each)
    }
  }

  #candidatesOf(
    entry: Entry,
    values: string,
    offers: readonly Offers<Growing>[],
  ): Candidates<Growing> | null {
    const telling = tellingOf(entry)
    const count = offers.reduce((sum, each) => sum + each.countOf(telling), 0)
    if (count <= MOST_PAIRED) return null
    const own = heldOr(this.#candidates, entry.record, () => new Map())
    const known = own.get(values)
    if (known) return known
    const made = known === null && count <= this.#room ? new Candidates<Growing>() : null
    if (made !== null) this.#room -= count
    own.set(values, made)
    return made
  }
}

/** The classes among offers that nothing tells apart from an entry, each once. */
function classesOpenTo(entry: Entry, offers: readonly Offers<Growing>[]): Set<Growing> {
  const found = new Set<Growing>()
  for (const each of offers) each.openTo(tellingOf(entry), found)
  return found
}

/** The best class for an entry; null where all reject it, or none scores enough. */
function bestOf(entry: Entry, found: Iterable<Growing>): Candidate<Growing> | null {
  let best: Candidate<Growing> | null = null
  for (const value of found) {
    if (value.rejects(entry)) continue
    const candidate = { value, score: value.score(entry), held: value.heldOf(entry) }
    if (candidate.score >= SAME && (best === null || isBetter(candidate, best))) best = candidate
  }
  return best
}

const tellingOf = (entry: Entry): string | null => (accountTells(entry) ? entry.account : entry.uniqueId)

const coreOf = ({ document, account, uniqueId }: Entry): string =>
  `${document.issuer.id} ${document.recipient.id} ${document.plan.form.accountsDiffer ? (account ?? '') : ''}\n${uniqueId ?? ''}`
