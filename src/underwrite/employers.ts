import { addCents, type Cents } from '../core/money.js'
import type { SourceDocument } from '../normalize/source.js'
import { groupByIssuer } from '../resolve/issuers.js'
import type { FactRow } from '../summarize/facts.js'
import { fellByMore } from './trend.js'
import { isLostIn, type Loss } from './unread.js'
import type { Work } from './work-stream.js'

/** An employer in a row of wages: its wages by year, and when it is known to start and to end. */
export interface Employer {
  readonly first: SourceDocument
  readonly facts: FactRow[]
  readonly losses: Loss[]
  readonly wages: Map<number, Cents>
  /** Missing: null where it is not known to start, or goes on. */
  start: number | null
  end: number | null
}

/** The documents that wages and losses of wages stand on, each once. */
function documentsOf(facts: readonly FactRow[], losses: readonly Loss[]): SourceDocument[] {
  const documents = new Set<SourceDocument>()
  for (const { of } of facts) documents.add(of.document)
  for (const { document } of losses) if (document !== null) documents.add(document)
  return [...documents]
}

/** The employers of wages, by the identity of issuers; a single one stands for all, whatever it is. */
export function employersOf(facts: readonly FactRow[], losses: readonly Loss[], work: Work): Employer[] {
  const groups = groupByIssuer(documentsOf(facts, losses))
  if (groups.length < 2) return []
  const employerOf = new Map<SourceDocument, Employer>()
  const employers = groups.map(({ first, documents }): Employer => {
    const employer = { first, facts: [], losses: [], wages: new Map(), start: null, end: null }
    for (const document of documents) employerOf.set(document, employer)
    return employer
  })
  for (const fact of facts) {
    const { document } = fact.of
    const { facts: own, wages } = employerOf.get(document) as Employer
    const year = document.year as number
    own.push(fact)
    wages.set(year, addCents(wages.get(year) ?? 0, fact.cents))
  }
  for (const loss of losses) {
    // An entry that was lost may be any employer's.
    if (loss.document === null) for (const { losses: own } of employers) own.push(loss)
    else employerOf.get(loss.document)?.losses.push(loss)
  }
  datesOf(employers, work)
  return employers
}

/** Says when employers start and end, as far as it is known; what may have been lost shows neither. */
function datesOf(employers: readonly Employer[], { borrower, year, policy }: Work): void {
  const known = new Set<number>()
  for (const { wages } of employers) for (const each of wages.keys()) known.add(each)
  let added = 0
  for (const employer of employers) {
    const { wages, losses } = employer
    if (wages.size === 0) continue
    let first = Number.POSITIVE_INFINITY
    let last = Number.NEGATIVE_INFINITY
    for (const each of wages.keys()) {
      if (each < first) first = each
      if (each > last) last = each
    }
    if (known.has(first - 1) && !isLostIn(first - 1, losses, borrower)) employer.start = first
    if (last < year && !isLostIn(last + 1, losses, borrower)) employer.end = last
    if (employer.start === year) added++
  }
  for (const employer of employers) {
    const { wages, start } = employer
    const isBesideAdded = added > (start === year ? 1 : 0)
    const [latest = null, prior = null] = [wages.get(year), wages.get(year - 1)]
    if (isBesideAdded && fellByMore(latest, prior, policy.materialDecline)) employer.end = year
  }
}
