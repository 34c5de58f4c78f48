// Joins the employers of W-2s. Employers are one if their identifier, name and address match, or if the lender states
// it. Employers under several identifiers are also one if their names agree except for the legal form and the years fit:
// ACME FREIGHT INC until October, ACME FREIGHT LLC from November. Such a join by name is doubtful.
import type { Cell, Row } from './cells.js'
import type { Entry } from './documents.js'
import { isNonzero } from './facts.js'
import { areEmployerNamesEqual } from './names.js'
import { nameRecipient, type StatedIdentities } from './recipients.js'
import { compareDocuments, joinDoubts, type Resolved } from './resolve.js'
import { byIssuer, isOneIssuer } from './underwriting/issuers.js'
import { isFull, isObject, lastFour, type Raw, readIdentifier, readMoney, readText, readYear } from './values.js'

/** An employer: its W-2s of all years, in document order. */
export interface Employer {
  documents: Resolved[]
  isJoinedByName: boolean
}

const wagesOf = ({ effective }: Resolved) => readMoney(effective['wages_tips_other_compensation'])

const yearsWithWages = ({ documents }: Employer): Set<number> =>
  new Set(documents.filter(item => isNonzero(wagesOf(item))).map(({ doc }) => doc.year!))

function isSameIdentifier(a: string, b: string): boolean {
  return isFull(a) && isFull(b) ? a === b : lastFour(a) === lastFour(b)
}

// Returns true if both employers have an identifier of the same list.
const areStatedAsOne = (a: Employer, b: Employer, lists: readonly (readonly string[])[]): boolean =>
  lists.some(list => {
    const identifiers = list.map(readIdentifier).filter((id): id is string => id !== null)
    const isListed = ({ documents }: Employer): boolean =>
      documents.some(
        ({ doc }) => doc.issuer.id !== null && identifiers.some(id => isSameIdentifier(id, doc.issuer.id!)),
      )
    return isListed(a) && isListed(b)
  })

// Returns true if the names agree and at most one year has wages from both employers.
function isSuccessor(a: Employer, b: Employer): boolean {
  const years = yearsWithWages(b)
  const commonYears = [...yearsWithWages(a)].filter(year => years.has(year))
  return (
    commonYears.length <= 1 &&
    a.documents.some(x => b.documents.some(y => areEmployerNamesEqual(x.doc.issuer.name, y.doc.issuer.name)))
  )
}

// Adds each employer to the first earlier one that is the same.
function joinEmployers(
  employers: readonly Employer[],
  isSame: (a: Employer, b: Employer) => boolean,
  isByName: boolean,
): Employer[] {
  const joined: Employer[] = []
  for (const employer of employers) {
    const earlier = joined.find(candidate => isSame(candidate, employer))
    if (earlier === undefined) {
      joined.push(employer)
      continue
    }
    earlier.documents = [...earlier.documents, ...employer.documents]
    earlier.isJoinedByName ||= isByName
  }
  return joined
}

/** Lists the counted W-2s that have a year. */
const listW2s = (resolved: readonly Resolved[]): Resolved[] =>
  resolved.filter(({ doc, status }) => status === 'counted' && doc.form === 'form_w2' && doc.year !== null)

/**
 * Groups documents by the identity of their issuers. Complete identifiers come first in the document order. Each document
 * joins the group of the first earlier one that matches.
 */
function groupByIdentity(documents: readonly Resolved[]): Resolved[][] {
  const groups: Resolved[][] = []
  const ordered = documents.toSorted((a, b) => compareDocuments({ ...a.doc, year: null }, { ...b.doc, year: null }))
  for (const [i, item] of ordered.entries()) {
    const match = ordered.slice(0, i).find(({ doc }) => isOneIssuer(doc.issuer, item.doc.issuer))
    const group = match && groups.find(members => members.includes(match))
    if (group === undefined) groups.push([item])
    else group.push(item)
  }
  return groups
}

