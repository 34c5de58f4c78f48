import { hasNoMoney, isZero } from './amounts.js'
import { counts, decide, type Entry, isAmended, type Warn } from './entry.js'
import type { Layout } from './layout.js'
import { Equals, findLikes, type Target, Targets } from './lookups.js'
import { comparePositions, earlierOf, putInPlaces } from './order.js'

const isVoid = ({ document }: Entry): boolean => document.submission === 'void'
const isMarked = ({ document }: Entry): boolean => document.submission === 'duplicate'

/** Rules 1 and 2: voids and amended documents of one source, one form and year, taken by position. */
export function applyVoidsAndAmendments(held: readonly Entry[], layout: Layout, warn: Warn): void {
  if (!held.some(entry => isVoid(entry) || isAmended(entry))) return
  const entries = putInPlaces([...held], comparePositions)
  const cancelable = new Equals(layout, false)
  const originals = new Targets(layout)
  // Only what was taken before an amended document is an earlier one.
  const earlier = new Targets(layout)
  for (const entry of entries) {
    if (!isVoid(entry)) cancelable.add(entry)
    if (entry.document.submission === 'original') originals.add(entry)
  }
  for (const entry of entries) {
    if (isVoid(entry)) applyVoid(entry, cancelable.find(entry, 'own'))
    else if (isAmended(entry) && counts(entry)) {
      const [original, amended] = [originals.find(entry), earlier.find(entry)]
      // Of as many equal boxes, an original goes first.
      const isLiker = original !== null && (amended === null || original.equal >= amended.equal)
      applyAmendment(entry, isLiker ? original : amended, warn)
      earlier.add(entry)
    }
  }
}

/** Rule 1: a void cancels the first equal document of its source that still counts. */
function applyVoid(entry: Entry, target: Entry | null): void {
  decide(entry, 'void', null)
  if (target !== null) decide(target, 'canceled', entry)
}

/** Rule 2: an amended document replaces, never adds; one of zeros cancels its target and itself. */
function applyAmendment(entry: Entry, target: Target | null, warn: Warn): void {
  if (isZero(entry.amounts)) {
    decide(entry, 'canceled', null)
    // A correction of a name has no money and leaves the original as it is.
    if (target !== null && !hasNoMoney(entry.amounts)) decide(target.entry, 'canceled', entry)
  } else if (target === null) warn('amended_without_original', entry)
  else {
    if (target.equal === 0) warn('amended_target_doubtful', entry)
    decide(target.entry, 'superseded', entry)
  }
}

/**
 * Rule 3: a document equal to one that was replaced or canceled in another source was pulled before the correction and
 * takes that status, unless its own source holds an equal one that became so. An amended one takes it from an amended one,
 * where what corrects that further still counts. `ordered` stand in the order, here and below.
 */
export function applyEarlierPulls(ordered: readonly Entry[], layout: Layout): void {
  const gone = ordered.filter(entry => !counts(entry))
  if (gone.length === 0) return
  const corrected = new Equals(layout, true)
  const correctedAgain = new Equals(layout, true)
  // Who takes a status here gives it to none.
  for (const entry of gone) {
    corrected.add(entry)
    if (isAmended(entry)) correctedAgain.add(entry)
  }
  const ends = new Map<Entry, Entry>()
  const taken: Entry[] = []
  for (const entry of ordered) {
    if (!counts(entry)) continue
    const others = isAmended(entry) ? correctedAgain : corrected
    const first = others.find(entry, 'all')
    if (first === null || others.find(entry, 'own') !== null) continue
    if (isAmended(entry)) {
      // Two sources may each correct to what the other corrects: something stays.
      const end = endOf(first, ends)
      if (end === null || end === entry) continue
    }
    decide(entry, first.status, first)
    taken.push(entry)
  }
  for (const entry of taken) {
    const end = endOf(entry, ends)
    if (end === null) continue
    end.corrects ??= []
    end.corrects.push(entry)
  }
}

/** The end of a chain of amendments, which still counts; null where nothing does. `ends`: what is known of those before. */
function endOf(entry: Entry, ends: Map<Entry, Entry>): Entry | null {
  const passed: Entry[] = []
  let end: Entry | null = entry
  while (end !== null && !counts(end)) {
    passed.push(end)
    end = ends.get(end) ?? end.decidedBy
  }
  if (end !== null) for (const each of passed) ends.set(each, end)
  return end
}

/** Rule 4: a document marked as a duplicate is one where an equal document of its source counts; the first stays. */
export function applyMarkedDuplicates(ordered: readonly Entry[], layout: Layout, warn: Warn): void {
  const marked = ordered.filter(entry => counts(entry) && isMarked(entry))
  if (marked.length === 0) return
  const unmarked = new Equals(layout, false)
  const kept = new Equals(layout, false)
  for (const entry of ordered) if (counts(entry) && !isMarked(entry)) unmarked.add(entry)
  for (const entry of marked) {
    const first = earlierOf(unmarked.find(entry, 'own'), kept.find(entry, 'own'))
    if (first !== null) decide(entry, 'duplicate', first)
    else {
      warn('duplicate_without_original', entry)
      kept.add(entry)
    }
  }
}

/** Rule 5: equal documents of one source all count, with a warning where that is not ordinary. */
export function warnOfRepeats(ordered: readonly Entry[], layout: Layout, warn: Warn): void {
  const earlier = new Equals(layout, false)
  for (const entry of ordered) {
    if (!counts(entry)) continue
    if (earlier.find(entry, 'own') !== null) warn('probable_duplicate', entry)
    earlier.add(entry)
  }
}

/** Same amounts in two sources, and too little else to say that they are one document: both count, with a warning. */
export function warnOfLikeness(ordered: readonly Entry[], layout: Layout, warn: Warn): void {
  for (const entry of findLikes(ordered.filter(counts), layout)) warn('possible_duplicate', entry)
}
