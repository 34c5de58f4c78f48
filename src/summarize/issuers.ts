import { compareText } from '../core/text.js'
import type { Party, SourceDocument } from '../normalize/source.js'
import { SAME_ISSUER, scoreIssuers } from '../resolve/identity.js'
import { compareIds } from '../resolve/order.js'
import { compareDocuments } from '../resolve/resolve.js'

/** Documents of one issuer, across forms; the first names it. */
export interface IssuerGroup {
  readonly first: SourceDocument
  readonly documents: SourceDocument[]
}

const compareIssuers = (a: SourceDocument, b: SourceDocument): number =>
  compareText(a.plan.form.key, b.plan.form.key) ||
  compareIds(a.issuer.id, b.issuer.id) ||
  compareIds(a.recipient.id, b.recipient.id) ||
  compareText(a.issuer.name?.toUpperCase() ?? '', b.issuer.name?.toUpperCase() ?? '') ||
  compareDocuments(a, b)

/** True where two parties are one issuer: no REJECT, and 4 or more over identifier, name and address. */
export const isSameIssuer = (a: Party, b: Party): boolean => scoreIssuers(a, b) >= SAME_ISSUER

/** Joins documents by issuer, each in the order to the first group that fits. */
export function groupByIssuer(documents: readonly SourceDocument[]): IssuerGroup[] {
  const groups: IssuerGroup[] = []
  const known = new Map<string, IssuerGroup>()
  for (const document of documents.toSorted(compareIssuers)) {
    const { issuer } = document
    // The same text joins the same group, where it says enough to join itself.
    const key = JSON.stringify([issuer.id, issuer.name, issuer.address])
    const group = known.get(key) ?? groups.find(each => isSameIssuer(each.first.issuer, issuer))
    if (group !== undefined) group.documents.push(document)
    else groups.push({ first: document, documents: [document] })
    const joined = group ?? (groups.at(-1) as IssuerGroup)
    if (isSameIssuer(issuer, issuer)) known.set(key, joined)
  }
  return groups
}
