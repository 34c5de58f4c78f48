import { addCents, type Cents, narrow } from '../core/money.js'
import { compareText } from '../core/text.js'
import { cellOf } from '../normalize/source.js'
import type { FactRow } from '../summarize/facts.js'
import type { TaxpayerResult } from '../summarize/result.js'
import { divideHalfAway } from './averaging.js'
import { entitiesOf, officerForms } from './entities.js'
import type { Flag } from './flag.js'
import { grossUpOf, grossUpRule } from './gross-up.js'
import type { KnownFacts } from './known-facts.js'
import type { Own } from './own.js'
import { citationsOf, type Policy } from './policy.js'
import { STREAM_RULES } from './stream-rules.js'
import { type StreamYears, streamYears } from './stream-years.js'
import { type StreamFacts, streamsOf } from './streams.js'
import type { StreamName } from './subject.js'
import { inputOf, inputOfGiven, type TraceExclusion, type TraceInput } from './trace.js'
import { changeOf, type Trend, trendOf } from './trend.js'

/**
 * A stream's row. Units: cents, and millionths for the change. Missing: an amount is null where its year has none,
 * `supportableIfStabilized` where nothing was held back.
 */
export interface QualifyingRow {
  readonly category: StreamName | 'total'
  readonly latestAmount: Cents | null
  readonly priorAmount: Cents | null
  readonly change: Cents | null
  readonly trend: Trend
  readonly months: 0 | 12 | 24
  readonly monthlyAmount: Cents
  readonly grossUp: Cents
  readonly qualifyingMonthly: Cents
  readonly supportableIfStabilized: Cents | null
  readonly flags: readonly Flag[]
  readonly citations: string
}

/**
 * A row with what it was worked out from; `ira` is the latest year's income from IRAs. `stated` is what the caller
 * said of its continuance, `grossUp` what the gross-up stands on beside the parts it is made of.
 */
export interface WorkedStream {
  readonly row: QualifyingRow
  readonly rule: string
  readonly grossUpRule: string
  readonly facts: readonly FactRow[]
  readonly stated: readonly TraceInput[]
  readonly grossUp: readonly TraceInput[]
  readonly grossUpOf: 'monthly_amount' | 'latest_amount' | null
  /** The monthly amount stands on the latest year alone, whatever the year before was. */
  readonly latestOnly: boolean
  readonly excluded: readonly TraceExclusion[]
  readonly ira: Cents
}

/** The rows of every stream that is present in a year or the year before, by name. */
export function qualifyStreams(
  result: TaxpayerResult,
  own: Own,
  year: number,
  policy: Policy,
  known?: KnownFacts,
): WorkedStream[] {
  const entities = entitiesOf(own, year, policy)
  const streams = streamsOf(result, own, officerForms(own, entities), year, policy)
  const hasBoth = (names: readonly StreamName[]): boolean =>
    [year, year - 1].every(each => names.some(name => streams.get(name)?.own.has(each) === true))
  const seasonal = hasBoth(['unemployment']) && hasBoth(['wages', 'officer_compensation'])
  return [...streams]
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, facts]) => {
      const continuance = known?.continuance?.[name]
      const years = streamYears(name, facts, own, entities, year, policy, { continuance, seasonal })
      return rowOf(name, facts, years, policy, continuance, known?.nontaxable_share?.[name])
    })
}

function rowOf(
  name: StreamName,
  facts: StreamFacts,
  { latest, prior, worked }: StreamYears,
  policy: Policy,
  continuance: number | undefined,
  stated: number | undefined,
): WorkedStream {
  const rule = STREAM_RULES[name]
  const monthlyAmount = narrow(divideHalfAway(worked.amount, 24n))
  const grossUp = narrow(grossUpOf(worked, latest.cents, latest.nontaxable, stated, rule, policy))
  const ratioOnly = policy.grossUpUse === 'ratio_only' && grossUp !== 0
  const unknown = stated === undefined && latest.kept.some(({ taxable }) => taxable === null)
  const flags = new Set<Flag>([
    ...rule.flags,
    ...facts.marks,
    ...latest.flags,
    ...prior.flags,
    ...worked.flags,
    ...(name === 'retirement' && unknown ? (['taxable_unknown'] as const) : []),
    ...(ratioOnly ? (['ratio_only'] as const) : []),
  ])
  const inputs = [...latest.kept, ...prior.kept]
  if (inputs.some(fact => fact.flags.includes('third_party_sick_pay'))) flags.add('third_party_sick_pay')
  const row: QualifyingRow = {
    category: name,
    latestAmount: latest.cents,
    priorAmount: prior.cents,
    change: changeOf(latest.cents, prior.cents),
    trend: trendOf(latest.cents, prior.cents, policy.stableBand),
    months: worked.months,
    monthlyAmount,
    grossUp,
    qualifyingMonthly: ratioOnly ? monthlyAmount : addCents(monthlyAmount, grossUp),
    supportableIfStabilized:
      worked.supportable === null ? null : narrow(divideHalfAway(worked.supportable, 24n)),
    flags: [...flags].sort(compareText),
    citations: citationsOf(policy, name),
  }
  return {
    row,
    rule: worked.rule,
    grossUpRule: grossUpRule(rule, policy, stated),
    facts: inputs,
    stated:
      continuance === undefined || rule.method === 'never'
        ? []
        : [inputOfGiven('known_facts', `continuance.${name}`, null, `${continuance} months`)],
    grossUp: grossUpInputs(name, latest.kept, rule.nontaxable, stated),
    grossUpOf:
      rule.nontaxable === undefined ? null : rule.nontaxable === 'all' ? 'monthly_amount' : 'latest_amount',
    latestOnly: rule.method === 'latest',
    excluded: [...latest.excluded, ...prior.excluded, ...facts.left],
    ira: latest.ira,
  }
}

/** What a gross-up stands on beside the income itself: the share that the caller states, or the taxable boxes. */
function grossUpInputs(
  name: StreamName,
  kept: readonly FactRow[],
  nontaxable: 'all' | 'untaxed' | 'share' | undefined,
  stated: number | undefined,
): TraceInput[] {
  if (nontaxable === undefined || nontaxable === 'all') return []
  if (stated !== undefined) {
    return [inputOfGiven('known_facts', `nontaxable_share.${name}`, null, String(stated))]
  }
  if (nontaxable === 'share') return []
  return kept
    .filter(({ taxable }) => taxable !== undefined)
    .map(({ of }) =>
      inputOf(of.document, 'taxableAmount', cellOf(of.document, 'taxableAmount') as number | null),
    )
}
