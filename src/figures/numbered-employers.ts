import type { Identifier } from '../core/identifier.js'
import { appendAll, sortInPlace } from '../core/lists.js'
import { compareText } from '../core/text.js'
import type { SourceDocument, SourceParty } from '../ingest/source.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'
import { compareByYearAndIssuer, type JoinedEmployer } from './employers.js'
import { groupByIssuer, type IssuerGroup, IssuerIndex } from './issuers.js'

/** An employer with its number among all employers of the taxpayer, and with the longest name on any of its W-2s. */
export interface NumberedEmployer {
  readonly employerKey: number
  readonly employer: SourceParty
}

/** The employers of a taxpayer over all years, numbered from 1 by their first year, then by name and identifier. */
export class NumberedEmployers {
  readonly #byDocument = new Map<SourceDocument, NumberedEmployer>()
  readonly #byIssuer = new IssuerIndex<NumberedEmployer>()
  readonly count: number

  /**
   * @param documents All documents. Only counted W-2s with a tax year and a name or identifier have an employer.
   * @param joinedEmployers The employers with several identifiers, by document.
   * @param personIds The identifiers of the taxpayer and of recipients.
   */
  constructor(
    documents: readonly ResolvedDocument[],
    joinedEmployers: ReadonlyMap<SourceDocument, JoinedEmployer>,
    personIds: ReadonlySet<Identifier>,
  ) {
    const w2s: SourceDocument[] = []
    for (const resolvedDocument of documents) {
      const { document } = resolvedDocument
      if (isCountedW2(resolvedDocument) && hasNameOrId(document.issuer)) w2s.push(document)
    }
    const employers = mergeGroups(groupByIssuer(w2s), joinedEmployers).map(group => {
      const documentsInOrder = sortInPlace([...group.documents], compareByYearAndIssuer)
      return { documents: documentsInOrder, employer: withLongestName(documentsInOrder, personIds) }
    })
    sortInPlace(employers, compareNewEmployers)
    employers.forEach(({ documents: employerDocuments, employer }, i) => {
      const numbered = { employerKey: i + 1, employer }
      for (const document of employerDocuments) {
        this.#byDocument.set(document, numbered)
        this.#byIssuer.add(document.issuer, numbered)
      }
    })
    this.count = employers.length
  }

  /** Returns the employer of a counted W-2, and undefined for another document. */
  find(document: SourceDocument): NumberedEmployer | undefined {
    return this.#byDocument.get(document)
  }

  /** Returns the employer of W-2s that another party is, such as a row of the employment history. */
  findByIssuer(party: SourceParty): NumberedEmployer | undefined {
    return this.#byIssuer.findFirst(party)
  }
}

/** Numbers the employers that have no number yet: those without name and identifier, and those of the history. */
export class EmployerNumbering {
  readonly #listedEmployers = new IssuerIndex<NumberedEmployer>()
  readonly #byParty = new Map<string, NumberedEmployer>()
  #lastKey: number

  constructor(private readonly employers: NumberedEmployers) {
    this.#lastKey = employers.count
  }

  /** Returns the employer of a counted W-2. */
  findOrAdd(document: SourceDocument): NumberedEmployer {
    return this.employers.find(document) ?? this.#add(document.issuer)
  }

  /** Returns the employer that the history names. It gets a number if no document or earlier row names it. */
  findOrAddListed(employer: SourceParty): NumberedEmployer {
    const key = JSON.stringify([employer.id, employer.name, employer.address])
    const numbered =
      this.employers.findByIssuer(employer) ?? this.#listedEmployers.findFirst(employer) ?? this.#byParty.get(key)
    if (numbered !== undefined) return numbered
    const added = this.#add(employer)
    this.#byParty.set(key, added)
    this.#listedEmployers.add(employer, added)
    return added
  }

  #add(employer: SourceParty): NumberedEmployer {
    return { employerKey: ++this.#lastKey, employer }
  }
}

/** Returns true if a document is a counted W-2 with a tax year. */
export const isCountedW2 = ({ status, document: { compiledForm, year } }: ResolvedDocument): boolean =>
  status === 'counted' && year !== null && compiledForm.uses.employment !== null

const hasNameOrId = ({ id, name }: SourceParty): boolean => id !== null || name !== null

type EmployerDocuments = { readonly documents: readonly SourceDocument[]; readonly employer: SourceParty }

/** Orders employers by their first year and by name. Only equal names are ordered by the identifier, which may be hidden. */
function compareNewEmployers(a: EmployerDocuments, b: EmployerDocuments): number {
  const [first, second] = [a.documents[0] as SourceDocument, b.documents[0] as SourceDocument]
  return (
    (first.year ?? 0) - (second.year ?? 0) ||
    compareText(a.employer.name ?? '', b.employer.name ?? '') ||
    compareByYearAndIssuer(first, second)
  )
}

/** Returns true if a name is longer than the longest one so far, or as long and first in the alphabet. */
export const isFullerName = (name: string, longestName: string | null): boolean =>
  longestName === null || name.length > longestName.length || (name.length === longestName.length && name < longestName)

/** Returns the issuer of the first document with the longest name. A name that the output would hide is not used for it. */
function withLongestName(documents: readonly SourceDocument[], personIds: ReadonlySet<Identifier>): SourceParty {
  const isPerson = ({ id, mayBePerson }: SourceParty): boolean => mayBePerson || (id !== null && personIds.has(id))
  const { issuer } = documents[0] as SourceDocument
  let { name } = issuer
  for (const document of documents) {
    const isHidden = isPerson(document.issuer) && !isPerson(issuer)
    if (document.issuer.name !== null && !isHidden && isFullerName(document.issuer.name, name))
      name = document.issuer.name
  }
  return name === issuer.name ? issuer : { ...issuer, name }
}

/** Merges the groups that belong to one joined employer. The first group names the employer. */
export function mergeGroups(
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
