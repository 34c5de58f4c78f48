import { NO_ITEMS } from '../../core/lists.js'
import { addCents, type Cents, type CentTwentyFourths } from '../../core/money.js'
import type { FactRow } from '../../figures/facts.js'
import { isLostIn, type Loss, unreadYears } from '../borrowers/completeness.js'
import { addFlags, type Flag } from '../flag.js'
import {
  type AdjustedYear,
  addKnown,
  factsOfYear,
  plainYear,
  type UnroundedAmount,
  yearsInRow,
  yearsOf,
} from './averaging.js'
import { entityStreams } from './entities.js'
import { type EmployerNeed, jobsOf } from './jobs.js'
import type { StreamFacts } from './streams.js'
import { unlessUnread, type Work, type WorkedStream, type WorkStream, workStream } from './work-stream.js'

/** The two years of a row after their exclusions, its monthly amount, and what it is the sum of. */
export interface StreamYears extends WorkedStream {
  readonly latest: AdjustedYear
  readonly prior: AdjustedYear
  readonly flags: readonly Flag[]
  /** What it is the sum of; of one stream, nothing. There may be a million: worked again where they are to be shown. */
  readonly parts: readonly WorkStream[]
  /** Employers of which only they can tell whether they employ still. */
  readonly verify: readonly EmployerNeed[]
}

/**
 * Works a row. What no transcript has is left out where the policy asks for an authority; then the row counts at most what
 * it would with it, so that a year left out turns no decline into a beginning.
 */
export function streamYears(facts: StreamFacts, work: Work): StreamYears {
  const years = yearsOfRow(facts.own, facts.losses, work)
  if (facts.absent.length === 0) return years
  const whole = yearsOfRow([...facts.own, ...facts.absent], facts.losses, work).worked
  if (whole.amount >= years.worked.amount) return years
  const rule = `${whole.rule}, as with what no transcript has`
  return { ...years, worked: { ...whole, rule } }
}

function yearsOfRow(facts: readonly FactRow[], losses: readonly Loss[], work: Work): StreamYears {
  const { rule } = work
  if (rule.per === 'entity') return summed(entityStreams(facts, losses, work), losses, NO_ITEMS, work)
  const jobs = rule.per === 'job' ? jobsOf(facts, losses, work) : null
  if (jobs !== null && (jobs.streams.length > 1 || jobs.verify.length === 0))
    return summed(jobs.streams, losses, jobs.verify, work)
  const only = jobs?.streams[0] ?? onlyStream(facts, losses, work)
  const { latest, prior, flags } = only
  const { unread, worked, confirmedLatest, confirmedPrior, confirmed } = workStream(only, work)
  // Written out instead of with spread: rows then share one object shape, which saved 3 % of a conversion of all tables.
  return {
    latest,
    prior,
    unread,
    worked,
    flags,
    confirmedLatest,
    confirmedPrior,
    confirmed,
    parts: NO_ITEMS,
    verify: jobs?.verify ?? NO_ITEMS,
  }
}

/** A row that is one stream, with the exclusions of its category. */
function onlyStream(facts: readonly FactRow[], losses: readonly Loss[], work: Work): WorkStream {
  const { rule, year, borrower } = work
  const yearOf = (each: number): AdjustedYear => {
    const own = factsOfYear(facts, each)
    return rule.adjust === null ? plainYear(own) : rule.adjust(own, each, borrower)
  }
  const [latest, prior] = [yearOf(year), yearOf(year - 1)]
  const years = yearsOf(facts)
  // A year of which everything was left out has no amount, and is no history.
  const counted =
    rule.adjust === null || rule.minHistory < 2 ? years : years.filter(each => yearOf(each).cents !== null)
  const isOver = rule.per === 'job' && latest.cents === null && prior.cents !== null
  const flags: readonly Flag[] = isOver && !isLostIn(year, losses, borrower) ? ['employer_ended'] : NO_ITEMS
  return { latest, prior, historyYears: yearsInRow(counted, year), losses, flags, cap: null }
}

const joinYears = (years: readonly AdjustedYear[]): AdjustedYear =>
  plainYear(
    years.flatMap(({ kept }) => kept),
    years.flatMap(({ excluded }) => excluded),
  )

/** The sum of entities, or of jobs. Missing: where nothing is known to be one, nothing is worked. */
function summed(
  parts: readonly WorkStream[],
  losses: readonly Loss[],
  verify: readonly EmployerNeed[],
  work: Work,
): StreamYears {
  const { rule, year, borrower } = work
  const latest = joinYears(parts.map(each => each.latest))
  const prior = joinYears(parts.map(each => each.prior))
  const unread = unreadYears(year, latest.cents, prior.cents, losses, borrower)
  const rules: string[] = []
  const flags: Flag[] = []
  const own: Flag[] = []
  let amount: CentTwentyFourths = 0
  let months: UnroundedAmount['months'] = 0
  let held = false
  let supportable: CentTwentyFourths | null = null
  let confirmedLatest: Cents | null = null
  let confirmedPrior: Cents | null = null
  let confirmed: CentTwentyFourths = 0
  const unreadParts = new Set<number>()
  for (const part of parts) {
    const each = workStream(part, work)
    const { worked } = each
    if (!rules.includes(worked.rule)) rules.push(worked.rule)
    addFlags(flags, worked.flags)
    addFlags(own, part.flags)
    for (const one of each.unread) unreadParts.add(one)
    amount = addCents(amount, worked.amount)
    if (worked.months > months) months = worked.months
    held ||= worked.supportable !== null
    // A job that counts is supportable as it is, an entity says nothing of it.
    const instead = rule.per === 'job' ? worked.amount : null
    supportable = addKnown(supportable, worked.supportable ?? instead)
    confirmedLatest = addKnown(confirmedLatest, each.confirmedLatest)
    confirmedPrior = addKnown(confirmedPrior, each.confirmedPrior)
    confirmed = addCents(confirmed, each.confirmed)
  }
  const worked: UnroundedAmount = {
    amount,
    months,
    supportable: held ? supportable : null,
    flags,
    rule: `per ${rule.per}, summed: ${rules.length === 1 ? rules[0] : rules.sort().join('; ')}`,
  }
  // How wages went is told by their totals; an entity that could not be read leaves it open.
  const isWhole = parts.length > 0 && (rule.per === 'entity' || unread.length === 0)
  const isUnread = (each: number): boolean => unread.includes(each) || (rule.per === 'entity' && unreadParts.has(each))
  return {
    latest,
    prior,
    unread: [year, year - 1].filter(isUnread),
    worked: isWhole ? worked : unlessUnread(worked, unread, year, losses, borrower, rule),
    flags: own,
    confirmedLatest,
    confirmedPrior,
    confirmed,
    parts,
    verify,
  }
}
