import { areDifferentIdentifiers, compareIds, getLastFour, isFullIdentifier } from '../core/identifier.js'
import { appendAll, appendToGroup, NO_ITEMS, sortInPlace } from '../core/lists.js'
import { compareText } from '../core/text.js'
import { isEqualParty, type SourceDocument, type SourceParty } from '../ingest/source.js'
import {
  compareDocuments,
  listNameIndexKeys,
  listNameSearchKeys,
  REJECT_SCORE,
  scoreAddresses,
  scoreIds,
  scoreNames,
} from '../resolve/compare.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'

/** Two issuers with at least this match score are the same issuer across forms. */
const MIN_SCORE_OF_SAME_ISSUER = 4

/** Returns the match score of two issuers by identifier, name and address. */
export function scoreIssuers(a: SourceParty, b: SourceParty): number {
  const ids = scoreIds(a.id, b.id)
  if (ids === REJECT_SCORE) return REJECT_SCORE
  return (
    ids +
    scoreNames(a.name?.toUpperCase() ?? null, b.name?.toUpperCase() ?? null) +
    scoreAddresses(a.address?.toUpperCase() ?? null, b.address?.toUpperCase() ?? null)
  )
}

/** Returns true if two parties are the same issuer: full identifiers are equal or the match score is high enough. */
const isSameIssuer = (a: SourceParty, b: SourceParty): boolean =>
  (a.id !== null && a.id === b.id && isFullIdentifier(a.id)) || scoreIssuers(a, b) >= MIN_SCORE_OF_SAME_ISSUER

/**
 * The maximum number of issuers to compare one by one. Most taxpayers have fewer, and building name keys costs more
 * than these comparisons. This limit saves 5 % of the time of a conversion with all default tables.
 */
const MAX_ISSUERS_TO_COMPARE = 16

/** An issuer in an index with its value and the number of issuers that were added before it. */
export interface IndexEntry<T> {
  readonly issuer: SourceParty
  readonly value: T
  readonly order: number
}

/** Returns true if an entry belongs to a party. Compares the identifiers first, because most issuers differ in them. */
const isEntryForParty = ({ issuer }: IndexEntry<unknown>, party: SourceParty): boolean =>
  party.id !== null && !areDifferentIdentifiers(issuer.id as string, party.id) && isSameIssuer(issuer, party)

/**
 * Finds the values of an issuer without comparing it with every other issuer.
 *
 * A name and an address alone never reach `MIN_SCORE_OF_SAME_ISSUER`. Two issuers are the same only if their full
 * identifiers are equal, or if at least one identifier is masked, the last four digits are equal and the names are
 * compatible. So the index has one key per full identifier, and one per last four digits and name variant.
 */
export class IssuerIndex<T> {
  readonly #entries: IndexEntry<T>[] = []
  readonly #byKey = new Map<string, IndexEntry<T>[]>()

