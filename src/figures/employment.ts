import { appendToGroup, getOrCreate, memoize, NO_ITEMS, sortInPlace } from '../core/lists.js'
import { addCents, type Cents, type Millionths } from '../core/money.js'
import { divideToMicros } from '../core/ratio.js'
import type { ShapeValue } from '../ingest/fields/read-shape.js'
import { findCell, type SourceDocument, type SourceParty } from '../ingest/source.js'
import type { SourceDossier } from '../ingest/source-dossier.js'
import { type Doubt, joinDoubts, type ResolvedDocument } from '../resolve/resolved-document.js'
import { isCountedW2 } from './employers.js'
import { compareIssuers, compareParties, type IndexEntry, IssuerIndex, toIssuerText } from './issuers.js'
import { findLongestName, type NumberedEmployer, type NumberedEmployers } from './numbered-employers.js'
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
 * @param employers The employers of the counted W-2s.
 * @param mayMissW2s Returns true for a year with a rejected record or entry that may have been a W-2.
 */
export function listEmployment(
  documents: readonly ResolvedDocument[],
  history: readonly HistoryRow[],
  employers: NumberedEmployers,
  mayMissW2s: (year: number) => boolean,
): EmployerYear[] {
  const years = new Map<number, { readonly w2s: ResolvedDocument[]; readonly historyRows: HistoryRow[] }>()
  const getYear = (year: number | null) => getOrCreate(years, year as number, () => ({ w2s: [], historyRows: [] }))
  for (const resolved of documents) if (isCountedW2(resolved)) getYear(resolved.document.year).w2s.push(resolved)
  const rowsWithYear = history.filter(({ year }) => year !== null)
  for (const row of rowsWithYear) getYear(row.year).historyRows.push(row)
  const numbering = new EmployerNumbering(employers, rowsWithYear)
  const rows: EmployerYear[] = []
  for (const [year, { w2s, historyRows }] of [...years].sort(([a], [b]) => a - b)) {
    sortInPlace(w2s, (a, b) => compareIssuers(a.document, b.document))
    const recipients = new Set([SELF, ...w2s.map(findRecipient)])
    for (const recipient of [...recipients].sort(compareRecipients))
      addYear(rows, {
        year,
        recipient,
        w2s: recipients.size === 1 ? w2s : w2s.filter(w2 => findRecipient(w2) === recipient),
        historyRows: recipient === SELF ? historyRows : NO_ITEMS,
        numbering,
        mayMissW2s: mayMissW2s(year),
      })
  }
  return rows
}

/** Numbers the employers that no W-2 names: those of the history, and those of W-2s without name and identifier. */
class EmployerNumbering {
  readonly #byHistoryRow = new Map<HistoryRow, NumberedEmployer>()
  #lastKey: number

  constructor(
    readonly employers: NumberedEmployers,
    history: readonly HistoryRow[],
  ) {
    this.#lastKey = employers.count
    const rowsByEmployer = new Map<NumberedEmployer | HistoryRow, HistoryRow[]>()
    const listedRows = new IssuerIndex<HistoryRow>()
    const firstRows = new Map<string, HistoryRow>()
    for (const row of sortInPlace([...history], (a, b) => compareParties(a.employer, b.employer))) {
      const firstRow = getOrCreate(firstRows, toIssuerText(row.employer), () => row)
      const employer = employers.findFirstByParty(row.employer) ?? listedRows.findFirst(row.employer) ?? firstRow
      if (employer === row) listedRows.add(row.employer, row)
      appendToGroup(rowsByEmployer, employer, row)
    }
    for (const [key, rows] of rowsByEmployer) {
      const employer = 'employerKey' in key ? key : this.#add(findLongestName(rows.map(row => row.employer)))
      for (const row of rows) this.#byHistoryRow.set(row, employer)
    }
  }

  /** Returns the employer of a counted W-2. */
  findOrAdd(document: SourceDocument): NumberedEmployer {
    return this.employers.find(document) ?? this.#add(null)
  }

