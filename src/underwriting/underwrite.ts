// The folder `underwriting` computes the income streams, conditions, totals and indicators of a taxpayer under a policy.
// `tables` comes next.

import { checkResult, type Finding } from '../checks/run-checks.js'
import { groupBy, NO_ITEMS } from '../core/lists.js'
import { addCents, type Cents, sumCents } from '../core/money.js'
import { ALL } from '../figures/recipients.js'
import type { TaxpayerResult } from '../figures/taxpayer-result.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'
import { type AsOfYear, chooseAsOfYear } from './borrowers/as-of-year.js'
import { createBorrowers } from './borrowers/borrower.js'
import { Evidence } from './borrowers/evidence.js'
import type { AppliedCondition } from './conditions/apply-conditions.js'
import { listBorrowerConditions } from './conditions/borrower-conditions.js'
import { hidesAmount } from './conditions/condition.js'
import { ConditionRow } from './conditions/condition-rows.js'
import type { TaxpayerFacts } from './facts/known-facts.js'
import { UsedFacts } from './facts/used-facts.js'
import type { BorrowerStreams, IncomeStream } from './income-stream.js'
import { computeIndicators, type IncomeTotals, type IndicatorInput } from './indicators/compute-indicators.js'
import { listDebtConditions } from './indicators/debt-conditions.js'
import type { IndicatorRow } from './indicators/indicator.js'
import { type BorrowerCondition, joinLoans, type Loan, listLaterLoanConditions } from './mortgages/loans.js'
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
  /** Lists the conditions: those of each stream, then those of the borrower. The list is made once. */
  readonly listConditions: () => readonly ConditionRow[]
  /** Yields the same rows one by one. Use it for output: the complete list can need as much memory as the streams. */
  readonly iterateConditions: () => Iterable<ConditionRow>
  /** One per borrower, and one for `all` if there are several. */
  readonly totals: readonly IncomeTotal[]
  readonly loans: readonly Loan[]
  readonly indicators: readonly IndicatorRow[]
  /** What the indicators were computed from, for traces. */
  readonly indicatorInput: IndicatorInput
  readonly usedFacts: UsedFacts
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
  const { list: borrowers } = createBorrowers(result, facts)
  const evidence = new Evidence(result)
  const { loans, conditions: loanConditions } = joinLoans(borrowers)
  const documentsWithErrors = new Set<ResolvedDocument>()
  for (const { severity, document } of findings)
    if (severity === 'error' && document !== null) documentsWithErrors.add(document)
  return policies.map((policy): PolicyResult => {
    const asOf = chooseAsOfYear(borrowers, statedYear, policy)
    const usedFacts = new UsedFacts()
    const year = asOf.year ?? 0
    const isYearComplete = asOf.isComplete || asOf.year === null
    const underwritten = borrowers.map(borrower =>
      underwriteBorrower({ borrower, evidence, policy, facts, year, isYearComplete, documentsWithErrors, usedFacts }),
    )
    const borrowerConditions: BorrowerCondition[] = [
      ...loanConditions.filter(({ taxYear }) => taxYear === asOf.year),
      ...(asOf.year === null ? NO_ITEMS : listLaterLoanConditions(loans, asOf.year)),
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
    const indicatorInput: IndicatorInput = {
      result,
      borrowers,
      asOfYear: asOf.year,
      loans,
      totals: toIndicatorTotals(totals.at(-1) as IncomeTotal, underwritten),
      iraWithdrawals: underwritten.flatMap(({ iraWithdrawals }) => iraWithdrawals ?? []),
      policy,
      facts,
    }
    const [first, ...others] = underwritten.map(({ streams }) => streams)
    return {
      policy,
      asOf,
      streams: others.length === 0 ? (first as readonly IncomeStream[]) : [first ?? NO_ITEMS, ...others].flat(),
      // Not a getter of the literal: V8 would keep its closure, and with it the taxpayer, until a full garbage collection.
      listConditions: () => {
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
  })
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

type IncomeAmounts = Pick<IncomeStream, 'qualifyingMonthly' | 'supportableMonthly' | 'verifiedMonthly' | 'grossUp'>

const sumAmounts = (rows: readonly IncomeAmounts[]) => ({
  qualifyingMonthly: sumCents(rows.map(({ qualifyingMonthly }) => qualifyingMonthly)),
  supportableMonthly: sumCents(rows.map(({ supportableMonthly }) => supportableMonthly ?? 0)),
  verifiedMonthly: sumCents(rows.map(({ verifiedMonthly }) => verifiedMonthly)),
  grossUp: sumCents(rows.map(({ grossUp }) => grossUp)),
})

function computeTotals(
  underwritten: readonly BorrowerStreams[],
  appliedConditions: readonly (readonly AppliedCondition[])[],
): IncomeTotal[] {
  const totals = underwritten.map(({ borrower, streams }, i): IncomeTotal => {
    const openCounts = { blocking: 0, review: 0, standard: 0 }
    const countOpen = (conditions: readonly AppliedCondition[]): void => {
      for (const { isMet, severity } of conditions) if (!isMet) openCounts[severity]++
    }
    for (const { conditions } of streams) countOpen(conditions)
    countOpen(appliedConditions[i] as readonly AppliedCondition[])
    const { blocking, review } = openCounts
    return { borrower: borrower.id, ...sumAmounts(streams), openBlocking: blocking, openReview: review }
  })
  if (totals.length > 1)
    totals.push({
      borrower: ALL,
      ...sumAmounts(totals),
      openBlocking: totals.reduce((sum, { openBlocking }) => sum + openBlocking, 0),
      openReview: totals.reduce((sum, { openReview }) => sum + openReview, 0),
    })
  return totals
}

function toIndicatorTotals(household: IncomeTotal, underwritten: readonly BorrowerStreams[]): IncomeTotals {
  let qualifyingGrossUp: Cents = 0
  let supportableGrossUp: Cents = 0
  let isKnown = true
  let isIncomplete = false
  for (const { streams } of underwritten)
    for (const { grossUp, qualifyingMonthly, supportableMonthly, conditions } of streams) {
      if (qualifyingMonthly !== 0) qualifyingGrossUp = addCents(qualifyingGrossUp, grossUp)
      if (supportableMonthly === null) isKnown = false
      else if (supportableMonthly !== 0) supportableGrossUp = addCents(supportableGrossUp, grossUp)
      isIncomplete ||= conditions.some(({ raised: { code } }) => hidesAmount(code))
    }
  return {
    qualifyingMonthly: household.qualifyingMonthly,
    qualifyingGrossUp,
    supportableMonthly: isKnown ? household.supportableMonthly : null,
    supportableGrossUp,
    isIncomplete,
  }
}
