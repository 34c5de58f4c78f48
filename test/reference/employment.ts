// Joins the employers of W-2s. Employers are one if their identifier, name and address match, or if the lender states
// it. Employers under several identifiers are also one if their names agree except for the legal form and the years fit:
// ACME FREIGHT INC until October, ACME FREIGHT LLC from November. Such a join by name is doubtful.
import type { Cell } from './cells.js'
import type { Entry } from './documents.js'
import { isNonzero } from './facts.js'
import { areEmployerNamesEqual } from './names.js'
import type { StatedIdentities } from './recipients.js'
import { compareDocuments, joinDoubts, type Resolved } from './resolve.js'
import { byIssuer, isOneIssuer } from './underwriting/issuers.js'
import { isFull, isObject, lastFour, type Raw, readIdentifier, readMoney, readText, readYear } from './values.js'

/** An employer: its W-2s of all years, in document order. */
interface Employer {
  documents: Resolved[]
  isJoined: boolean
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
    earlier.isJoined = true
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
function listEmployers(ordered: readonly Resolved[], identities: StatedIdentities): Employer[] {
  const firstPosition = ({ documents }: Employer): number => ordered.findIndex(item => documents.includes(item))
  const employers = groupByIdentity(listW2s(ordered))
    .map((documents): Employer => ({ documents, isJoined: false, isJoinedByName: false }))
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
  readonly employerId: string | null
  readonly employerName: string | null
  readonly wages: bigint | null
  readonly isUnreadable: boolean
  readonly documents: readonly Resolved[]
  isInHistory: boolean
}

function toRow(year: number, documents: readonly Resolved[]): EmploymentRow {
  const wages = documents.map(wagesOf)
  const isUnreadable = wages.includes('lost')
  // The first document names the employer.
  const [{ doc: first }] = documents as [Resolved]
  // Design choice: of several spellings with the same identifiers, the first in the order of characters is used. If the
  // same text may also be a person's, the name is omitted.
  const toSpelling = ({ issuer: { name, address }, issuerName }: Entry): string =>
    [name, address, issuerName === null ? '' : 'shown'].join('\n')
  const [named] = documents
    .map(({ doc }) => doc)
    .filter(
      ({ issuer, originalRecipientId }) =>
        issuer.id === first.issuer.id &&
        originalRecipientId === first.originalRecipientId &&
        issuer.name?.toUpperCase() === first.issuer.name?.toUpperCase(),
    )
    .sort((a, b) => (toSpelling(a) < toSpelling(b) ? -1 : 1)) as [Entry]
  return {
    year,
    employerId: named.issuerId,
    employerName: named.issuerName,
    // Without any box 1, the wages are unknown, but nothing is missing from the year's wages.
    wages:
      isUnreadable || wages.every(box => box === null)
        ? null
        : wages.reduce((sum: bigint, box) => sum + (isNonzero(box) ? box : 0n), 0n),
    isUnreadable,
    documents,
    isInHistory: false,
  }
}

/**
 * Computes the employment table. `isCompleteYear` is false for a year whose wages may be missing. `toShare` divides and
 * rounds.
 */
export function readEmployment(
  taxpayerId: string,
  dossier: Raw,
  ordered: readonly Resolved[],
  identities: StatedIdentities,
  isCompleteYear: (year: number) => boolean,
  toShare: (part: bigint, total: bigint) => Cell,
): Record<string, Cell>[] {
  const joinedEmployers = listEmployers(ordered, identities).filter(({ isJoined }) => isJoined)
  const w2s = listW2s(ordered)
  const rows = [...new Set(w2s.map(({ doc }) => doc.year!))].flatMap(year => {
    const ofYear = w2s.filter(({ doc }) => doc.year === year)
    // W-2s of a year have one row if their identities match, or if their employers were joined.
    const groups = new Map<unknown, Resolved[]>()
    for (const group of groupByIdentity(ofYear)) {
      const employer = joinedEmployers.find(({ documents }) => documents.includes(group[0]!)) ?? group
      groups.set(employer, [...(groups.get(employer) ?? []), ...group])
    }
    // The first document of the year names the employer.
    return [...groups.values()].map(group =>
      toRow(
        year,
        ofYear.filter(item => group.includes(item)),
      ),
    )
  })
  const rest: HistoryEntry[] = []
  for (const entry of readHistory(dossier)) {
    // An entry belongs to every W-2 of its year that it matches. Two numbers can end in the same four digits.
    const matchingRows = rows.filter(
      ({ year, documents }) =>
        year === entry.year && documents.some(({ doc }) => isOneIssuer(doc.issuer, entry.employer)),
    )
    if (matchingRows.length === 0) rest.push(entry)
    for (const row of matchingRows) row.isInHistory = true
  }
  for (const year of new Set(rest.map(entry => entry.year))) {
    const entries = rest.filter(entry => entry.year === year).map(({ employer }) => employer)
    for (const group of byIssuer(entries, employer => employer)) {
      const employerId = group.find(({ id }) => id !== null)?.id ?? null
      const employerName = group.find(({ name }) => name !== null)?.name ?? null
      rows.push({ year, employerId, employerName, wages: null, isUnreadable: false, documents: [], isInHistory: true })
    }
  }
  return rows.map(row => {
    const withDocuments = rows.filter(({ year, documents }) => year === row.year && documents.length > 0)
    const total = withDocuments.reduce((sum, { wages }) => sum + (wages ?? 0n), 0n)
    const isUnknown = row.wages === null || withDocuments.some(({ isUnreadable }) => isUnreadable)
    return {
      taxpayer_id: taxpayerId,
      tax_year: row.year,
      employer_id: row.employerId,
      employer_name: row.employerName,
      wages: row.documents.length === 0 ? null : row.wages,
      wage_share: isUnknown || !isCompleteYear(row.year) ? null : toShare(row.wages!, total),
      in_documents: row.documents.length > 0,
      in_history: row.isInHistory,
      doubts: joinDoubts(row.documents),
    }
  })
}
