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

/** An employer as a taxpayer's history lists it. */
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

/** The rows of a taxpayer's employment history, as they were read. */
export function historyRowsOf(taxpayer: ShapeValue | null): readonly ListedEmployer[] {
  const analysis = taxpayer?.['analysis'] as ShapeValue | null | undefined
  return (analysis?.['employmentHistory'] ?? []) as unknown as readonly ListedEmployer[]
}

/** The same as parties by year. */
export const historyOf = (dossier: SourceDossier): HistoryRow[] =>
  historyRowsOf(dossier.taxpayer).map(({ year, employer }) => {
    const { ein, name, address, person = false } = employer ?? { ein: null, name: null, address: null }
    return { year, employer: { id: ein, name, address, person } }
  })

/**
 * An employer of one year. Units: cents, and millionths for the share. Missing: `wages` where no W-2 is there or one's box
 * was lost; `wageShare` where wages of the year are, or may be, missing.
 */
export interface Employment {
  readonly year: number
  readonly employer: Party
  readonly wages: Cents | null
  readonly wageShare: Cents | null
  readonly inDocuments: boolean
  readonly inHistory: boolean
  /** A box of its wages was lost. */
  readonly lost: boolean
}

/**
 * The employers of each year: counted W-2s, statutory ones too, joined with the employment history by issuer alone.
 * Employers that only one of the two names are rows too. A history row without a year has no place here, but an issue.
 * `isDoubtful` tells years of which something that may have been a W-2 was refused.
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

/** What the W-2s of one employer paid; the rows of the history that name it are joined. */
function paidBy(
  { first, documents: own }: IssuerGroup,
  listing: IssuerIndex<HistoryRow>,
  joined: Set<HistoryRow>,
): Pick<Employment, 'employer' | 'wages' | 'inHistory' | 'lost'> {
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

/** Null where no W-2 says what it paid. */
function wagesOf(documents: readonly SourceDocument[]): Cents | null {
  let wages: Cents | null = null
  for (const document of documents) {
    const cents = cellOf(document, wageBox(document)) as number | null
    if (cents !== null) wages = addCents(wages ?? 0, cents)
  }
  return wages
}
