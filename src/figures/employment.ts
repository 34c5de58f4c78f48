import { appendAll, appendToGroup, insertNumber, NO_ITEMS, sortInPlace } from '../core/lists.js'
import { addCents, type Cents, type Millionths } from '../core/money.js'
import { divideToMicros } from '../core/ratio.js'
import type { ShapeValue } from '../ingest/fields/read-shape.js'
import { findCell, isEqualParty, type SourceDocument, type SourceParty } from '../ingest/source.js'
import type { SourceDossier } from '../ingest/source-dossier.js'
import { type Doubt, joinDoubts, type ResolvedDocument } from '../resolve/resolved-document.js'
import type { JoinedEmployer } from './employers.js'
import { compareParties, groupByIssuer, type IssuerGroup, IssuerIndex, listIssuers } from './issuers.js'

/** A row of the taxpayer's employment history. */
export interface HistoryRow {
  readonly year: number | null
  readonly employer: SourceParty
}

/** An employer as the taxpayer's employment history lists it. */
interface ListedEmployer {
  readonly year: number | null
  readonly unreadableFields?: readonly string[]
  readonly employer: { ein: string | null; name: string | null; address: string | null; mayBePerson?: boolean } | null
}

/** Returns the rows of the taxpayer's employment history as they were read. */
export function listHistoryEmployers(taxpayer: ShapeValue | null): readonly ListedEmployer[] {
  const analysis = taxpayer?.['analysis'] as ShapeValue | null | undefined
  return (analysis?.['employmentHistory'] ?? []) as unknown as readonly ListedEmployer[]
}

/** Returns the rows of the taxpayer's employment history with their employers as parties. */
export const listHistoryRows = (dossier: SourceDossier): HistoryRow[] =>
  listHistoryEmployers(dossier.taxpayer).map(({ year, employer }) => {
    const { ein, name, address, mayBePerson = false } = employer ?? { ein: null, name: null, address: null }
    return { year, employer: { id: ein, name, address, mayBePerson } }
  })

/**
 * An employer of one year. Amounts are in cents and the share is in millionths. `wages` is null if the employer has no
 * W-2 or if a wage box is unreadable. `wageShare` is null if some wages of the year are missing or may be missing.
 */
export interface EmployerYear {
  readonly year: number
  readonly employer: SourceParty
  readonly wages: Cents | null
  readonly wageShare: Millionths | null
  readonly inDocuments: boolean
  readonly inHistory: boolean
  /** True if a wage box is unreadable. */
  readonly isUnreadable: boolean
  /** The doubts of the counted W-2s. */
  readonly doubts: readonly Doubt[]
}

/**
 * Lists the employers of each year. Matches counted W-2s, including those of statutory employees, to the employment
 * history by issuer. An employer that appears in only one of them also has a row. A history row without a year has
 * no row here: `TaxpayerResult` reports it as an issue.
 *
 * @param joinedEmployers The employers with several identifiers, by document.
 * @param mayMissW2s Returns true for a year with a rejected record or entry that may have been a W-2.
 */
export function listEmployment(
  documents: readonly ResolvedDocument[],
  history: readonly HistoryRow[],
  joinedEmployers: ReadonlyMap<SourceDocument, JoinedEmployer>,
  mayMissW2s: (year: number) => boolean,
): EmployerYear[] {
  const years: number[] = []
  const documentsByYear = new Map<number, SourceDocument[]>()
  const historyByYear = new Map<number, HistoryRow[]>()
  const doubtsByDocument = new Map<SourceDocument, readonly Doubt[]>()
  for (const { document, doubts, status } of documents) {
    if (status !== 'counted' || document.compiledForm.uses.employment === null || document.year === null) continue
    insertNumber(years, document.year)
    appendToGroup(documentsByYear, document.year, document)
    if (doubts.length > 0) doubtsByDocument.set(document, doubts)
  }
  for (const row of history) {
    if (row.year === null) continue
    insertNumber(years, row.year)
    appendToGroup(historyByYear, row.year, row)
  }
  const rows: EmployerYear[] = []
  for (const year of years) {
    const yearDocuments = documentsByYear.get(year) ?? []
    const historyRows = historyByYear.get(year) ?? []
    const historyIndex = new IssuerIndex<HistoryRow>()
    for (const row of historyRows) historyIndex.add(row.employer, row)
    const matchedRows = new Set<HistoryRow>()
    const employers = mergeGroups(groupByIssuer(yearDocuments), joinedEmployers).map(group => ({
      ...sumEmployerWages(group, historyIndex, matchedRows),
      doubts: group.documents.reduce<readonly Doubt[]>(
        (doubts, document) => joinDoubts(doubts, doubtsByDocument.get(document) ?? NO_ITEMS),
        NO_ITEMS,
      ),
    }))
    const isYearComplete = !mayMissW2s(year) && !yearDocuments.some(hasUnreadableWages)
    const total = employers.reduce<Cents>((sum, { wages }) => addCents(sum, wages ?? 0), 0)
    for (const { employer, wages, inHistory, isUnreadable, doubts } of employers) {
      const wageShare = isYearComplete && total > 0 && wages !== null ? divideToMicros(wages, total) : null
      rows.push({ year, employer, wages, wageShare, inDocuments: true, inHistory, isUnreadable, doubts })
    }
    if (historyRows.length > matchedRows.size) addListedEmployers(rows, year, historyRows, matchedRows)
  }
  return rows
}