  /** Returns the employer of a row of the history. */
  findListed(row: HistoryRow): NumberedEmployer {
    return this.#byHistoryRow.get(row) as NumberedEmployer
  }

  #add(publicName: string | null): NumberedEmployer {
    return { employerKey: ++this.#lastKey, publicName }
  }
}

interface RecipientYear {
  readonly year: number
  readonly recipient: string
  readonly w2s: readonly ResolvedDocument[]
  readonly historyRows: readonly HistoryRow[]
  readonly numbering: EmployerNumbering
  readonly mayMissW2s: boolean
}

/** Adds the employers of one year and recipient. */
function addYear(
  rows: EmployerYear[],
  { year, recipient, w2s, historyRows, numbering, mayMissW2s }: RecipientYear,
): void {
  const { employers } = numbering
  const w2sByEmployer = new Map<NumberedEmployer, ResolvedDocument[]>()
  for (const w2 of w2s) appendToGroup(w2sByEmployer, numbering.findOrAdd(w2.document), w2)
  const listedEmployers = new Set<NumberedEmployer>()
  // Thousands of rows may match the same list of employers, so each list is searched once.
  const addListed = memoize((entries: readonly IndexEntry<NumberedEmployer>[]): readonly NumberedEmployer[] => {
    const matches = entries.map(({ value }) => value).filter(employer => w2sByEmployer.has(employer))
    for (const employer of matches) listedEmployers.add(employer)
    return matches
  })
  const listedAlone = new Map<NumberedEmployer, SourceParty>()
  for (const row of historyRows) {
    // Two numbers can end in the same four digits, so a row may be about several employers.
    const matchesByList = employers.findListsByParty(row.employer).map(addListed)
    if (matchesByList.some(matches => matches.length > 0)) continue
    const employer = numbering.findListed(row)
    const party = listedAlone.get(employer)
    if (party === undefined || compareParties(row.employer, party) < 0) listedAlone.set(employer, row.employer)
  }
  const isYearComplete = !mayMissW2s && !w2s.some(({ document }) => hasUnreadableWages(document))
  const wagesByEmployer = new Map<NumberedEmployer, Cents | null>()
  for (const [employer, group] of w2sByEmployer) wagesByEmployer.set(employer, sumWages(group))
  const total = [...wagesByEmployer.values()].reduce<Cents>((sum, wages) => addCents(sum, wages ?? 0), 0)
  for (const employer of [...w2sByEmployer.keys(), ...listedAlone.keys()]) {
    const group = w2sByEmployer.get(employer) ?? NO_ITEMS
    const party = group[0]?.document.issuer ?? (listedAlone.get(employer) as SourceParty)
    const wages = wagesByEmployer.get(employer) ?? null
    rows.push({
      year,
      recipient,
      employerKey: employer.employerKey,
      employer: employers.nameParty(party, employer),
      wages,
      wageShare: isYearComplete && total > 0 && wages !== null ? divideToMicros(wages, total) : null,
      inDocuments: group.length > 0,
      inHistory: group.length === 0 || listedEmployers.has(employer),
      isUnreadable: group.some(({ document }) => hasUnreadableWages(document)),
      doubts: group.reduce<readonly Doubt[]>((joinedDoubts, { doubts }) => joinDoubts(joinedDoubts, doubts), NO_ITEMS),
    })
  }
}

const findWageBox = ({ compiledForm }: SourceDocument): string => compiledForm.uses.employment?.wages ?? ''
const hasUnreadableWages = (document: SourceDocument): boolean =>
  document.unreadableFields.length > 0 && document.unreadableFields.includes(findWageBox(document))

/** Adds up the wages of W-2s. Returns null if no W-2 has a wage amount, or if one is unreadable. */
function sumWages(w2s: readonly ResolvedDocument[]): Cents | null {
  let wages: Cents | null = null
  for (const { document } of w2s) {
    if (hasUnreadableWages(document)) return null
    const cents = findCell(document, findWageBox(document)) as number | null
    if (cents !== null) wages = addCents(wages ?? 0, cents)
  }
  return wages
}
