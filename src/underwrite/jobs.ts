import { type Cents, sumCents } from '../core/money.js'
import type { SourceDocument } from '../normalize/source.js'
import type { FactRow } from '../summarize/facts.js'
import { plainYear } from './adjusted-year.js'
import { type Employer, employersOf, hasWagesIn, wagesIn } from './employers.js'
import type { Flag } from './flag.js'
import { isRefused } from './lost.js'
import { joinReplaced } from './replacements.js'
import { isLostIn, type Loss } from './unread.js'
import type { Work, WorkStream } from './work-stream.js'
import { factsOf, yearsInRow, yearsOf } from './years-in-row.js'

/** An employer of the year before whose end only the employer can tell of: what it paid then. Units: cents. */
export interface EmployerNeed {
  /** One of its documents, which names it. */
  readonly employer: SourceDocument
  readonly year: number
  readonly cents: Cents
}

/** The jobs of a row of wages, as streams; more of one employer alone are none. */
export interface Jobs {
  readonly streams: readonly WorkStream[]
  readonly verify: readonly EmployerNeed[]
}

const NONE: readonly never[] = []

/** True where wages of before the two years may have been lost, on which it depends which jobs there are. */
const isPastDoubtful = ({ borrower, year }: Work): boolean =>
  isRefused(borrower, each => each < year - 1) ||
  borrower.gaps.some(gap => gap.lost && gap.role === 'income.wages' && gap.year < year - 1)

function streamOf(
  facts: readonly FactRow[],
  losses: readonly Loss[],
  flags: readonly Flag[],
  year: number,
  cap: Cents | null,
): WorkStream {
  return {
    latest: plainYear(factsOf(facts, year)),
    prior: plainYear(factsOf(facts, year - 1)),
    historyYears: yearsInRow(yearsOf(facts), year),
    losses,
    flags,
    cap,
  }
}

/** Each job is a stream of its own. Null where all wages are of one employer, and there is nothing to tell apart. */
export function jobsOf(facts: readonly FactRow[], losses: readonly Loss[], work: Work): Jobs | null {
  const { year } = work
  if (isOfOneIssuer(facts, losses)) return null
  const employers = employersOf(facts, losses, work)
  if (employers.length === 0) return null
  const doubts: readonly Flag[] = isPastDoubtful(work) ? ['incomplete'] : NONE
  const years = yearsOf(facts)
  const isKnown = (each: number): boolean => years.includes(each)
  const streams: WorkStream[] = []
  const ended: Employer[] = []
  for (const job of joinReplaced(employers)) {
    const isNow = hasWagesIn(job, year)
    const isBefore = hasWagesIn(job, year - 1)
    // Of what was lost of the two years the row says that it is incomplete.
    if (!isNow && !isBefore) continue
    const flags: Flag[] = [...doubts]
    if (job.replaced) flags.push('employer_changed')
    if (isNow && !isBefore && isKnown(year - 1) && !isLostIn(year - 1, job.losses, work.borrower))
      flags.push('employer_added')
    if (!isNow && job.end !== null) {
      flags.push('employer_ended')
      ended.push(job)
    }
    streams.push(streamOf(job.facts, job.losses, flags.length === 0 ? NONE : flags, year, null))
  }
  // Whoever else was there in the first known year may have come in the middle of it, to the place of one who left.
  const isFirst = ended.length > 0 && isKnown(year) && !isKnown(year - 2)
  if (!isFirst || employers.filter(each => hasWagesIn(each, year - 1)).length < 2)
    return { streams, verify: NONE }
  const verify = ended.map(job => ({
    employer: job.first,
    year: year - 1,
    cents: wagesIn(job, year - 1) ?? 0,
  }))
  const flags = streams.flatMap(stream => stream.flags)
  const going = streams.flatMap(({ latest, prior }) => (prior.cents === null ? [] : (latest.cents ?? [])))
  return { streams: [streamOf(facts, losses, flags, year, sumCents(going))], verify }
}

/** True where it is plain that all wages are of one employer, and where none are known. */
function isOfOneIssuer(facts: readonly FactRow[], losses: readonly Loss[]): boolean {
  if (facts.length === 0) return true
  if (losses.length > 0) return false
  const { issuer } = (facts[0] as FactRow).of.document
  if (issuer.id === null) return facts.length === 1
  for (const { of } of facts) {
    const other = of.document.issuer
    if (other.id !== issuer.id || other.name !== issuer.name || other.address !== issuer.address) return false
  }
  return true
}
