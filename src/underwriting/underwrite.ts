// The folder `underwriting` computes the income streams, conditions, totals and indicators of a taxpayer under a policy.
// `tables` comes next.

import { checkResult, type Finding } from '../checks/run-checks.js'
import { groupBy, NO_ITEMS } from '../core/lists.js'
import { addCents, type Cents, sumCents } from '../core/money.js'
import { ALL } from '../figures/recipients.js'
import type { TaxpayerResult } from '../figures/taxpayer-result.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'
import { type AsOfYear, chooseAsOfYear } from './borrowers/as-of-year.js'
import { type Borrower, createBorrowers } from './borrowers/borrower.js'
import { Evidence } from './borrowers/evidence.js'
import type { AppliedCondition } from './conditions/apply-conditions.js'
import { listBorrowerConditions } from './conditions/borrower-conditions.js'
import { ConditionRow } from './conditions/condition-rows.js'
import type { TaxpayerFacts } from './facts/taxpayer-facts.js'
import type { BorrowerStreams, IncomeStream } from './income-stream.js'
import { computeIndicators, type IncomeTotals, type IndicatorInput } from './indicators/compute-indicators.js'
import { listDebtConditions } from './indicators/debt-conditions.js'
import type { IndicatorRow } from './indicators/indicator.js'
import { type BorrowerCondition, joinLoans, type Loan } from './mortgages/loans.js'
import type { UnderwritingPolicy } from './policies/policy.js'
import { underwriteBorrower } from './underwrite-borrower.js'

/** The totals of a borrower, or of `all` borrowers. Units: cents per month. */
export interface IncomeTotal {
  readonly borrower: string
  readonly qualifyingMonthly: Cents
  /** Streams that cannot be computed are not in it. */
  readonly supportableMonthly: Cents
  readonly verifiedMonthly: Cents
  readonly grossUp: Cents
  readonly openBlocking: number
  readonly openReview: number
}

/** A taxpayer under a policy. */
export interface PolicyResult {
  readonly policy: UnderwritingPolicy
  readonly asOf: AsOfYear
  /** By borrower, `self` first, in the order of jobs and categories. */
  readonly streams: readonly IncomeStream[]
  readonly conditions: readonly ConditionRow[]
  /** Yields the rows of `conditions` one by one. Use it for output: the complete list can need as much memory as the streams. */
  readonly iterateConditions: () => Iterable<ConditionRow>
  /** One per borrower, and one for `all` if there are several. */
  readonly totals: readonly IncomeTotal[]
  readonly loans: readonly Loan[]
  readonly indicators: readonly IndicatorRow[]
  /** What the indicators were computed from, for traces. */
  readonly indicatorInput: IndicatorInput
  /** The objects of known facts that matched something. */
  readonly usedFacts: ReadonlySet<object>
}

/** What all policies of a taxpayer share. */
interface SharedInput {
  readonly borrowers: readonly Borrower[]
  readonly evidence: Evidence
  readonly loans: readonly Loan[]
  readonly loanConditions: readonly BorrowerCondition[]
  readonly documentsWithErrors: ReadonlySet<ResolvedDocument>
}

function createSharedInput(
  result: TaxpayerResult,
  facts: TaxpayerFacts | null,
  findings: readonly Finding[],
): SharedInput {
  const { list } = createBorrowers(result, facts)
  const { loans, conditions } = joinLoans(list)
  const documentsWithErrors = new Set<ResolvedDocument>()
  for (const { severity, document } of findings)
    if (severity === 'error' && document !== null) documentsWithErrors.add(document)
  return { borrowers: list, evidence: new Evidence(result), loans, loanConditions: conditions, documentsWithErrors }
}

/**
 * Underwrites a taxpayer under several policies.
 *
 * @param statedYear The year that the caller chose. Null: the latest complete year with income.
 * @param findings The findings of `checkResult(result)`. Pass them if you have them, so that the checks do not run twice.
 */
export function underwriteTaxpayer(
  result: TaxpayerResult,
  policies: readonly UnderwritingPolicy[],
  facts: TaxpayerFacts | null,
  statedYear: number | null,
  findings: readonly Finding[] = checkResult(result),
): PolicyResult[] {
  const sharedInput = createSharedInput(result, facts, findings)
  return policies.map(policy => underwritePolicy(result, policy, facts, statedYear, sharedInput))
}

