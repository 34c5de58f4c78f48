import { areDifferentIdentifiers, compareIds, isFullIdentifier } from '../core/identifier.js'
import { isEqualJson } from '../core/json.js'
import { compareText } from '../core/text.js'
import { hasEqualCells, hasSameText, type SourceDocument } from '../normalize/source.js'
import { type DocumentEntry, type Identities, selectIdentities } from './entry.js'

/**
 * Returns the largest difference in cents that counts as equal. Between sources, a transcript may have cut the cents: if one
 * side is in whole dollars, a difference below 1.00 is equal. If both are, exactly 1.00 is equal, too.
 */
const findTolerance = (a: DocumentEntry, b: DocumentEntry, betweenSources: boolean): number =>
  !betweenSources ? 0 : a.isWholeDollars && b.isWholeDollars ? 100 : a.isWholeDollars || b.isWholeDollars ? 99 : 0

/** True if every money field that both have is equal, and there is such a field or neither has any money field. */
export function hasSameAmounts(a: DocumentEntry, b: DocumentEntry, betweenSources: boolean): boolean {
  const tolerance = findTolerance(a, b, betweenSources)
  let hasSharedBox = false
  let hasOneSidedBox = false
  for (let i = 0; i < a.amounts.length; i++) {
    const x = a.amounts[i] as number | null
    const y = b.amounts[i] as number | null
    if (x !== null && y !== null) {
      if (Math.abs(x - y) > tolerance) return false
      hasSharedBox = true
    } else if (x !== null || y !== null) hasOneSidedBox = true
  }
  return hasSharedBox || !hasOneSidedBox
}

/** Counts the equal boxes that are not zero on either side. */
export function countEqualBoxes(a: DocumentEntry, b: DocumentEntry, betweenSources: boolean): number {
  const tolerance = findTolerance(a, b, betweenSources)
  let equalCount = 0
  for (let i = 0; i < a.amounts.length; i++) {
    const x = a.amounts[i]
    const y = b.amounts[i]
    if (x && y && Math.abs(x - y) <= tolerance) equalCount++
  }
  return equalCount
}

/** True if at least two boxes are equal and not zero. Between sources, this is evidence for one document. */
export const hasTwoEqualBoxes = (a: DocumentEntry, b: DocumentEntry): boolean => countEqualBoxes(a, b, true) >= 2

/** True if all money fields of a document are absent or zero. */
export const hasOnlyZeros = ({ amounts }: DocumentEntry): boolean =>
  amounts.every(cents => cents === null || cents === 0)

/** True if a document has no money field. */
export const hasNoMoney = ({ amounts }: DocumentEntry): boolean => amounts.every(cents => cents === null)

/** A masked transcript cuts a name to four characters and pads it with spaces or X. Removes that padding. */
const removePadding = (name: string): string => (name.slice(0, 4) + name.slice(4).replace(/[ X]/g, '')).trimEnd()

const cutName = (name: string): string => name.slice(0, 4).trimEnd()

/** True if a transcript may have cut this name. */
export const isCutName = (name: string): boolean => removePadding(name).length <= 4

/** True if two upper-case names are equal or one may be the other after cutting. */
const areCompatibleNames = (a: string, b: string): boolean =>
  a === b ||
  (a.charCodeAt(0) === b.charCodeAt(0) && (removePadding(a) === cutName(b) || removePadding(b) === cutName(a)))

/** Returns the keys under which a name is filed: its first four characters, and the complete name or a note that it is cut. */
export const listFilingNames = (name: string): [string, string] => [
  `four ${cutName(name)}`,
  isCutName(name) ? `cut ${cutName(name)}` : `name ${name}`,
]

/**
 * Returns the keys that find every compatible name exactly once: an equal name, or one that begins alike if one of them is cut.
 */
export const listQueryNames = (name: string): string[] =>
  isCutName(name) ? [`four ${cutName(name)}`] : [`name ${name}`, `cut ${cutName(name)}`]

/** Cuts an address to six characters, as a masked transcript does. */
export const cutAddress = (address: string): string => address.slice(0, 6).trimEnd()

/** True if two upper-case addresses are equal or one may be the other after cutting. */
const areCompatibleAddresses = (a: string, b: string): boolean => a === b || a === cutAddress(b) || b === cutAddress(a)

function compareAmounts(a: DocumentEntry, b: DocumentEntry): number {
  for (let i = 0; i < a.amounts.length; i++) {
    const x = a.amounts[i] as number | null
    const y = b.amounts[i] as number | null
    if (x !== y) return x === null ? -1 : y === null ? 1 : x - y
  }
  return 0
}

/** True if every key and value of two entries is equal. Entries that read differently are not parsed for this. */
const isEqualRaw = ({ document: a }: DocumentEntry, { document: b }: DocumentEntry): boolean =>
  hasEqualCells(a, b) && (hasSameText(a, b) || isEqualJson(a.raw, b.raw))

/**
 * Orders the documents of one form and year. The contents of an entry are compared before the record's id, so that pulling a
 * transcript again under another id decides nothing. Most entries that are equal up to there are equal entirely, so their
 * contents are rarely written as text.
 */