/** Groups the W-2s of all years by employer. `ordered` is in document order. */
export function listEmployers(ordered: readonly Resolved[], identities: StatedIdentities): Employer[] {
  const firstPosition = ({ documents }: Employer): number => ordered.findIndex(item => documents.includes(item))
  const employers = groupByIdentity(listW2s(ordered))
    .map((documents): Employer => ({ documents, isJoinedByName: false }))
    .sort((a, b) => firstPosition(a) - firstPosition(b))
  const lists = identities.same_employer ?? []
  const statedEmployers = joinEmployers(employers, (a, b) => areStatedAsOne(a, b, lists), false)
  return joinEmployers(statedEmployers, isSuccessor, true)
}

/** Marks the W-2s of employers that were joined by name alone. */
export function markEmployersByName(ordered: readonly Resolved[], identities: StatedIdentities): void {
  for (const { documents, isJoinedByName } of listEmployers(ordered, identities))
    if (isJoinedByName) for (const item of documents) item.doubts.add('employer_by_name')
}

/** An employer of the employment history, in one year. */
interface HistoryEntry {
  readonly year: number
  readonly employer: Entry['issuer']
}

function readHistory(dossier: Raw): HistoryEntry[] {
  const taxpayer = isObject(dossier['taxpayer']) ? dossier['taxpayer'] : {}
  const analysis = isObject(taxpayer['analysis']) ? taxpayer['analysis'] : {}
  const list = Array.isArray(analysis['employment_history']) ? analysis['employment_history'] : []
  return list.filter(isObject).flatMap(entry => {
    const year = readYear(entry['year'])
    const party = isObject(entry['employer']) ? entry['employer'] : {}
    const employer = {
      id: readIdentifier(party['ein']),
      name: readText(party['name']),
      address: readText(party['address']),
    }
    return year === null ? [] : [{ year, employer }]
  })
}

interface EmploymentRow {
  readonly year: number
  readonly recipient: string
  readonly employerKey: number
  readonly employerId: string | null
  readonly employerName: string | null
  readonly wages: bigint | null
  readonly isUnreadable: boolean
  readonly documents: readonly Resolved[]
  readonly isInHistory: boolean
}

// Returns the longest name. Of several names with the same length, the first in the order of code units is used.
const findLongestName = (names: readonly (string | null)[]): string | null =>
  names
    .filter(name => name !== null)
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .at(0) ?? null

// Returns the longest name on an employer's W-2s. A name that may be a person's is not used.
const nameEmployer = ({ documents }: Employer): string | null =>
  findLongestName(documents.map(({ doc }) => doc.issuerName))

/**
 * Returns the name of a document's issuer as the tables show it: of a counted W-2, the longest name of its employer. If
 * the issuer of this document may be a person, there is no name.
 */
export function nameIssuer({ doc }: Resolved, employers: readonly Employer[]): string | null {
  const employer = employers.find(({ documents }) => documents.some(item => item.doc === doc))
  return employer === undefined || doc.isIssuerHidden ? doc.issuerName : nameEmployer(employer)
}

// Makes the row of the W-2s of one recipient, employer and year. The first document gives the identifier.
function toRow(
  documents: readonly Resolved[],
  employer: Employer,
  employerKey: number,
  isInHistory: boolean,
): EmploymentRow {
  const wages = documents.map(wagesOf)
  const isUnreadable = wages.includes('lost')
  const [first] = documents as [Resolved]
  return {
    year: first.doc.year!,
    recipient: nameRecipient(first),
    employerKey,
    employerId: first.doc.issuerId,
    employerName: nameIssuer(first, [employer]),
    // Without any box 1, the wages are unknown, but nothing is missing from the year's wages.
    wages:
      isUnreadable || wages.every(box => box === null)
        ? null
        : wages.reduce((sum: bigint, box) => sum + (isNonzero(box) ? box : 0n), 0n),
    isUnreadable,
    documents,
    isInHistory,
  }
}

// Groups items by text.
function groupByText<T>(items: readonly T[], toText: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(toText(item), [...(groups.get(toText(item)) ?? []), item])
  return [...groups.values()]
}

/**
 * Computes the employment table. `isCompleteYear` is false for a year whose wages may be missing. `toShare` divides and
 * rounds.
 */
