// Income of which the documents show only gross receipts: self-employment, rents and royalties. The lender states the cash
// flow from the schedules of the tax return.

import { type Cents, multiplyCents } from '../../core/money.js'
import type { FactRow } from '../../figures/facts.js'
import type { BorrowerFacts, CentsByYear } from '../facts/known-facts.js'
import { addFlag } from '../flags.js'
import type { StreamCategory } from '../policies/policy.js'
import { addHistoryAndTrend, type EvaluationDraft, formStream, raise } from './evaluation.js'
import { applyFormula, countYearsInRow, findTrend, MILLION, toMicros } from './formulas.js'
import { isFarmItem, type StreamContext, type StreamGroup, type StreamItem, toStreamItem } from './stream.js'
import { listUnreadableConditions } from './unreadable.js'

export type ReceiptCategory = 'self_employment' | 'rental' | 'royalties'

/** What the lender states of a category of gross receipts: its cash flow by year, or its monthly amount. */
export const findStatedReceipts = (
  category: StreamCategory,
  facts: BorrowerFacts | null,
): { readonly cashFlow: CentsByYear | null; readonly monthly: Cents | null } => ({
  cashFlow:
    (category === 'self_employment'
      ? facts?.selfEmployment?.cashFlow
      : category === 'rental'
        ? facts?.rental?.cashFlow
        : null) ?? null,
  monthly: category === 'royalties' ? (facts?.royalties?.monthly ?? null) : null,
})

/** Forms a stream of gross receipts. Null if there are neither documents nor stated amounts. */
export function formReceiptStream(
  context: StreamContext,
  category: ReceiptCategory,
  facts: readonly FactRow[] | undefined,
): StreamGroup | null {
  const { policy, year } = context
  const statedReceipts = findStatedReceipts(category, context.facts)
  const hasStatedAmounts = statedReceipts.cashFlow !== null || statedReceipts.monthly !== null
  if (facts === undefined && !hasStatedAmounts) return null
  return formStream(context, {
    category,
    items: (facts ?? []).map(fact => toStreamItem(fact)),
    hasStatedAmounts,
    compute: ({ draft, items, selection }) => {
      const { cashFlow, monthly } = selection.usesStatedAmounts ? statedReceipts : { cashFlow: null, monthly: null }
      const usesCashFlow = cashFlow?.has(year) === true
      if (!usesCashFlow && monthly === null)
        draft.conditions.push(...listUnreadableConditions(context, category, selection))
      if (usesCashFlow) {
        context.usedFacts.add(cashFlow)
        computeCashFlow(draft, category, cashFlow, context)
      } else if (category === 'royalties') computeRoyalties(draft, monthly, context)
      else if (category === 'self_employment' && policy.selfEmployedExpenses !== null)
        computeWithExpenses(draft, policy.selfEmployedExpenses, context)
      else if (draft.latest !== null) {
        draft.isComputable = false
        askForSchedules(
          draft,
          category,
          items.filter(item => item.year >= year - 1),
        )
      } else addHistoryAndTrend(draft, context, category)
    },
  })
}

/** Applies the policy's formula to the stated cash flow. `latest` and `prior` of the draft stay gross receipts. */
function computeCashFlow(
  draft: EvaluationDraft,
  category: ReceiptCategory,
  cashFlow: CentsByYear,
  context: StreamContext,
): void {
  const { policy, year } = context
  const { latest, prior } = draft
  draft.latest = cashFlow.get(year) as Cents
  draft.prior = cashFlow.get(year - 1) ?? null
  draft.trend = findTrend(draft.latest, draft.prior, policy.stableBand)
  draft.monthly = applyFormula(draft.latest, draft.prior, draft.trend, policy.averaging)
  draft.historyYears = Math.max(countYearsInRow(cashFlow, year), draft.historyYears)
  addHistoryAndTrend(draft, context, category)
  draft.latest = latest
  draft.prior = prior
}

function computeWithExpenses(draft: EvaluationDraft, expenses: number, context: StreamContext): void {
  const monthly = applyFormula(draft.latest, draft.prior, draft.trend, context.policy.averaging)
  addHistoryAndTrend(draft, context, 'self_employment')
  if (monthly === null) return
  addFlag(draft.flags, 'expenses_assumed')
  draft.monthly = { ...monthly, amount: multiplyCents(monthly.amount, MILLION - toMicros(expenses)), scale: MILLION }
}

function computeRoyalties(draft: EvaluationDraft, statedMonthly: Cents | null, context: StreamContext): void {
  const { facts, policy, usedFacts } = context
  if (statedMonthly === null) draft.monthly = applyFormula(draft.latest, draft.prior, draft.trend, policy.averaging)
  else draft.fixedAmount = statedMonthly
  addHistoryAndTrend(draft, context, 'royalties')
  if (draft.latest === null && statedMonthly === null) return
  const months = usedFacts.use(facts?.royalties, 'continuesMonths')
  const isLongEnough = months !== null && months >= policy.continuanceMonths
  raise(draft, 'royalty_contract', { isMet: statedMonthly !== null || isLongEnough })
  if (months !== null && !isLongEnough) raise(draft, 'continuance')
}

function askForSchedules(draft: EvaluationDraft, category: ReceiptCategory, recentItems: readonly StreamItem[]): void {
  if (category === 'rental') {
    raise(draft, 'schedule_e')
    return
  }
  if (!recentItems.every(isFarmItem)) raise(draft, 'schedule_c')
  if (recentItems.some(isFarmItem)) raise(draft, 'schedule_f')
}
