import { compareIds, isFull } from '../core/identifier.js'
import { addAll, sortInPlace } from '../core/lists.js'
import { addCents, type Cents } from '../core/money.js'
import { compareText } from '../core/text.js'
import { isInSameWords, type Party, type SourceDocument } from '../normalize/source.js'
import { compareDocuments } from '../resolve/order.js'
import { cannotBeOne, IssuerIndex, isSameIssuer } from './issuer-index.js'

/** Documents of one issuer, across forms; the first names it. */
export interface IssuerGroup {
  first: SourceDocument
  readonly documents: SourceDocument[]
}

const upper = (text: string | null): string | null => text?.toUpperCase() ?? null

const compareWords = (a: Party, b: Party): number =>
  compareText(upper(a.name) ?? '', upper(b.name) ?? '') ||
  compareText(a.name ?? '', b.name ?? '') ||
  compareText(a.address ?? '', b.address ?? '')

/** Orders parties: full identifiers before masked before absent, then by name and address, what may be a person first. */
export const compareParties = (a: Party, b: Party): number =>
  compareIds(a.id, b.id) || compareWords(a, b) || Number(b.person) - Number(a.person)

const compareIssuers = (a: SourceDocument, b: SourceDocument): number =>
  compareText(a.plan.key, b.plan.key) ||
  compareIds(a.issuer.id, b.issuer.id) ||
  compareIds(a.recipient.id, b.recipient.id) ||
  compareWords(a.issuer, b.issuer) ||
  compareDocuments(a, b)

/** Up to so many documents are compared by their words with each issuer. */
const MAX_COMPARED = 24

/**
 * The sums of amounts by issuer, where issuers are the same in every word or contradict each other by identifier, so that
 * joining them needs no order; null where there is more to it.
 */
export function sumsOfPlainIssuers(
  documents: readonly SourceDocument[],
  amounts: readonly Cents[],
): Cents[] | null {
  if (documents.length > MAX_COMPARED) return null
  const leaders: Party[] = []
  const sums: Cents[] = []
  for (let i = 0; i < documents.length; i++) {
    const { issuer } = documents[i] as SourceDocument
    // An issuer that is not even the same as itself joins nothing.
    if (issuer.id === null || (issuer.name === null && !isFull(issuer.id))) return null
    let at = leaders.length
    for (let j = 0; j < leaders.length; j++) {
      const other = leaders[j] as Party
      if (isInSameWords(other, issuer)) at = j
      else if (!cannotBeOne(other.id, issuer.id)) return null
    }
    if (at === leaders.length) {
      leaders.push(issuer)
      sums.push(amounts[i] as Cents)
    } else sums[at] = addCents(sums[at] as Cents, amounts[i] as Cents)
  }
  return sums
}

/** What is missing is the empty text, which nothing is read as: a name may be the word null. */
const wordsOf = ({ id, name, address }: Party): string => `${id}\n${name ?? ''}\n${address ?? ''}`

/** The issuers of documents, those in the same words once. */
export function issuersOf(documents: readonly SourceDocument[]): readonly Party[] {
  const [only] = documents
  if (documents.length === 1 && only !== undefined) return [only.issuer]
  return [...new Map(documents.map(({ issuer }) => [wordsOf(issuer), issuer])).values()]
}

/** Documents that name their issuer in the same words join the same group, where the words say enough. */
function groupByWords(documents: readonly SourceDocument[]): IssuerGroup[] {
  const groups: IssuerGroup[] = []
  // Few are compared part by part, which costs less than putting their words together.
  const known = documents.length > MAX_COMPARED ? new Map<string, IssuerGroup>() : null
  for (const document of documents) {
    const { issuer } = document
    const words = known === null ? '' : wordsOf(issuer)
    const group = known === null ? firstInWords(groups, issuer) : known.get(words)
    if (group !== undefined && isSameIssuer(issuer, issuer)) {
      group.documents.push(document)
      if (compareIssuers(document, group.first) < 0) group.first = document
      continue
    }
    const started = { first: document, documents: [document] }
    groups.push(started)
    if (group === undefined) known?.set(words, started)
  }
  return groups
}

function firstInWords(groups: readonly IssuerGroup[], issuer: Party): IssuerGroup | undefined {
  for (const each of groups) if (isInSameWords(each.first.issuer, issuer)) return each
  return undefined
}

/** Joins documents by issuer, each in the order to the group of its full identifier, else to the first that fits. */
export function groupByIssuer(documents: readonly SourceDocument[]): IssuerGroup[] {
  const [only] = documents
  if (documents.length === 1 && only !== undefined) return [{ first: only, documents: [only] }]
  const worded = groupByWords(documents)
  if (worded.length === 1) return worded
  const groups: IssuerGroup[] = []
  const index = new IssuerIndex<IssuerGroup>()
  const byFullId = new Map<string, IssuerGroup>()
  for (const each of sortInPlace(worded, (a, b) => compareIssuers(a.first, b.first))) {
    const { issuer } = each.first
    const full = issuer.id !== null && isFull(issuer.id) ? issuer.id : null
    const group = (full === null ? undefined : byFullId.get(full)) ?? index.first(issuer)
    if (full !== null) byFullId.set(full, group ?? each)
    if (group === undefined) {
      groups.push(each)
      index.add(issuer, each)
    } else addAll(group.documents, each.documents)
  }
  return groups
}
