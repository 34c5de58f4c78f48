import { areDifferent, compareIds, isFull } from '../core/identifier.js'
import { isEqualJson } from '../core/json.js'
import { compareText } from '../core/text.js'
import { isReadAlike, isWrittenAlike, type SourceDocument } from '../normalize/source.js'
import { type Core, coreOf, type Entry } from './entry.js'

/**
 * The largest difference in cents that counts as none. Between sources a transcript may have cut the cents: with one side
 * in whole dollars a difference below 1.00 is equal, with both, one of exactly 1.00 too.
 */
const toleranceOf = (a: Entry, b: Entry, between: boolean): number =>
  !between ? 0 : a.whole && b.whole ? 100 : a.whole || b.whole ? 99 : 0

/** Same amounts: every money field present on both is equal, and one is, or none is on either. */
export function sameAmounts(a: Entry, b: Entry, between: boolean): boolean {
  const tolerance = toleranceOf(a, b, between)
  let shared = false
  let any = false
  for (let i = 0; i < a.amounts.length; i++) {
    const x = a.amounts[i] as number | null
    const y = b.amounts[i] as number | null
    if (x !== null && y !== null) {
      if (Math.abs(x - y) > tolerance) return false
      shared = true
    } else if (x !== null || y !== null) any = true
  }
  return shared || !any
}

/** How many boxes, not zero on either side, are equal. */
export function equalBoxes(a: Entry, b: Entry, between: boolean): number {
  const tolerance = toleranceOf(a, b, between)
  let equal = 0
  for (let i = 0; i < a.amounts.length; i++) {
    const x = a.amounts[i]
    const y = b.amounts[i]
    if (x && y && Math.abs(x - y) <= tolerance) equal++
  }
  return equal
}

/** Of the same amounts between sources at least two are not zero on both: that speaks for one document. */
export const amountsSpeak = (a: Entry, b: Entry): boolean => equalBoxes(a, b, true) >= 2

/** True where no money field of a document is there and not zero. */
export const isZero = ({ amounts }: Entry): boolean => amounts.every(cents => cents === null || cents === 0)

/** True where a document has no money field. */
export const hasNoMoney = ({ amounts }: Entry): boolean => amounts.every(cents => cents === null)

/** A masked transcript cuts a name to four characters and pads it with spaces or X. */
const uncut = (name: string): string => (name.slice(0, 4) + name.slice(4).replace(/[ X]/g, '')).trimEnd()

const four = (name: string): string => name.slice(0, 4).trimEnd()

/** True for a name that a transcript may have cut. */
export const isCutName = (name: string): boolean => uncut(name).length <= 4

/** True for two names, upper case, of which one may be the other, cut. */
const areCompatibleNames = (a: string, b: string): boolean =>
  a === b || (a.charCodeAt(0) === b.charCodeAt(0) && (uncut(a) === four(b) || uncut(b) === four(a)))

/** The keys of a name: its beginning, and all of it, or that it is cut. */
export const heldNames = (name: string): [string, string] => [
  `four ${four(name)}`,
  isCutName(name) ? `cut ${four(name)}` : `name ${name}`,
]

/** The keys of all names that are compatible with one, each in one of them: equal, or they begin alike and one is cut. */
export const askedNames = (name: string): string[] =>
  isCutName(name) ? [`four ${four(name)}`] : [`name ${name}`, `cut ${four(name)}`]

/** An address as a masked transcript cuts it, to six characters. */
export const cutAddress = (address: string): string => address.slice(0, 6).trimEnd()

/** True for two addresses, upper case, of which one may be the other, cut. */
const areCompatibleAddresses = (a: string, b: string): boolean =>
  a === b || a === cutAddress(b) || b === cutAddress(a)

function compareAmounts(a: Entry, b: Entry): number {
  for (let i = 0; i < a.amounts.length; i++) {
    const x = a.amounts[i] as number | null
    const y = b.amounts[i] as number | null
    if (x !== y) return x === null ? -1 : y === null ? 1 : x - y
  }
  return 0
}

/** Every key and value of two entries is equal. What is read otherwise is, and need not be parsed for that. */
const isEqualRaw = ({ document: a }: Entry, { document: b }: Entry): boolean =>
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

/** Two documents are the same one from this score on. */
export const SAME = 6

/** The score of two values that cannot belong to one document. */
export const REJECT = Number.NEGATIVE_INFINITY

/** The most that each part of a core gives, of which the first two are identifiers, which may be masked. */
export const MOST = [4, 4, 2, 10]
export const IDS = 2

/** What equal amounts give between sources, and two entries whose every key and value is equal. */
export const [SPEAKS, EQUAL] = [4, 10] as const

/** Two identifiers: equal 4 where both are full, 2 by their last four; different, REJECT; one absent, 0. */
export function scoreIds(a: string | null, b: string | null): number {
  if (a === null || b === null) return 0
  if (areDifferent(a, b)) return REJECT
  return isFull(a) && isFull(b) ? 4 : 2
}

/** Two names, upper case: compatible 2, else -2; one absent, 0. */
export const scoreNames = (a: string | null, b: string | null): number =>
  a === null || b === null ? 0 : areCompatibleNames(a, b) ? 2 : -2

/** Two addresses, upper case: equal, or one cut to six characters, 1; else 0. */
export const scoreAddresses = (a: string | null, b: string | null): number =>
  a !== null && b !== null && areCompatibleAddresses(a, b) ? 1 : 0

/** What says whose two documents, or classes of them, are: equal values give points, others reject. */
export function scoreCores(a: Core, b: Core): number {
  let score = 0
  for (let i = 0; i < a.length && score !== REJECT; i++) {
    const x = a[i] as string | null
    const y = b[i] as string | null
    if (i < IDS) score += scoreIds(x, y)
    else if (x !== null && y !== null) score += x === y ? (MOST[i] as number) : REJECT
  }
  return score
}

/** What two cores that do not reject each other say together; the first itself where the other adds nothing. */
export function joinCores(a: Core, b: Core): Core {
  const joint = a.map((x, i) => (x === null || (i < IDS && !isFull(x)) ? (b[i] ?? x) : x))
  return joint.every((x, i) => x === a[i]) ? a : joint
}

/** The whole score of two documents; inside one source amounts and entries say nothing. */
export function score(a: Entry, b: Entry, between: boolean): number {
  let score = scoreCores(coreOf(a, between), coreOf(b, between))
  if (score === REJECT) return REJECT
  if (a.speaking !== null && a.speaking === b.speaking) score += 2
  score += scoreNames(a.name, b.name) + scoreAddresses(a.address, b.address)
  if (!between) return score
  if (!sameAmounts(a, b, true)) return score
  return score + (amountsSpeak(a, b) ? SPEAKS : 0) + (isEqualRaw(a, b) ? EQUAL : 0)
}
