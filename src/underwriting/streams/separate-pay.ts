// Pay on a W-2 that is a stream of its own: equity pay and deferred pay. And income that no tax document shows.

import { multiplyCents } from '../../core/money.js'
import { raiseCondition } from '../conditions/condition.js'
import type { OtherIncomeFacts } from '../facts/taxpayer-facts.js'
import { addHistoryAndTrend, finishEvaluation, startDraft, startItemDraft } from './evaluation.js'
import { averageYears } from './formulas.js'
import {
  type EvaluatedStream,
  type InputSelection,
  listRecentDocuments,
  type StreamContext,
  type StreamGroup,
  type StreamItem,
} from './stream.js'

/** Equity pay or deferred pay of all employers: the two-year average. */
export class SeparatePayGroup implements StreamGroup {
  readonly documents: StreamGroup['documents']
  readonly hasStatedAmounts = false

  constructor(
    private readonly context: StreamContext,
    private readonly category: 'equity_pay' | 'deferred_pay',
    private readonly items: readonly StreamItem[],
  ) {
    this.documents = listRecentDocuments(items, context.year)
  }

  evaluate(selection: InputSelection): readonly EvaluatedStream[] {
    const { category, context, items } = this
    const { draft } = startItemDraft(items, context, selection)
    const { completeness } = context.borrower.result
    for (const taxYear of [context.year, context.year - 1]) {
      // Only W-2s have such pay, so a rejected entry of another form hides none.
      const isW2Rejected = completeness.rejectedEntryForms.some(
        ({ form, year }) => form.uses?.employment !== undefined && (year === null || year === taxYear),
      )
      if (isW2Rejected || completeness.hasRejectedInput(taxYear))
        draft.conditions.push(raiseCondition('rejected_record', { taxYear }))
      const unreadable = items.find(
        ({ document, field, year }) =>
          year === taxYear && document.document.unreadableFields.includes(field) && selection.includes(document),
      )
      if (unreadable !== undefined)
        draft.conditions.push(raiseCondition('unreadable_box', { taxYear, document: unreadable.document }))
    }
    draft.monthly = averageYears(draft.latest, draft.prior)
    if (draft.latest !== null)
      draft.conditions.push(raiseCondition(category === 'equity_pay' ? 'equity_vesting' : 'deferred_pay_term'))
    addHistoryAndTrend(draft, context, category, false, false)
    return [{ key: '', category, name: null, items, evaluation: finishEvaluation(draft, context.policy) }]
  }
}

const NO_DOCUMENTS: StreamGroup['documents'] = []

/** Kinds of other income whose continuance is not asked for. */
const CONTINUING_KINDS: ReadonlySet<string> = new Set(['va_benefits', 'disability', 'public_assistance'])

/** The months for which the lender must have seen receipts. */
const RECEIPT_MONTHS: Readonly<Record<string, number>> = { alimony: 6, child_support: 6, foster_care: 24 }

/** Income that the lender states and no tax document shows. Each kind is a stream. */
export class OtherIncomeGroup implements StreamGroup {
  readonly documents = NO_DOCUMENTS
  readonly hasStatedAmounts = true

  constructor(
    private readonly context: StreamContext,
    private readonly fact: OtherIncomeFacts,
    private readonly index: number,
  ) {
    context.markUsed(fact)
  }

  evaluate({ usesStatedAmounts }: InputSelection): readonly EvaluatedStream[] {
    const { context, fact, index } = this
    const { policy } = context
    const { kind, monthly, continuesMonths, receivedMonths, isNontaxable } = fact
    const draft = startDraft(null, null, 0, policy)
    draft.fixedAmount = usesStatedAmounts ? monthly : 0
    if (isNontaxable) draft.untaxed = multiplyCents(draft.fixedAmount, 24)
    if (!CONTINUING_KINDS.has(kind))
      draft.conditions.push(
        raiseCondition('continuance', {
          isMet: continuesMonths !== null && continuesMonths >= policy.continuanceMonths,
        }),
      )
    const neededMonths = RECEIPT_MONTHS[kind]
    if (neededMonths !== undefined && (receivedMonths ?? 0) < neededMonths)
      draft.conditions.push(raiseCondition('receipt_history'))
    return [
      {
        key: `other ${index}`,
        category: 'other_income',
        name: kind,
        items: [],
        evaluation: finishEvaluation(draft, policy),
      },
    ]
  }
}
