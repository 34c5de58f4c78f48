import { sortInPlace } from '../../core/lists.js'
import { addCents, type Cents, subtractCents } from '../../core/money.js'
import { compareText } from '../../core/text.js'
import { ALL, SELF } from '../../figures/recipients.js'
import type { TaxpayerResult } from '../../figures/taxpayer-result.js'
import type { Borrower } from '../borrowers/borrower.js'
import type { TaxpayerFacts } from '../facts/known-facts.js'
import type { Loan } from '../mortgages/loans.js'
import type { UnderwritingPolicy } from '../policies/policy.js'
import { BorrowerForms } from './borrower-forms.js'
import { addContinuanceIndicators, type IraWithdrawals } from './continuance-indicators.js'
import { addDebtIndicators } from './debt-indicators.js'
import { addHistoryIndicators } from './history-indicators.js'
import { addHouseholdIndicators } from './household-indicators.js'
import { addIncomeIndicators } from './income-indicators.js'
import { IndicatorCollector, type IndicatorRow, type IndicatorValue } from './indicator.js'
import { addMortgageIndicators } from './mortgage-indicators.js'

/** The monthly income of all borrowers together, as the policy computes it. */
export interface IncomeTotals {
  readonly qualifyingMonthly: Cents
  /** The gross-up of the streams that qualify: part of `qualifyingMonthly`, unless the policy uses it in ratios only. */
  readonly qualifyingGrossUp: Cents
  /** Null if a stream is not computable. */
  readonly supportableMonthly: Cents | null
  readonly supportableGrossUp: Cents
  /** True if a stream behind the totals is incomplete. */
  readonly isIncomplete: boolean
}

export interface IndicatorInput {
  readonly result: TaxpayerResult
  /** `self` is the first. */
  readonly borrowers: readonly Borrower[]
  readonly asOfYear: number | null
  readonly loans: readonly Loan[]
  readonly totals: IncomeTotals
  /** The IRA withdrawals of the as-of year, for each borrower that has some. */
  readonly iraWithdrawals: readonly IraWithdrawals[]
  readonly policy: UnderwritingPolicy
  readonly facts: TaxpayerFacts | null
}

/** Computes the rows of `indicators` under a policy, ordered by indicator. The rows of borrowers stay in their order. */
export const computeIndicators = (input: IndicatorInput): readonly IndicatorRow[] =>
  collectIndicators(input, false).map(({ row }) => row)

/** Computes the indicators with the rules and inputs that explain them. */
export const traceIndicators = (input: IndicatorInput): readonly IndicatorValue[] => collectIndicators(input, true)

function collectIndicators(input: IndicatorInput, isTraced: boolean): IndicatorValue[] {
  const { result, borrowers, asOfYear, loans, iraWithdrawals, policy } = input
  const collector = new IndicatorCollector(policy, isTraced)
  const isOnlyRecipient = borrowers.length === 1 && !hasOtherRecipients(result)
  for (const borrower of borrowers) {
    const borrowerForms = new BorrowerForms(borrower)
    addHistoryIndicators(collector, borrowerForms, asOfYear)
    if (asOfYear === null) continue
    addIncomeIndicators(collector, borrowerForms, asOfYear, isOnlyRecipient)
    addMortgageIndicators(collector, borrowerForms, asOfYear, loans)
    for (const withdrawals of iraWithdrawals)
      if (withdrawals.borrower === borrower.id)
        addContinuanceIndicators(collector, borrowerForms, asOfYear, withdrawals)
  }
  addTotalIndicators(collector, input)
  return sortInPlace(collector.values, (a, b) => compareText(a.row.indicator, b.row.indicator))
}

function addTotalIndicators(
  collector: IndicatorCollector,
  { result, facts, borrowers, asOfYear, totals, policy }: IndicatorInput,
): void {
  const { qualifyingMonthly, qualifyingGrossUp, supportableMonthly, supportableGrossUp, isIncomplete } = totals
  const isRatioOnly = policy.grossUpUse === 'ratio_only'
  const recipient = borrowers.length > 1 ? ALL : SELF
  const prefix = borrowers.length > 1 ? `${ALL}.` : ''
  const figures = [`${prefix}total.qualifying_monthly`]
  addDebtIndicators(collector, result, facts, {
    recipient,
    monthly: isRatioOnly ? addCents(qualifyingMonthly, qualifyingGrossUp) : qualifyingMonthly,
    isIncomplete,
    figures: isRatioOnly ? [...figures, `${prefix}total.gross_up`] : figures,
  })
  if (asOfYear === null) return
  addHouseholdIndicators(collector, facts, {
    recipient,
    borrowerCount: borrowers.length,
    asOfYear,
    qualifying: qualifyingMonthly,
    qualifyingWithoutGrossUp: isRatioOnly ? qualifyingMonthly : subtractCents(qualifyingMonthly, qualifyingGrossUp),
    supportableWithoutGrossUp:
      supportableMonthly === null || isRatioOnly
        ? supportableMonthly
        : subtractCents(supportableMonthly, supportableGrossUp),
    isIncomplete,
    figures,
  })
}

/** True if a counted document belongs to another person than the taxpayer. */
const hasOtherRecipients = ({ resolution }: TaxpayerResult): boolean =>
  resolution.documents.some(({ status, isOtherRecipient }) => isOtherRecipient && status === 'counted')
