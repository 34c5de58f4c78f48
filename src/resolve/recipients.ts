// Finds the person to whom each document belongs. A document of another person than the taxpayer, such as a spouse on a
// joint return, still counts, but is marked. Tax software often lists the documents of both spouses without identifiers,
// so these documents are compared by name. Example: a joint return holds W-2s of ROBIN EXAMPLE and CASEY EXAMPLE. If the
// taxpayer object names Robin, Casey's W-2 belongs to another recipient.
import { compareIds, getLastFour, type Identifier } from '../core/identifier.js'
import { getOrCreate } from '../core/lists.js'
import {
  areCompatiblePersonNames,
  type NameCount,
  type PersonName,
  parsePersonName,
  sumCompatibleCounts,
} from '../core/person-name.js'
import { findRecipientId, type SourceDocument, type SourceRecord } from '../ingest/source.js'

/** What is known about the taxpayer apart from the records. */
export interface TaxpayerIdentity {
  /** The identifier from the taxpayer's analysis. */
  readonly tin: Identifier | null
  /** The name in the taxpayer object. */
  readonly name: string | null
  /** Other identifiers of the taxpayer that the lender states, such as an earlier ITIN. */
  readonly statedIdentifiers: readonly Identifier[]
}

/** The identity of a taxpayer about whom only the records say anything. */
export const UNKNOWN_TAXPAYER: TaxpayerIdentity = { tin: null, name: null, statedIdentifiers: [] }

/** A document, and its recipient's identifier if the document or its IRS copy has one. */
export interface DocumentWithRecipient {
  readonly document: SourceDocument
  readonly recipientId: Identifier | null
}

/** The recipient of a document. */
interface Recipient {
  readonly id: Identifier | null
  /** The name by which another recipient is known if there is no identifier. */
  readonly name: string | null
  readonly isOther: boolean
  /** True if the document may belong to another person than it seems to. */
  readonly isUncertain: boolean
}

/**
 * Returns the last four digits that most form objects have, counting each group of equal pulls once. In a tie, the
 * identifier from the taxpayer's analysis wins if it is among them, otherwise the first one in the order of identifiers.
 */
export function findTaxpayerLastFour(records: Iterable<SourceRecord>, tin: Identifier | null): string | null {
  const votes = new Map<string, { count: number; first: Identifier }>()
  for (const { forms } of records)
    for (const { ssn } of forms) {
      if (ssn === null) continue
      const vote = getOrCreate(votes, getLastFour(ssn), () => ({ count: 0, first: ssn }))
      vote.count++
      if (compareIds(ssn, vote.first) < 0) vote.first = ssn
    }
  const rankOfAnalysisTin = (lastFourDigits: string): number =>
    Number(tin !== null && lastFourDigits === getLastFour(tin))
  // Almost every taxpayer has one identifier, so there is nothing to sort.
  const [bestVote] =
    votes.size < 2
      ? votes
      : [...votes].sort(
          ([a, x], [b, y]) =>
            y.count - x.count || rankOfAnalysisTin(b) - rankOfAnalysisTin(a) || compareIds(x.first, y.first),
        )
  return bestVote === undefined ? null : bestVote[0]
}

/** Counts the documents with each distinct name. The names stay in the order of the documents. */
function countDistinctNames(documents: readonly SourceDocument[]): NameCount[] {
  const counts = new Map<string, { name: PersonName; count: number }>()
  for (const { recipient } of documents) {
    const name = recipient.name === null ? null : parsePersonName(recipient.name)
    if (name !== null) getOrCreate(counts, name.join(' '), () => ({ name, count: 0 })).count++
  }
  return [...counts.values()]
}

/** Counts, for each distinct name, the documents with a compatible name. */
function countCompatibleNames(documents: readonly SourceDocument[]): NameCount[] {
  const names = countDistinctNames(documents)
  return names.length < 2 ? names : sumCompatibleCounts(names)
}

/** True if two of the documents have names that are not compatible. */
function hasIncompatibleNames(documents: readonly SourceDocument[]): boolean {
  const names = countDistinctNames(documents)
  if (names.length < 2) return false
  const documentCount = names.reduce((sum, { count }) => sum + count, 0)
  // Compares all pairs, because an initial can be compatible with two names that are not compatible with each other.
  return sumCompatibleCounts(names).some(({ count }) => count < documentCount)
}

/** Returns the first of the names that most documents have. */
const findMostFrequent = (votes: readonly NameCount[]): NameCount | undefined =>
  votes.reduce<NameCount | undefined>(
    (best, vote) => (best === undefined || vote.count > best.count ? vote : best),
    undefined,
  )

/** The names on the documents of one software source. */
interface SourceNames {
  /** The taxpayer's name. Null if neither the taxpayer nor any document has a name. */
  readonly taxpayer: PersonName | null
  /** True if two different names are equally frequent, and nothing else tells which is the taxpayer's. */
  readonly isTied: boolean
  /** True if the documents of the source name more than one person. */
  readonly hasSeveralNames: boolean
}

