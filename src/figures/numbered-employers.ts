import type { Identifier } from '../core/identifier.js'
import { appendAll, sortInPlace } from '../core/lists.js'
import { compareText } from '../core/text.js'
import type { SourceDocument, SourceParty } from '../ingest/source.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'
import { compareByYearAndIssuer, type JoinedEmployer } from './employers.js'
import { groupByIssuer, type IndexEntry, type IssuerGroup, IssuerIndex, listIssuers } from './issuers.js'

/** An employer of the taxpayer. */
export interface NumberedEmployer {
  readonly employerKey: number
  /** The longest name on a W-2 whose employer is certainly not a person. */
  readonly publicName: string | null
}

/** The employers of a taxpayer over all years, numbered from 1 by their first year, then by name and identifier. */
export class NumberedEmployers {
  readonly #byDocument = new Map<SourceDocument, NumberedEmployer>()
  readonly #byIssuer = new IssuerIndex<NumberedEmployer>()
  readonly #personIds: ReadonlySet<Identifier>
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
    this.#personIds = personIds
    const w2s: SourceDocument[] = []
    for (const resolvedDocument of documents) {
      const { document } = resolvedDocument
      if (isCountedW2(resolvedDocument) && hasNameOrId(document.issuer)) w2s.push(document)
    }
    const employers = mergeGroups(groupByIssuer(w2s), joinedEmployers).map(group => {
      const parties = group.documents.map(({ issuer }) => issuer)
      return {
        documents: sortInPlace([...group.documents], compareByYearAndIssuer),
        publicName: findLongestName(parties.filter(party => !this.#mayBePerson(party))),
      }
    })
    sortInPlace(employers, compareNewEmployers)
    employers.forEach(({ documents: employerDocuments, publicName }, i) => {
      const employer: NumberedEmployer = { employerKey: i + 1, publicName }
      for (const document of employerDocuments) this.#byDocument.set(document, employer)
      for (const party of listIssuers(employerDocuments)) this.#byIssuer.add(party, employer)
    })
    this.count = employers.length
  }

  /** Returns the employer of a counted W-2, and undefined for another document. */
  find(document: SourceDocument): NumberedEmployer | undefined {
    return this.#byDocument.get(document)
  }

  /** Returns the first employer that a party may be, such as a row of the employment history. */
  findFirstByParty(party: SourceParty): NumberedEmployer | undefined {
    return this.#byIssuer.findFirst(party)
  }

  /** Returns all employers that a party may be, as lists that several parties may share. */
  findListsByParty(party: SourceParty): readonly (readonly IndexEntry<NumberedEmployer>[])[] {
    return this.#byIssuer.findLists(party)
  }

  /** Returns a party with the longest name of its employer. A party that may be a person keeps its own name. */
  nameParty(party: SourceParty, { publicName: name }: NumberedEmployer): SourceParty {
    return name === null || name === party.name || this.#mayBePerson(party) ? party : { ...party, name }
  }

  #mayBePerson({ id, mayBePerson }: SourceParty): boolean {
    return mayBePerson || (id !== null && this.#personIds.has(id))
  }
}

/** Returns true if a document is a counted W-2 with a tax year. */
export const isCountedW2 = ({ status, document: { compiledForm, year } }: ResolvedDocument): boolean =>
  status === 'counted' && year !== null && compiledForm.uses.employment !== null

const hasNameOrId = ({ id, name }: SourceParty): boolean => id !== null || name !== null

interface NewEmployer {
  readonly documents: readonly SourceDocument[]
  readonly publicName: string | null
}

/** Orders employers by their first year and by name. Only equal names are ordered by the identifier, which may be hidden. */
function compareNewEmployers(a: NewEmployer, b: NewEmployer): number {
  const [first, second] = [a.documents[0] as SourceDocument, b.documents[0] as SourceDocument]
  return (
    (first.year ?? 0) - (second.year ?? 0) ||
    compareText(a.publicName ?? '', b.publicName ?? '') ||
    compareByYearAndIssuer(first, second)
  )
}

/** Returns the longest name of parties, and of equally long ones the first in the alphabet. */
export function findLongestName(parties: readonly SourceParty[]): string | null {
  const names = parties.flatMap(({ name }) => name ?? [])
  return names.sort((a, b) => b.length - a.length || compareText(a, b))[0] ?? null
}

/** Merges the groups that belong to one joined employer. The first group names the employer. */
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
