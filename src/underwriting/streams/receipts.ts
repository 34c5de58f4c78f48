// Income of which the documents show only gross receipts: self-employment, rents and royalties. The lender states the cash
// flow from the schedules of the tax return.

import { type Cents, multiplyCents } from '../../core/money.js'
import type { FactRow } from '../../figures/facts.js'
import { raiseCondition } from '../conditions/condition.js'
import type { CentsByYear } from '../facts/taxpayer-facts.js'
import { addFlag } from '../flags.js'
import { addHistoryAndTrend, type EvaluationDraft, finishEvaluation, startItemDraft } from './evaluation.js'
import { applyFormula, countYearsInRow, findTrend, MILLION, toMicros } from './formulas.js'
import {
  type EvaluatedStream,
  type InputSelection,
  isFarmBox,
  listRecentDocuments,
  type StreamContext,
  type StreamGroup,
  type StreamItem,
  toStreamItem,
} from './stream.js'
import { listUnreadableConditions } from './unreadable.js'

/** The categories of gross receipts. */
export type ReceiptCategory = 'self_employment' | 'rental' | 'royalties'

/** One stream of gross receipts, with the cash flow that the lender states. */
export class ReceiptGroup implements StreamGroup {
  readonly documents: StreamGroup['documents']
  readonly hasStatedAmounts: boolean
  readonly #items: readonly StreamItem[]
  readonly #cashFlow: CentsByYear | null
  readonly #statedMonthly: Cents | null

  constructor(
    private readonly context: StreamContext,
    private readonly category: ReceiptCategory,
    facts: readonly FactRow[],
  ) {
    const { facts: borrowerFacts } = context
    this.#items = facts.map(fact => toStreamItem(fact))
    this.#cashFlow =
      category === 'self_employment'
        ? (borrowerFacts?.selfEmploymentCashFlow ?? null)
        : category === 'rental'
          ? (borrowerFacts?.rentalCashFlow ?? null)
          : null
    this.#statedMonthly = category === 'royalties' ? (borrowerFacts?.royalties?.monthly ?? null) : null
    this.hasStatedAmounts = this.#cashFlow !== null || this.#statedMonthly !== null
    this.documents = listRecentDocuments(this.#items, context.year)
  }

  evaluate(selection: InputSelection): readonly EvaluatedStream[] {
    const { category, context } = this
    const { policy, year } = context
    const items = this.#items
    const { draft } = startItemDraft(items, context, selection)
    const cashFlow = selection.usesStatedAmounts && this.#cashFlow?.has(year) === true ? this.#cashFlow : null
    const isStated = cashFlow !== null || (selection.usesStatedAmounts && this.#statedMonthly !== null)
    if (!isStated) draft.conditions.push(...listUnreadableConditions(context, category, selection))
    if (cashFlow !== null) this.#computeCashFlow(draft, cashFlow)
    else if (category === 'royalties') this.#computeRoyalties(draft, selection)
    else if (category === 'self_employment' && policy.selfEmployedExpenses !== null) {
      this.#computeWithExpenses(draft, policy.selfEmployedExpenses)
    } else if (draft.latest !== null) {
      draft.isComputable = false
      this.#askForSchedules(draft, selection)
    } else addHistoryAndTrend(draft, context, category, false)
    return [{ key: '', category, name: null, items, evaluation: finishEvaluation(draft, policy) }]
  }

  /** The policy's formula on the stated cash flow. The amounts of the row stay gross receipts. */
  #computeCashFlow(draft: EvaluationDraft, cashFlow: CentsByYear): void {
    const { category, context } = this
    const { policy, year } = context
    const { latest, prior } = draft
    const latestCash = cashFlow.get(year) as Cents
    const priorCash = cashFlow.get(year - 1) ?? null
    draft.trend = findTrend(latestCash, priorCash, policy.stableBand)
    draft.monthly = applyFormula(latestCash, priorCash, draft.trend, policy.averaging)
    draft.historyYears = Math.max(countYearsInRow(cashFlow, year), draft.historyYears)
    draft.latest = latestCash
    draft.prior = priorCash
    addHistoryAndTrend(draft, context, category, category === 'self_employment')
    draft.latest = latest
    draft.prior = prior
  }

  #computeWithExpenses(draft: EvaluationDraft, expenses: number): void {
    const { category, context } = this
    const monthly = applyFormula(draft.latest, draft.prior, draft.trend, context.policy.averaging)
    addHistoryAndTrend(draft, context, category, true)
    if (monthly === null) return
    addFlag(draft.flags, 'expenses_assumed')
    draft.monthly = { ...monthly, amount: multiplyCents(monthly.amount, MILLION - toMicros(expenses)), scale: MILLION }
  }

  #computeRoyalties(draft: EvaluationDraft, selection: InputSelection): void {
    const { category, context } = this
    const { facts, policy } = context
    const royalties = facts?.royalties ?? null
    const statedMonthly = selection.usesStatedAmounts ? this.#statedMonthly : null
    if (statedMonthly === null) draft.monthly = applyFormula(draft.latest, draft.prior, draft.trend, policy.averaging)
    else draft.fixedAmount = statedMonthly
    addHistoryAndTrend(draft, context, category, false)
    if (draft.latest === null && statedMonthly === null) return
    const months = royalties?.continuesMonths ?? null
    const isLongEnough = months !== null && months >= policy.continuanceMonths
    draft.conditions.push(raiseCondition('royalty_contract', { isMet: statedMonthly !== null || isLongEnough }))
    if (months !== null && !isLongEnough) draft.conditions.push(raiseCondition('continuance'))
  }

  #askForSchedules(draft: EvaluationDraft, { includes }: InputSelection): void {
    if (this.category === 'rental') {
      draft.conditions.push(raiseCondition('schedule_e'))
      return
    }
    const { year } = this.context
    const latestItems = this.#items.filter(item => item.year >= year - 1 && includes(item.document))
    const isFarm = (item: StreamItem): boolean => isFarmBox(item.document.document, item.field)
    if (latestItems.some(item => !isFarm(item))) draft.conditions.push(raiseCondition('schedule_c'))
    if (latestItems.some(isFarm)) draft.conditions.push(raiseCondition('schedule_f'))
  }
}
