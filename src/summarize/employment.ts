import { addInOrder, addTo, sortInPlace } from '../core/lists.js'
import { addCents, type Cents, ratioMicros } from '../core/money.js'
import type { ShapeValue } from '../normalize/read-shape.js'
import { cellOf, isInSameWords, type Party, type SourceDocument } from '../normalize/source.js'
import type { SourceDossier } from '../normalize/source-dossier.js'
import type { ResolvedDocument } from '../resolve/entry.js'
import { compareParties, groupByIssuer, type IssuerGroup, IssuerIndex, issuersOf } from './issuers.js'

/** A row of the taxpayer's employment history. */
export interface HistoryRow {
  readonly year: number | null
  readonly employer: Party
}

/** An employer as the taxpayer's employment history lists it. */
interface ListedEmployer {
  readonly year: number | null
  readonly lost?: readonly string[]
  readonly employer: {
    ein: string | null
    name: string | null
    address: string | null
    person?: boolean
  } | null
}

/** Returns the rows of the taxpayer's employment history as they were read. */
export function historyRowsOf(taxpayer: ShapeValue | null): readonly ListedEmployer[] {
  const analysis = taxpayer?.['analysis'] as ShapeValue | null | undefined
  return (analysis?.['employmentHistory'] ?? []) as unknown as readonly ListedEmployer[]
}

/** Returns the same rows as parties by year. */
export const historyOf = (dossier: SourceDossier): HistoryRow[] =>
  historyRowsOf(dossier.taxpayer).map(({ year, employer }) => {
    const { ein, name, address, person = false } = employer ?? { ein: null, name: null, address: null }
    return { year, employer: { id: ein, name, address, person } }
  })

/**
 * An employer of one year. Amounts are in cents and the share is in millionths. `wages` is null if the employer has no W-2 or
 * if a wage box is unreadable. `wageShare` is null if some wages of the year are missing or may be missing.
 */
export interface Employment {
  readonly year: number
  readonly employer: Party
  readonly wages: Cents | null
  readonly wageShare: Cents | null
  readonly inDocuments: boolean
  readonly inHistory: boolean
  /** True if a wage box is unreadable. */
  readonly lost: boolean
}

/**
 * Lists the employers of each year. It joins counted W-2s, also those of statutory employees, with the employment history by
 * issuer only. An employer that appears in only one of the two has a row too. A history row without a year gets no row here:
 * `TaxpayerResult` reports it as an issue.
 *
 * @param isDoubtful True for a year with a rejected record or entry that may have been a W-2.
 */
export function employmentOf(
  documents: readonly ResolvedDocument[],
  history: readonly HistoryRow[],
  isDoubtful: (year: number) => boolean,
): Employment[] {
  const years: number[] = []
  const heldIn = new Map<number, SourceDocument[]>()
  const listedIn = new Map<number, HistoryRow[]>()
  for (const { document, status } of documents) {
    if (status !== 'counted' || document.plan.uses.employment === null || document.year === null) continue
    addInOrder(years, document.year)
    addTo(heldIn, document.year, document)
  }
  for (const row of history) {
    if (row.year === null) continue
    addInOrder(years, row.year)
    addTo(listedIn, row.year, row)
  }
  const rows: Employment[] = []
  for (const year of years) {
    const held = heldIn.get(year) ?? []
    const listed = listedIn.get(year) ?? []
    const listing = new IssuerIndex<HistoryRow>()
    for (const row of listed) listing.add(row.employer, row)
    const joined = new Set<HistoryRow>()
    const employers = groupByIssuer(held).map(group => paidBy(group, listing, joined))
    const isWhole = !isDoubtful(year) && !held.some(isWageUnreadable)
    const total = employers.reduce<Cents>((sum, { wages }) => addCents(sum, wages ?? 0), 0)
    for (const { employer, wages, inHistory, lost } of employers) {
      const wageShare = isWhole && total > 0 && wages !== null ? ratioMicros(wages, total) : null
      rows.push({ year, employer, wages, wageShare, inDocuments: true, inHistory, lost })
    }
    if (listed.length > joined.size) addListed(rows, year, listed, joined)
  }
  return rows
}

/** Adds up the W-2s of one employer, and adds the history rows that name this employer to `joined`. */
function paidBy(
  { first, documents: own }: IssuerGroup,
  listing: IssuerIndex<HistoryRow>,
  joined: Set<HistoryRow>,
): Omit<Employment, 'year' | 'wageShare' | 'inDocuments'> {
  let inHistory = false
  for (const issuer of issuersOf(own)) {
    for (const row of listing.all(issuer)) {
      joined.add(row)
      inHistory = true
    }
  }
  const lost = own.some(isWageUnreadable)
  return { employer: first.issuer, wages: lost ? null : wagesOf(own), inHistory, lost }
}

/** Adds the employers that only the history names. */
function addListed(
  rows: Employment[],
  year: number,
  listed: readonly HistoryRow[],
  joined: ReadonlySet<HistoryRow>,
): void {
  const alone = new IssuerIndex<true>()
  const left = listed.filter(row => !joined.has(row)).map(row => row.employer)
  let last: Party | null = null
  for (const employer of sortInPlace(left, compareParties)) {
    if (alone.first(employer) || (last !== null && isInSameWords(last, employer))) continue
    last = employer
    alone.add(employer, true)
    const [wages, wageShare] = [null, null]
    rows.push({ year, employer, wages, wageShare, inDocuments: false, inHistory: true, lost: false })
  }
}

const wageBox = ({ plan }: SourceDocument): string => plan.uses.employment?.wages ?? ''
const isWageUnreadable = (document: SourceDocument): boolean =>
  document.unreadable.length > 0 && document.unreadable.includes(wageBox(document))

/** Returns null if no W-2 has a wage amount. */
function wagesOf(documents: readonly SourceDocument[]): Cents | null {
  let wages: Cents | null = null
  for (const document of documents) {
    const cents = cellOf(document, wageBox(document)) as number | null
    if (cents !== null) wages = addCents(wages ?? 0, cents)
  }
  return wages
}
