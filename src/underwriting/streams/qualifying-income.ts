// The folder `underwriting/streams` averages the income of each stream, such as wages or a business, over the years
// that the policy names. It takes facts and gives monthly amounts.

import { addCents, type Cents, type Millionths, sumCents } from '../../core/money.js'
import type { FactRow } from '../../figures/facts.js'
import type { BorrowerView } from '../borrowers/borrower-view.js'
import { isLostIn } from '../borrowers/completeness.js'
import { addFlags, type Flag, sortFlags } from '../flag.js'
import type { StreamName } from '../policies/setting.js'
import type { KnownFacts, Policy } from '../policies/settings.js'
import { addKnown, changeOf, divideShare, type Trend, trendOf, within, yearsOf } from './averaging.js'
import { entitiesOf, officerForms } from './entities.js'
import { firstYearOf, rulesOf, type StreamRule } from './stream-rules.js'
import { type StreamYears, streamYears } from './stream-years.js'
import { type StreamFacts, streamsOf } from './streams.js'
import { grossUpOf, type Work } from './work-stream.js'

/**
 * A row of a stream, or a total. Units: cents, and millionths for the change. Missing: an amount is null where its year
 * has none, `trend` where neither year has one and on a total, `supportableIfStabilized` where nothing was held back.
 */
export interface QualifyingRow {
  readonly category: StreamName | 'total'
  readonly latestAmount: Cents | null
  readonly priorAmount: Cents | null
  readonly change: Millionths | null
  readonly trend: Trend | null
  readonly months: 0 | 12 | 24
  readonly monthlyAmount: Cents
  readonly grossUp: Cents
  readonly qualifyingMonthly: Cents
  readonly supportableIfStabilized: Cents | null
  readonly flags: readonly Flag[]
  readonly citations: string
  /** `self`, the last four of a person whom the caller named, or `all` of several. */
  readonly borrower: string
  /** How much of the year, and of the year before, documents that an authority holds confirm. */
  readonly verifiedLatest: Cents | null
  readonly verifiedPrior: Cents | null
  /** The monthly amount of what is confirmed alone, at most the row's. */
  readonly verifiedMonthly: Cents
  /** Which of the two years could not be read. */
  readonly unread: readonly number[]
}

/** A row with what it was worked out from, and what the caller stated of its stream. */
export interface StreamIncome {
  readonly row: QualifyingRow
  readonly work: Work
  readonly facts: StreamFacts
  readonly years: StreamYears
  /** The share that is stated not to be taxed. */
  readonly nontaxable: number | undefined
}

/** A borrower's rows, with what they were worked out from, and their total. */
export interface BorrowerIncome {
  readonly view: BorrowerView
  readonly streams: readonly StreamIncome[]
  readonly total: QualifyingRow
}

const WAGES: readonly StreamName[] = ['wages', 'officer_compensation']

/** Whether both years have unemployment, and wages too; `doubtful` where wages that could not be read may say so. */
function patternOf(
  streams: readonly StreamFacts[],
  borrower: BorrowerView,
  year: number,
): { seasonal: boolean; doubtful: boolean } {
  const years = [year, year - 1]
  const yearsOfStreams = (...names: readonly StreamName[]): number[] =>
    yearsOf(streams.flatMap(({ name, own }) => (names.includes(name) ? own : [])))
  const yearsOfUnemployment = yearsOfStreams('unemployment')
  if (!years.every(each => yearsOfUnemployment.includes(each))) return { seasonal: false, doubtful: false }
  const yearsOfWages = yearsOfStreams(...WAGES)
  const unpaidYears = years.filter(each => !yearsOfWages.includes(each))
  const losses = streams.flatMap(stream => (WAGES.includes(stream.name) ? stream.losses : []))
  const seasonal = unpaidYears.length === 0
  return { seasonal, doubtful: !seasonal && unpaidYears.every(each => isLostIn(each, losses, borrower)) }
}

/** The rows of every stream that is present in a year or the year before, by name. `flags` stand on every row. */
export function qualifyStreams(
  borrower: BorrowerView,
  year: number,
  flags: readonly Flag[],
  policy: Policy,
  known?: KnownFacts,
): StreamIncome[] {
  const rules = rulesOf(policy)
  const entities = entitiesOf(borrower, year, policy)
  const streams = streamsOf(borrower, officerForms(borrower, entities), year, policy, rules)
  const { seasonal, doubtful } = patternOf(streams, borrower, year)
  const incomes: StreamIncome[] = []
  for (const facts of streams) {
    const rule = rules.get(facts.name) as StreamRule
    const continuance = known?.continuance?.[facts.name]
    const nontaxable = known?.nontaxableShare?.[facts.name]
    const work: Work = { borrower, year, policy, rule, entities, continuance, seasonal }
    const years = streamYears(facts, work)
    const isPatternDoubtful = doubtful && rule.unstated === 'not_seasonal_pattern' && continuance === undefined
    // A record may have been refused in a year of history that only this rule needs.
    const isHistoryRefused =
      rule.minHistory > 2 &&
      borrower.result.completeness.hasUnusableInputIn(each => each <= year && each >= firstYearOf(year, rule))
    const more: readonly Flag[] = isPatternDoubtful || isHistoryRefused ? [...flags, 'incomplete'] : flags
    const row = rowOf(facts, years, work, more, nontaxable)
    incomes.push({ row, work, facts, years, nontaxable })
  }
  return incomes
}

