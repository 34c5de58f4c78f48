import type { Entry } from '../documents.js'
import { compareDocuments } from '../resolve.js'
import { type Contribution, streamOf } from './contributions.js'
import { cents, type Fraction, isLess, smaller, spelled, sumOf, times } from './fraction.js'
import { byIssuer, isOneIssuer } from './issuers.js'
import type { Paper } from './papers.js'
import { excluded, type Stream, type StreamRules, together, type Worked, work } from './stream.js'

/** One employer: its wages by year. */
interface Employer {
  readonly wages: readonly Contribution[]
  readonly stream: Stream
  readonly first: number
  readonly last: number
  readonly largest: bigint
  readonly firstDocument: Entry
  start: number | null
  end: number | null
  replaces: Employer | null
  replacedBy: Employer | null
}

function readEmployer(wages: readonly Contribution[], lost: ReadonlySet<number>): Employer {
  const stream = streamOf(wages, lost)
  const years = [...stream.amounts.keys()].sort()
  const amounts = [...stream.amounts.values()]
  return {
    wages,
    stream,
    first: years[0]!,
    last: years.at(-1)!,
    largest: amounts.reduce((a, b) => (b > a ? b : a)),
    firstDocument: wages.map(({ paper }) => paper.entry).sort(compareDocuments)[0]!,
    start: null,
    end: null,
    replaces: null,
    replacedBy: null,
  }
}

// The largest single year's wages first, then by the order.
const byWages = (a: Employer, b: Employer): number =>
  a.largest === b.largest
    ? compareDocuments(a.firstDocument, b.firstDocument)
    : a.largest > b.largest
      ? -1
      : 1

function isChainEndingIn(employer: Employer, other: Employer): boolean {
  for (let each: Employer | null = employer; each !== null; each = each.replaces)
    if (each === other) return true
  return false
}

function setStartsAndEnds(employers: readonly Employer[], year: number, materialDecline: number): void {
  for (const employer of employers) {
    const before = employer.first - 1
    const isKnown =
      !employer.stream.lost.has(before) &&
      employers.some(other => other !== employer && other.stream.amounts.has(before))
    employer.start = isKnown ? employer.first : null
  }
  for (const employer of employers) {
    // A year that could not be read ends nothing.
    if (employer.last < year && employer.stream.lost.has(employer.last + 1)) continue
    if (employer.last < year) employer.end = employer.last
    else if (
      hasFallen(employer.stream, year, materialDecline) &&
      employers.some(other => other !== employer && other.start === year)
    )
      employer.end = year
  }
}

function hasFallen({ amounts }: Stream, year: number, share: number): boolean {
  const [latest, prior] = [amounts.get(year), amounts.get(year - 1)]
  if (latest === undefined || prior === undefined || prior <= 0n) return false
  return isLess(times(spelled(share), cents(prior)), cents(prior - latest))
}

// B replaces A where B starts in the year in which A ends, or in the next: one for one, without cycles.
function setReplacements(employers: readonly Employer[]): void {
  for (const ended of employers.filter(({ end }) => end !== null).sort(byWages)) {
    const next = employers
      .filter(
        each =>
          each !== ended &&
          each.replaces === null &&
          each.start !== null &&
          (each.start === ended.end || each.start === ended.end! + 1) &&
          !isChainEndingIn(ended, each),
      )
      .sort(byWages)[0]
    if (next === undefined) continue
    ended.replacedBy = next
    next.replaces = ended
  }
}

/** A chain of replacements. */
interface Job {
  readonly employers: readonly Employer[]
  readonly stream: Stream
}

function jobsOf(employers: readonly Employer[]): Job[] {
  return employers
    .filter(({ replaces }) => replaces === null)
    .map(first => {
      const chain: Employer[] = []
      for (let each: Employer | null = first; each !== null; each = each.replacedBy) chain.push(each)
      return {
        employers: chain,
        stream: streamOf(
          chain.flatMap(({ wages }) => wages),
          new Set(chain.flatMap(({ stream }) => [...stream.lost])),
        ),
      }
    })
}

/** What could not be read: documents whose wages are lost, and years of which something was refused that may be anyone's. */
export interface Lost {
  readonly papers: readonly Paper[]
  readonly refused: ReadonlySet<number>
}

