// Pay on a W-2 that is a stream of its own: equity pay and deferred pay. And income that no tax document shows.

import { multiplyCents } from '../../core/money.js'
import type { OtherIncomeFacts } from '../facts/known-facts.js'
import { addHistoryAndTrend, formStream, raise } from './evaluation.js'
import { averageYears } from './formulas.js'
import type { StreamContext, StreamGroup, StreamItem } from './stream.js'
import { listUnreadableBox } from './unreadable.js'

/** Forms the stream of equity pay or deferred pay of all employers: the two-year average. */
export const formSeparatePay = (
  context: StreamContext,
  category: 'equity_pay' | 'deferred_pay',
  items: readonly StreamItem[],
): StreamGroup =>
  formStream(context, {
    category,
    items,
    compute: ({ draft, items: selectedItems }) => {
      const { completeness } = context.borrower.result
      for (const taxYear of [context.year, context.year - 1]) {
        // Only W-2s have such pay, so a rejected entry of another form hides none.
        const isW2Rejected = completeness.rejectedEntryForms.some(
          ({ form, year }) => form.uses?.employment !== undefined && (year === null || year === taxYear),
        )
        if (isW2Rejected || completeness.hasRejectedInput(taxYear)) raise(draft, 'rejected_record', { taxYear })
        const unreadable = selectedItems.flatMap(({ document, field, year }) =>
          year === taxYear && document.document.unreadableFields.includes(field) ? [document] : [],
        )
        draft.conditions.push(...listUnreadableBox(unreadable, taxYear))
      }
      draft.monthly = averageYears(draft.latest, draft.prior)
      if (draft.latest !== null) raise(draft, category === 'equity_pay' ? 'equity_vesting' : 'deferred_pay_term')
      addHistoryAndTrend(draft, context, category, false)
    },
  })

/** Kinds of other income whose continuance is not asked for. */
const CONTINUING_KINDS: ReadonlySet<string> = new Set(['va_benefits', 'disability', 'public_assistance'])

/** The months for which the lender must have seen receipts. */
const RECEIPT_MONTHS: Readonly<Record<string, number>> = { alimony: 6, child_support: 6, foster_care: 24 }

/** Forms a stream of income that the lender states and no tax document shows. Each stated income is a stream. */
export function formOtherIncome(context: StreamContext, fact: OtherIncomeFacts): StreamGroup {
  const { kind, monthly, continuesMonths, receivedMonths, nontaxable } = fact
  return formStream(context, {
    category: 'other_income',
    name: kind,
    items: [],
    hasStatedAmounts: true,
    compute: ({ draft, selection }) => {
      draft.fixedAmount = selection.usesStatedAmounts ? monthly : 0
      if (nontaxable === true) draft.untaxed = multiplyCents(draft.fixedAmount, 24)
      const isMet = continuesMonths !== null && continuesMonths >= context.policy.continuanceMonths
      if (!CONTINUING_KINDS.has(kind)) raise(draft, 'continuance', { isMet })
      const neededMonths = RECEIPT_MONTHS[kind]
      if (neededMonths !== undefined && (receivedMonths ?? 0) < neededMonths) raise(draft, 'receipt_history')
    },
  })
}
