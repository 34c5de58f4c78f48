// Finds counted documents that may be one document although the rules count them as two (`may-be-one.ts`). Comparing
// every pair takes quadratic time, so a large set of documents is searched by amounts or by details, whichever leaves
// fewer documents to compare.

import { appendToGroup, createMap, getOrCreate, mapItems } from '../core/lists.js'
import { readCentsAt, type SourceDocument, type SourceRecord } from '../ingest/source.js'
import { addDoubt, type Candidate, type ReportWarning } from './candidate.js'
import { compareCandidates, IDENTIFIER_COUNT, isEqualRaw } from './compare.js'
import { MAX_DOCUMENTS_TO_SCAN } from './index/block-routes.js'
import { listNonzeroBoxes, MATCH_DETAILS, mayBeOne } from './may-be-one.js'

/** Positions in the list of candidates, in ascending order. */
type CandidatePositions = readonly number[]

const countPositions = (lists: readonly CandidatePositions[]): number =>
  lists.reduce((sum, { length }) => sum + length, 0)

/** Lists the amounts that are present, each after its position. */
const listPresentAmounts = (amounts: readonly (number | null)[]): number[] =>
  amounts.flatMap((cents, i) => (cents === null ? [] : [i, cents]))

/** Returns a key of the values that `mayBeOne` compares. */
function formatValuesKey(candidate: Candidate): string {
  const { amounts, amountsAcrossSources, identities, identitiesInSource, name, address, account } = candidate
  const boxesAcrossSources = amountsAcrossSources === amounts ? null : listPresentAmounts(amountsAcrossSources)
  return JSON.stringify([
    listPresentAmounts(amounts),
    boxesAcrossSources,
    identities,
    identitiesInSource,
    name,
    address,
    account,
  ])
}

/** The documents that were added, numbered in this order. Finds those that share amounts or details with a document. */
class SimilarIndex {
  readonly #candidates: Candidate[] = []
  /** The first document of each source with the same values. */
  readonly #firstBySource = new Map<SourceRecord, Map<string, Candidate>>()
  readonly #numbers: number[] = []
  readonly #byAmount = new Map<string, number[]>()
  /** The documents with only one box. */
  readonly #byOnlyAmount = new Map<string, number[]>()
  readonly #byDetail = MATCH_DETAILS.map(() => new Map<string, number[]>())