const lostOf = (wages: readonly Contribution[], lost: Lost): Set<number> =>
  new Set([
    ...lost.refused,
    ...lost.papers
      .filter(({ entry }) => wages.some(({ paper }) => isOneIssuer(paper.entry.issuer, entry.issuer)))
      .map(paper => paper.year!),
  ])

/** The wages of a borrower, job by job. `ended`: what those paid of whom it is not known whether they were replaced. */
export function workJobs(
  wages: readonly Contribution[],
  year: number,
  rules: StreamRules,
  materialDecline: number,
  lost: Lost,
): Worked & { readonly ended: bigint | null; readonly ownSupportable?: Fraction | null } {
  const past = wages.filter(each => each.year <= year)
  const employers = byIssuer(past, ({ paper }) => paper.entry.issuer).map(each =>
    readEmployer(each, lostOf(each, lost)),
  )
  setStartsAndEnds(employers, year, materialDecline)
  setReplacements(employers)
  const jobs = jobsOf(employers)

  const totals = streamOf(past, new Set([...lost.refused, ...lost.papers.map(paper => paper.year!)]))
  // Where nothing of a year could be read, it is not known what any job of it was.
  const isLost = [year, year - 1].some(each => totals.lost.has(each) && !totals.amounts.has(each))
  if (isLost) return { ...work(totals, year, rules), ended: null }

  const current = jobs.filter(({ stream: { amounts } }) => amounts.has(year) || amounts.has(year - 1))
  const prior = employers.filter(({ stream }) => stream.amounts.has(year - 1))
  const unexplained = prior.filter(each => each.end === year - 1 && each.replacedBy === null)
  const isUnknownBefore = !past.some(each => each.year === year - 2)
  if (isUnknownBefore && unexplained.some(each => prior.some(other => other !== each))) {
    const result = work(totals, year, rules)
    const continuing = jobs.filter(({ stream: { amounts } }) => amounts.has(year) && amounts.has(year - 1))
    const cap = (of: 'amounts' | 'confirmed') =>
      sumOf(continuing.map(({ stream }) => cents(stream[of].get(year) ?? 0n, 12n)))
    const isCapped = isLess(cap('amounts'), result.monthly)
    return {
      ...result,
      monthly: smaller(result.monthly, cap('amounts')),
      // The formula that was used: the cap is one where it held.
      confirmed: isCapped ? cap('confirmed') : result.confirmed,
      months: isCapped ? 12 : result.months,
      flags: [
        ...result.flags,
        'employer_ended',
        ...(current.some(job => job.employers.length > 1) ? ['employer_changed'] : []),
      ],
      ended: unexplained.reduce((sum, { stream }) => sum + (stream.amounts.get(year - 1) ?? 0n), 0n),
    }
  }

  const parts = current.map(job => workJob(job, year, rules, prior.length > 0))
  const anySupportable = parts.some(({ supportable }) => supportable !== null)
  const supportable = anySupportable ? sumOf(parts.map(each => each.supportable ?? each.monthly)) : null
  const own = parts.flatMap(each => (each.supportable === null ? [] : [each.supportable]))
  return {
    ...together(parts, supportable),
    // Where none of it counts, nothing stands beside what would be supportable.
    ownSupportable: own.length === 0 ? null : sumOf(own),
    ended: null,
  }
}

function workJob(
  { employers, stream }: Job,
  year: number,
  rules: StreamRules,
  isPriorKnown: boolean,
): Worked {
  const changed = employers.length > 1 ? ['employer_changed'] : []
  const result = work(stream, year, rules)
  // A year that could not be read is called neither discontinued nor new.
  const isLost = (each: number): boolean => stream.lost.has(each) && !stream.amounts.has(each)
  if (!stream.amounts.has(year))
    return excluded([...changed, ...result.flags, ...(isLost(year) ? [] : ['employer_ended'])])
  // Choice: as with a start, it is known only where the year before is: it has wages of others.
  const isAdded = !stream.amounts.has(year - 1) && isPriorKnown && !isLost(year - 1)
  const added = isAdded ? ['employer_added'] : []
  return { ...result, flags: [...changed, ...result.flags, ...added] }
}