  add(issuer: SourceParty, value: T): void {
    if (issuer.id === null) return
    const entry = { issuer, value, order: this.#entries.length }
    this.#entries.push(entry)
    if (this.#entries.length === MAX_ISSUERS_TO_COMPARE + 1)
      for (const indexEntry of this.#entries) this.#addKeys(indexEntry)
    else if (this.#entries.length > MAX_ISSUERS_TO_COMPARE) this.#addKeys(entry)
  }

  /** Returns the first value that was added for the same issuer, or undefined if the index has no such issuer. */
  findFirst(issuer: SourceParty): T | undefined {
    if (this.#entries.length <= MAX_ISSUERS_TO_COMPARE)
      return this.#entries.find(entry => isEntryForParty(entry, issuer))?.value
    let firstEntry: IndexEntry<T> | undefined
    for (const [entry] of this.#find(issuer))
      if (entry !== undefined && (firstEntry === undefined || entry.order < firstEntry.order)) firstEntry = entry
    return firstEntry?.value
  }

  /**
   * Returns all entries of the same issuer as lists. No entry is in two lists. A list may be long and is the same object
   * for many issuers, so that callers can process it once.
   */
  findLists(issuer: SourceParty): readonly (readonly IndexEntry<T>[])[] {
    return this.#entries.length <= MAX_ISSUERS_TO_COMPARE
      ? [this.#entries.filter(entry => isEntryForParty(entry, issuer))]
      : this.#find(issuer)
  }

  #addKeys(entry: IndexEntry<T>): void {
    const { issuer } = entry
    const id = issuer.id as string
    const keys = isFullIdentifier(id) ? [id] : listNameKeys(issuer, 'masked', listNameIndexKeys)
    for (const key of [...keys, ...listNameKeys(issuer, 'any', listNameIndexKeys)])
      appendToGroup(this.#byKey, key, entry)
  }

  /** Returns lists of entries of the same issuer. Each list is in insertion order, and no entry is in two lists. */
  #find(issuer: SourceParty): (readonly IndexEntry<T>[])[] {
    if (issuer.id === null) return []
    const keys = isFullIdentifier(issuer.id)
      ? [issuer.id, ...listNameKeys(issuer, 'masked', listNameSearchKeys)]
      : listNameKeys(issuer, 'any', listNameSearchKeys)
    return keys.map(key => this.#byKey.get(key) ?? NO_ITEMS)
  }
}

/** Returns the keys that compare an issuer by its last four digits and name: one key per variant of the name. */
const listNameKeys = ({ id, name }: SourceParty, kind: string, listNames: (name: string) => string[]): string[] =>
  name === null ? [] : listNames(name.toUpperCase()).map(key => `${kind} ${getLastFour(id as string)} ${key}`)

/** The documents of one issuer across forms. The issuer of the first document represents the group. */
export interface IssuerGroup {
  first: SourceDocument
  readonly documents: SourceDocument[]
}

const compareNames = (a: SourceParty, b: SourceParty): number =>
  compareText(a.name?.toUpperCase() ?? '', b.name?.toUpperCase() ?? '') ||
  compareText(a.name ?? '', b.name ?? '') ||
  compareText(a.address ?? '', b.address ?? '')

/** Orders parties by identifier (full, masked, absent), name and address, then possible persons first. */
export const compareParties = (a: SourceParty, b: SourceParty): number =>
  compareIds(a.id, b.id) || compareNames(a, b) || Number(b.mayBePerson) - Number(a.mayBePerson)

/** Orders documents by form, issuer and recipient, then possible persons first, then by place. */
export const compareIssuers = (a: SourceDocument, b: SourceDocument): number =>
  compareText(a.compiledForm.key, b.compiledForm.key) ||
  compareIds(a.issuer.id, b.issuer.id) ||
  compareIds(a.recipient.id, b.recipient.id) ||
  compareNames(a.issuer, b.issuer) ||
  Number(b.issuer.mayBePerson) - Number(a.issuer.mayBePerson) ||
  compareDocuments(a, b)

/** Returns the first document by issuer, whatever the order of the documents is. Null if there are none. */
export const findFirstByIssuer = (documents: readonly ResolvedDocument[]): ResolvedDocument | null =>
  documents.reduce<ResolvedDocument | null>(
    (first, candidate) =>
      first === null || compareIssuers(candidate.document, first.document) < 0 ? candidate : first,
    null,
  )

/**
 * Returns a text that identifies an issuer by identifier, name and address. A missing name or address becomes the empty
 * text, because a name may be the word "null".
 */
export const toIssuerText = ({ id, name, address }: SourceParty): string => `${id}\n${name ?? ''}\n${address ?? ''}`

/** Returns the issuers of documents. Issuers with the same identifier, name and address are returned once. */
export function listIssuers(documents: readonly SourceDocument[]): readonly SourceParty[] {
  const [singleDocument] = documents
  if (documents.length === 1 && singleDocument !== undefined) return [singleDocument.issuer]
  return [...new Map(documents.map(({ issuer }) => [toIssuerText(issuer), issuer])).values()]
}

/** Groups documents by equal identifier, name and address, if these are enough to identify the issuer. */
function groupByIssuerText(documents: readonly SourceDocument[]): IssuerGroup[] {
  const groups: IssuerGroup[] = []
  const groupsByText = documents.length > MAX_ISSUERS_TO_COMPARE ? new Map<string, IssuerGroup>() : null
  for (const document of documents) {
    const { issuer } = document
    const issuerText = groupsByText === null ? '' : toIssuerText(issuer)
    const group =
      groupsByText === null
        ? groups.find(({ first }) => isEqualParty(first.issuer, issuer))
        : groupsByText.get(issuerText)
    if (group !== undefined && isSameIssuer(issuer, issuer)) {
      group.documents.push(document)
      if (compareIssuers(document, group.first) < 0) group.first = document
      continue
    }
    const newGroup = { first: document, documents: [document] }
    groups.push(newGroup)
    if (group === undefined) groupsByText?.set(issuerText, newGroup)
  }
  return groups
}

/**
 * Groups documents by issuer, in the order of their issuers. Each document joins the group of its full identifier, or
 * else the group of the first document that matches. So a masked issuer may match any name of the group.
 */
export function groupByIssuer(documents: readonly SourceDocument[]): IssuerGroup[] {
  const textGroups = groupByIssuerText(documents)
  if (textGroups.length === 1) return textGroups
  const groups: IssuerGroup[] = []
  const index = new IssuerIndex<IssuerGroup>()
  const byFullId = new Map<string, IssuerGroup>()
  for (const candidate of sortInPlace(textGroups, (a, b) => compareIssuers(a.first, b.first))) {
    const { issuer } = candidate.first
    const full = issuer.id !== null && isFullIdentifier(issuer.id) ? issuer.id : null
    const group = (full === null ? undefined : byFullId.get(full)) ?? index.findFirst(issuer)
    if (full !== null) byFullId.set(full, group ?? candidate)
    index.add(issuer, group ?? candidate)
    if (group === undefined) groups.push(candidate)
    else appendAll(group.documents, candidate.documents)
  }
  return groups
}
