import { addTo, heldOr } from '../core/lists.js'
import { AmountIndex, amountsSpeak, BoxIndex, equalBoxes, Queue } from './amounts.js'
import { decide, decideAmended, decideVoid, likerOf, type Target } from './decide.js'
import type { Entry, Warn } from './entry.js'
import { FEW, REJECT, SAME, type Scorer, SPEAKS } from './identity.js'
import { comparePositions } from './order.js'
import { masksOf, PartyIndex } from './parties.js'
import { WholeIndex } from './whole.js'

/** Entries that an amended document may replace, for each set of parties. */
class Targets {
  readonly #parties: PartyIndex<{ readonly boxes: BoxIndex; readonly all: Queue }>

  constructor(masks: ReadonlySet<number>) {
    this.#parties = new PartyIndex(false, masks, () => ({ boxes: new BoxIndex(false), all: new Queue() }))
  }

  add(entry: Entry): void {
    for (const { boxes, all } of this.#parties.held(entry)) {
      boxes.add(entry)
      all.entries.push(entry)
    }
  }

  /** The one with the most equal boxes, and where none has any the first; ties to the first. */
  find(entry: Entry): Target | null {
    let best: Entry | null = null
    let most = 0
    for (const { boxes, all } of this.#parties.asked(entry, SAME)) {
      const likest = boxes.likest(entry)
      const found = likest.entry ?? all.first()
      if (found === null || likest.equal < most) continue
      if (best === null || likest.equal > most || comparePositions(found, best) < 0) best = found
      most = likest.equal
    }
    return best === null ? null : { entry: best, equal: most }
  }
}

/** Rules 1 and 2: voids and amended documents of one source, one form and year, taken by position. */
export function applyVoidsAndAmendments(held: readonly Entry[], warn: Warn): void {
  const isA = (entry: Entry, submission: string): boolean => entry.document.submission === submission
  const voids = held.some(entry => isA(entry, 'void'))
  if (!voids && !held.some(entry => isA(entry, 'amended'))) return
  const entries = [...held].sort(comparePositions)
  const asking = masksOf(
    entries.filter(entry => isA(entry, 'void') || isA(entry, 'amended')),
    false,
  )
  const cancelable = new PartyIndex(false, asking, () => new AmountIndex(() => new Queue()))
  const originals = new Targets(asking)
  // Only what was taken before an amended document is an earlier one.
  const amended = new Targets(asking)
  for (const entry of entries) {
    if (isA(entry, 'original')) originals.add(entry)
    if (voids && !isA(entry, 'void'))
      for (const part of cancelable.held(entry)) part.at(entry).entries.push(entry)
  }
  for (const entry of entries) {
    if (isA(entry, 'void')) decideVoid(entry, () => firstEqual(entry, cancelable))
    else if (isA(entry, 'amended') && entry.status === 'counted') {
      decideAmended(entry, () => likerOf(originals.find(entry), amended.find(entry)), warn)
      amended.add(entry)
    }
  }
}

/** The first equal document that still counts. */
function firstEqual(entry: Entry, cancelable: PartyIndex<AmountIndex<Queue>>): Entry | null {
  let target: Entry | null = null
  for (const part of cancelable.asked(entry, SAME)) {
    for (const { value } of part.near(entry, false)) {
      const first = value.first()
      if (first !== null && (target === null || comparePositions(first, target) < 0)) target = first
    }
  }
  return target
}

/** Entries that no longer count and have the same amounts: the first in the order, and the sources of all. */
class Gone {
  first: Entry | null = null
  place = 0
  readonly records = new Set<unknown>()
  add(entry: Entry, place: number): void {
    if (this.first === null) {
      this.first = entry
      this.place = place
    }
    this.records.add(entry.record)
  }
}

/**
 * Rule 3: a document equal to one that was replaced or canceled in another source was pulled before the correction and
 * takes that status, unless its own source holds an equal one that became so. `ordered` stand in the order.
 */
