import { NO_ITEMS } from '../../core/lists.js'
import type { Cents } from '../../core/money.js'
import type { FactRow } from '../../figures/facts.js'
import { isEqualParty, type SourceDocument } from '../../ingest/source.js'
import { isLostIn, type Loss } from '../borrowers/completeness.js'
import type { Flag } from '../flag.js'
import { type AdjustedYear, factsOfYear, plainYear, yearsInRow, yearsOf } from './averaging.js'
import {
  type EmployerFacts,
  employersOf,
  firstYearPaid,
  hasPaidIn,
  hasWagesIn,
  isAnyones,
  joinReplaced,
  wagesIn,
} from './employers.js'
import { isReplacedByBoxFive } from './streams.js'
import type { Work, WorkStream } from './work-stream.js'

/** An employer of the year before whose end only the employer can tell of: what it paid then. Units: cents. Missing: null where it could not be read. */
export interface EmployerNeed {
  /** One of its documents, which names it. */
  readonly employer: SourceDocument
  readonly year: number
  readonly cents: Cents | null
}

/** True where wages of before the two years may have been lost, on which it depends which jobs there are. */
const isPastDoubtful = (losses: readonly Loss[], { borrower, year, policy }: Work): boolean =>
  borrower.result.completeness.hasUnusableInputIn(each => each < year - 1) ||
  losses.some(each => each.year < year - 1) ||
  borrower.gaps.some(
    gap =>
      gap.isUnreadable &&
      gap.role === 'income.wages' &&
      gap.year < year - 1 &&
      !isReplacedByBoxFive(gap, policy.wageBasis),
  )

function streamOf(
  facts: readonly FactRow[],
  losses: readonly Loss[],
  flags: readonly Flag[],
  year: number,
  cap: AdjustedYear | null,
): WorkStream {
  return {
    latest: plainYear(factsOfYear(facts, year)),
    prior: plainYear(factsOfYear(facts, year - 1)),
    historyYears: yearsInRow(yearsOf(facts), year),
    losses,
    flags,
    cap,
  }
}

/** Each job is a stream of its own. Null where all wages are of one employer, and there is nothing to tell apart. */
export function jobsOf(
  facts: readonly FactRow[],
  losses: readonly Loss[],
  work: Work,
): { readonly streams: readonly WorkStream[]; readonly verify: readonly EmployerNeed[] } | null {
  const { year } = work
  if (isOfOneIssuer(facts, losses)) return null
  const employers = employersOf(facts, losses, work)
  if (employers.length === 0) return null
  const doubts: readonly Flag[] = isPastDoubtful(losses, work) ? ['incomplete'] : NO_ITEMS
  const years = yearsOf(facts)
  const anyones = losses.filter(isAnyones)
  const lossesOf = (job: EmployerFacts): readonly Loss[] =>
    anyones.length === 0 ? job.losses : [...job.losses, ...anyones]
  const streams: WorkStream[] = []
  const ended: EmployerFacts[] = []
  for (const job of joinReplaced(employers)) {
    const isNow = hasWagesIn(job, year)
    const isBefore = hasWagesIn(job, year - 1)
    if (job.end === year - 1) ended.push(job)
    // Of what was lost of the two years the row says that it is incomplete.
    if (!isNow && !isBefore) continue
    const own = lossesOf(job)
    const flags: Flag[] = [...doubts]
    if (job.replaced) flags.push('employer_changed')
    if (isNow && !isBefore && years.includes(year - 1) && !isLostIn(year - 1, own, work.borrower))
      flags.push('employer_added')
    if (!isNow && job.end !== null) flags.push('employer_ended')
    streams.push(streamOf(job.facts, own, flags.length === 0 ? NO_ITEMS : flags, year, null))
  }
  if (ended.length === 0 || !years.includes(year) || !isStayerUnsure(employers, year))
    return { streams, verify: NO_ITEMS }
  const verify = ended.map(job => ({ employer: job.first, year: year - 1, cents: wagesIn(job, year - 1) }))
  const flags: Flag[] = [...streams.flatMap(stream => stream.flags), 'employer_ended']
  const going = streams.flatMap(({ latest, prior }) => (prior.cents === null ? [] : latest.kept))
  return { streams: [streamOf(facts, losses, flags, year, plainYear(going))], verify }
}

/**
 * True where it is not known whether one who paid in the year before came in the middle of it, to the place of another
 * who left: nobody paid before, or what was lost of then may have been theirs.
 */
function isStayerUnsure(employers: readonly EmployerFacts[], year: number): boolean {
  const before = employers.filter(each => hasPaidIn(each, year - 1))
  if (before.length < 2) return false
  return (
    !employers.some(each => hasPaidIn(each, year - 2)) ||
    before.some(each => each.end !== year - 1 && firstYearPaid(each) === year - 1 && each.start === null)
  )
}

/** True where it is plain that all wages are of one employer, and where none are known. */
function isOfOneIssuer(facts: readonly FactRow[], losses: readonly Loss[]): boolean {
  if (facts.length === 0) return true
  if (losses.length > 0) return false
  const { issuer } = (facts[0] as FactRow).resolvedDocument.document
  if (issuer.id === null) return facts.length === 1
  for (const { resolvedDocument } of facts) if (!isEqualParty(resolvedDocument.document.issuer, issuer)) return false
  return true
}
