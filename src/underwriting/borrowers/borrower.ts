// The folder `underwriting/borrowers` divides a taxpayer's documents by borrower, finds which of them an IRS source holds,
// and chooses the year to evaluate. `streams` comes next.

import { getLastFour } from '../../core/identifier.js'
import {
  areCompatiblePersonNames,
  listNameKeys,
  listNameLookups,
  type PersonName,
  parsePersonName,
} from '../../core/person-name.js'
import type { SumGap } from '../../figures/box-meaning.js'
import type { FactRow } from '../../figures/facts.js'
import { SELF } from '../../figures/recipients.js'
import type { TaxpayerResult } from '../../figures/taxpayer-result.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'
import type { BorrowerFacts, TaxpayerFacts } from '../facts/known-facts.js'
import { FOUR_DIGITS } from '../policies/setting.js'

/** One borrower's documents and amounts. Amounts of two borrowers are never added up. */
export interface Borrower {
  /** `self`, the last four digits of another person, or `recipient_2` if a name identifies the second borrower. */
  readonly id: string
  readonly result: TaxpayerResult
  readonly facts: BorrowerFacts | null
  /** The last four digits of the borrower's identifiers. Null for a taxpayer without an identifier. */
  readonly lastFours: (string | null)[]
  /** The counted documents that have a year, in their order. */
  readonly documents: ResolvedDocument[]
  /** The amounts of income: counted ones, and those of counted documents that a rule excludes. */
  readonly incomeFacts: FactRow[]
  readonly excludedFacts: FactRow[]
  readonly withheldFacts: FactRow[]
  /** The gaps in the sums of this borrower, and those that may belong to any borrower. */
  readonly gaps: SumGap[]
}

/** True if the amount is the proceeds of a sale whose cost basis is unknown, so that its gain is unknown. */
export const isSaleWithoutBasis = ({ meaning }: FactRow): boolean => meaning.reason === 'basis_unknown'

/**
 * True if a known fact is about the borrower. It may name the borrower by the id of the known facts, by the id of outputs,
 * or by the last four digits of an identifier.
 */
export const isAboutBorrower = (
  { borrower }: { readonly borrower: string | null },
  { id, facts, lastFours }: Borrower,
): boolean => borrower === id || borrower === facts?.id || (borrower !== null && lastFours.includes(borrower))

/** All borrowers of a dossier, and the documents of persons whom the lender does not name. */
export interface TaxpayerBorrowers {
  /** `self` is the first. */
  readonly list: readonly Borrower[]
  readonly otherDocuments: readonly ResolvedDocument[]
}

const createBorrower = (id: string, result: TaxpayerResult, facts: BorrowerFacts | null): Borrower => ({
  id,
  result,
  facts,
  lastFours: facts === null ? [] : facts.identifiers.map(getLastFour),
  documents: [],
  incomeFacts: [],
  excludedFacts: [],
  withheldFacts: [],
  gaps: [],
})

/** Returns true if an id of the known facts means the taxpayer: `self`, the last four digits, or the taxpayer's name. */
function isTaxpayer(id: string, { dossier, resolution }: TaxpayerResult): boolean {
  if (id === SELF || id === resolution.taxpayerLast4) return true
  const name = FOUR_DIGITS.test(id) ? null : parsePersonName(id)
  if (name === null) return false
  const ownName = dossier.taxpayer?.['name'] as string | null | undefined
  const taxpayerName = ownName == null ? null : parsePersonName(ownName)
  return taxpayerName !== null && areCompatiblePersonNames(name, taxpayerName)
}

/** Lists the persons whom the known facts name, without the taxpayer. Outputs never show a name. */
function listNamedBorrowers(result: TaxpayerResult, facts: TaxpayerFacts | null): NamedBorrower<Borrower>[] {
  return (facts?.borrowers ?? []).flatMap((borrowerFacts, i) => {
    const { id } = borrowerFacts
    if (isTaxpayer(id, result)) return []
    const isDigits = FOUR_DIGITS.test(id)
    const borrower = createBorrower(isDigits ? id : `recipient_${i + 1}`, result, borrowerFacts)
    if (isDigits) borrower.lastFours.push(id)
    return [{ borrower, name: isDigits ? null : parsePersonName(id) }]
  })
}

/** Adds the last four digits on documents with the name of a borrower, unless they are another borrower's. */
function addLastFoursByName(
  named: readonly NamedBorrower<Borrower>[],
  finder: BorrowerFinder<Borrower>,
  { resolution }: TaxpayerResult,
): void {
  if (named.every(({ name }) => name === null)) return
  const usedLastFours = new Set([resolution.taxpayerLast4, ...named.flatMap(({ borrower }) => borrower.lastFours)])
  for (const document of resolution.documents) {
    const { isOtherRecipient, recipientId, recipientName, status } = document
    if (!isOtherRecipient || status !== 'counted' || recipientId === null || recipientName !== null) continue
    const lastFour = getLastFour(recipientId)
    if (usedLastFours.has(lastFour)) continue
    const borrower = finder.find(document)
    if (borrower === undefined) continue
    finder.addLastFour(borrower, lastFour)
    usedLastFours.add(lastFour)
  }
}

