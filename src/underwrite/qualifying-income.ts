import { addCents, type Cents } from '../core/money.js'
import { compareText } from '../core/text.js'
import type { FactRow } from '../summarize/facts.js'
import type { StreamYears } from './adjusted-year.js'
import { divideHalfAway } from './averaging.js'
import type { BorrowerView } from './borrower-view.js'
import { entitiesOf, officerForms } from './entities.js'
import { addFlags, type Flag } from './flag.js'
import { grossUpOf } from './gross-up.js'
import type { KnownFacts } from './known-facts.js'
import { citationsOf, type Policy } from './policy.js'
import { STREAM_RULES } from './stream-rules.js'
import { streamYears } from './stream-years.js'
import { type StreamFacts, streamsOf } from './streams.js'
import type { StreamName } from './subject.js'
import { changeOf, type Trend, trendOf } from './trend.js'

/**
 * A stream's row. Units: cents, and millionths for the change. Missing: an amount is null where its year has none,
 * `trend` where neither year has one and on the total, `supportableIfStabilized` where nothing was held back.
 */
export interface QualifyingRow {
  readonly category: StreamName | 'total'
  readonly latestAmount: Cents | null
  readonly priorAmount: Cents | null
  readonly change: Cents | null
  readonly trend: Trend | null
  readonly months: 0 | 12 | 24
  readonly monthlyAmount: Cents
  readonly grossUp: Cents
  readonly qualifyingMonthly: Cents
  readonly supportableIfStabilized: Cents | null
  readonly flags: readonly Flag[]
  readonly citations: string
  /** Which of the two years could not be read. */
  readonly unread: readonly number[]
}

/** A row with what it was worked out from, and what the caller stated of its stream. */
export interface StreamIncome {
  readonly row: QualifyingRow
  readonly facts: StreamFacts
  readonly years: StreamYears
  /** Months that the income is stated to continue. */
  readonly continuance: number | undefined
  /** The share that is stated not to be taxed. */
  readonly nontaxable: number | undefined
}

/** The rows of every stream that is present in a year or the year before, by name. `flags` stand on every row. */
export function qualifyStreams(
  borrower: BorrowerView,
  year: number,
  flags: readonly Flag[],
  policy: Policy,
  known?: KnownFacts,
): StreamIncome[] {
  const entities = entitiesOf(borrower, year, policy)
  const streams = streamsOf(borrower, officerForms(borrower, entities), year, policy)
  const hasBoth = (...names: StreamName[]): boolean => {
    const held = streams.filter(({ name }) => names.includes(name))
    return held.some(({ latest }) => latest.length > 0) && held.some(({ prior }) => prior.length > 0)
  }
  const hasPattern = hasBoth('unemployment')
  const seasonal = hasPattern && hasBoth(...WAGES)
  const doubtful =
    hasPattern &&
    !seasonal &&
    streams.some(({ name, marks }) => WAGES.includes(name) && marks.includes('incomplete'))
  return streams.map(facts => {
    const continuance = known?.continuance?.[facts.name]
    const nontaxable = known?.nontaxable_share?.[facts.name]
    const years = streamYears(facts, borrower, entities, year, policy, { continuance, seasonal })
    const more: readonly Flag[] = doubtful && facts.name === 'unemployment' ? [...flags, 'incomplete'] : flags
    const row = rowOf(facts, years, year, more, policy, nontaxable)
    return { row, facts, years, continuance, nontaxable }
  })
}

function rowOf(
  { name, marks }: StreamFacts,
  { latest, prior, worked, unread }: StreamYears,
  year: number,
  more: readonly Flag[],
  policy: Policy,
  stated: number | undefined,
): QualifyingRow {
  const rule = STREAM_RULES[name]
  const monthlyAmount = divideHalfAway(worked.amount, 24)
  const grossUp = grossUpOf(worked, latest.cents, latest.nontaxable, stated, rule, policy)
  const ratioOnly = policy.grossUpUse === 'ratio_only' && grossUp !== 0
  const flags: Flag[] = []
  addFlags(flags, rule.flags)
  addFlags(flags, marks)
  addFlags(flags, latest.flags)
  addFlags(flags, prior.flags)
  addFlags(flags, worked.flags)
  addFlags(flags, more)
  const untold =
    rule.nontaxable === 'untaxed' && stated === undefined ? latest.kept.filter(isTaxableUnknown) : []
  if (untold.length > 0) flags.push('taxable_unknown')
  if (untold.some(isTaxableUnreadable)) addFlags(flags, ['incomplete'])
  if (ratioOnly) flags.push('ratio_only')
  if (WAGES.includes(name) && (latest.kept.some(isSickPay) || prior.kept.some(isSickPay)))
    flags.push('third_party_sick_pay')
  const fell = prior.cents !== null && (latest.cents === null || latest.cents < prior.cents)
  if (fell && prior.kept.some(fact => mayGoUnreported(fact, year))) flags.push('reporting_threshold_rose')
  return {
    category: name,
    latestAmount: latest.cents,
    priorAmount: prior.cents,
    change: unread.length > 0 ? null : changeOf(latest.cents, prior.cents),
    trend: unread.length > 0 ? 'unknown' : trendOf(latest.cents, prior.cents, policy.stableBand),
    months: worked.months,
    monthlyAmount,
    grossUp,
    qualifyingMonthly: ratioOnly ? monthlyAmount : addCents(monthlyAmount, grossUp),
    supportableIfStabilized: worked.supportable === null ? null : divideHalfAway(worked.supportable, 24),
    flags: flags.length > 1 ? flags.sort(compareText) : flags,
    citations: citationsOf(policy, name),
    unread,
  }
}

const WAGES: readonly StreamName[] = ['wages', 'officer_compensation']
const isTaxableUnknown = ({ taxable }: FactRow): boolean => taxable === null
const isTaxableUnreadable = ({ of: { document } }: FactRow): boolean => {
  const box = document.plan.uses.distribution?.taxable
  return box !== undefined && document.unreadable.includes(box)
}
/** True for an amount that its payer need not report any more in a year. */
function mayGoUnreported({ of, meaning, cents }: FactRow, year: number): boolean {
  const from = of.document.plan.form.reportedFrom
  return from?.year === year && cents < from.below && from.boxes.includes(meaning.field)
}
const isSickPay = ({ flags }: FactRow): boolean => flags.length > 0 && flags.includes('third_party_sick_pay')