export function applyEarlierPulls(ordered: readonly Entry[], scorer: Scorer): void {
  const gone = ordered.filter(entry => entry.status !== 'counted')
  if (gone.length === 0) return
  const parties = new PartyIndex(true, masksOf(ordered, true), () => new AmountIndex(() => new Gone()))
  const wholes = new WholeIndex<Gone>(scorer)
  gone.forEach((entry, place) => {
    for (const part of parties.held(entry)) part.at(entry).add(entry, place)
    wholes.at(entry, () => new Gone()).add(entry, place)
  })
  const decisions: [Entry, Entry][] = []
  for (const entry of ordered) {
    if (entry.status !== 'counted' || entry.document.submission === 'amended') continue
    const equal: Gone[] = []
    for (const part of parties.asked(entry, SAME))
      for (const { value } of part.near(entry, true)) equal.push(value)
    for (const part of parties.asked(entry, SAME - SPEAKS))
      for (const item of part.near(entry, true)) if (amountsSpeak(entry, item.entry)) equal.push(item.value)
    const whole = wholes.find(entry)
    if (whole !== null) equal.push(whole)
    let best: Gone | null = null
    for (const each of equal) if (best === null || each.place < best.place) best = each
    if (best?.first && equal.every(each => !each.records.has(entry.record)))
      decisions.push([entry, best.first])
  }
  for (const [entry, by] of decisions) decide(entry, by.status, by)
}

/** Rule 4: a document marked as a duplicate is one where an equal document of its source counts; the first stays. */
export function applyMarkedDuplicates(ordered: readonly Entry[], warn: Warn): void {
  const isMarked = (entry: Entry): boolean => entry.document.submission === 'duplicate'
  const marked = ordered.filter(entry => entry.status === 'counted' && isMarked(entry))
  if (marked.length === 0) return
  type First = { place: number }
  const sources = new Map<unknown, PartyIndex<AmountIndex<First>>>()
  const masks = masksOf(marked, false)
  for (const { record } of marked)
    heldOr(
      sources,
      record,
      () => new PartyIndex(false, masks, () => new AmountIndex(() => ({ place: ordered.length }))),
    )
  const keep = (entry: Entry, place: number): void => {
    for (const part of sources.get(entry.record)?.held(entry) ?? []) {
      const first = part.at(entry)
      first.place = Math.min(first.place, place)
    }
  }
  ordered.forEach((entry, place) => {
    if (entry.status === 'counted' && !isMarked(entry)) keep(entry, place)
  })
  ordered.forEach((entry, place) => {
    if (entry.status !== 'counted' || !isMarked(entry)) return
    let kept = ordered.length
    for (const part of sources.get(entry.record)?.asked(entry, SAME) ?? [])
      for (const { value } of part.near(entry, false)) kept = Math.min(kept, value.place)
    const first = ordered[kept]
    if (first !== undefined) decide(entry, 'duplicate', first)
    else {
      warn('duplicate_without_original', entry)
      keep(entry, place)
    }
  })
}

/** Rule 5: equal documents of one source all count, with a warning where that is not ordinary. */
export function warnOfRepeats(ordered: readonly Entry[], warn: Warn): void {
  const earlier = new Map<unknown, PartyIndex<AmountIndex<true>>>()
  const masks = masksOf(ordered, false)
  for (const entry of ordered) {
    if (entry.status !== 'counted') continue
    const own = heldOr(
      earlier,
      entry.record,
      () => new PartyIndex(false, masks, () => new AmountIndex(() => true as const)),
    )
    if (own.asked(entry, SAME).some(part => part.near(entry, false).length > 0))
      warn('probable_duplicate', entry)
    for (const part of own.held(entry)) part.at(entry)
  }
}

/** Same amounts in two sources, and too little else to say that they are one document: both count, with a warning. */
export function warnOfLikeness(ordered: readonly Entry[], scorer: Scorer, warn: Warn): void {
  const counted = ordered.filter(entry => entry.status === 'counted')
  const isLike = (entry: Entry, other: Entry): boolean =>
    scorer.parties(entry, other) !== REJECT && !scorer.isSame(entry, other)
  const index = new AmountIndex(() => new Map<unknown, Entry[]>())
  for (const entry of counted) addTo(index.at(entry), entry.record, entry)
  const parties = new Map<object, PartyIndex<Entry[]>>()
  const masks = masksOf(counted, true)
  for (const entry of counted) {
    const alike = index.near(entry, true).some(item => {
      if (equalBoxes(entry, item.entry, true) === 0) return false
      for (const [record, held] of item.value) {
        if (record === entry.record) continue
        if (held.length <= FEW) {
          if (held.some(other => isLike(entry, other))) return true
          continue
        }
        // Of many, only those that nothing tells apart are looked at.
        const near = heldOr(parties, held, () => {
          const made = new PartyIndex<Entry[]>(true, masks, () => [])
          for (const each of held) for (const part of made.held(each)) part.push(each)
          return made
        })
        if (near.asked(entry, REJECT).some(part => part.some(other => isLike(entry, other)))) return true
      }
      return false
    })
    if (alike) warn('possible_duplicate', entry)
  }
}