function underwritePolicy(
  result: TaxpayerResult,
  policy: UnderwritingPolicy,
  facts: TaxpayerFacts | null,
  statedYear: number | null,
  { borrowers, evidence, loans, loanConditions, documentsWithErrors }: SharedInput,
): PolicyResult {
  const asOf = chooseAsOfYear(borrowers, statedYear, policy)
  const usedFacts = new Set<object>()
  const markUsed = (fact: object): void => {
    usedFacts.add(fact)
  }
  // Without income, there is no as-of year. No document is of year 0, so only stated income gives a stream.
  const year = asOf.year ?? 0
  const isYearComplete = asOf.isComplete || asOf.year === null
  const underwritten = borrowers.map(borrower =>
    underwriteBorrower({ borrower, evidence, policy, facts, year, isYearComplete, documentsWithErrors, markUsed }),
  )
  const borrowerConditions: BorrowerCondition[] = [
    ...loanConditions.filter(({ taxYear }) => taxYear === null || taxYear === asOf.year),
    ...listDebtConditions(result, facts, policy.name),
    ...listBorrowerConditions(underwritten, result, facts, asOf),
  ]
  const conditionsByBorrower = groupBy(borrowerConditions, condition => condition.borrower)
  const appliedConditions = underwritten.map(({ borrower, applier }) =>
    applier.apply(conditionsByBorrower.get(borrower.id) ?? NO_ITEMS, null),
  )
  const iterateConditions = () => iterateConditionRows(underwritten, appliedConditions, policy)
  let conditions: readonly ConditionRow[] | null = null
  const totals = computeTotals(underwritten, appliedConditions)
  const household = totals.at(-1) as IncomeTotal
  const indicatorInput: IndicatorInput = {
    result,
    borrowers,
    asOfYear: asOf.year,
    loans,
    totals: toIndicatorTotals(household, underwritten),
    iraWithdrawals: underwritten.flatMap(({ iraWithdrawals }) => iraWithdrawals ?? []),
    policy,
    facts,
  }
  return {
    policy,
    asOf,
    streams:
      underwritten.length === 1
        ? (underwritten[0] as BorrowerStreams).streams
        : underwritten.flatMap(({ streams }) => streams),
    get conditions() {
      conditions ??= [...iterateConditions()]
      return conditions
    },
    iterateConditions,
    totals,
    loans,
    indicators: computeIndicators(indicatorInput),
    indicatorInput,
    usedFacts,
  }
}

/** Makes the rows of conditions, by borrower: those of the streams, then those of the borrower. */
function* iterateConditionRows(
  underwritten: readonly BorrowerStreams[],
  appliedConditions: readonly (readonly AppliedCondition[])[],
  policy: UnderwritingPolicy,
): Iterable<ConditionRow> {
  for (const [i, { borrower, streams }] of underwritten.entries()) {
    for (const stream of streams)
      for (const condition of stream.conditions) yield new ConditionRow(borrower.id, stream, condition, policy)
    for (const condition of appliedConditions[i] as readonly AppliedCondition[])
      yield new ConditionRow(borrower.id, null, condition, policy)
  }
}

function computeTotals(
  underwritten: readonly BorrowerStreams[],
  appliedConditions: readonly (readonly AppliedCondition[])[],
): IncomeTotal[] {
  const totals = underwritten.map(({ borrower, streams }, i): IncomeTotal => {
    let openBlocking = 0
    let openReview = 0
    const countOpen = (conditions: readonly AppliedCondition[]): void => {
      for (const { isMet, severity } of conditions) {
        if (isMet) continue
        if (severity === 'blocking') openBlocking++
        else if (severity === 'review') openReview++
      }
    }
    for (const { conditions } of streams) countOpen(conditions)
    countOpen(appliedConditions[i] as readonly AppliedCondition[])
    return {
      borrower: borrower.id,
      qualifyingMonthly: sumCents(streams.map(({ qualifyingMonthly }) => qualifyingMonthly)),
      supportableMonthly: sumCents(streams.map(({ supportableMonthly }) => supportableMonthly ?? 0)),
      verifiedMonthly: sumCents(streams.map(({ verifiedMonthly }) => verifiedMonthly)),
      grossUp: sumCents(streams.map(({ grossUp }) => grossUp)),
      openBlocking,
      openReview,
    }
  })
  if (totals.length > 1) totals.push(sumTotals(totals))
  return totals
}

const sumTotals = (totals: readonly IncomeTotal[]): IncomeTotal => ({
  borrower: ALL,
  qualifyingMonthly: sumCents(totals.map(({ qualifyingMonthly }) => qualifyingMonthly)),
  supportableMonthly: sumCents(totals.map(({ supportableMonthly }) => supportableMonthly)),
  verifiedMonthly: sumCents(totals.map(({ verifiedMonthly }) => verifiedMonthly)),
  grossUp: sumCents(totals.map(({ grossUp }) => grossUp)),
  openBlocking: totals.reduce((sum, { openBlocking }) => sum + openBlocking, 0),
  openReview: totals.reduce((sum, { openReview }) => sum + openReview, 0),
})

function toIndicatorTotals(household: IncomeTotal, underwritten: readonly BorrowerStreams[]): IncomeTotals {
  let qualifyingGrossUp: Cents = 0
  let supportableGrossUp: Cents = 0
  let isIncomplete = false
  for (const { streams } of underwritten)
    for (const { grossUp, qualifyingMonthly, supportableMonthly, conditions } of streams) {
      if (qualifyingMonthly !== 0) qualifyingGrossUp = addCents(qualifyingGrossUp, grossUp)
      if (supportableMonthly !== null && supportableMonthly !== 0)
        supportableGrossUp = addCents(supportableGrossUp, grossUp)
      isIncomplete ||= conditions.some(
        ({ raised }) => raised.code === 'unreadable_box' || raised.code === 'rejected_record',
      )
    }
  const isKnown = underwritten.every(({ streams }) =>
    streams.every(({ supportableMonthly }) => supportableMonthly !== null),
  )
  return {
    qualifyingMonthly: household.qualifyingMonthly,
    qualifyingGrossUp,
    supportableMonthly: isKnown ? household.supportableMonthly : null,
    supportableGrossUp,
    isIncomplete,
  }
}
