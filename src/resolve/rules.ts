import { comparePositions, earlierOf, hasNoMoney, isZero, putInPlaces } from './compare.js'
import { DocumentIndex, type Likest } from './document-index.js'
import { bySource, counts, decide, type Entry, isAmended, type Warn } from './entry.js'
import { EQUAL_BETWEEN, EQUAL_INSIDE, type Layout, type Scope } from './layout.js'

const isOriginal = ({ document }: Entry): boolean => document.submission === 'original'
const isVoid = ({ document }: Entry): boolean => document.submission === 'void'
const isMarked = ({ document }: Entry): boolean => document.submission === 'duplicate'
const not = (is: (entry: Entry) => boolean) => (entry: Entry) => !is(entry)

/** Conditions for the document of the same source that an amended document replaces. */
const REPLACEABLE: Scope = { between: false, parties: true, amounts: 'equal', isLiving: true }

/**
 * Applies rules 1 and 2 to the documents of one source, form and year, by their position. A void cancels the first equal
 * document that still counts.
 */
export function applyVoidsAndAmendments(held: readonly Entry[], layout: Layout, warn: Warn): void {
  if (!held.some(entry => isVoid(entry) || isAmended(entry))) return
  const entries = putInPlaces([...held], (a, b) => comparePositions(a.document, b.document))
  const cancelable = new DocumentIndex(layout, EQUAL_INSIDE, entries.filter(not(isVoid)))
  const replaceable = new DocumentIndex(layout, REPLACEABLE, entries.filter(isOriginal))
  for (const entry of entries) {
    if (isVoid(entry)) {
      const target = cancelable.first(entry)
      decide(entry, 'void', null)
      if (target !== null) decide(target, 'canceled', entry)
    } else if (isAmended(entry) && counts(entry)) {
      applyAmendment(entry, replaceable.likest(entry), warn)
      // An amended document can be the earlier amendment of a later one only.
      replaceable.put(entry)
    }
  }
}

/**
 * Applies rule 2: an amended document replaces the original and is not added. One with zeros cancels the original and itself.
 */
function applyAmendment(entry: Entry, likest: Likest, warn: Warn): void {
  const { entry: target, score: equal } = likest
  if (isZero(entry)) {
    decide(entry, 'canceled', null)
    // A corrected name has no money and leaves the original as it is.
    if (target !== null && !hasNoMoney(entry)) decide(target, 'canceled', entry)
  } else if (target === null) warn('amended_without_original', entry)
  else {
    if (equal === 0) warn('amended_target_doubtful', entry)
    decide(target, 'superseded', entry)
  }
}

/**
 * Applies rule 3. A document that equals one which was replaced or canceled in another source is an earlier pull, so it takes
 * the same status, unless its own source has such an equal document. An amended document takes it only from an amended one, and
 * only if the document at the end of that correction still counts. `ordered` is in the fixed order, also in the functions
 * below.
 */
export function applyEarlierPulls(ordered: readonly Entry[], layout: Layout): void {
  const gone = ordered.filter(entry => !counts(entry))
  if (gone.length === 0) return
  // A document that takes a status here does not pass it on.
  const corrected = findElsewhere(gone, layout)
  const correctedAgain = findElsewhere(gone.filter(isAmended), layout)
  const ends = new Map<Entry, Entry>()
  const taken: Entry[] = []
  for (const entry of ordered) {
    if (!counts(entry)) continue
    const first = isAmended(entry) ? correctedAgain(entry) : corrected(entry)
    if (first === null) continue
    if (isAmended(entry)) {
      // Two sources may each correct to the amounts that the other corrects. One of the documents must still count.
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

/** Returns a function that finds the first equal document, or null if the document's own source has one. */
function findElsewhere(entries: readonly Entry[], layout: Layout): (entry: Entry) => Entry | null {
  const indexOf = (held: readonly Entry[]): DocumentIndex => new DocumentIndex(layout, EQUAL_BETWEEN, held)
  const all = indexOf(entries)
  const own = new Map([...bySource(entries)].map(([record, held]) => [record, indexOf(held)]))
  return entry => (own.get(entry.record)?.first(entry) ? null : all.first(entry))
}

/** Follows a chain of amendments to the document that still counts; null if none does. `ends` caches results. */
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

/** Applies rule 4: a document marked as a duplicate is one if an equal document of its source counts. The first one stays. */
export function applyMarkedDuplicates(held: readonly Entry[], layout: Layout, warn: Warn): void {
  if (!held.some(isMarked)) return
  const unmarked = new DocumentIndex(layout, EQUAL_INSIDE, held.filter(not(isMarked)))
  const kept = new DocumentIndex(layout, EQUAL_INSIDE)
  for (const entry of held) {
    if (!isMarked(entry) || !counts(entry)) continue
    const first = earlierOf(unmarked.first(entry), kept.first(entry))
    if (first !== null) decide(entry, 'duplicate', first)
    else {
      warn('duplicate_without_original', entry)
      kept.put(entry)
    }
  }
}

/** Applies rule 5: equal documents of one source all count, with a warning if that is unusual. */
export function warnOfRepeats(held: readonly Entry[], layout: Layout, warn: Warn): void {
  const earlier = new DocumentIndex(layout, EQUAL_INSIDE)
  for (const entry of held) {
    if (!counts(entry)) continue
    if (earlier.first(entry) !== null) warn('probable_duplicate', entry)
    earlier.put(entry)
  }
}

/** Warns about documents of two sources with the same amounts that have too little else in common to be one. Both count. */
export function warnOfLikeness(counting: readonly Entry[], layout: Layout, warn: Warn): void {
  const all = new DocumentIndex(layout, EQUAL_BETWEEN, counting)
  for (const held of bySource(counting).values()) {
    const own = new DocumentIndex(layout, EQUAL_BETWEEN, held)
    for (const entry of held) if (all.likes(entry) > own.likes(entry)) warn('possible_duplicate', entry)
  }
}
