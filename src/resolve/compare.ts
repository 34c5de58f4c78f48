import { areDifferentIdentifiers, compareIds, isFullIdentifier } from '../core/identifier.js'
import { isEqualJson } from '../core/json.js'
import { mapItems, sortInPlace } from '../core/lists.js'
import { compareText } from '../core/text.js'
import { hasEqualCells, type SourceDocument } from '../ingest/source.js'
import { type Candidate, type Comparison, type Identities, selectAmounts, selectIdentities } from './candidate.js'

/**
 * Returns the largest difference in cents at which two amounts are equal. Between sources, a transcript may have cut
 * off the cents: if one document is in whole dollars, the amounts may differ by less than 1.00. If both documents are,
 * they may differ by up to 1.00.
 */
const findTolerance = (a: Candidate, b: Candidate, comparison: Comparison): number =>
  comparison === 'withinSource'
    ? 0
    : a.isWholeDollars && b.isWholeDollars
      ? 100
      : a.isWholeDollars || b.isWholeDollars
        ? 99
        : 0

/**
 * True if every money field that both documents have is equal. They must share such a field, or neither may have any.
 * With `isExact`, amounts of two sources must be equal to the cent.
 */
export function hasSameAmounts(a: Candidate, b: Candidate, comparison: Comparison, isExact = false): boolean {
  const tolerance = isExact ? 0 : findTolerance(a, b, comparison)
  const [amounts, otherAmounts] = [selectAmounts(a, comparison), selectAmounts(b, comparison)]
  let hasSharedBox = false
  let hasOneSidedBox = false
  for (let i = 0; i < amounts.length; i++) {
    const x = amounts[i] as number | null
    const y = otherAmounts[i] as number | null
    if (x !== null && y !== null) {
      if (Math.abs(x - y) > tolerance) return false
      hasSharedBox = true
    } else if (x !== null || y !== null) hasOneSidedBox = true
  }
  return hasSharedBox || !hasOneSidedBox
}

/** Counts the boxes with equal amounts other than zero. */
export function countEqualBoxes(a: Candidate, b: Candidate, comparison: Comparison): number {
  const tolerance = findTolerance(a, b, comparison)
  let equalCount = 0
  for (let i = 0; i < a.amounts.length; i++) {
    const x = a.amounts[i]
    const y = b.amounts[i]
    if (x && y && Math.abs(x - y) <= tolerance) equalCount++
  }
  return equalCount
}

/**
 * True if at least two boxes are equal and not zero. Between sources, this is evidence of one document in both sources.
 */
export const hasTwoEqualBoxes = (a: Candidate, b: Candidate): boolean => countEqualBoxes(a, b, 'acrossSources') >= 2

/** True if all money fields of a document are absent or zero. */
export const hasOnlyZeros = ({ amounts }: Candidate): boolean => amounts.every(cents => cents === null || cents === 0)

/** True if every money field of a document is absent. */
export const hasNoAmounts = ({ amounts }: Candidate): boolean => amounts.every(cents => cents === null)

/** Removes the padding from a name. A masked transcript cuts a name to four characters and pads it with spaces or X. */
const removePadding = (name: string): string => (name.slice(0, 4) + name.slice(4).replace(/[ X]/g, '')).trimEnd()

const cutName = (name: string): string => name.slice(0, 4).trimEnd()

/** True if a transcript may have cut this name. */
export const isCutName = (name: string): boolean => removePadding(name).length <= 4

/** True if two upper-case names are equal or one of them may be the cut form of the other. */
const areCompatibleNames = (a: string, b: string): boolean =>
  a === b ||
  (a.charCodeAt(0) === b.charCodeAt(0) && (removePadding(a) === cutName(b) || removePadding(b) === cutName(a)))

/**
 * Returns the two keys under which a name is filed: its first four characters, and either the complete name or, for a
 * cut name, a key that marks it as cut.
 */
export const listNameIndexKeys = (name: string): [string, string] => [
  `four ${cutName(name)}`,
  isCutName(name) ? `cut ${cutName(name)}` : `name ${name}`,
]

