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
