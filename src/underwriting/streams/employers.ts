import { appendAll, appendToGroup, insertNumber, NO_ITEMS, sortInPlace } from '../../core/lists.js'
import type { Cents } from '../../core/money.js'
import type { FactRow } from '../../figures/facts.js'
import { groupByIssuer } from '../../figures/issuers.js'
import type { SourceDocument } from '../../ingest/source.js'
import { isLostIn, type Loss } from '../borrowers/completeness.js'
import { addKnown, fellByMore, yearsOf } from './averaging.js'
import type { Work } from './work-stream.js'

/** An employer in a row of wages, and when it is known to start and to end. */
export interface EmployerFacts {
  readonly first: SourceDocument
  facts: readonly FactRow[]
  /** Wages on its own documents that could not be read: it paid, and nobody knows how much. */
  losses: readonly Loss[]
  /** Missing: null where it is not known to start, or goes on. */
  start: number | null
  end: number | null
  /** True for several, each of which took the place of the one before. */
  readonly replaced: boolean
}

/** What an employer paid in a year. Missing: null where it has no wages of it. */
export function wagesIn({ facts }: EmployerFacts, year: number): Cents | null {
  let sum: Cents | null = null
  for (const { resolvedDocument, cents } of facts)
    if (resolvedDocument.document.year === year) sum = addKnown(sum, cents)
  return sum
}

export const hasWagesIn = ({ facts }: EmployerFacts, year: number): boolean =>
  facts.some(({ resolvedDocument }) => resolvedDocument.document.year === year)

/** True where an employer paid in a year, though it may not be known how much. */
export const hasPaidIn = (employer: EmployerFacts, year: number): boolean =>
  hasWagesIn(employer, year) || employer.losses.some(each => each.year === year)

/** The years in which an employer paid, in their order. */
function yearsPaid({ facts, losses }: Pick<EmployerFacts, 'facts' | 'losses'>): number[] {
  const years: number[] = []
  for (const { resolvedDocument } of facts) insertNumber(years, resolvedDocument.document.year as number)
  for (const { year } of losses) insertNumber(years, year)
  return years
}

/** The documents that wages and losses of wages stand on, each once. */
function documentsOf(facts: readonly FactRow[], losses: readonly Loss[]): SourceDocument[] {
  const documents = new Set<SourceDocument>()
  for (const { resolvedDocument } of facts) documents.add(resolvedDocument.document)
  for (const { document } of losses) if (document !== null) documents.add(document)
  return [...documents]
}

/** A list with one more; there may be a million employers of one item each, for which a list of one takes the least. */
function withOne<T>(list: readonly T[], item: T): readonly T[] {
  if (list.length === 0) return [item]
  const own = list as T[]
  own.push(item)
  return own
}

/** The employers of wages, by the identity of issuers; a single one stands for all, whatever it is. */
export function employersOf(facts: readonly FactRow[], losses: readonly Loss[], work: Work): EmployerFacts[] {
  const groups = groupByIssuer(documentsOf(facts, losses))
  if (groups.length < 2) return []
  const employerOf = new Map<SourceDocument, EmployerFacts>()
  const employers = groups.map(({ first, documents }): EmployerFacts => {
    const employer: EmployerFacts = {
      first,
      facts: NO_ITEMS,
      losses: NO_ITEMS,
      start: null,
      end: null,
      replaced: false,
    }
    for (const document of documents) employerOf.set(document, employer)
    return employer
  })
  for (const fact of facts) {
    const employer = employerOf.get(fact.resolvedDocument.document) as EmployerFacts
    employer.facts = withOne(employer.facts, fact)
  }
  for (const loss of losses) {
    const employer = loss.document === null ? undefined : employerOf.get(loss.document)
    if (employer !== undefined) employer.losses = withOne(employer.losses, loss)
  }
  datesOf(employers, facts, losses, work)
  return employers
}

/** True for an entry that was lost: it may have been any employer's. */
export const isAnyones = ({ document }: Loss): boolean => document === null

export const firstYearPaid = (employer: EmployerFacts): number => yearsPaid(employer)[0] as number

