import { appendAll, appendToGroup, insertNumber, NO_ITEMS, sortInPlace } from '../core/lists.js'
import { addCents, type Cents, type Millionths } from '../core/money.js'
import { divideToMicros } from '../core/ratio.js'
import type { ShapeValue } from '../ingest/fields/read-shape.js'
import { findCell, isEqualParty, type SourceDocument, type SourceParty } from '../ingest/source.js'
import type { SourceDossier } from '../ingest/source-dossier.js'
import { type Doubt, joinDoubts, type ResolvedDocument } from '../resolve/resolved-document.js'
import type { JoinedEmployer } from './employers.js'
import { compareParties, groupByIssuer, type IssuerGroup, IssuerIndex, listIssuers } from './issuers.js'
import { EmployerNumbering, isCountedW2, mergeGroups, type NumberedEmployers } from './numbered-employers.js'
import { compareRecipients, findRecipient, SELF } from './recipients.js'

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
  /** `self`, the last four digits of another recipient, or `unknown`. */
  readonly recipient: string
  /** The number of the employer, from 1. It is the same in all years and for all recipients. */
  readonly employerKey: number
  /** The employer, with the longest name on any of its documents. */
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
 * Lists the employers of each year and recipient. Matches counted W-2s, including those of statutory employees, to the
 * employment history by issuer. An employer that appears in only one of them also has a row. A history row without a year
 * has no row here: `TaxpayerResult` reports it as an issue. The history belongs to the taxpayer.
 *
 * @param joinedEmployers The employers with several identifiers, by document.
 * @param employers The employers of the counted W-2s.
 * @param mayMissW2s Returns true for a year with a rejected record or entry that may have been a W-2.
 */
export function listEmployment(
  documents: readonly ResolvedDocument[],
  history: readonly HistoryRow[],
  joinedEmployers: ReadonlyMap<SourceDocument, JoinedEmployer>,
  employers: NumberedEmployers,
  mayMissW2s: (year: number) => boolean,
): EmployerYear[] {
  const numbering = new EmployerNumbering(employers)
  const years: number[] = []
  const w2sByYear = new Map<number, ResolvedDocument[]>()
  const historyByYear = new Map<number, HistoryRow[]>()
  for (const resolved of documents) {
    const { year } = resolved.document
    if (!isCountedW2(resolved) || year === null) continue
    insertNumber(years, year)
    appendToGroup(w2sByYear, year, resolved)
  }
  for (const row of history) {
    if (row.year === null) continue
    insertNumber(years, row.year)
    appendToGroup(historyByYear, row.year, row)
  }
  const rows: EmployerYear[] = []
  for (const year of years) {
    const w2s = w2sByYear.get(year) ?? []
    const recipients = new Set([SELF, ...w2s.map(findRecipient)])
    for (const recipient of [...recipients].sort(compareRecipients))
      addYear(rows, {
        year,
        recipient,
        w2s: recipients.size === 1 ? w2s : w2s.filter(w2 => findRecipient(w2) === recipient),
        historyRows: recipient === SELF ? (historyByYear.get(year) ?? []) : NO_ITEMS,
        joinedEmployers,
        numbering,
        mayMissW2s: mayMissW2s(year),
      })
  }
  return rows
}

interface RecipientYear {
  readonly year: number
  readonly recipient: string
  readonly w2s: readonly ResolvedDocument[]
  readonly historyRows: readonly HistoryRow[]
  readonly joinedEmployers: ReadonlyMap<SourceDocument, JoinedEmployer>
  readonly numbering: EmployerNumbering
  readonly mayMissW2s: boolean
}

/** Adds the employers of one year and recipient. */
function addYear(
  rows: EmployerYear[],
  { year, recipient, w2s, historyRows, joinedEmployers, numbering, mayMissW2s }: RecipientYear,
): void {
  const documents = w2s.map(({ document }) => document)
  const doubtsByDocument = new Map(w2s.map(({ document, doubts }) => [document, doubts]))
  const historyIndex = new IssuerIndex<HistoryRow>()
  for (const row of historyRows) historyIndex.add(row.employer, row)
  const matchedRows = new Set<HistoryRow>()
  const yearRows = mergeGroups(groupByIssuer(documents), joinedEmployers).map(
    (group): EmployerYear & { wageShare: Millionths | null } => {
      const { employerKey, employer } = numbering.findOrAdd(group.first)
      const { wages, inHistory, isUnreadable } = sumEmployerWages(group, historyIndex, matchedRows)
      const doubts = group.documents.reduce<readonly Doubt[]>(
        (joinedDoubts, document) => joinDoubts(joinedDoubts, doubtsByDocument.get(document) ?? NO_ITEMS),
        NO_ITEMS,
      )
      const inDocuments = true
      return {
        year,
        recipient,
        employerKey,
        employer,
        wages,
        wageShare: null,
        inDocuments,
        inHistory,
        isUnreadable,
        doubts,
      }
    },
  )
  const isYearComplete = !mayMissW2s && !documents.some(hasUnreadableWages)
  const total = yearRows.reduce<Cents>((sum, { wages }) => addCents(sum, wages ?? 0), 0)
  for (const row of yearRows)
    if (isYearComplete && total > 0 && row.wages !== null) row.wageShare = divideToMicros(row.wages, total)
  appendAll(rows, yearRows)
  if (historyRows.length > matchedRows.size) addListedEmployers(rows, year, historyRows, matchedRows, numbering)
}

/** Adds up the wages of one employer's W-2s, and adds the history rows that name this employer to `matchedRows`. */
function sumEmployerWages(
  { documents }: IssuerGroup,
  historyIndex: IssuerIndex<HistoryRow>,
  joinedRows: Set<HistoryRow>,
): Pick<EmployerYear, 'wages' | 'inHistory' | 'isUnreadable'> {
  let inHistory = false
  for (const issuer of listIssuers(documents)) {
    for (const row of historyIndex.findAll(issuer)) {
      joinedRows.add(row)
      inHistory = true
    }
  }
  const isUnreadable = documents.some(hasUnreadableWages)
  return { wages: isUnreadable ? null : sumWages(documents), inHistory, isUnreadable }
}

/** Adds the employers that only the history names. */
function addListedEmployers(
  rows: EmployerYear[],
  year: number,
  historyRows: readonly HistoryRow[],
  joinedRows: ReadonlySet<HistoryRow>,
  numbering: EmployerNumbering,
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
      recipient: SELF,
      ...numbering.findOrAddListed(employer),
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