/**
 * Returns the keys that find every compatible name exactly once: equal names, and names with the same first four
 * characters if one of the two is cut.
 */
export const listNameSearchKeys = (name: string): string[] =>
  isCutName(name) ? [`four ${cutName(name)}`] : [`name ${name}`, `cut ${cutName(name)}`]

/** Cuts an address to six characters, as a masked transcript does. */
export const cutAddress = (address: string): string => address.slice(0, 6).trimEnd()

/** True if two upper-case addresses are equal or one of them is the cut form of the other. */
const areCompatibleAddresses = (a: string, b: string): boolean => a === b || a === cutAddress(b) || b === cutAddress(a)

function compareAmounts(a: Candidate, b: Candidate): number {
  for (let i = 0; i < a.amounts.length; i++) {
    const x = a.amounts[i] as number | null
    const y = b.amounts[i] as number | null
    if (x !== y) return x === null ? -1 : y === null ? 1 : x - y
  }
  return 0
}

/** True if every key and value of two entries is equal. The raw entries are compared only if all cells are equal. */
export const isEqualRaw = ({ document: a }: Candidate, { document: b }: Candidate): boolean =>
  hasEqualCells(a, b) && isEqualJson(a.raw, b.raw)

/**
 * Orders the documents of one form and year. The contents of an entry are compared before the record id, so that the
 * result does not change if a transcript is pulled again under another id. Contents are compared as text only if the
 * raw entries differ, because writing that text is slow.
 */
export const compareCandidates = (a: Candidate, b: Candidate): number =>
  compareIds(a.document.issuer.id, b.document.issuer.id) ||
  compareIds(a.document.recipient.id, b.document.recipient.id) ||
  compareText(a.name ?? '', b.name ?? '') ||
  compareText(a.account ?? '', b.account ?? '') ||
  compareAmounts(a, b) ||
  Number(b.record.isFromIrs) - Number(a.record.isFromIrs) ||
  compareText(b.pullGroup.date, a.pullGroup.date) ||
  (isEqualRaw(a, b) ? 0 : compareText(a.contents, b.contents)) ||
  a.pullGroup.compare(b.pullGroup) ||
  compareText(a.record.id, b.record.id) ||
  comparePositions(a.document, b.document)

/** Orders the documents of one source by position in the record, because the order of the input array is meaningful. */
export const comparePositions = (a: SourceDocument, b: SourceDocument): number =>
  a.formIndex - b.formIndex || a.entryIndex - b.entryIndex

/** Orders documents as in the output tables: by record id, form and position. */
export const compareDocuments = (a: SourceDocument, b: SourceDocument): number =>
  (a.record === b.record ? 0 : compareText(a.record.id, b.record.id)) ||
  (a.compiledForm === b.compiledForm ? 0 : compareText(a.compiledForm.key, b.compiledForm.key)) ||
  comparePositions(a, b)

/** Sorts documents in place and sets the `position` of each document. */
export function sortAndNumber(candidates: Candidate[], compare: typeof compareCandidates): Candidate[] {
  sortInPlace(candidates, compare)
  for (let i = 0; i < candidates.length; i++) (candidates[i] as Candidate).position = i
  return candidates
}

/** Returns the document with the lower position. If one argument is null, returns the other one, which may be null. */
export function findEarlier(a: Candidate | null, b: Candidate | null): Candidate | null {
  return a === null || b === null ? (a ?? b) : b.position < a.position ? b : a
}

/** The lowest match score at which two documents are the same document. */
export const MIN_MATCH_SCORE = 6

/** The score of two values that cannot belong to one document. */
export const REJECT_SCORE = Number.NEGATIVE_INFINITY

/** The maximum points for each of the `Identities`. The first two are identifiers, which may be masked. */
export const MAX_IDENTITY_POINTS = [4, 4, 2, 10]
export const IDENTIFIER_COUNT = 2

