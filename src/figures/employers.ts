import { areDifferentIdentifiers, type Identifier } from '../core/identifier.js'
import { appendAll, getOrCreate, insertSorted, sortInPlace } from '../core/lists.js'
import { findCell, type SourceDocument } from '../ingest/source.js'
import { joinDoubts, type ResolvedDocument } from '../resolve/resolved-document.js'
import { compareIssuers, groupByIssuer } from './issuers.js'

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

function startEmployer(documents: SourceDocument[]): EmployerInProgress {
  const employer: EmployerInProgress = {
    documents,
    wageYears: new Set(),
    names: new Set(),
    first: documents.reduce((first, document) => (compareByYearAndIssuer(document, first) < 0 ? document : first)),
    order: 0,
    isJoined: false,
    isJoinedByName: false,
  }
  for (const document of documents) {
    const { compiledForm, issuer, year } = document
    if (year !== null && findCell(document, compiledForm.uses.employment?.wages ?? '')) employer.wageYears.add(year)
    const name = issuer.name === null ? null : toComparableName(issuer.name)
    if (name !== null) employer.names.add(name)
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

/**
 * Finds the employers that have counted W-2s under several identifiers. Identifiers belong to one employer if the lender
 * says so, or if the names agree except for the legal form and at most one year has wages under both. Example: ACME
 * FREIGHT INC pays until October, and its successor ACME FREIGHT LLC from November.
 *
 * @param sameEmployer Lists of identifiers. Each list has the identifiers of one employer, as the lender states them.
 * @returns The joined employer by document. Empty if no employers were joined.
 */
export function joinEmployers(
  documents: readonly ResolvedDocument[],
  sameEmployer: readonly (readonly Identifier[])[] = [],
): ReadonlyMap<SourceDocument, JoinedEmployer> {
  const jobDocuments: SourceDocument[] = []
  for (const { document, status } of documents) {
    const { compiledForm, issuer, year } = document
    const hasEmployer = issuer.id !== null || issuer.name !== null
    if (status === 'counted' && year !== null && compiledForm.uses.employment !== null && hasEmployer)
      jobDocuments.push(document)
  }
  const joined = new Map<SourceDocument, JoinedEmployer>()
  if (jobDocuments.length < 2) return joined
  const groups = groupByIssuer(jobDocuments)
  if (groups.length < 2) return joined
  const candidates = groups.map(group => startEmployer(group.documents))
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
  return documents.map(resolvedDocument =>
    joinedEmployers.get(resolvedDocument.document)?.isJoinedByName === true
      ? { ...resolvedDocument, doubts: joinDoubts(resolvedDocument.doubts, ['employer_by_name']) }
      : resolvedDocument,
  )
}
