import type { Entry } from '../documents.js'
import { compareDocuments } from '../resolve.js'
import { type Contribution, streamOf } from './contributions.js'
import { cents, type Fraction, isLess, minFraction, sumOf } from './fraction.js'
import { byIssuer } from './issuers.js'
import type { DocumentWithFacts } from './papers.js'
import {
  computeStream,
  hasFallen,
  isLostInTwoYears,
  makeExcluded,
  type Stream,
  type StreamResult,
  type StreamRules,
  sumResults,
} from './stream.js'

/** One employer and its wages by year. */
interface Employer {
  readonly wages: readonly Contribution[]
  readonly stream: Stream
  /** The years in which the employer paid wages, even if the amount is unreadable. */
  readonly paid: ReadonlySet<number>
  readonly largest: bigint
  readonly firstDocument: Entry
  start: number | null
  end: number | null
  replaces: Employer | null
  replacedBy: Employer | null
}

const firstOf = ({ paid }: Employer): number => Math.min(...paid)
const lastOf = ({ paid }: Employer): number => Math.max(...paid)

function readEmployer(
  documents: readonly DocumentWithFacts[],
  all: readonly Contribution[],
  missingWages: MissingWages,
): Employer {
  const wages = all.filter(({ document }) => documents.includes(document))
  const unread = missingWages.documents.filter(document => documents.includes(document)).map(paper => paper.year!)
  const stream = streamOf(wages, new Set([...missingWages.refused, ...unread]))
  return {
    wages,
    stream,
    paid: new Set([...stream.amounts.keys(), ...unread]),
    largest: [...stream.amounts.values()].reduce((a, b) => (b > a ? b : a), 0n),
    firstDocument: documents.map(({ entry }) => entry).sort(compareDocuments)[0]!,
    start: null,
    end: null,
    replaces: null,
    replacedBy: null,
  }
}

// Sorts by the highest annual wages, then by document order.
const byWages = (a: Employer, b: Employer): number =>
  a.largest === b.largest ? compareDocuments(a.firstDocument, b.firstDocument) : a.largest > b.largest ? -1 : 1

function isChainEndingIn(employer: Employer, candidate: Employer): boolean {
  for (let link: Employer | null = employer; link !== null; link = link.replaces) if (link === candidate) return true
  return false
}

function setStartsAndEnds(
  employers: readonly Employer[],
  year: number,
  materialDecline: number,
  refused: ReadonlySet<number>,
): void {
  // A year's rejected input may belong to any employer, so a job neither starts nor ends because of that year.
  for (const employer of employers) {
    const before = firstOf(employer) - 1
    const isKnown = !refused.has(before) && employers.some(({ paid }) => paid.has(before))
    employer.start = isKnown ? firstOf(employer) : null
  }
  for (const employer of employers) {
    const last = lastOf(employer)
    if (last < year) employer.end = refused.has(last + 1) ? null : last
    else if (
      hasFallen(employer.stream, year, materialDecline) &&
      employers.some(candidate => candidate !== employer && candidate.start === year)
    )
      employer.end = year
  }
}

// B may replace A if B starts in the year in which A ends or in the next one. Each employer replaces at most one other.
function setReplacements(employers: readonly Employer[]): void {
  for (const ended of employers.filter(({ end }) => end !== null).sort(byWages)) {
    const successor = employers
      .filter(
        candidate =>
          candidate !== ended &&
          candidate.replaces === null &&
          candidate.start !== null &&
          (candidate.start === ended.end || candidate.start === ended.end! + 1) &&
          !isChainEndingIn(ended, candidate),
      )
      .sort(byWages)[0]
    if (successor === undefined) continue
    ended.replacedBy = successor
    successor.replaces = ended
  }
}

/** A job: a chain of employers in which each one replaced the one before it. */
interface Job {
  readonly employers: readonly Employer[]
  readonly stream: Stream
}

function jobsOf(employers: readonly Employer[]): Job[] {
  return employers
    .filter(({ replaces }) => replaces === null)
    .map(first => {
      const chain: Employer[] = []
      for (let link: Employer | null = first; link !== null; link = link.replacedBy) chain.push(link)
      return {
        employers: chain,
        stream: streamOf(
          chain.flatMap(({ wages }) => wages),
          new Set(chain.flatMap(({ stream }) => [...stream.incompleteYears])),
        ),
      }
    })
}

/** Missing input: documents with unreadable wages, and years with rejected input that may belong to any employer. */
export interface MissingWages {
  readonly documents: readonly DocumentWithFacts[]
  readonly refused: ReadonlySet<number>
}

/** The result of all jobs, for the wages row. */
interface Jobs extends StreamResult {
  /** The pay of employers that ended, if it is unknown whether they were replaced. */
  readonly ended: bigint | null
  readonly ownSupportable?: Fraction | null
  /** True if there are several employers, so that the result depends on earlier years. */
  readonly isSeveral: boolean
  /** True if income would count if the unreadable input were readable. */
  readonly mayCount: boolean
}

