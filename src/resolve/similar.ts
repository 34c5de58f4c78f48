// Finds counted documents that may be one document although the rules count them as two. Two documents of one form and
// year *may be one* if they come from different sources or from one software source, if at least half of their boxes
// agree, and if at most one identifying detail *contradicts*: issuer identifier, recipient identifier, account or issuer
// name. Example: tax software has the IRS's W-2 with a typing error in the EIN. Comparing every pair takes quadratic time,
// so a large set of documents is searched by amounts or by details, whichever leaves fewer candidates.
import { areDifferentIdentifiers, getLastFour, isFullIdentifier } from '../core/identifier.js'
import { appendToGroup } from '../core/lists.js'
import { readCentsAt, type SourceDocument } from '../ingest/source.js'
import {
  compareDocumentEntries,
  countEqualBoxes,
  hasSameAmounts,
  IDENTIFIER_COUNT,
  listFilingNames,
  listQueryNames,
  MIN_MATCH_SCORE,
  REJECT_SCORE,
  scoreEntries,
  scoreNames,
} from './compare.js'
import { addDoubt, type DocumentEntry, isIrsDocument, type ReportWarning, selectIdentities } from './document-entry.js'
import { MAX_DOCUMENTS_TO_SCAN } from './index/index-layout.js'

/** True if two texts of digits differ in one digit, or in the order of two neighboring digits. */
function isTypingError(a: string, b: string): boolean {
  const differences: number[] = []
  for (let i = 0; i < a.length && differences.length <= 2; i++) if (a[i] !== b[i]) differences.push(i)
  const [first = 0, second] = differences
  if (second === undefined) return differences.length === 1
  return differences.length === 2 && second === first + 1 && a[first] === b[second] && a[second] === b[first]
}

/** True if two identifiers belong to different parties, and the difference is not a typing error. */
function isContradictingId(a: string | null, b: string | null): boolean {
  if (a === null || b === null || !areDifferentIdentifiers(a, b)) return false
  const areFull = isFullIdentifier(a) && isFullIdentifier(b)
  return !(areFull ? isTypingError(a, b) : isTypingError(getLastFour(a), getLastFour(b)))
}

/** A detail that can show that two documents are different. */
interface Detail {
  contradicts(a: DocumentEntry, b: DocumentEntry): boolean
  /** Returns the keys under which a document is filed. Empty if it does not have the detail. */
  listFilingKeys(entry: DocumentEntry): readonly string[]
  /** Returns the keys that find every document which has the detail and does not contradict. */
  listQueryKeys(entry: DocumentEntry): readonly string[]
}

/**
 * Returns the keys that two identifiers share unless they contradict: the last four digits with one digit left out, and
 * with two neighboring digits in ascending order.
 */
function listIdKeys(id: string | null): string[] {
  if (id === null) return []
  const digits = getLastFour(id)
  const keys = [0, 1, 2, 3].map(i => `${digits.slice(0, i)}_${digits.slice(i + 1)}`)
  for (const i of [0, 1, 2]) {
    const swapped = [...digits.slice(i, i + 2)].sort().join('')
    keys.push(`${i}${digits.slice(0, i)}${swapped}${digits.slice(i + 2)}`)
  }
  return keys
}

const makeIdDetail = (index: number): Detail => {
  const listKeys = ({ identities }: DocumentEntry): string[] => listIdKeys(identities[index] as string | null)
  return {
    // Within one source, a document without a recipient has the recipient of its form object.
    contradicts: (a, b) => {
      const [idOfA, idOfB] = [a, b].map(entry => selectIdentities(entry, a.record !== b.record)[index])
      return isContradictingId(idOfA as string | null, idOfB as string | null)
    },
    listFilingKeys: listKeys,
    listQueryKeys: listKeys,
  }
}

const listAccountKeys = ({ account }: DocumentEntry): string[] => (account === null ? [] : [account])

const DETAILS: readonly Detail[] = [
  makeIdDetail(0),
  makeIdDetail(1),
  {
    contradicts: (a, b) => a.account !== null && b.account !== null && a.account !== b.account,
    listFilingKeys: listAccountKeys,
    listQueryKeys: listAccountKeys,
  },
  {
    contradicts: (a, b) => scoreNames(a.name, b.name) < 0,
    listFilingKeys: ({ name }) => (name === null ? [] : listFilingNames(name)),
    listQueryKeys: ({ name }) => (name === null ? [] : listQueryNames(name)),
  },
]

