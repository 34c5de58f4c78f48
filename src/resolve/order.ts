import { compareIds } from '../core/identifier.js'
import { isEqualJson } from '../core/json.js'
import { compareText } from '../core/text.js'
import { isReadAlike, isWrittenAlike, type SourceDocument } from '../normalize/source.js'
import type { Entry } from './entry.js'

function compareAmounts(a: Entry, b: Entry): number {
  for (let i = 0; i < a.amounts.length; i++) {
    const x = a.amounts[i] as number | null
    const y = b.amounts[i] as number | null
    if (x !== y) return x === null ? -1 : y === null ? 1 : x - y
  }
  return 0
}

/** Every key and value of two entries is equal. What is read otherwise is, and need not be parsed for that. */
export const isEqualRaw = ({ document: a }: Entry, { document: b }: Entry): boolean =>
  isReadAlike(a, b) && (isWrittenAlike(a, b) || isEqualJson(a.raw, b.raw))

/**
 * The order used wherever one is needed, inside one form and year. Contents stand before the record's id, so that pulling a
 * transcript again under another id decides nothing; most entries that agree so far are equal, and need not be written.
 */
export const compareEntries = (a: Entry, b: Entry): number =>
  compareIds(a.document.issuer.id, b.document.issuer.id) ||
  compareIds(a.document.recipient.id, b.document.recipient.id) ||
  compareText(a.name ?? '', b.name ?? '') ||
  compareText(a.account ?? '', b.account ?? '') ||
  compareAmounts(a, b) ||
  Number(b.record.authority) - Number(a.record.authority) ||
  compareText(b.transcript.date, a.transcript.date) ||
  (isEqualRaw(a, b) ? 0 : compareText(a.contents, b.contents)) ||
  a.transcript.compare(b.transcript) ||
  compareText(a.record.id, b.record.id) ||
  comparePositions(a.document, b.document)

/** Position inside one source, where the array's order is a hint. */
export const comparePositions = (a: SourceDocument, b: SourceDocument): number =>
  a.formIndex - b.formIndex || a.entryIndex - b.entryIndex

/** Orders documents as tables do: by record id, form and position. */
export const compareDocuments = (a: SourceDocument, b: SourceDocument): number =>
  (a.record === b.record ? 0 : compareText(a.record.id, b.record.id)) ||
  (a.plan === b.plan ? 0 : compareText(a.plan.key, b.plan.key)) ||
  comparePositions(a, b)

/** Sorts entries, and gives each its place. */
export function putInPlaces(entries: Entry[], compare: (a: Entry, b: Entry) => number): Entry[] {
  entries.sort(compare)
  for (let i = 0; i < entries.length; i++) (entries[i] as Entry).place = i
  return entries
}

/** The one whose place is first; null where there is none. */
export function earlierOf(a: Entry | null, b: Entry | null): Entry | null {
  return a === null || b === null ? (a ?? b) : b.place < a.place ? b : a
}
