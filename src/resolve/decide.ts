import { equalBoxes, hasNoMoney, isAllZero } from './amounts.js'
import type { Entry, Warn } from './entry.js'
import type { Status } from './resolved.js'

/** Marks an entry as not counting. */
export function decide(entry: Entry, status: Status, by: Entry | null): void {
  entry.status = status
  entry.decidedBy = by
}

/** Rule 1: a void cancels the first equal document of its source that still counts. */
export function decideVoid(entry: Entry, find: () => Entry | null): void {
  decide(entry, 'void', null)
  const target = find()
  if (target !== null) decide(target, 'canceled', entry)
}

/** A document that an amended one may replace, and in how many boxes they are equal. */
export interface Target {
  readonly entry: Entry
  readonly equal: number
}

/** Of an original and an earlier amended document, the one with the most equal boxes; ties to the original. */
export function likerOf(original: Target | null, earlier: Target | null): Entry | null {
  if (original === null || earlier === null) return (original ?? earlier)?.entry ?? null
  return (earlier.equal > original.equal ? earlier : original).entry
}

/** Rule 2: an amended document replaces, never adds; one of zeros cancels its target and itself. */
export function decideAmended(entry: Entry, find: () => Entry | null, warn: Warn): void {
  // A correction of a name has no money and leaves the original as it is.
  if (hasNoMoney(entry.amounts)) {
    decide(entry, 'canceled', null)
    return
  }
  const target = find()
  if (isAllZero(entry.amounts)) {
    if (target !== null) decide(target, 'canceled', entry)
    decide(entry, 'canceled', null)
  } else if (target === null) warn('amended_without_original', entry)
  else {
    if (equalBoxes(entry, target, false) === 0) warn('amended_target_doubtful', entry)
    decide(target, 'superseded', entry)
  }
}