/** Merges the groups of a year that belong to one joined employer. The first group names the employer. */
function mergeGroups(
  groups: readonly IssuerGroup[],
  joinedEmployers: ReadonlyMap<SourceDocument, JoinedEmployer>,
): readonly IssuerGroup[] {
  if (joinedEmployers.size === 0) return groups
  const merged = new Map<unknown, IssuerGroup>()
  for (const group of groups) {
    const key = joinedEmployers.get(group.first) ?? group
    const earlier = merged.get(key)
    if (earlier === undefined) merged.set(key, { first: group.first, documents: [...group.documents] })
    else appendAll(earlier.documents, group.documents)
  }
  return [...merged.values()]
}

/** Adds up the wages of one employer's W-2s, and adds the history rows that name this employer to `matchedRows`. */
function sumEmployerWages(
  { first, documents }: IssuerGroup,
  historyIndex: IssuerIndex<HistoryRow>,
  joinedRows: Set<HistoryRow>,
): Omit<EmployerYear, 'year' | 'wageShare' | 'inDocuments' | 'doubts'> {
  let inHistory = false
  for (const issuer of listIssuers(documents)) {
    for (const row of historyIndex.findAll(issuer)) {
      joinedRows.add(row)
      inHistory = true
    }
  }
  const isUnreadable = documents.some(hasUnreadableWages)
  return { employer: first.issuer, wages: isUnreadable ? null : sumWages(documents), inHistory, isUnreadable }
}

/** Adds the employers that only the history names. */
function addListedEmployers(
  rows: EmployerYear[],
  year: number,
  historyRows: readonly HistoryRow[],
  joinedRows: ReadonlySet<HistoryRow>,
): void {
  const addedEmployers = new IssuerIndex<true>()
  const listedEmployers = historyRows.filter(row => !joinedRows.has(row)).map(row => row.employer)
  let lastEmployer: SourceParty | null = null
  for (const employer of sortInPlace(listedEmployers, compareParties)) {
    if (addedEmployers.findFirst(employer) || (lastEmployer !== null && isEqualParty(lastEmployer, employer))) continue
    lastEmployer = employer
    addedEmployers.add(employer, true)
    const [wages, wageShare] = [null, null]
    rows.push({
      year,
      employer,
      wages,
      wageShare,
      inDocuments: false,
      inHistory: true,
      isUnreadable: false,
      doubts: NO_ITEMS,
    })
  }
}

const findWageBox = ({ compiledForm }: SourceDocument): string => compiledForm.uses.employment?.wages ?? ''
const hasUnreadableWages = (document: SourceDocument): boolean =>
  document.unreadableFields.length > 0 && document.unreadableFields.includes(findWageBox(document))

/** Adds up the wages of W-2s. Returns null if no W-2 has a wage amount. */
function sumWages(documents: readonly SourceDocument[]): Cents | null {
  let wages: Cents | null = null
  for (const document of documents) {
    const cents = findCell(document, findWageBox(document)) as number | null
    if (cents !== null) wages = addCents(wages ?? 0, cents)
  }
  return wages
}