/** Says when employers start and end, as far as it is known; an entry that was lost may be what they paid before or after. */
function datesOf(
  employers: readonly EmployerFacts[],
  facts: readonly FactRow[],
  losses: readonly Loss[],
  { borrower, year, policy }: Work,
): void {
  const known = yearsPaid({ facts, losses: losses.filter(each => !isAnyones(each)) })
  const anyones = losses.filter(isAnyones)
  let added = 0
  for (const employer of employers) {
    const years = yearsPaid(employer)
    const first = years[0] as number
    const last = years.at(-1) as number
    if (known.includes(first - 1) && !isLostIn(first - 1, anyones, borrower)) employer.start = first
    if (last < year && !isLostIn(last + 1, anyones, borrower)) employer.end = last
    if (employer.start === year) added++
  }
  if (added === 0) return
  for (const employer of employers) {
    const isBesideAdded = added > (employer.start === year ? 1 : 0)
    if (isBesideAdded && fellByMore(wagesIn(employer, year), wagesIn(employer, year - 1), policy.materialDecline))
      employer.end = year
  }
}

const largestWages = (employer: EmployerFacts): Cents =>
  yearsOf(employer.facts)
    .map(year => wagesIn(employer, year) as Cents)
    .reduce<Cents>((largest, cents) => (cents > largest ? cents : largest), 0)

/** The places of employers, the largest single year's wages first; of equal ones in their order. */
function byWages(employers: readonly EmployerFacts[]): number[] {
  const sizes = employers.map(largestWages)
  return sortInPlace(
    sizes.map((_, place) => place),
    (a, b) => {
      const [one, two] = [sizes[a] as Cents, sizes[b] as Cents]
      return one > two ? -1 : Number(one < two)
    },
  )
}

const NOBODY = -1

/** One job of several employers, from the rank of the first of them. */
function joinChain(head: number, ordered: readonly EmployerFacts[], after: readonly number[]): EmployerFacts {
  const facts: FactRow[] = []
  const losses = new Set<Loss>()
  const { first, start } = ordered[head] as EmployerFacts
  let end: number | null = null
  for (let rank = head; rank !== NOBODY; rank = after[rank] as number) {
    const employer = ordered[rank] as EmployerFacts
    appendAll(facts, employer.facts)
    for (const loss of employer.losses) losses.add(loss)
    end = employer.end
  }
  // Copied, so that the lists have no room for more: there may be a million.
  return { first, facts: facts.slice(), losses: [...losses], start, end, replaced: true }
}

/** True where one starts when another ends, or in the year behind. */
function isLinked(employers: readonly EmployerFacts[]): boolean {
  const ends: number[] = []
  for (const { end } of employers) if (end !== null) insertNumber(ends, end)
  return employers.some(({ start }) => start !== null && (ends.includes(start) || ends.includes(start - 1)))
}

/**
 * Employers, with those joined each of which took the place of the one before: it starts in the year in which that one
 * ends, or in the next, one for one, and nobody comes before themselves.
 */
export function joinReplaced(employers: readonly EmployerFacts[]): readonly EmployerFacts[] {
  if (!isLinked(employers)) return employers
  // By rank: there may be a million, and maps of them take more room.
  const places = byWages(employers)
  const ordered = places.map(place => employers[place] as EmployerFacts)
  const after = ordered.map(() => NOBODY)
  const isHead = ordered.map(() => true)
  // Of the first of a chain its last, and of its last its first.
  const otherEnds = ordered.map((_, rank) => rank)
  // By the year in which they end, those that nobody came after yet. The first rank is the last item: it is taken soonest.
  const ending = new Map<number, number[]>()
  for (let rank = ordered.length - 1; rank >= 0; rank--) {
    const { end } = ordered[rank] as EmployerFacts
    if (end !== null) appendToGroup(ending, end, rank)
  }
  for (const [rank, { start }] of ordered.entries()) {
    if (start === null) continue
    const last = otherEnds[rank] as number
    const endsIn = (year: number): number => {
      const ranks = ending.get(year) ?? []
      return ranks.at(ranks.at(-1) === last ? -2 : -1) ?? Number.POSITIVE_INFINITY
    }
    const left = Math.min(endsIn(start), endsIn(start - 1))
    if (left >= ordered.length) continue
    const ranks = ending.get((ordered[left] as EmployerFacts).end as number) as number[]
    ranks.splice(ranks.lastIndexOf(left), 1)
    after[left] = rank
    isHead[rank] = false
    const head = otherEnds[left] as number
    otherEnds[last] = head
    otherEnds[head] = last
  }
  // A chain stands in the place of its first.
  const jobs: (EmployerFacts | null)[] = employers.map(() => null)
  for (const [rank, employer] of ordered.entries())
    if (isHead[rank] === true)
      jobs[places[rank] as number] = after[rank] === NOBODY ? employer : joinChain(rank, ordered, after)
  return jobs.filter(each => each !== null)
}