function rowOf(
  { name, marks }: StreamFacts,
  years: StreamYears,
  { borrower, year, policy, rule }: Work,
  more: readonly Flag[],
  stated: number | undefined,
): QualifyingRow {
  const { latest, prior, worked, unread, confirmedLatest, confirmedPrior, confirmed } = years
  const monthlyAmount = divideShare(worked.amount, rule.kept)
  const grossUp = grossUpOf(worked, latest.cents, latest.nontaxable, stated, rule, policy)
  const ratioOnly = policy.grossUpUse === 'ratio_only' && grossUp !== 0
  const flags: Flag[] = []
  for (const list of [rule.flags, marks, latest.flags, prior.flags, years.flags, worked.flags, more])
    addFlags(flags, list)
  if (rule.nontaxable === 'untaxed' && stated === undefined) addTaxableFlags(flags, latest.kept)
  if (ratioOnly) flags.push('ratio_only')
  const isOfEither = (is: (fact: FactRow) => boolean): boolean => latest.kept.some(is) || prior.kept.some(is)
  if (rule.shares && isOfEither(isShare)) addFlags(flags, ['access_to_income_not_shown'])
  if (isOfEither(({ resolvedDocument }) => borrower.documentsWithErrors.has(resolvedDocument)))
    flags.push('check_failed')
  if (rule.per === 'job' && isOfEither(isSickPay)) flags.push('third_party_sick_pay')
  if (hasFallen(latest.cents, prior.cents) && prior.kept.some(fact => mayGoUnreported(fact, year)))
    flags.push('reporting_threshold_rose')
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
    supportableIfStabilized: worked.supportable === null ? null : divideShare(worked.supportable, rule.kept),
    flags: sortFlags(flags),
    citations: rule.citations,
    borrower: borrower.borrower,
    verifiedLatest: confirmedLatest,
    verifiedPrior: confirmedPrior,
    verifiedMonthly: within(divideShare(confirmed, rule.kept), monthlyAmount),
    unread,
  }
}

const hasFallen = (latest: Cents | null, prior: Cents | null): boolean =>
  prior !== null && (latest === null || latest < prior)

function addTaxableFlags(flags: Flag[], kept: readonly FactRow[]): void {
  for (const fact of kept) {
    if (fact.taxable !== null) continue
    addFlags(flags, isTaxableUnreadable(fact) ? ['taxable_unknown', 'incomplete'] : ['taxable_unknown'])
  }
}

const isTaxableUnreadable = ({ resolvedDocument: { document } }: FactRow): boolean => {
  const box = document.compiledForm.uses.distribution?.taxable
  return box !== undefined && document.unreadableFields.includes(box)
}
/** True for an amount that its payer need not report any more in a year. */
function mayGoUnreported({ resolvedDocument, meaning, cents }: FactRow, year: number): boolean {
  const from = resolvedDocument.document.compiledForm.form.reportedFrom
  return from?.year === year && cents < from.below && from.boxes.includes(meaning.field)
}
const isShare = ({ resolvedDocument }: FactRow): boolean =>
  resolvedDocument.document.compiledForm.form.isAllocated === true
const isSickPay = ({ flags }: FactRow): boolean => flags.length > 0 && flags.includes('third_party_sick_pay')

const FROM_ROWS: readonly Flag[] = ['check_failed', 'incomplete', 'ratio_only']

/** The sum of rows, of a borrower or of totals. Missing: a column in which no row has an amount is null. */
export function totalOf(
  rows: readonly QualifyingRow[],
  borrower: string,
  more: readonly Flag[],
  citations: string,
): QualifyingRow {
  type Read<T> = (row: QualifyingRow) => T
  const sumKnown = (read: Read<Cents | null>): Cents | null =>
    rows.reduce<Cents | null>((sum, row) => addKnown(sum, read(row)), null)
  const sum = (read: Read<Cents>): Cents => sumCents(rows.map(read))
  const flags = FROM_ROWS.filter(flag => rows.some(row => row.flags.includes(flag)))
  addFlags(flags, more)
  return {
    category: 'total',
    latestAmount: sumKnown(row => row.latestAmount),
    priorAmount: sumKnown(row => row.priorAmount),
    change: null,
    trend: null,
    months: 0,
    monthlyAmount: sum(row => row.monthlyAmount),
    grossUp: sum(row => row.grossUp),
    qualifyingMonthly: sum(row => row.qualifyingMonthly),
    supportableIfStabilized: sumKnown(row => row.supportableIfStabilized),
    flags: sortFlags(flags),
    citations,
    borrower,
    verifiedLatest: sumKnown(row => row.verifiedLatest),
    verifiedPrior: sumKnown(row => row.verifiedPrior),
    verifiedMonthly: sum(row => row.verifiedMonthly),
    unread: rows.flatMap(row => row.unread),
  }
}
