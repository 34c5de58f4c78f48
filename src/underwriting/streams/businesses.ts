// Forms the businesses of a borrower from K-1s, and finds the W-2s that pay the borrower as an officer of them.

import { groupBy, NO_ITEMS } from '../../core/lists.js'
import { Decimal } from '../../core/money.js'
import type { FactRow } from '../../figures/facts.js'
import { groupByIssuer, IssuerIndex, listIssuers } from '../../figures/issuers.js'
import type { TaxpayerResult } from '../../figures/taxpayer-result.js'
import { findCell, type SourceDocument } from '../../ingest/source.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'
import type { Borrower } from '../borrowers/borrower.js'
import type { BusinessFacts } from '../facts/known-facts.js'
import { assignIssuerFacts, listGroupIssuers, referToBusiness } from '../facts/match-facts.js'
import type { PayDocument } from './gross-pay.js'
import { type StreamContext, type StreamItem, toStreamItem } from './stream.js'

/** The categories whose streams are per issuer of a K-1. */
type BusinessCategory = 'partnership' | 's_corporation' | 'estate_trust'

/** A business, estate or trust of which the borrower has K-1s. */
export interface Business {
  readonly category: BusinessCategory
  readonly name: string | null
  readonly documents: ReadonlySet<SourceDocument>
  /** The K-1s with their statuses, also those without a readable amount. */
  readonly resolvedDocuments: ResolvedDocument[]
  /** True if the borrower holds the share from which an owner is self-employed, or if the share is unknown. */
  readonly isOwner: boolean
  readonly facts: BusinessFacts | null
  readonly items: StreamItem[]
  readonly guaranteedItems: StreamItem[]
  readonly officerPay: PayDocument[]
}

/** Lists the K-1s of the two years, also those without a readable amount. */
export const listLatestK1s = ({ resolvedDocuments }: Business, year: number): ResolvedDocument[] =>
  resolvedDocuments.filter(({ document }) => (document.year as number) >= year - 1)

const listShareFields = ({ compiledForm }: SourceDocument): readonly string[] =>
  compiledForm.uses.ownership?.shares ?? []

/** Reads the share on a K-1: the ending share of capital, else the beginning. Null if it is unknown. */
function readShare(document: SourceDocument): Decimal | null {
  for (const field of listShareFields(document)) {
    const share = findCell(document, field) as Decimal | null
    if (share !== null) return share
  }
  return null
}

/** Forms the businesses of a borrower from K-1s up to the as-of year. */
export function formBusinesses(context: StreamContext): Business[] {
  const { borrower, facts, year, policy, usedFacts } = context
  const documents = borrower.documents.flatMap(({ document }) =>
    document.compiledForm.uses.ownership !== null && (document.year as number) <= year ? [document] : [],
  )
  if (documents.length === 0) return []
  // K-1s of several kinds are several businesses, even if the issuer is one.
  const groups = [...groupBy(documents, findBusinessCategory).values()].flatMap(ofKind => groupByIssuer(ofKind))
  const factsByGroup = assignIssuerFacts(groups, listGroupIssuers, facts?.businesses ?? NO_ITEMS, referToBusiness)
  for (const businessFacts of factsByGroup.values()) usedFacts.add(businessFacts)
  const businesses = groups.map((group): Business => {
    const withShares = group.documents.filter(document => listShareFields(document).length > 0)
    const latestYear = withShares.reduce((latest, document) => Math.max(latest, document.year as number), 0)
    const shares = withShares.flatMap(document => (document.year === latestYear ? [readShare(document)] : []))
    const reachesLimit = (share: Decimal | null): boolean =>
      share?.gte(new Decimal(policy.selfEmployedOwnership)) === true
    return {
      category: findBusinessCategory(group.first),
      name: group.documents.reduce<string | null>((name, { issuer }) => name ?? issuer.name, null),
      documents: new Set(group.documents),
      resolvedDocuments: [],
      isOwner: shares.some(share => share === null || reachesLimit(share)),
      facts: factsByGroup.get(group) ?? null,
      items: [],
      guaranteedItems: [],
      officerPay: [],
    }
  })
  addFacts(businesses, borrower, year)
  return businesses
}

/** The category of a K-1 is that of its ordinary income. */
function findBusinessCategory(document: SourceDocument): BusinessCategory {
  for (const { role } of document.compiledForm.fields) {
    if (role === 'income.partnership') return 'partnership'
    if (role === 'income.s_corporation') return 's_corporation'
  }
  return listShareFields(document).length > 0 ? 'partnership' : 'estate_trust'
}

const isBusinessCategory = (category: FactRow['meaning']['category']): boolean =>
  category === 'partnership' || category === 's_corporation' || category === 'estate_trust'

function addFacts(businesses: readonly Business[], { documents, incomeFacts }: Borrower, asOfYear: number): void {
  const businessByDocument = new Map<SourceDocument, Business>()
  for (const business of businesses)
    for (const document of business.documents) businessByDocument.set(document, business)
  for (const resolvedDocument of documents)
    businessByDocument.get(resolvedDocument.document)?.resolvedDocuments.push(resolvedDocument)
  for (const fact of incomeFacts) {
    const { document } = fact.resolvedDocument
    if (!isBusinessCategory(fact.meaning.category) || (document.year as number) > asOfYear) continue
    const business = businessByDocument.get(document)
    if (business === undefined) continue
    const isGuaranteed = fact.meaning.field === document.compiledForm.uses.ownership?.guaranteed
    ;(isGuaranteed ? business.guaranteedItems : business.items).push(toStreamItem(fact))
  }
}

/**
 * Takes the W-2s of businesses that the borrower owns out of a list, as the pay of an officer. An employer with several
 * identifiers is such a business if one of them is.
 */
export function takeOfficerPay(
  businesses: readonly Business[],
  payDocuments: readonly PayDocument[],
  joinedEmployers: TaxpayerResult['joinedEmployers'],
): PayDocument[] {
  const owned = businesses.filter(({ isOwner }) => isOwner)
  if (owned.length === 0) return [...payDocuments]
  const index = new IssuerIndex<Business>()
  for (const business of owned) for (const issuer of listIssuers([...business.documents])) index.add(issuer, business)
  const businessByEmployer = new Map<object, Business>()
  const findBusiness = ({ document: { document } }: PayDocument): Business | undefined => {
    const business = index.findFirst(document.issuer)
    const employer = joinedEmployers.get(document)
    if (employer === undefined) return business
    if (business !== undefined && !businessByEmployer.has(employer)) businessByEmployer.set(employer, business)
    return businessByEmployer.get(employer)
  }
  if (joinedEmployers.size > 0) payDocuments.forEach(findBusiness)
  return payDocuments.filter(payDocument => {
    const business = findBusiness(payDocument)
    business?.officerPay.push(payDocument)
    return business === undefined
  })
}
