import { largestOf } from '../core/lists.js'
import { Decimal } from '../core/money.js'
import { cellOf, type SourceDocument } from '../normalize/source.js'
import { IssuerIndex } from '../summarize/issuer-index.js'
import { groupByIssuer, issuersOf } from '../summarize/issuers.js'
import type { BorrowerView } from './borrower-view.js'
import type { Policy } from './policy.js'

/** A business, estate or trust that gave the taxpayer a K-1. `owned`: a share at or above the policy's, or not known. */
export interface Entity {
  readonly documents: readonly SourceDocument[]
  readonly owned: boolean
}

const sharesOf = ({ plan }: SourceDocument): readonly string[] => plan.uses.ownership?.shares ?? []

/** The share on a K-1; null where it is not known. */
function shareOf(document: SourceDocument): Decimal | null {
  for (const field of sharesOf(document)) {
    const share = cellOf(document, field) as Decimal | null
    if (share !== null) return share
  }
  return null
}

/** The entities of a taxpayer, and which of them a document is of. */
export interface Entities {
  readonly all: readonly Entity[]
  readonly of: ReadonlyMap<SourceDocument, Entity>
}

const NO_ENTITIES: Entities = { all: [], of: new Map() }

/** The entities of a taxpayer's own K-1s up to a year; the K-1s of an entity's latest year say whether it is owned. */
export function entitiesOf(borrower: BorrowerView, year: number, policy: Policy): Entities {
  const held = borrower.forms.ownership.filter(document => (document.year as number) <= year)
  if (held.length === 0) return NO_ENTITIES
  const minOwnership = new Decimal(policy.selfEmployedOwnership)
  const all = groupByIssuer(held).map(({ documents }) => {
    const shared = documents.filter(document => sharesOf(document).length > 0)
    const latest = largestOf(shared.map(document => document.year as number))
    const owned = shared.some(
      document => document.year === latest && shareOf(document)?.gte(minOwnership) !== false,
    )
    return { documents, owned }
  })
  const of = new Map(all.flatMap(entity => entity.documents.map(document => [document, entity] as const)))
  return { all, of }
}

const NO_FORMS: ReadonlySet<SourceDocument> = new Set()

/** The W-2s of businesses that the taxpayer owns. */
export function officerForms(borrower: BorrowerView, entities: Entities): ReadonlySet<SourceDocument> {
  const owners = entities.all.filter(({ owned }) => owned)
  if (owners.length === 0) return NO_FORMS
  const index = new IssuerIndex<true>()
  for (const { documents } of owners) for (const issuer of issuersOf(documents)) index.add(issuer, true)
  return new Set(borrower.forms.employment.filter(({ issuer }) => index.first(issuer) === true))
}
