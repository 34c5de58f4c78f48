import { areDifferentIdentifiers, type Identifier } from '../core/identifier.js'
import { appendAll, getOrCreate, insertSorted, mapItems, sortInPlace } from '../core/lists.js'
import { findCell, type SourceDocument } from '../ingest/source.js'
import { addDoubts, type ResolvedDocument } from '../resolve/resolved-document.js'
import { compareIssuers, groupByIssuer, type IssuerGroup } from './issuers.js'

/** An employer that has W-2s under several identifiers. */
export interface JoinedEmployer {
  readonly documents: SourceDocument[]
  /** True if only a name shows that the identifiers belong to one employer. */
  isJoinedByName: boolean
}

interface EmployerInProgress extends JoinedEmployer {
  readonly wageYears: Set<number>
  readonly names: Set<string>
  /** The document that comes first, by year and issuer. It decides the order of employers. */
  readonly first: SourceDocument
  /** The position among the employers that are not joined to an earlier one. */
  order: number
  isJoined: boolean
}

const IGNORED_NAME_WORDS = new Set(['INC', 'LLC', 'CORP', 'CO', 'LP', 'LTD', 'PLLC', 'PC', 'NA', 'THE'])

/**
 * Returns an employer's name without its legal form, `THE`, spaces and punctuation. Returns null if the name is too short
 * to identify an employer: one word with fewer than eight letters.
 */
