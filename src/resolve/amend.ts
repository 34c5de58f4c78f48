import {
  AmountIndex,
  BoxIndex,
  equalBoxes,
  hasNoMoney,
  indexAmounts,
  isAllZero,
  sameAmounts,
} from './amounts.js'
import { decide, type Entry, type Warn } from './entry.js'
import { REJECT, type Scorer } from './identity.js'
import { comparePositions } from './order.js'

/** One source's documents of one form and year, by position, with the indexes that rules 1 and 2 look them up in. */
interface Placed {
  readonly entries: readonly Entry[]
  readonly amounts: AmountIndex
  readonly boxes: BoxIndex
}

/** Rules 1 and 2: voids and amended documents of one source, one form and year, taken by position. */
export function applyVoidsAndAmendments(held: readonly Entry[], scorer: Scorer, warn: Warn): void {
  if (held.every(({ document }) => document.submission !== 'void' && document.submission !== 'amended'))
    return
  const entries = [...held].sort(comparePositions)
  const placed = { entries, amounts: indexAmounts(entries), boxes: new BoxIndex(entries) }
  for (const entry of entries) {
    if (entry.document.submission === 'void') applyVoid(entry, placed, scorer)
    else if (entry.document.submission === 'amended' && entry.status === 'counted')
      applyAmended(entry, placed, scorer, warn)
  }
}

/** A void cancels the first equal document of its source that still counts. */
function applyVoid(entry: Entry, { amounts }: Placed, scorer: Scorer): void {
  decide(entry, 'void', null)
  for (const position of amounts.candidates(entry)) {
    const other = amounts.at(position)
    if (other.document.submission === 'void' || other.status !== 'counted') continue
    if (!sameAmounts(entry, other, false) || !scorer.isSameInside(entry, other)) continue
    decide(other, 'canceled', entry)
    return
  }
}

/** An amended document replaces, never adds; one of zeros cancels its target and itself. */
function applyAmended(entry: Entry, placed: Placed, scorer: Scorer, warn: Warn): void {
  // A correction of a name has no money and leaves the original as it is.
  if (hasNoMoney(entry.amounts)) {
    decide(entry, 'canceled', null)
    return
  }
  const zero = isAllZero(entry.amounts)
  const target = targetOf(entry, placed, scorer)
  if (zero) {
    if (target !== null) decide(target, 'canceled', entry)
    decide(entry, 'canceled', null)
  } else if (target === null) warn('amended_without_original', entry)
  else {
    if (equalBoxes(entry, target, false) === 0) warn('amended_target_doubtful', entry)
    decide(target, 'superseded', entry)
  }
}

/** The original, or earlier amended document, with the most equal boxes; ties to an original, then to the first. */
function targetOf(entry: Entry, { entries, boxes }: Placed, scorer: Scorer): Entry | null {
  const eligible = (other: Entry): boolean =>
    other !== entry &&
    other.status === 'counted' &&
    (other.document.submission === 'original' ||
      (other.document.submission === 'amended' && comparePositions(other, entry) < 0)) &&
    scorer.isSameInside(entry, other)
  let best: Entry | null = null
  let most = 0
  for (const other of boxes.sharing(entry)) {
    const equal = equalBoxes(entry, other, false)
    const original = other.document.submission === 'original' && best?.document.submission === 'amended'
    if ((equal > most || (equal === most && equal > 0 && original)) && eligible(other)) {
      best = other
      most = equal
    }
  }
  if (best !== null) return best
  // No box in common with any: the first original, else the first amended one.
  return (
    entries.find(other => other.document.submission === 'original' && eligible(other)) ??
    entries.find(other => eligible(other)) ??
    null
  )
}

/**
 * Rule 3: a document equal to one that was replaced or canceled in another source was pulled before the correction and
 * takes that status, unless its own source holds an equal one that became so. `ordered` stand in the order.
 */
export function applyEarlierPulls(ordered: readonly Entry[], scorer: Scorer): void {
  const gone = ordered.filter(entry => entry.status !== 'counted')
  if (gone.length === 0) return
  const index = indexAmounts(gone)
  const decisions: [Entry, Entry][] = []
  for (const entry of ordered) {
    if (entry.status !== 'counted' || entry.document.submission === 'amended') continue
    const equal = index
      .candidates(entry)
      .map(position => index.at(position))
      .filter(other => sameAmounts(entry, other, true) && scorer.isSameBetween(entry, other))
    const [first] = equal
    if (first !== undefined && equal.every(other => other.record !== entry.record))
      decisions.push([entry, first])
  }
  for (const [entry, by] of decisions) decide(entry, by.status, by)
}

/** Rule 4: a document marked as a duplicate is one where an equal document of its source counts; the first stays. */
export function applyMarkedDuplicates(ordered: readonly Entry[], scorer: Scorer, warn: Warn): void {
  const marked = ordered.filter(
    entry => entry.document.submission === 'duplicate' && entry.status === 'counted',
  )
  if (marked.length === 0) return
  const pending = new Set(marked)
  const index = indexAmounts(ordered)
  for (const entry of marked) {
    const kept = index
      .candidates(entry)
      .map(position => index.at(position))
      .find(
        other =>
          other.record === entry.record &&
          other.status === 'counted' &&
          !pending.has(other) &&
          sameAmounts(entry, other, false) &&
          scorer.isSameInside(entry, other),
      )
    if (kept === undefined) warn('duplicate_without_original', entry)
    else decide(entry, 'duplicate', kept)
    pending.delete(entry)
  }
}

/** Rule 5: equal documents of one source all count, with a warning where that is not ordinary. */
export function warnOfRepeats(ordered: readonly Entry[], scorer: Scorer, warn: Warn): void {
  const firsts = new Map<unknown, AmountIndex>()
  for (const entry of ordered) {
    if (entry.status !== 'counted') continue
    let index = firsts.get(entry.record)
    if (index === undefined) {
      index = new AmountIndex()
      firsts.set(entry.record, index)
    }
    const own = index
    const repeats = own.candidates(entry).some(position => {
      const first = own.at(position)
      return sameAmounts(entry, first, false) && scorer.isSameInside(entry, first)
    })
    if (repeats) warn('probable_duplicate', entry)
    else own.add(entry)
  }
}

/** Same amounts in two sources, and too little else to say that they are one document: both count, with a warning. */
export function warnOfLikeness(ordered: readonly Entry[], scorer: Scorer, warn: Warn): void {
  const counted = ordered.filter(entry => entry.status === 'counted')
  const index = indexAmounts(counted)
  for (const entry of counted) {
    const alike = index.candidates(entry).some(position => {
      const other = index.at(position)
      return (
        other.record !== entry.record &&
        sameAmounts(entry, other, true) &&
        equalBoxes(entry, other, true) > 0 &&
        scorer.parties(entry, other, true) !== REJECT &&
        !scorer.isSameBetween(entry, other)
      )
    })
    if (alike) warn('possible_duplicate', entry)
  }
}