/** Finds the recipient of each document of one taxpayer. */
export class RecipientFinder {
  readonly #lastFours: ReadonlySet<string>
  /** The last four digits that may or may not be the taxpayer's. */
  readonly #uncertainLastFours: ReadonlySet<string>
  /** The taxpayer's name. Null if nothing has a name. Undefined until it is needed. */
  #taxpayerName: PersonName | null | undefined
  readonly #namesBySource = new Map<SourceRecord, SourceNames>()

  /**
   * @param taxpayerLastFour The last four digits that most form objects have.
   * @param listCounted Returns the counted documents that name their recipients, in the fixed order.
   * @param listNamedDocuments Returns the documents of a source that name their recipients, in the fixed order.
   */
  constructor(
    taxpayerLastFour: string | null,
    private readonly identity: TaxpayerIdentity,
    private readonly listCounted: () => readonly DocumentWithRecipient[],
    private readonly listNamedDocuments: (record: SourceRecord) => readonly DocumentWithRecipient[],
  ) {
    const { tin, statedIdentifiers } = identity
    const statedLastFours = statedIdentifiers.map(getLastFour)
    const tinLastFour = tin === null ? null : getLastFour(tin)
    const lastFours = new Set(statedLastFours)
    const uncertainLastFours = new Set<string>()
    if (taxpayerLastFour === null && tinLastFour !== null) lastFours.add(tinLastFour)
    if (taxpayerLastFour !== null) {
      lastFours.add(taxpayerLastFour)
      if (tinLastFour !== null && tinLastFour !== taxpayerLastFour) {
        const nameForTin = this.#findName(new Set([tinLastFour]))
        const nameForVotedLastFour = this.#findName(new Set([taxpayerLastFour]))
        if (
          nameForTin !== null &&
          nameForVotedLastFour !== null &&
          areCompatiblePersonNames(nameForTin, nameForVotedLastFour)
        )
          lastFours.add(tinLastFour)
        for (const lastFour of [tinLastFour, taxpayerLastFour])
          if (!statedLastFours.includes(lastFour)) uncertainLastFours.add(lastFour)
      }
    }
    this.#lastFours = lastFours
    this.#uncertainLastFours = uncertainLastFours
  }

  /** Returns the most frequent name on the counted documents whose recipients have one of these last four digits. */
  #findName(lastFours: ReadonlySet<string>): PersonName | null {
    const documents = this.listCounted().flatMap(({ document, recipientId }) =>
      recipientId !== null && lastFours.has(getLastFour(recipientId)) ? [document] : [],
    )
    return findMostFrequent(countCompatibleNames(documents))?.name ?? null
  }

  /** Finds the recipient of a document. `idFromIrs` is the recipient of its IRS copy. */
  find(document: SourceDocument, idFromIrs: Identifier | null): Recipient {
    const knownId = idFromIrs ?? document.recipient.id
    if (knownId === null && !document.record.isFromIrs) return this.#findByName(document)
    return this.#findById(knownId ?? findRecipientId(document))
  }

  #findById(id: Identifier | null): Recipient {
    const lastFour = id === null ? null : getLastFour(id)
    const isOther = lastFour !== null && this.#lastFours.size > 0 && !this.#lastFours.has(lastFour)
    return { id, name: null, isOther, isUncertain: lastFour !== null && this.#uncertainLastFours.has(lastFour) }
  }

  #findByName(document: SourceDocument): Recipient {
    const names = getOrCreate(this.#namesBySource, document.record, () => this.#readNames(document.record))
    const recipient = this.#findById(findRecipientId(document))
    const name = document.recipient.name === null ? null : parsePersonName(document.recipient.name)
    const isUncertain = recipient.isUncertain || names.isTied
    const { id, isOther } = recipient
    if (name === null) return { id, name: null, isOther, isUncertain: isUncertain || names.hasSeveralNames }
    if (names.taxpayer === null || areCompatiblePersonNames(name, names.taxpayer))
      return { id, name: null, isOther: false, isUncertain }
    return { id: null, name: document.recipient.name, isOther: true, isUncertain }
  }

  /** Returns the name in the taxpayer object, or else the most frequent one on the taxpayer's documents. */
  #readTaxpayerName(): PersonName | null {
    const { name } = this.identity
    return (name === null ? null : parsePersonName(name)) ?? this.#findName(this.#lastFours)
  }

  #readNames(record: SourceRecord): SourceNames {
    const documents = this.listNamedDocuments(record)
    const listDocuments = (isListed: (named: DocumentWithRecipient) => boolean): SourceDocument[] =>
      documents.flatMap(named => (isListed(named) ? [named.document] : []))
    const votes = countCompatibleNames(listDocuments(({ recipientId }) => recipientId === null))
    const best = findMostFrequent(votes)
    if (this.#taxpayerName === undefined) this.#taxpayerName = this.#readTaxpayerName()
    const taxpayerName = this.#taxpayerName
    const isDifferent = ({ name }: NameCount): boolean =>
      best !== undefined && !areCompatiblePersonNames(name, best.name)
    return {
      taxpayer: taxpayerName ?? best?.name ?? null,
      isTied: taxpayerName === null && votes.some(vote => vote.count === best?.count && isDifferent(vote)),
      hasSeveralNames: hasIncompatibleNames(listDocuments(() => true)),
    }
  }
}