/** Divides the counted documents of a dossier, their amounts and the gaps by borrower. */
export function createBorrowers(result: TaxpayerResult, facts: TaxpayerFacts | null): TaxpayerBorrowers {
  const { resolution, ledger } = result
  const selfFacts =
    facts?.borrowers.find(({ id }) => id === SELF) ?? facts?.borrowers.find(({ id }) => isTaxpayer(id, result)) ?? null
  const self = createBorrower(SELF, result, selfFacts)
  self.lastFours.push(resolution.taxpayerLast4)
  const named = listNamedBorrowers(result, facts)
  const finder = new BorrowerFinder(named)
  addLastFoursByName(named, finder, result)
  const list = [self, ...named.map(({ borrower }) => borrower)]
  const otherDocuments: ResolvedDocument[] = []
  const findBorrower = (document: ResolvedDocument): Borrower | undefined =>
    document.isOtherRecipient ? finder.find(document) : self
  for (const document of resolution.documents) {
    if (document.status !== 'counted' || document.document.year === null) continue
    const borrower = findBorrower(document)
    if (borrower === undefined) otherDocuments.push(document)
    else borrower.documents.push(document)
  }
  for (const fact of ledger.facts) {
    const { resolvedDocument, meaning } = fact
    const { category, withheld, reason } = meaning
    const isIncome = category !== null
    if (!isIncome && withheld !== 'federal' && withheld !== 'nonresident') continue
    if (resolvedDocument.status !== 'counted' || resolvedDocument.document.year === null) continue
    const borrower = findBorrower(resolvedDocument)
    if (borrower === undefined) continue
    if (isIncome) (reason === null ? borrower.incomeFacts : borrower.excludedFacts).push(fact)
    else if (reason === null) borrower.withheldFacts.push(fact)
  }
  for (const gap of ledger.gaps) {
    if (gap.resolvedDocument !== null) findBorrower(gap.resolvedDocument)?.gaps.push(gap)
    else for (const borrower of list) borrower.gaps.push(gap)
  }
  return { list, otherDocuments }
}

interface WithLastFours {
  readonly lastFours: (string | null)[]
}

/** A borrower other than the taxpayer, and the name that identifies the person if no digits do. */
export interface NamedBorrower<Borrower extends WithLastFours = WithLastFours> {
  readonly borrower: Borrower
  readonly name: PersonName | null
}

/**
 * Finds the first borrower whose digits or name a document of another recipient has. The borrowers are indexed, because
 * the lender can name thousands of them.
 */
export class BorrowerFinder<Borrower extends WithLastFours> {
  readonly #borrowers: readonly NamedBorrower<Borrower>[]
  readonly #positions: ReadonlyMap<Borrower, number>
  /** The position of the first borrower with these digits, or with a name that has this key. */
  readonly #positionByLastFour = new Map<string | null, number>()
  readonly #positionByName = new Map<string, number>()

  constructor(borrowers: readonly NamedBorrower<Borrower>[]) {
    this.#borrowers = borrowers
    this.#positions = new Map(borrowers.map(({ borrower }, position) => [borrower, position]))
    for (const [position, { borrower, name }] of borrowers.entries()) {
      for (const lastFour of borrower.lastFours) setIfAbsent(this.#positionByLastFour, lastFour, position)
      for (const key of name === null ? [] : listNameKeys(name)) setIfAbsent(this.#positionByName, key, position)
    }
  }

  /** Returns the borrower to whom the document of another recipient belongs. */
  find({ document, recipientId, recipientName }: ResolvedDocument): Borrower | undefined {
    let first = Number.POSITIVE_INFINITY
    if (recipientName === null && recipientId !== null)
      first = this.#positionByLastFour.get(getLastFour(recipientId)) ?? first
    const name = document.recipient.name === null ? null : parsePersonName(document.recipient.name)
    if (name !== null && this.#positionByName.size > 0)
      for (const key of listNameLookups(name)) first = Math.min(first, this.#positionByName.get(key) ?? first)
    return this.#borrowers[first]?.borrower
  }

  /** Adds digits to the borrower to whom a document with them belongs by its name. */
  addLastFour(borrower: Borrower, lastFour: string): void {
    borrower.lastFours.push(lastFour)
    setIfAbsent(this.#positionByLastFour, lastFour, this.#positions.get(borrower) as number)
  }
}

function setIfAbsent<Key>(positions: Map<Key, number>, key: Key, position: number): void {
  if (!positions.has(key)) positions.set(key, position)
}