export function readEmployment(
  taxpayerId: string,
  dossier: Raw,
  employers: readonly Employer[],
  isCompleteYear: (year: number) => boolean,
  toShare: (part: bigint, total: bigint) => Cell,
): Record<string, Cell>[] {
  const history = readHistory(dossier)
  const isOf = ({ employer }: HistoryEntry, { documents }: Employer): boolean =>
    documents.some(({ doc }) => isOneIssuer(doc.issuer, employer))
  const rows = employers.flatMap((employer, index) =>
    groupByText(
      employer.documents.toSorted((a, b) => compareDocuments(a.doc, b.doc)),
      item => `${item.doc.year} ${nameRecipient(item)}`,
    ).map(documents => {
      const [first] = documents as [Resolved]
      // The history is the taxpayer's. An entry belongs to every employer that it matches.
      const isInHistory =
        !first.otherRecipient && history.some(entry => entry.year === first.doc.year && isOf(entry, employer))
      return toRow(documents, employer, index + 1, isInHistory)
    }),
  )
  // Entries of the history without a W-2 of their year.
  const rest = history.filter(
    entry =>
      !rows.some(
        ({ year, recipient, employerKey }) =>
          year === entry.year && recipient === 'self' && isOf(entry, employers[employerKey - 1]!),
      ),
  )
  const findEmployer = (entry: HistoryEntry): Employer | undefined => employers.find(employer => isOf(entry, employer))
  const restByEmployer = [
    ...employers.map(employer => ({
      entries: rest.filter(entry => findEmployer(entry) === employer),
      employerName: nameEmployer(employer),
    })),
    // Employers that no W-2 names.
    ...byIssuer(
      rest.filter(entry => findEmployer(entry) === undefined),
      entry => entry.employer,
    ).map(entries => ({ entries, employerName: findLongestName(entries.map(({ employer }) => employer.name)) })),
  ]
  for (const [index, { entries, employerName }] of restByEmployer.entries()) {
    for (const ofYear of groupByText(entries, ({ year }) => String(year))) {
      rows.push({
        year: ofYear[0]!.year,
        recipient: 'self',
        employerKey: index + 1,
        employerId: ofYear.find(({ employer }) => employer.id !== null)?.employer.id ?? null,
        employerName,
        wages: null,
        isUnreadable: false,
        documents: [],
        isInHistory: true,
      })
    }
  }
  return rows.map(row => {
    const withDocuments = rows.filter(
      ({ year, recipient, documents }) => year === row.year && recipient === row.recipient && documents.length > 0,
    )
    const total = withDocuments.reduce((sum, { wages }) => sum + (wages ?? 0n), 0n)
    const isUnknown = row.wages === null || withDocuments.some(({ isUnreadable }) => isUnreadable)
    return {
      taxpayer_id: taxpayerId,
      tax_year: row.year,
      recipient: row.recipient,
      employer_id: row.employerId,
      employer_name: row.employerName,
      wages: row.documents.length === 0 ? null : row.wages,
      wage_share: isUnknown || !isCompleteYear(row.year) ? null : toShare(row.wages!, total),
      in_documents: row.documents.length > 0,
      in_history: row.isInHistory,
      doubts: joinDoubts(row.documents),
      // This is the last column here, because the order of the rows does not depend on it.
      employer_key: row.employerKey,
    }
  })
}

const withoutKey = ({ employer_key: _, ...row }: Row): Row => row

/** Returns the employment table without the columns that the order of its rows does not depend on. */
export const orderedEmployment = (rows: readonly Row[]): Row[] =>
  rows.map(withoutKey).map(({ doubts: _, ...row }): Row => row)

/**
 * Returns the rows of each employer without its number, because the documentation does not say in which order the library
 * numbers employers.
 */
export function groupByEmployer(rows: readonly Row[]): Row[][] {
  const toText = (value: unknown): string => JSON.stringify(value)
  const byText = (a: unknown, b: unknown): number => (toText(a) < toText(b) ? -1 : 1)
  const employers = groupByText(rows, row => row['employer_key']!)
  return employers.map(ofEmployer => ofEmployer.map(withoutKey).sort(byText)).sort(byText)
}
