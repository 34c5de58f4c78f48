import type { Identifier } from '../core/identifier.js'
import { appendAll, mapItems, sortInPlace } from '../core/lists.js'
import { compareText } from '../core/text.js'
import type { SourceDocument, SourceParty } from '../ingest/source.js'
import { compareByYearAndIssuer, type JoinedEmployer } from './employers.js'
import { type IndexEntry, type IssuerGroup, IssuerIndex, listIssuers } from './issuers.js'

/** An employer of the taxpayer. */
export interface NumberedEmployer {
  readonly employerKey: number
  /** The longest name on a W-2 whose employer is certainly not a person. */
  readonly publicName: string | null
}

/** The W-2s of one employer over all years. */
export interface NamedEmployer {
  readonly documents: readonly SourceDocument[]
  readonly publicName: string | null
}

/**
 * Finds the longest name of each employer.
 *
 * @param groups The counted W-2s by issuer.
 * @param joinedEmployers The employers with several identifiers, by document.
 * @param personIds The identifiers of the taxpayer and of recipients.
 */
export const nameEmployers = (
  groups: readonly IssuerGroup[],
  joinedEmployers: ReadonlyMap<SourceDocument, JoinedEmployer>,
  personIds: ReadonlySet<Identifier>,
): readonly NamedEmployer[] =>
  mapItems(mergeGroups(groups, joinedEmployers), ({ documents }) => {
    const parties: SourceParty[] = []
    for (const { issuer } of documents) if (!isPossiblePerson(issuer, personIds)) parties.push(issuer)
    return { documents, publicName: findLongestName(parties) }
  })

/** Returns a party with the longest name of its employer. A party that may be a person keeps its own name. */
function nameParty(
  party: SourceParty,
  { publicName: name }: Pick<NamedEmployer, 'publicName'>,
  personIds: ReadonlySet<Identifier>,
): SourceParty {
  if (name === null || name === party.name || isPossiblePerson(party, personIds)) return party
  // Not made with spread, because V8 would give each copy an object shape of its own.
  const { id, address, mayBePerson } = party
  return { id, name, address, mayBePerson }
}

const isPossiblePerson = ({ id, mayBePerson }: SourceParty, personIds: ReadonlySet<Identifier>): boolean =>
  mayBePerson || (id !== null && personIds.has(id))

/** Returns the issuers that have a longer name on another W-2 of the same employer, with that name, by document. */
export function listRenamedIssuers(
  employers: readonly NamedEmployer[],
  personIds: ReadonlySet<Identifier>,
): ReadonlyMap<SourceDocument, SourceParty> {
  const renamed = new Map<SourceDocument, SourceParty>()
  for (const employer of employers)
    for (const document of employer.documents) {
      const issuer = nameParty(document.issuer, employer, personIds)
      if (issuer !== document.issuer) renamed.set(document, issuer)
    }
  return renamed
}

/** The employers of a taxpayer over all years, numbered from 1 by their first year, then by name and identifier. */
export class NumberedEmployers {
  readonly #byDocument = new Map<SourceDocument, NumberedEmployer>()
  readonly #byIssuer = new IssuerIndex<NumberedEmployer>()
  readonly count: number

  constructor(
    employers: readonly NamedEmployer[],
    private readonly personIds: ReadonlySet<Identifier>,
  ) {
    const sortedEmployers = mapItems(employers, ({ documents, publicName }) => ({
      documents: sortInPlace([...documents], compareByYearAndIssuer),
      publicName,
    }))
    sortInPlace(sortedEmployers, compareNewEmployers)
    sortedEmployers.forEach(({ documents, publicName }, i) => {
      const employer: NumberedEmployer = { employerKey: i + 1, publicName }
      for (const document of documents) this.#byDocument.set(document, employer)
      for (const party of listIssuers(documents)) this.#byIssuer.add(party, employer)
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
  /** Returns a party with the longest name of its employer. */
  nameParty(party: SourceParty, employer: NumberedEmployer): SourceParty {
    return nameParty(party, employer, this.personIds)
  }
}

/** Orders employers by their first year and by name. Only equal names are ordered by the identifier, which may be hidden. */
function compareNewEmployers(a: NamedEmployer, b: NamedEmployer): number {
  const [first, second] = [a.documents[0] as SourceDocument, b.documents[0] as SourceDocument]
  return (
    (first.year ?? 0) - (second.year ?? 0) ||
    compareText(a.publicName ?? '', b.publicName ?? '') ||
    compareByYearAndIssuer(first, second)
  )
}

/** Returns the longest name of parties, and of equally long ones the first in the alphabet. */
export function findLongestName(parties: readonly SourceParty[]): string | null {
  let longest: string | null = null
  for (const { name } of parties)
    if (name !== null && (longest === null || compareLengths(name, longest) < 0)) longest = name
  return longest
}

const compareLengths = (a: string, b: string): number => b.length - a.length || compareText(a, b)

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
