import { addTo, heldOr } from '../core/lists.js'
import { AmountIndex, amountsSpeak, BoxIndex, equalBoxes, Queue } from './amounts.js'
import { formClasses } from './classes.js'
import type { Entry } from './entry.js'
import { MOST_PAIRED, REJECT, SAME, Scorer, SPEAKS } from './identity.js'
import { earlierOf } from './order.js'
import { masksOf, PartyIndex } from './parties.js'
import type { Lookup, Lookups, Target } from './rules.js'
import { WholeIndex } from './whole.js'

function equals(askers: readonly Entry[]): Lookup<Entry> {
  const masks = masksOf(askers, false)
  const sources = new Map<unknown, PartyIndex<AmountIndex<Queue>>>()
  const newIndex = () => new PartyIndex(false, masks, () => new AmountIndex(() => new Queue()))
  for (const { record } of askers) heldOr(sources, record, newIndex)
  return {
    add(entry) {
      for (const part of sources.get(entry.record)?.held(entry) ?? []) part.at(entry).add(entry)
    },
    find(entry) {
      let first: Entry | null = null
      for (const part of sources.get(entry.record)?.asked(entry, SAME) ?? [])
        for (const { value } of part.near(entry, false)) first = earlierOf(first, value.first())
      return first
    },
  }
}

function targets(askers: readonly Entry[]): Lookup<Target> {
  const newPart = () => ({ boxes: new BoxIndex(false), all: new Queue() })
  const parties = new PartyIndex(false, masksOf(askers, false), newPart)
  return {
    add(entry) {
      for (const { boxes, all } of parties.held(entry)) {
        boxes.add(entry)
        all.add(entry)
      }
    },
    // Where none has an equal box, the first.
    find(entry) {
      let best: Target | null = null
      for (const { boxes, all } of parties.asked(entry, SAME)) {
        const likest = boxes.likest(entry)
        const { equal } = likest
        const found = likest.entry ?? all.first()
        if (found === null || (best !== null && equal < best.equal)) continue
        if (best === null || equal > best.equal || found.place < best.entry.place)
          best = { entry: found, equal }
      }
      return best
    },
  }
}

/** Entries that have the same amounts, or are equal as a whole: the first, and the sources of all. */
interface Alike {
  readonly first: Entry
  readonly records: Set<unknown>
}

function elsewhere(askers: readonly Entry[], scorer: Scorer): Lookup<Entry> {
  const newAlike = (first: Entry): Alike => ({ first, records: new Set() })
  const parties = new PartyIndex(true, masksOf(askers, true), () => new AmountIndex(newAlike))
  const wholes = new WholeIndex<Alike>(scorer)
  return {
    add(entry) {
      for (const part of parties.held(entry)) part.at(entry).records.add(entry.record)
      wholes.at(entry, newAlike).records.add(entry.record)
    },
    find(entry) {
      const equal: Alike[] = []
      for (const part of parties.asked(entry, SAME))
        for (const { value } of part.near(entry, true)) equal.push(value)
      for (const part of parties.asked(entry, SAME - SPEAKS))
        for (const item of part.near(entry, true)) if (amountsSpeak(entry, item.entry)) equal.push(item.value)
      const whole = wholes.find(entry)
      if (whole !== null) equal.push(whole)
      if (equal.some(({ records }) => records.has(entry.record))) return null
      return equal.reduce<Entry | null>((first, each) => earlierOf(first, each.first), null)
    },
  }
}

function likes(askers: readonly Entry[], scorer: Scorer): Lookup<Entry> {
  const masks = masksOf(askers, true)
  const index = new AmountIndex(() => new Map<unknown, Entry[]>())
  const parties = new Map<object, PartyIndex<Entry[]>>()
  const findIn = (held: readonly Entry[], entry: Entry): Entry | undefined => {
    const isLike = (other: Entry): boolean =>
      scorer.parties(entry, other) !== REJECT && !scorer.isSame(entry, other)
    if (held.length <= MOST_PAIRED) return held.find(isLike)
    // Of many, only those that nothing tells apart are looked at.
    const near = heldOr(parties, held, () => {
      const made = new PartyIndex<Entry[]>(true, masks, () => [])
      for (const each of held) for (const part of made.held(each)) part.push(each)
      return made
    })
    for (const part of near.asked(entry, REJECT)) {
      const like = part.find(isLike)
      if (like !== undefined) return like
    }
    return undefined
  }
  return {
    add(entry) {
      addTo(index.at(entry), entry.record, entry)
    },
    find(entry) {
      for (const item of index.near(entry, true)) {
        if (equalBoxes(entry, item.entry, true) === 0) continue
        for (const [record, held] of item.value) {
          const like = record === entry.record ? undefined : findIn(held, entry)
          if (like !== undefined) return like
        }
      }
      return null
    },
  }
}

/** Many are found without a look at each. */
export function byIndexes(): Lookups {
  const scorer = new Scorer()
  return {
    equals,
    targets,
    elsewhere: askers => elsewhere(askers, scorer),
    likes: askers => likes(askers, scorer),
    formClasses: ordered => formClasses(ordered, scorer),
  }
}