export function toComparableName(name: string): string | null {
  const nameWords = name
    .toUpperCase()
    .replace(/[.'’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(part => part !== '' && !IGNORED_NAME_WORDS.has(part))
  return nameWords.length < 2 && (nameWords[0] ?? '').length < 8 ? null : nameWords.join('')
}

/** Orders documents by year, then by issuer. */
export const compareByYearAndIssuer = (a: SourceDocument, b: SourceDocument): number =>
  (a.year ?? 0) - (b.year ?? 0) || compareIssuers(a, b)

/** Returns the comparable names of the employer on documents. */
function listComparableNames(documents: readonly SourceDocument[]): Set<string> {
  const names = new Set<string>()
  let lastName: string | null = null
  for (const { issuer } of documents) {
    // The documents of one employer mostly have one spelling of its name.
    if (issuer.name === null || issuer.name === lastName) continue
    lastName = issuer.name
    const name = toComparableName(issuer.name)
    if (name !== null) names.add(name)
  }
  return names
}

function startEmployer(group: IssuerGroup, names: Set<string>): EmployerInProgress {
  const documents = [...group.documents]
  const employer: EmployerInProgress = {
    documents,
    wageYears: new Set(),
    names,
    first: documents.reduce((first, document) => (compareByYearAndIssuer(document, first) < 0 ? document : first)),
    order: 0,
    isJoined: false,
    isJoinedByName: false,
  }
  for (const document of documents) {
    const { compiledForm, year } = document
    if (year !== null && findCell(document, compiledForm.uses.employment?.wages ?? '')) employer.wageYears.add(year)
  }
  return employer
}

function addEmployer(target: EmployerInProgress, added: EmployerInProgress): void {
  appendAll(target.documents, added.documents)
  for (const year of added.wageYears) target.wageYears.add(year)
  for (const name of added.names) target.names.add(name)
  target.isJoined = true
}

/**
 * Returns true if two employers paid wages in at most one common year, which is the year of a change. Employers with
 * wages in two common years are two jobs.
 */
function hasAtMostOneCommonYear(a: EmployerInProgress, b: EmployerInProgress): boolean {
  let commonYears = 0
  for (const year of a.wageYears) if (b.wageYears.has(year)) commonYears++
  return commonYears <= 1
}

const hasIdentifier = ({ documents }: EmployerInProgress, identifiers: readonly Identifier[]): boolean =>
  documents.some(
    ({ issuer: { id } }) => id !== null && identifiers.some(identifier => !areDifferentIdentifiers(identifier, id)),
  )

/** Returns true if a document is a counted W-2 with a tax year. */
export const isCountedW2 = ({ status, document: { compiledForm, year } }: ResolvedDocument): boolean =>
  status === 'counted' && year !== null && compiledForm.uses.employment !== null

/** Groups the counted W-2s by issuer. A W-2 without a tax year, or without a name and an identifier, has no employer. */
export function groupW2sByIssuer(documents: readonly ResolvedDocument[]): readonly IssuerGroup[] {
  const w2s: SourceDocument[] = []
  for (const resolvedDocument of documents) {
    const { issuer } = resolvedDocument.document
    if (isCountedW2(resolvedDocument) && (issuer.id !== null || issuer.name !== null))
      w2s.push(resolvedDocument.document)
  }
  return w2s.length < 2 ? w2s.map(w2 => ({ first: w2, documents: w2s })) : groupByIssuer(w2s)
}

/** Returns true if two employers have a name in common. */
function isAnyNameShared(namesByEmployer: readonly ReadonlySet<string>[]): boolean {
  const earlierNames = new Set<string>()
  for (const names of namesByEmployer) {
    for (const name of names) if (earlierNames.has(name)) return true
    for (const name of names) earlierNames.add(name)
  }
  return false
}

/**
 * Finds the employers that have counted W-2s under several identifiers. Identifiers belong to one employer if the lender
 * says so, or if the names agree except for the legal form and at most one year has wages under both. Example: ACME
 * FREIGHT INC pays until October, and its successor ACME FREIGHT LLC from November.
 *
 * @param groups The counted W-2s by issuer.
 * @param sameEmployer Lists of identifiers. Each list has the identifiers of one employer, as the lender states them.
 * @returns The joined employer by document. Empty if no employers were joined.
 */
export function joinEmployers(
  groups: readonly IssuerGroup[],
  sameEmployer: readonly (readonly Identifier[])[] = [],
): ReadonlyMap<SourceDocument, JoinedEmployer> {
  const joined = new Map<SourceDocument, JoinedEmployer>()
  if (groups.length < 2) return joined
  const namesByGroup = mapItems(groups, ({ documents }) => listComparableNames(documents))
  if (sameEmployer.length === 0 && !isAnyNameShared(namesByGroup)) return joined
  const candidates = mapItems(groups, (group, i) => startEmployer(group, namesByGroup[i] as Set<string>))
  const employers: EmployerInProgress[] = []
  const statedEmployers = new Map<readonly Identifier[], EmployerInProgress>()
  for (const candidate of sortInPlace(candidates, (a, b) => compareByYearAndIssuer(a.first, b.first))) {
    const identifiers = sameEmployer.find(list => hasIdentifier(candidate, list))
    const earlier = identifiers === undefined ? undefined : statedEmployers.get(identifiers)
    if (earlier !== undefined) addEmployer(earlier, candidate)
    else employers.push(candidate)
    if (identifiers !== undefined && earlier === undefined) statedEmployers.set(identifiers, candidate)
  }
  for (const employer of joinByName(employers))
    if (employer.isJoined) for (const document of employer.documents) joined.set(document, employer)
  return joined
}

/** The employers that have one name, in the order of employers. */
class EmployersOfName {
  readonly #employers: EmployerInProgress[] = []
  /**
   * The position from which to search, by the years of the candidate. The years of an employer only grow, so an employer
   * that did not fit these years before does not fit them later.
   */
  readonly #startByYears = new Map<string, number>()

  add(employer: EmployerInProgress): void {
    // An employer that is added before others moves them, so the positions are no longer right.
    if (employer.order < (this.#employers.at(-1)?.order ?? -1)) this.#startByYears.clear()
    insertSorted(this.#employers, employer, earlier => earlier.order < employer.order)
  }

  /** Returns the first employer that had wages in at most one year of the candidate. */
  findFirst(candidate: EmployerInProgress): EmployerInProgress | undefined {
    const years = [...candidate.wageYears].sort().join()
    let position = this.#startByYears.get(years) ?? 0
    const hasTooManyCommonYears = (employer: EmployerInProgress | undefined): boolean =>
      employer !== undefined && !hasAtMostOneCommonYear(employer, candidate)
    while (hasTooManyCommonYears(this.#employers[position])) position++
    this.#startByYears.set(years, position)
    return this.#employers[position]
  }
}

/** Joins each employer to the first earlier one with an agreeing name and at most one common year. */
function joinByName(candidates: readonly EmployerInProgress[]): EmployerInProgress[] {
  const employers: EmployerInProgress[] = []
  const employersByName = new Map<string, EmployersOfName>()
  for (const candidate of candidates) {
    let target: EmployerInProgress | null = null
    for (const name of candidate.names) {
      const employer = employersByName.get(name)?.findFirst(candidate)
      if (employer !== undefined && (target === null || employer.order < target.order)) target = employer
    }
    if (target === null) {
      candidate.order = employers.length
      employers.push(candidate)
    }
    for (const name of candidate.names)
      if (target?.names.has(name) !== true)
        getOrCreate(employersByName, name, () => new EmployersOfName()).add(target ?? candidate)
    if (target === null) continue
    addEmployer(target, candidate)
    target.isJoinedByName = true
  }
  return employers
}

/** Adds the doubt `employer_by_name` to the documents of employers that were joined by name. */
export function addEmployerDoubts(
  documents: readonly ResolvedDocument[],
  joinedEmployers: ReadonlyMap<SourceDocument, JoinedEmployer>,
): readonly ResolvedDocument[] {
  if (joinedEmployers.size === 0) return documents
  return mapItems(documents, resolvedDocument =>
    joinedEmployers.get(resolvedDocument.document)?.isJoinedByName === true
      ? addDoubts(resolvedDocument, ['employer_by_name'])
      : resolvedDocument,
  )
}