/** True if the sources of two documents allow that both list one document. */
const hasComparableSources = (a: DocumentEntry, b: DocumentEntry): boolean =>
  a.record !== b.record || (!isIrsDocument(a) && a.document.compiledForm.form.canRepeat !== true)

const listNonzeroBoxes = ({ amountsBetween }: DocumentEntry): number[] =>
  [...amountsBetween.keys()].filter(i => amountsBetween[i])

/** True if at least half of the boxes with an amount are equal, and too few details contradict. */
function mayBeOne(a: DocumentEntry, b: DocumentEntry): boolean {
  if (!hasComparableSources(a, b)) return false
  // Equal documents of one source are found by `visitRepeats`.
  if (a.record === b.record && hasSameAmounts(a, b, false) && scoreEntries(a, b, false) >= MIN_MATCH_SCORE) return false
  const equalCount = countEqualBoxes(a, b, true)
  const boxes = new Set([...listNonzeroBoxes(a), ...listNonzeroBoxes(b)])
  if (equalCount === 0 || 2 * equalCount < boxes.size) return false
  if (DETAILS.filter(detail => detail.contradicts(a, b)).length > 1) return false
  if (equalCount > 1) return true
  // A single equal box is weak evidence. Then no other box and no identity may differ, and the match score must be low.
  const score = a.record === b.record || !hasSameAmounts(a, b, true) ? REJECT_SCORE : scoreEntries(a, b, true)
  return score !== REJECT_SCORE && score < MIN_MATCH_SCORE
}

/** A list of numbers of documents, in ascending order. */
type DocumentNumbers = readonly number[]

const countNumbers = (lists: readonly DocumentNumbers[]): number => lists.reduce((sum, { length }) => sum + length, 0)

/** The documents that were added, numbered in this order. Finds those that share amounts or details with a document. */
class CandidateIndex {
  readonly #entries: DocumentEntry[] = []
  readonly #numbers: number[] = []
  readonly #byAmount = new Map<string, number[]>()
  /** The documents with only one box. */
  readonly #byOnlyAmount = new Map<string, number[]>()
  readonly #byDetail = DETAILS.map(() => new Map<string, number[]>())

