// Completes an evaluation. A formula fills a *draft* with what it decides about a stream. The trend, the rounding, the
// gross-up and what an unreadable year hides follow from it in the same way for all streams.

import { LastListCache, NO_ITEMS, trimList } from '../../core/lists.js'
import { type Cents, type CentTwentyFourths, type Millionths, multiplyCents } from '../../core/money.js'
import { type ConditionDetails, hidesAmount, type RaisedCondition, raiseCondition } from '../conditions/condition.js'
import { addFlag, comparesYears, type StreamFlag } from '../flags.js'
import type { ConditionCode, StreamCategory, UnderwritingPolicy } from '../policies/policy.js'
import {
  averageLatest,
  averageTwoYears,
  divideHalfAway,
  findTrend,
  hasFallenByMore,
  type Method,
  MILLION,
  type MonthlyAmount,
  type MonthlyRate,
  roundMonthly,
  type Trend,
  toMicros,
} from './formulas.js'
import {
  type EvaluatedStream,
  type Evaluation,
  type InputSelection,
  listRecentDocuments,
  type StreamContext,
  type StreamGroup,
  type StreamItem,
  sumItems,
  type YearSums,
} from './stream.js'

/** What a formula decides about a stream. The rest of an evaluation follows from it. */
export interface EvaluationDraft {
  latest: Cents | null
  prior: Cents | null
  historyYears: number
  trend: Trend | null
  monthly: MonthlyAmount | null
  /** The nontaxable part of the monthly amount, in 24ths of a cent. */
  untaxed: CentTwentyFourths
  /** The nontaxable share of the monthly amount, if it is not `untaxed`. */
  untaxedShare: Millionths | null
  /** A monthly amount in cents that replaces `monthly`, such as current pay. */
  fixedAmount: Cents | null
  fixedMethod: Method
  /** Null: equal to the computed amount. */
  supportable: Cents | null
  parts: readonly MonthlyRate[]
  isComputable: boolean
  /** True if the policy leaves a loss out. */
  isLossLeftOut: boolean
  flags: StreamFlag[]
  conditions: RaisedCondition[]
}

export const startDraft = (
  latest: Cents | null,
  prior: Cents | null,
  historyYears: number,
  { stableBand }: UnderwritingPolicy,
): EvaluationDraft => ({
  latest,
  prior,
  historyYears,
  trend: findTrend(latest, prior, stableBand),
  monthly: null,
  untaxed: 0,
  untaxedShare: null,
  fixedAmount: null,
  fixedMethod: 'stated',
  supportable: null,
  parts: NO_ITEMS,
  isComputable: true,
  isLossLeftOut: false,
  flags: [],
  conditions: [],
})

export function raise({ conditions }: EvaluationDraft, code: ConditionCode, details?: ConditionDetails): void {
  conditions.push(raiseCondition(code, details))
}

/** The inputs of one evaluation of a group that has a single stream, and the draft that it fills. */
export interface SingleEvaluation {
  readonly draft: EvaluationDraft
  readonly sums: YearSums
  readonly category: StreamCategory
  /** The items in the selection. */
  readonly items: readonly StreamItem[]
  readonly selection: InputSelection
  readonly context: StreamContext
}

/** Sets all amounts of income that has ended to 0. No document can change that. */
export function setEnded(draft: EvaluationDraft): void {
  draft.fixedAmount = 0
  draft.fixedMethod = 'none'
  draft.supportable = 0
}

/** Income that does not recur cannot be supported by any document. */
export function addNotRecurring(draft: EvaluationDraft): void {
  draft.supportable = 0
  addFlag(draft.flags, 'not_recurring')
  raise(draft, 'not_recurring')
}

/** A stream that is a group by itself, and its formula. */
interface StreamDefinition extends Pick<EvaluatedStream, 'category' | 'items'> {
  readonly name?: string | null
  /** Absent: the documents of the items of the two years. */
  readonly documents?: StreamGroup['documents']
  readonly hasStatedAmounts?: boolean
  /** Computes the monthly amount, and adds flags and conditions. */
  readonly compute: (evaluation: SingleEvaluation) => void
}

export function formStream(context: StreamContext, definition: StreamDefinition): StreamGroup {
  const { category, name = null, items: allItems, documents, hasStatedAmounts = false, compute } = definition
  return {
    documents: documents ?? listRecentDocuments(allItems, context.year),
    hasStatedAmounts,
    evaluate: selection => {
      const items = allItems.filter(({ document }) => selection.includes(document))
      const { draft, sums } = startItemDraft(items, context, selection)
      compute({ draft, sums, category, items, selection, context })
      return [{ key: '', category, name, items: allItems, evaluation: finishEvaluation(draft, context.policy) }]
    },
  }
}

/** Starts a draft with the sums and the flags of the items that are in a selection. */
export function startItemDraft(
  items: readonly StreamItem[],
  { policy, year }: StreamContext,
  selection: InputSelection,
): { readonly draft: EvaluationDraft; readonly sums: YearSums } {
  const sums = sumItems(items, year, selection)
  const draft = startDraft(sums.latest, sums.prior, sums.historyYears, policy)
  for (const { flag, document, year: itemYear } of items)
    if (flag !== null && itemYear >= year - 1 && itemYear <= year && selection.includes(document))
      addFlag(draft.flags, flag)
  return { draft, sums }
}

