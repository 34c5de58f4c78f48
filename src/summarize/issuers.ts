import { compareText } from '../core/text.js'
import type { Party, SourceDocument } from '../normalize/source.js'
import { SAME_ISSUER, scoreIssuers } from '../resolve/identity.js'
import { compareIds } from '../resolve/order.js'
import { compareDocuments } from '../resolve/resolve.js'

/** Documents of one issuer, across forms; the first names it. */
export interface IssuerGroup {
  first: SourceDocument
  readonly documents: SourceDocument[]
}

const upper = (text: string | null): string | null => text?.toUpperCase() ?? null

const compareIssuers = (a: SourceDocument, b: SourceDocument): number =>
  compareText(a.plan.form.key, b.plan.form.key) ||
  compareIds(a.issuer.id, b.issuer.id) ||
  compareIds(a.recipient.id, b.recipient.id) ||
  compareText(upper(a.issuer.name) ?? '', upper(b.issuer.name) ?? '') ||
  compareText(a.issuer.name ?? '', b.issuer.name ?? '') ||
  compareText(a.issuer.address ?? '', b.issuer.address ?? '') ||
  compareDocuments(a, b)

/** True where two parties are one issuer: no REJECT, and 4 or more over identifier, name and address. */
export const isSameIssuer = (a: Party, b: Party): boolean => scoreIssuers(a, b) >= SAME_ISSUER

/** Joins documents by issuer, each in the order to the first group that fits. */
export function groupByIssuer(documents: readonly SourceDocument[]): IssuerGroup[] {
  // Documents that name their issuer in the same words join the same group, where the words say enough.
  const worded = new Map<string, IssuerGroup>()
  for (const document of documents) {
    const { issuer } = document
    const words = `${issuer.id}\n${issuer.name}\n${issuer.address}`
    const known = worded.get(words)
    if (known === undefined) worded.set(words, { first: document, documents: [document] })
    else if (!isSameIssuer(issuer, issuer))
      worded.set(`${words}\n${worded.size}`, { first: document, documents: [document] })
    else {
      known.documents.push(document)
      if (compareIssuers(document, known.first) < 0) known.first = document
    }
  }
  if (worded.size === 1) return [...worded.values()]
  const groups: IssuerGroup[] = []
  for (const each of [...worded.values()].sort((a, b) => compareIssuers(a.first, b.first))) {
    const group = groups.find(other => isSameIssuer(other.first.issuer, each.first.issuer))
    if (group === undefined) groups.push(each)
    else group.documents.push(...each.documents)
  }
  return groups
}