  addEntry(entry: DocumentEntry): void {
    const number = this.#entries.push(entry) - 1
    this.#numbers.push(number)
    const boxes = listNonzeroBoxes(entry)
    for (const box of boxes) {
      const [key] = this.#listAmountKeys(entry, box) as [string]
      appendToGroup(this.#byAmount, key, number)
      if (boxes.length === 1) appendToGroup(this.#byOnlyAmount, key, number)
    }
    for (const [i, { listFilingKeys }] of DETAILS.entries()) {
      const keys = listFilingKeys(entry)
      for (const key of keys.length > 0 ? keys : [''])
        appendToGroup(this.#byDetail[i] as Map<string, number[]>, key, number)
    }
  }

  /** Returns the first document that may be one with the given document, or null. */
  findFirst(entry: DocumentEntry): DocumentEntry | null {
    const [byAmount, byDetail] = [this.#findByAmount(entry), this.#findByDetail(entry)]
    let first = this.#entries.length
    for (const numbers of countNumbers(byAmount) <= countNumbers(byDetail) ? byAmount : byDetail)
      for (const number of numbers) {
        if (number >= first) break
        if (mayBeOne(entry, this.#entries[number] as DocumentEntry)) first = number
      }
    return this.#entries[first] ?? null
  }

  /**
   * At least two boxes and half of the boxes are equal, so one of any larger part of the boxes is. Uses the boxes with
   * rare amounts. If only one box is equal, one of the documents has no other box.
   */
  #findByAmount(entry: DocumentEntry): DocumentNumbers[] {
    const boxes = listNonzeroBoxes(entry)
    const findEqual = (byAmount: ReadonlyMap<string, number[]>): DocumentNumbers[][] =>
      boxes.map(box => this.#listAmountKeys(entry, box).map(key => byAmount.get(key) ?? []))
    if (boxes.length === 1) return findEqual(this.#byAmount).flat()
    const rareFirst = findEqual(this.#byAmount).sort((a, b) => countNumbers(a) - countNumbers(b))
    const minEqual = Math.max(2, Math.ceil(boxes.length / 2))
    return [...rareFirst.slice(0, boxes.length - minEqual + 1), ...findEqual(this.#byOnlyAmount)].flat()
  }

  /**
   * At most one detail contradicts, so one of any two does not. Uses the two details that fewest documents share. A
   * document with one box matches only if neither identifier contradicts, so one identifier is enough.
   */
  #findByDetail(entry: DocumentEntry): DocumentNumbers[] {
    const hasOneBox = listNonzeroBoxes(entry).length === 1
    return DETAILS.slice(0, hasOneBox ? IDENTIFIER_COUNT : DETAILS.length)
      .map(({ listQueryKeys }, i) => {
        const keys = listQueryKeys(entry)
        return keys.length === 0 ? [this.#numbers] : [...keys, ''].map(key => this.#byDetail[i]?.get(key) ?? [])
      })
      .sort((a, b) => countNumbers(a) - countNumbers(b))
      .slice(0, hasOneBox ? 1 : 2)
      .flat()
  }

  /** Returns the key of an amount in whole dollars, and the keys of equal amounts. */
  #listAmountKeys({ amountsBetween }: DocumentEntry, box: number): string[] {
    const dollars = Math.floor((amountsBetween[box] as number) / 100)
    return [dollars, dollars - 1, dollars + 1].map(amount => `${box} ${amount}`)
  }
}

/**
 * Calls `report` for each counted document that may be the same as another one. Of two such documents, it is the one that
 * no IRS source has, or else the later one.
 *
 * @param entries The counted documents of one form and year, in the fixed order.
 * @param maxToScan The maximum number of documents to compare one by one. It does not change the result.
 */
export function visitPossibleDuplicates(
  entries: readonly DocumentEntry[],
  maxToScan: number,
  report: (entry: DocumentEntry, otherEntry: DocumentEntry) => void,
): void {
  // Sorting keeps the fixed order of documents that an IRS source has, and of the others.
  const verifiedFirst = [...entries].sort((a, b) => Number(b.isVerified) - Number(a.isVerified))
  const index = entries.length > maxToScan ? new CandidateIndex() : null
  for (const [i, entry] of verifiedFirst.entries()) {
    const original =
      index === null ? verifiedFirst.slice(0, i).find(candidate => mayBeOne(entry, candidate)) : index.findFirst(entry)
    if (original) report(entry, original)
    index?.addEntry(entry)
  }
}

/** Finds the counted documents of one form and year that may be one document. */
export function findPossibleDuplicates(
  documents: readonly SourceDocument[],
  makeEntry: (document: SourceDocument) => DocumentEntry,
  maxToScan: number,
  warn: ReportWarning,
): void {
  const { compiledForm, record } = documents[0] as SourceDocument
  const mayHaveCopies = !record.isFromIrs && compiledForm.form.canRepeat !== true
  if (!mayHaveCopies && documents.every(document => document.record === record)) return
  if (documents.length <= MAX_DOCUMENTS_TO_SCAN && !hasEqualAmount(documents)) return
  const entries = documents.map(document => makeEntry(document)).sort(compareDocumentEntries)
  visitPossibleDuplicates(entries, maxToScan, (entry, otherEntry) => {
    addDoubt(entry, 'possible_duplicate')
    warn('possible_duplicate', entry, { decidedBy: otherEntry })
  })
}

/** True if two documents have almost the same amount in a box. Most documents have not, which saves comparing them. */
const hasEqualAmount = (documents: readonly SourceDocument[]): boolean =>
  documents.some((document, i) =>
    document.compiledForm.moneyPositions.some(position => {
      const cents = readCentsAt(document, position)
      if (!cents) return false
      for (let j = 0; j < i; j++) {
        const otherCents = readCentsAt(documents[j] as SourceDocument, position)
        if (otherCents && Math.abs(cents - otherCents) <= 100) return true
      }
      return false
    }),
  )