/** The points for an equal correction key. It is more than any number of boxes, so one key outweighs all boxes. */
export const POINTS_FOR_EQUAL_KEY = 1000

/**
 * Scores the keys that show which original a correction replaces. Returns REJECT if `mustAgree` is true and the documents
 * have different dates or CUSIPs.
 */
export function scoreCorrectionKeys(a: Candidate, b: Candidate, mustAgree: boolean): number {
  const { correctionKeyPositions, fields } = a.document.compiledForm
  const { correctionKeys } = a
  const { correctionKeys: otherKeys } = b
  let score = 0
  for (let i = 0; i < correctionKeys.length; i++) {
    const key = correctionKeys[i]
    const otherKey = otherKeys[i]
    if (key === '' || otherKey === '') continue
    if (key === otherKey) score += POINTS_FOR_EQUAL_KEY
    else if (mustAgree && fields[correctionKeyPositions[i] as number]?.identifies === 'lot') return REJECT_SCORE
  }
  return score
}

/** The points for equal amounts between sources, and for two entries with equal keys and values. */
export const POINTS_FOR_EQUAL_AMOUNTS = 4
export const POINTS_FOR_EQUAL_ENTRIES = 10

/**
 * Scores two identifiers: 4 if both are full and equal, 2 if only their last four digits can be compared and are equal,
 * REJECT if they differ, and 0 if one is absent.
 */
export function scoreIds(a: string | null, b: string | null): number {
  if (a === null || b === null) return 0
  if (areDifferentIdentifiers(a, b)) return REJECT_SCORE
  return isFullIdentifier(a) && isFullIdentifier(b) ? 4 : 2
}

/** Scores two upper-case names: 2 if compatible, otherwise -2; 0 if one is absent. */
export const scoreNames = (a: string | null, b: string | null): number =>
  a === null || b === null ? 0 : areCompatibleNames(a, b) ? 2 : -2

/** Scores two upper-case addresses: 1 if they are equal or one is cut to six characters, otherwise 0. */
export const scoreAddresses = (a: string | null, b: string | null): number =>
  a !== null && b !== null && areCompatibleAddresses(a, b) ? 1 : 0

/**
 * Scores the identities of two documents or classes. Equal values add points. Returns REJECT if any two values differ.
 */
export function scoreIdentities(a: Identities, b: Identities): number {
  let score = 0
  for (let i = 0; i < a.length && score !== REJECT_SCORE; i++) {
    const x = a[i] as string | null
    const y = b[i] as string | null
    if (i < IDENTIFIER_COUNT) score += scoreIds(x, y)
    else if (x !== null && y !== null) score += x === y ? (MAX_IDENTITY_POINTS[i] as number) : REJECT_SCORE
  }
  return score
}

/** Combines two sets of identities that do not reject each other. Returns `a` itself if `b` adds nothing. */
export function joinIdentities(a: Identities, b: Identities): Identities {
  const joined = mapItems(a, (x, i) => (x === null || (i < IDENTIFIER_COUNT && !isFullIdentifier(x)) ? (b[i] ?? x) : x))
  return joined.every((x, i) => x === a[i]) ? a : joined
}

/** Returns the match score of two documents. Within one source, equal amounts and equal entries add no points. */
export function scoreCandidates(a: Candidate, b: Candidate, comparison: Comparison): number {
  let total = scoreIdentities(selectIdentities(a, comparison), selectIdentities(b, comparison))
  if (total === REJECT_SCORE) return REJECT_SCORE
  if (a.supportingAccount !== null && a.supportingAccount === b.supportingAccount) total += 2
  total += scoreNames(a.name, b.name) + scoreAddresses(a.address, b.address)
  if (comparison === 'withinSource' || !hasSameAmounts(a, b, comparison)) return total
  return (
    total + (hasTwoEqualBoxes(a, b) ? POINTS_FOR_EQUAL_AMOUNTS : 0) + (isEqualRaw(a, b) ? POINTS_FOR_EQUAL_ENTRIES : 0)
  )
}