const flagListCache = new LastListCache<StreamFlag>()

export function finishEvaluation(draft: EvaluationDraft, policy: UnderwritingPolicy): Evaluation {
  const { monthly, fixedAmount, conditions } = draft
  const computedAmount = fixedAmount ?? (monthly === null ? 0 : roundMonthly(monthly))
  const isUnreadable = conditions.some(({ code }) => hidesAmount(code))
  const isStated = fixedAmount !== null && draft.fixedMethod === 'current_pay'
  const isComputable = isStated || (draft.isComputable && !isUnreadable)
  if (isUnreadable) draft.trend = 'unknown'
  // Of an unreadable stream only a loss of the as-of year is known.
  const knownAmount = isComputable || !isUnreadable ? computedAmount : findKnownLoss(draft)
  return {
    latest: draft.latest,
    prior: draft.prior,
    historyYears: draft.historyYears,
    trend: draft.trend,
    method: fixedAmount === null ? (monthly?.method ?? 'none') : draft.fixedMethod,
    months: monthly?.months ?? 0,
    jobRule: fixedAmount === null ? (monthly?.jobRule ?? null) : null,
    computed: isComputable ? knownAmount : null,
    knownAmount: draft.isComputable && !draft.isLossLeftOut ? knownAmount : 0,
    supportable: isComputable ? getSupportable(draft, knownAmount) : null,
    grossUp: isComputable && knownAmount > 0 ? computeGrossUp(draft, toMicros(policy.grossUp)) : 0,
    parts: draft.parts,
    flags: flagListCache.reuseEqualOrCopy(
      isComputable || !isUnreadable ? draft.flags : draft.flags.filter(flag => !comparesYears(flag)),
    ),
    conditions: trimList(conditions),
  }
}

/** The loss of the as-of year per month. 0 if there is none. */
const findKnownLoss = ({ latest }: EvaluationDraft): Cents =>
  latest !== null && latest < 0 ? roundMonthly(averageLatest(latest)) : 0

/** A loss is supportable as it is computed, unless the policy leaves it out. */
const getSupportable = ({ supportable, isLossLeftOut }: EvaluationDraft, knownAmount: Cents): Cents =>
  supportable === null || (knownAmount < 0 && !isLossLeftOut) ? knownAmount : supportable

/** The policy's share of the nontaxable part, rounded once. */
function computeGrossUp({ monthly, untaxed, untaxedShare }: EvaluationDraft, share: Millionths): Cents {
  if (untaxedShare === null) return untaxed > 0 ? divideHalfAway(multiplyCents(untaxed, share), 24 * MILLION) : 0
  const amount = multiplyCents(multiplyCents(monthly?.amount ?? 0, untaxedShare), share)
  return divideHalfAway(amount, multiplyCents(24 * MILLION * MILLION, monthly?.scale ?? 1))
}

/** Sets the monthly amount by a formula, and the nontaxable part by the same method. */
export function setMonthly(draft: EvaluationDraft, monthly: MonthlyAmount | null, sums: YearSums): void {
  const { latestUntaxed, priorUntaxed } = sums
  draft.monthly = monthly
  if (monthly === null) return
  // The method `lesser` does not say which formula gave the amount. The months do: more than 12 mean the average.
  draft.untaxed =
    monthly.months > 12 ? averageTwoYears(latestUntaxed, priorUntaxed).amount : averageLatest(latestUntaxed).amount
}

/**
 * Adds the flags and conditions that most streams share: `short_history`, `history` and, for wages and self-employment, the
 * condition `declining`. `BusinessGroup` adds it for partnerships and corporations, because the income of the whole
 * business decides there. Other declining streams have only the flag.
 */
export function addHistoryAndTrend(
  draft: EvaluationDraft,
  { policy }: StreamContext,
  category: StreamCategory,
  needsHistory = true,
): void {
  const { latest, prior, flags } = draft
  if (latest === null) {
    if (prior !== null) addFlag(flags, 'income_ended')
    return
  }
  if (prior === null) addFlag(flags, 'short_history')
  if (needsHistory && draft.historyYears < getHistoryYears(policy, category)) raise(draft, 'history')
  if (draft.trend !== 'declining') return
  addFlag(flags, 'declining')
  if (category === 'wages' || category === 'self_employment')
    raise(draft, 'declining', { severity: getDeclineSeverity(latest, prior, policy) })
}

/** The pay of an officer needs the history of wages. */
const getHistoryYears = ({ historyYears }: UnderwritingPolicy, category: StreamCategory): number =>
  historyYears[category] ?? (category === 'officer_compensation' ? historyYears.wages : undefined) ?? 1

/** The years whose documents decide about a stream: two, or more if the policy asks for a longer history. */
export const countYearsUsed = (policy: UnderwritingPolicy, category: StreamCategory): number =>
  Math.max(2, getHistoryYears(policy, category))

/** Returns the severity of a decline: blocking if the fall is above the policy's limit. */
export function getDeclineSeverity(
  latest: Cents | null,
  prior: Cents | null,
  { decliningBlocksAbove }: UnderwritingPolicy,
): 'blocking' | 'review' {
  if (decliningBlocksAbove === null) return 'review'
  if (decliningBlocksAbove === 'band') return 'blocking'
  return hasFallenByMore(latest, prior, decliningBlocksAbove) ? 'blocking' : 'review'
}