  addCandidate(candidate: Candidate): void {
    // A document that equals an earlier one of its source would be compared with the same result, so it is never the first.
    const firstByValues = getOrCreate(this.#firstBySource, candidate.record, createMap<string, Candidate>)
    const firstCandidate = getOrCreate(firstByValues, formatValuesKey(candidate), () => candidate)
    if (firstCandidate !== candidate && isEqualRaw(firstCandidate, candidate)) return
    const number = this.#candidates.push(candidate) - 1
    this.#numbers.push(number)
    const boxes = listNonzeroBoxes(candidate)
    for (const box of boxes) {
      const [key] = this.#listAmountKeys(candidate, box) as [string]
      appendToGroup(this.#byAmount, key, number)
      if (boxes.length === 1) appendToGroup(this.#byOnlyAmount, key, number)
    }
    for (const [i, { listIndexKeys }] of MATCH_DETAILS.entries()) {
      const keys = listIndexKeys(candidate)
      for (const key of keys.length > 0 ? keys : [''])
        appendToGroup(this.#byDetail[i] as Map<string, number[]>, key, number)
    }
  }

  /** Returns the first document that may be one with the given document, or null. */
  findFirst(candidate: Candidate): Candidate | null {
    const [byAmount, byDetail] = [this.#findByAmount(candidate), this.#findByDetail(candidate)]
    let first = this.#candidates.length
    for (const numbers of countPositions(byAmount) <= countPositions(byDetail) ? byAmount : byDetail)
      for (const number of numbers) {
        if (number >= first) break
        if (mayBeOne(candidate, this.#candidates[number] as Candidate)) first = number
      }
    return this.#candidates[first] ?? null
  }

  /**
   * Returns the documents that share an amount. If m of n boxes must be equal, at least one of any n - m + 1 boxes is
   * equal, so it is enough to look up that many. Uses the boxes with the rarest amounts. If only one box is equal, one of
   * the documents has no other box.
   */
  #findByAmount(candidate: Candidate): CandidatePositions[] {
    const boxes = listNonzeroBoxes(candidate)
    const findEqual = (byAmount: ReadonlyMap<string, number[]>): CandidatePositions[][] =>
      boxes.map(box => this.#listAmountKeys(candidate, box).map(key => byAmount.get(key) ?? []))
    if (boxes.length === 1) return findEqual(this.#byAmount).flat()
    const rareFirst = findEqual(this.#byAmount).sort((a, b) => countPositions(a) - countPositions(b))
    const minEqual = Math.max(2, Math.ceil(boxes.length / 2))
    return [...rareFirst.slice(0, boxes.length - minEqual + 1), ...findEqual(this.#byOnlyAmount)].flat()
  }

  /**
   * Returns the documents that agree in a detail. At most one detail may contradict, so a match agrees in at least one of
   * any two. Uses the two details with the fewest documents. A document with one box matches only if neither identifier
   * contradicts, so one identifier is enough.
   */
  #findByDetail(candidate: Candidate): CandidatePositions[] {
    const hasOneBox = listNonzeroBoxes(candidate).length === 1
    return MATCH_DETAILS.slice(0, hasOneBox ? IDENTIFIER_COUNT : MATCH_DETAILS.length)
      .map(({ listSearchKeys }, i) => {
        const keys = listSearchKeys(candidate)
        return keys.length === 0 ? [this.#numbers] : [...keys, ''].map(key => this.#byDetail[i]?.get(key) ?? [])
      })
      .sort((a, b) => countPositions(a) - countPositions(b))
      .slice(0, hasOneBox ? 1 : 2)
      .flat()
  }

  /** Returns the key of an amount in whole dollars, and the keys of equal amounts. */
  #listAmountKeys({ amountsAcrossSources }: Candidate, box: number): string[] {
    const dollars = Math.floor((amountsAcrossSources[box] as number) / 100)
    return [dollars, dollars - 1, dollars + 1].map(amount => `${box} ${amount}`)
  }
}

/**
 * Reports one document of each pair that may be one: the one without an IRS copy, or else the later one.
 *
 * @param candidates The counted documents of one form and year, in the fixed order.
 * @param maxToScan The maximum number of documents to compare one by one. It does not change the result.
 */
export function visitPossibleDuplicates(
  candidates: readonly Candidate[],
  maxToScan: number,
  report: (candidate: Candidate, otherCandidate: Candidate) => void,
): void {
  // Sorting keeps the fixed order of documents that an IRS source has, and of the others.
  const verifiedFirst = [...candidates].sort((a, b) => Number(b.isVerified) - Number(a.isVerified))
  const index = candidates.length > maxToScan ? new SimilarIndex() : null
  for (const [i, candidate] of verifiedFirst.entries()) {
    const match =
      index === null
        ? verifiedFirst.slice(0, i).find(earlier => mayBeOne(candidate, earlier))
        : index.findFirst(candidate)
    if (match) report(candidate, match)
    index?.addCandidate(candidate)
  }
}

/** Reports the counted documents of one form and year that may be one document, and adds the doubt to them. */
export function reportPossibleDuplicates(
  documents: readonly SourceDocument[],
  getCandidate: (document: SourceDocument) => Candidate,
  maxToScan: number,
  warn: ReportWarning,
): void {
  const { compiledForm, record } = documents[0] as SourceDocument
  const mayHaveCopies = !record.isFromIrs && compiledForm.form.canRepeat !== true
  if (!mayHaveCopies && documents.every(document => document.record === record)) return
  // Documents without amounts have no equal box. They would take memory in the search.
  const documentsWithAmounts = documents.filter(document =>
    document.compiledForm.moneyPositions.some(position => readCentsAt(document, position)),
  )
  if (documentsWithAmounts.length <= MAX_DOCUMENTS_TO_SCAN && !hasNearAmount(documentsWithAmounts)) return
  const candidates = mapItems(documentsWithAmounts, document => getCandidate(document)).sort(compareCandidates)
  visitPossibleDuplicates(candidates, maxToScan, (candidate, otherCandidate) => {
    addDoubt(candidate, 'possible_duplicate')
    warn('possible_duplicate', candidate, { decidedBy: otherCandidate })
  })
}

/** True if any two documents have amounts within $1 in one box. Usually none have, so no pair needs a full comparison. */
const hasNearAmount = (documents: readonly SourceDocument[]): boolean =>
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