export const compareDocumentEntries = (a: DocumentEntry, b: DocumentEntry): number =>
  compareIds(a.document.issuer.id, b.document.issuer.id) ||
  compareIds(a.document.recipient.id, b.document.recipient.id) ||
  compareText(a.name ?? '', b.name ?? '') ||
  compareText(a.account ?? '', b.account ?? '') ||
  compareAmounts(a, b) ||
  Number(b.record.isFromAuthority) - Number(a.record.isFromAuthority) ||
  compareText(b.transcript.date, a.transcript.date) ||
  (isEqualRaw(a, b) ? 0 : compareText(a.contents, b.contents)) ||
  a.transcript.compare(b.transcript) ||
  compareText(a.record.id, b.record.id) ||
  comparePositions(a.document, b.document)

/** Orders documents of one source by position, because the order of the array is meaningful. */
export const comparePositions = (a: SourceDocument, b: SourceDocument): number =>
  a.formIndex - b.formIndex || a.entryIndex - b.entryIndex

/** Orders documents as the tables do: by record id, form and position. */
export const compareDocuments = (a: SourceDocument, b: SourceDocument): number =>
  (a.record === b.record ? 0 : compareText(a.record.id, b.record.id)) ||
  (a.compiledForm === b.compiledForm ? 0 : compareText(a.compiledForm.key, b.compiledForm.key)) ||
  comparePositions(a, b)

/** Sorts documents and gives each its position. */
export function sortAndNumber(
  entries: DocumentEntry[],
  compare: (a: DocumentEntry, b: DocumentEntry) => number,
): DocumentEntry[] {
  entries.sort(compare)
  for (let i = 0; i < entries.length; i++) (entries[i] as DocumentEntry).position = i
  return entries
}

/** Returns the document with the lower position, or null if both are null. */
export function findEarlier(a: DocumentEntry | null, b: DocumentEntry | null): DocumentEntry | null {
  return a === null || b === null ? (a ?? b) : b.position < a.position ? b : a
}

/** The lowest score at which two documents are the same. */
export const MIN_MATCH_SCORE = 6

/** The score of two values that cannot belong to one document. */
export const REJECT = Number.NEGATIVE_INFINITY

/** The most points for each of the identities. The first two are identifiers, which may be masked. */
export const MAX_IDENTITY_POINTS = [4, 4, 2, 10]
export const IDENTIFIER_COUNT = 2

/** The points for equal amounts between sources, and for two entries with equal keys and values. */
export const [POINTS_FOR_EQUAL_AMOUNTS, POINTS_FOR_EQUAL_ENTRIES] = [4, 10] as const

/**
 * Scores two identifiers: 4 if both are full and equal, 2 if their last four are equal, REJECT if they differ, 0 if one is
 * absent.
 */
export function scoreIds(a: string | null, b: string | null): number {
  if (a === null || b === null) return 0
  if (areDifferentIdentifiers(a, b)) return REJECT
  return isFullIdentifier(a) && isFullIdentifier(b) ? 4 : 2
}

/** Scores two upper-case names: 2 if compatible, otherwise -2; 0 if one is absent. */
export const scoreNames = (a: string | null, b: string | null): number =>
  a === null || b === null ? 0 : areCompatibleNames(a, b) ? 2 : -2

/** Scores two upper-case addresses: 1 if they are equal or one is cut to six characters, otherwise 0. */
export const scoreAddresses = (a: string | null, b: string | null): number =>
  a !== null && b !== null && areCompatibleAddresses(a, b) ? 1 : 0

/** Scores the identities of two documents or classes. Equal values give points, different values reject. */
export function scoreIdentities(a: Identities, b: Identities): number {
  let score = 0
  for (let i = 0; i < a.length && score !== REJECT; i++) {
    const x = a[i] as string | null
    const y = b[i] as string | null
    if (i < IDENTIFIER_COUNT) score += scoreIds(x, y)
    else if (x !== null && y !== null) score += x === y ? (MAX_IDENTITY_POINTS[i] as number) : REJECT
  }
  return score
}

/** Combines two sets of identities that do not reject each other. Returns the first one itself if the second adds nothing. */
export function joinIdentities(a: Identities, b: Identities): Identities {
  const joined = a.map((x, i) => (x === null || (i < IDENTIFIER_COUNT && !isFullIdentifier(x)) ? (b[i] ?? x) : x))
  return joined.every((x, i) => x === a[i]) ? a : joined
}

/** Returns the complete score of two documents. Within one source, amounts and equal entries give no points. */
export function scoreEntries(a: DocumentEntry, b: DocumentEntry, betweenSources: boolean): number {
  let total = scoreIdentities(selectIdentities(a, betweenSources), selectIdentities(b, betweenSources))
  if (total === REJECT) return REJECT
  if (a.supportingAccount !== null && a.supportingAccount === b.supportingAccount) total += 2
  total += scoreNames(a.name, b.name) + scoreAddresses(a.address, b.address)
  if (!betweenSources) return total
  if (!hasSameAmounts(a, b, true)) return total
  return (
    total + (hasTwoEqualBoxes(a, b) ? POINTS_FOR_EQUAL_AMOUNTS : 0) + (isEqualRaw(a, b) ? POINTS_FOR_EQUAL_ENTRIES : 0)
  )
}
