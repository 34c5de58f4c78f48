import { getOrCreate, NO_ITEMS, trimList } from '../../core/lists.js'
import type { Cents } from '../../core/money.js'
import { compareByYearAndIssuer } from '../../figures/employers.js'
import { groupByIssuer } from '../../figures/issuers.js'
import { findLongestName } from '../../figures/numbered-employers.js'
import { isEqualParty, type SourceDocument } from '../../ingest/source.js'
import type { JobFacts } from '../facts/known-facts.js'
import { assignIssuerFacts, referToEmployer } from '../facts/match-facts.js'
import { addKnownCents } from './formulas.js'
import { type PayDocument, sumPay } from './gross-pay.js'
import type { InputSelection, StreamContext } from './stream.js'

/** An employer of a borrower: issuers that are one by identity, by name or by what the lender states. */
export interface WageEmployer {
  readonly payDocuments: readonly PayDocument[]
  readonly name: string | null
  /** The years with pay, ascending, on all documents. A year of unreadable pay is one of them. */
  readonly years: readonly number[]
  /** True if a W-2 of this employer is unreadable. Such an employer takes no part in a change of jobs. */
  readonly isUnreadable: boolean
  /** True if the employer paid sick pay under a W-2 with the box "third-party sick pay" in the as-of year. */
  readonly isOnLeave: boolean
  readonly facts: JobFacts | null
}

/** The employers of a borrower, and sick pay that an insurer paid. */
export interface Employers {
  readonly employers: readonly WageEmployer[]
  /** W-2s of third parties, such as insurers, that are not employers. */
  readonly sickPay: readonly PayDocument[]
}

/** Groups W-2s by employer, in the order of their years and issuers. */
export function groupEmployers(payDocuments: readonly PayDocument[], context: StreamContext): Employers {
  const sickPay: PayDocument[] = []
  const employers: WageEmployer[] = []
  const groups: PayDocument[][] = []
  for (const documents of groupByEmployer(payDocuments, context)) {
    if (documents.every(({ pay }) => pay === 0)) continue
    if (!documents.every(payDocument => payDocument.isSickPay)) groups.push(documents)
    else for (const payDocument of documents) sickPay.push(payDocument)
  }
  if (groups.length > 1) sortByFirstPay(groups)
  // The stream of sick pay is named after the first of them.
  sickPay.sort((a, b) => compareByYearAndIssuer(a.document.document, b.document.document))
  const factsByGroup = assignIssuerFacts(
    groups,
    documents => documents.map(({ document }) => document.document.issuer),
    context.facts?.jobs ?? NO_ITEMS,
    referToEmployer,
  )
  for (const jobFacts of factsByGroup.values()) context.usedFacts.add(jobFacts)
  for (const documents of groups)
    employers.push(createEmployer(documents, factsByGroup.get(documents) ?? null, context))
  return { employers, sickPay }
}

/**
 * Orders employers by the year and issuer of their first W-2 with pay. This order decides between equal jobs, and if a fact
 * fits several employers, because the order of records must not.
 */
function sortByFirstPay(groups: PayDocument[][]): void {
  const firstW2s = new Map<PayDocument[], SourceDocument>()
  for (const payDocuments of groups)
    for (const { pay, document } of payDocuments) {
      const firstW2 = firstW2s.get(payDocuments)
      if (pay !== 0 && (firstW2 === undefined || compareByYearAndIssuer(document.document, firstW2) < 0))
        firstW2s.set(payDocuments, document.document)
    }
  const getFirst = (payDocuments: PayDocument[]): SourceDocument => firstW2s.get(payDocuments) as SourceDocument
  groups.sort((a, b) => compareByYearAndIssuer(getFirst(a), getFirst(b)))
}

function createEmployer(documents: PayDocument[], facts: JobFacts | null, { year }: StreamContext): WageEmployer {
  // Pay that cannot be read is null. Its year counts as a year with pay.
  const documentsWithPay = documents.filter(({ pay }) => pay !== 0)
  const years = [...new Set(documentsWithPay.map(payDocument => payDocument.year))].sort((a, b) => a - b)
  const isUnreadable = documentsWithPay.some(({ pay }) => pay === null)
  const isOnLeave = documentsWithPay.some(payDocument => payDocument.isSickPay && payDocument.year === year)
  const name = findLongestName(documents.map(({ document }) => document.document.issuer))
  return { payDocuments: trimList(documents), name, years: trimList(years), isUnreadable, isOnLeave, facts }
}

const isUnnamed = ({ document: { document } }: PayDocument): boolean =>
  document.issuer.id === null && document.issuer.name === null

function groupByEmployer(payDocuments: readonly PayDocument[], { borrower }: StreamContext): PayDocument[][] {
  const [first] = payDocuments
  if (first === undefined) return []
  const { issuer } = first.document.document
  if (issuer.id !== null && payDocuments.every(({ document }) => isEqualParty(document.document.issuer, issuer)))
    return [[...payDocuments]]
  const { joinedEmployers } = borrower.result
  const groupByDocument = new Map<SourceDocument, PayDocument[]>()
  const groupByJoined = new Map<object, PayDocument[]>()
  const named = payDocuments.flatMap(payDocument => (isUnnamed(payDocument) ? [] : [payDocument.document.document]))
  for (const { documents } of groupByIssuer(named)) {
    const joined = joinedEmployers.get(documents[0] as SourceDocument)
    const group: PayDocument[] = joined === undefined ? [] : getOrCreate(groupByJoined, joined, createList)
    for (const document of documents) groupByDocument.set(document, group)
  }
  const groups: PayDocument[][] = []
  // Nothing tells unreadable W-2s of one year without an employer apart, so they are one employer.
  const unreadableByYear = new Map<number, PayDocument[]>()
  for (const payDocument of payDocuments) {
    const { document, pay, year } = payDocument
    const group =
      groupByDocument.get(document.document) ?? (pay === null ? getOrCreate(unreadableByYear, year, createList) : [])
    if (group.length === 0) groups.push(group)
    group.push(payDocument)
  }
  return groups
}

const createList = (): PayDocument[] => []

/** Adds up the pay of employers in a year and a selection. Null if there is none. */
export function sumWages(employers: readonly WageEmployer[], year: number, selection: InputSelection): Cents | null {
  let sum: Cents | null = null
  for (const { payDocuments } of employers) sum = addKnownCents(sum, sumPay(payDocuments, year, selection))
  return sum
}