/** Computes a borrower's wages, job by job. */
export function computeJobs(
  wages: readonly Contribution[],
  year: number,
  rules: StreamRules,
  materialDecline: number,
  missingWages: MissingWages,
): Jobs {
  const past = wages.filter(wage => wage.year <= year)
  const unread = missingWages.documents.filter(document => document.year! <= year)
  const documents = [...new Set([...past.map(({ document }) => document), ...unread])].sort((a, b) =>
    compareDocuments(a.entry, b.entry),
  )
  const employers = byIssuer(documents, ({ entry }) => entry.issuer).map(employerPapers =>
    readEmployer(employerPapers, past, { ...missingWages, documents: unread }),
  )
  setStartsAndEnds(employers, year, materialDecline, missingWages.refused)
  setReplacements(employers)
  const jobs = jobsOf(employers)

  const isSeveral = employers.length > 1
  const totals = streamOf(
    past,
    new Set([...missingWages.refused, ...missingWages.documents.map(document => document.year!)]),
  )
  // If all input of a year is unreadable, its jobs are unknown.
  const isLost = isLostInTwoYears(totals, year)
  const current = jobs.filter(({ stream: { amounts } }) => amounts.has(year) || amounts.has(year - 1))
  const readable = current.map(({ stream }) => computeStream({ ...stream, incompleteYears: new Set() }, year, rules))
  const countInfo = { isSeveral, mayCount: readable.some(({ months }) => months > 0) }
  const isPriorKnown = past.some(wage => wage.year === year - 1)
  const marks = current.flatMap(job => listJobFlags(job, year, isPriorKnown))
  if (isLost) {
    const result = computeStream(totals, year, rules)
    return { ...result, flags: [...result.flags, ...marks], ended: null, ...countInfo }
  }
  const prior = employers.filter(({ paid }) => paid.has(year - 1))
  const unexplained = prior.filter(employer => employer.end === year - 1 && employer.replacedBy === null)
  // True if `year - 2` has no wages, or if its rejected input may be from an employer that seems to start a year later.
  const isUnknownBefore =
    !employers.some(({ paid }) => paid.has(year - 2)) ||
    (missingWages.refused.has(year - 2) &&
      prior.some(employer => firstOf(employer) === year - 1 && employer.end !== year - 1))
  if (isUnknownBefore && unexplained.some(employer => prior.some(candidate => candidate !== employer))) {
    const result = computeStream(totals, year, rules)
    const continuing = jobs.filter(({ stream: { amounts } }) => amounts.has(year) && amounts.has(year - 1))
    const cap = (amountKind: 'amounts' | 'confirmed') =>
      sumOf(continuing.map(({ stream }) => cents(stream[amountKind].get(year) ?? 0n, 12n)))
    const isCapped = isLess(cap('amounts'), result.monthly)
    return {
      ...result,
      isSeveral,
      mayCount: computeStream({ ...totals, incompleteYears: new Set() }, year, rules).months > 0,
      monthly: minFraction(result.monthly, cap('amounts')),
      // If the cap applies to the total, it also applies to the confirmed amount.
      confirmed: isCapped ? cap('confirmed') : result.confirmed,
      months: isCapped ? 12 : result.months,
      flags: [...result.flags, 'employer_ended', ...marks],
      ended: unexplained.reduce((sum, { stream }) => sum + (stream.amounts.get(year - 1) ?? 0n), 0n),
    }
  }

  const parts = current.map(({ stream }) => computeStream(stream, year, rules))
  const anySupportable = parts.some(({ supportable }) => supportable !== null)
  const supportable = anySupportable ? sumOf(parts.map(part => part.supportable ?? part.monthly)) : null
  const supportableAmounts = parts.flatMap(part => (part.supportable === null ? [] : [part.supportable]))
  return {
    ...sumResults([...parts, makeExcluded(marks)], supportable),
    // The sum of the supportable amounts of the jobs that do not count yet.
    ownSupportable: supportableAmounts.length === 0 ? null : sumOf(supportableAmounts),
    ended: null,
    ...countInfo,
  }
}

// Returns a job's flags. An unreadable year does not show that a job ended or started.
function listJobFlags(
  { employers, stream: { amounts, incompleteYears } }: Job,
  year: number,
  isPriorKnown: boolean,
): string[] {
  const isAbsent = (candidateYear: number): boolean =>
    !amounts.has(candidateYear) && !incompleteYears.has(candidateYear)
  return [
    ...(employers.length > 1 ? ['employer_changed'] : []),
    ...(isAbsent(year) ? ['employer_ended'] : []),
    // Design choice: a job is known to be new only if another employer paid wages in the year before.
    ...(amounts.has(year) && isAbsent(year - 1) && isPriorKnown ? ['employer_added'] : []),
  ]
}
