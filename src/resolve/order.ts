import { isFull, lastFour } from '../core/identifier.js'
import { canonicalJson, isEqualJson } from '../core/json.js'
import { compareText } from '../core/text.js'
import { isWrittenAlike, type SourceDocument } from '../normalize/source.js'
import type { Entry } from './entry.js'

/** Full before masked before absent, then by value. */
export const compareIds = (a: string | null, b: string | null): number =>
  a === b ? 0 : rankOf(a) - rankOf(b) || compareText(digitsOf(a), digitsOf(b))

const rankOf = (id: string | null): number => (id === null ? 2 : isFull(id) ? 0 : 1)
const digitsOf = (id: string | null): string => (id === null ? '' : isFull(id) ? id : lastFour(id))

const compareOptional = (a: string | null, b: string | null): number => compareText(a ?? '', b ?? '')

function compareAmounts(a: Entry, b: Entry): number {
  for (let i = 0; i < a.amounts.length; i++) {
    const x = a.amounts[i] as number | null
    const y = b.amounts[i] as number | null
    if (x !== y) return x === null ? -1 : y === null ? 1 : x - y
  }
  return 0
}

/** A document's entry as text that is equal for equal entries. */
export function contentsText(entry: Entry): string {
  entry.contents ??= canonicalJson(entry.document.raw)
  return entry.contents
}

/** What a document and its record say, in text: pulls of one transcript stand alike, whatever their ids. */
const compareContents = (a: Entry, b: Entry): number => compareRaw(a, b) || a.forms.compare(b.forms)

/** Every key and value of two entries is equal. */
export const isEqualRaw = ({ document: a }: Entry, { document: b }: Entry): boolean =>
  isWrittenAlike(a, b) || isEqualJson(a.raw, b.raw)

/** Most entries that agree so far are equal, and need not be written as text. */
function compareRaw(a: Entry, b: Entry): number {
  const isWritten = a.contents !== null && b.contents !== null
  if (!isWritten && isEqualRaw(a, b)) return 0
  return compareText(contentsText(a), contentsText(b))
}

/**
 * The order used wherever one is needed, inside one form and year: issuer and recipient identifiers, issuer name,
 * account, amounts, the authority first, latest record first, contents, then record id and position. Contents stand
 * before the record's id, so that pulling a transcript again under another id decides nothing.
 */
export const compareEntries = (a: Entry, b: Entry): number =>
  compareIds(a.document.issuer.id, b.document.issuer.id) ||
  compareIds(a.document.recipient.id, b.document.recipient.id) ||
  compareOptional(a.name, b.name) ||
  compareOptional(a.account, b.account) ||
  compareAmounts(a, b) ||
  Number(b.record.authority) - Number(a.record.authority) ||
  compareText(b.date, a.date) ||
  compareContents(a, b) ||
  compareText(a.record.id, b.record.id) ||
  a.document.formIndex - b.document.formIndex ||
  a.document.entryIndex - b.document.entryIndex

/** Sorts entries, and gives each its place. */
export function putInPlaces(entries: Entry[], compare: (a: Entry, b: Entry) => number): Entry[] {
  entries.sort(compare)
  for (let i = 0; i < entries.length; i++) (entries[i] as Entry).place = i
  return entries
}

/** The one whose place is first; null where there is none. */
export function earlierOf(a: Entry | null, b: Entry | null): Entry | null {
  if (a === null || b === null) return a ?? b
  return b.place < a.place ? b : a
}

/** Position inside one source, where the array's order is a hint. */
export const comparePositions = (a: Entry, b: Entry): number =>
  a.document.formIndex - b.document.formIndex || a.document.entryIndex - b.document.entryIndex

/** Orders documents as tables do: by record id, form and position. */
export const compareDocuments = (a: SourceDocument, b: SourceDocument): number =>
  (a.record === b.record ? 0 : compareText(a.record.id, b.record.id)) ||
  (a.plan === b.plan ? 0 : compareText(a.plan.key, b.plan.key)) ||
  a.formIndex - b.formIndex ||
  a.entryIndex - b.entryIndex
