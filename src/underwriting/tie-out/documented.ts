// What the documents show of income per month: what the policy computes for income streams. An employer or a client may
// have only a part of the documents of a stream. Example: one job of two employers, the second of which followed the first.

import { addCents, type Cents, multiplyCents } from '../../core/money.js'
import type { SourceDocument } from '../../ingest/source.js'
import type { IncomeStream } from '../income-stream.js'
import type { ConditionCode, StreamCategory, UnderwritingPolicy } from '../policies/policy.js'
import { applyFormula, divideHalfAway, findTrend, MILLION, roundMonthly, toMicros } from '../streams/formulas.js'
import { ALL_DOCUMENTS, type StreamItem, sumItems } from '../streams/stream.js'
import type { TieOutNote } from './finding.js'

/** The streams of a borrower, and the year and the policy that they are evaluated with. */
export interface DocumentedIncome {
  readonly borrower: string
  readonly streams: readonly IncomeStream[]
  readonly year: number
  readonly policy: UnderwritingPolicy
}

/** The monthly amount that documents show. Null if the documents do not show enough. */
export interface DocumentedAmount {
  readonly monthly: Cents | null
  /** True if documents show only gross receipts. They are income before expenses, so nothing is compared with them. */
  readonly isGross: boolean
  readonly notes: readonly TieOutNote[]
}

/** Conditions of streams whose documents show only gross receipts. */
const SCHEDULE_CONDITIONS: readonly ConditionCode[] = ['schedule_c', 'schedule_e', 'schedule_f']

const ALLOCATED_CATEGORIES: readonly StreamCategory[] = ['partnership', 's_corporation', 'estate_trust']

/** Tells which documents of a category are compared. */
export type DocumentTest = (document: SourceDocument, category: StreamCategory) => boolean

interface StreamPart {
  readonly monthly: Cents | null
  readonly note: TieOutNote
}

/**
 * Adds up what streams of some categories show in documents.
 *
 * @param isIncluded True for the documents of the employer or category that is compared. If all documents of the two years
 *   are included, the amount is what the policy computes for the stream.
 * @returns null if no document of the as-of year is included.
 */
export function computeDocumented(
  { streams, year, policy }: DocumentedIncome,
  categories: readonly StreamCategory[],
  isIncluded: DocumentTest,
): DocumentedAmount | null {
  const parts: StreamPart[] = []
  const notes = new Set<TieOutNote>()
  // Pay above the cap of a job is a stream of its own with the same documents. They must not count twice.
  const countedItems = new Set<StreamItem>()
  for (const stream of streams) {
    if (!categories.includes(stream.category)) continue
    const allItems = stream.items
    const isShown = ({ document }: StreamItem): boolean => isIncluded(document.document, stream.category)
    const items = allItems.filter(item => item.exclusion === null && !countedItems.has(item))
    const includedItems = items.filter(isShown)
    const isPaid = includedItems.some(item => item.year === year && item.cents !== 0)
    // A year that cannot be read may have an amount.
    const mayBePaid = stream.computedMonthly === null && (allItems.length === 0 || allItems.some(isShown))
    if (!isPaid && !mayBePaid) continue
    const isWhole = items.every(item => item.year < year - 1 || includedItems.includes(item))
    parts.push(isWhole ? computeWhole(stream) : computePart(stream, includedItems, year, policy))
    if (!isWhole) {
      notes.add('part_of_stream')
      for (const item of includedItems) countedItems.add(item)
    }
    if (ALLOCATED_CATEGORIES.includes(stream.category)) notes.add('allocated')
  }
  if (parts.length === 0) return null
  return {
    monthly: parts.reduce<Cents | null>(
      (sum, { monthly }) => (sum === null || monthly === null ? null : addCents(sum, monthly)),
      0,
    ),
    isGross: parts.some(({ note }) => note === 'gross'),
    notes: [...new Set(parts.map(({ note }) => note)), ...notes],
  }
}

/** The latest year, if the policy cannot compute a stream. */
const createUncomputedPart = ({ conditions }: IncomeStream, latest: Cents | null): StreamPart => ({
  monthly: latest === null ? null : divideHalfAway(latest, 12),
  note: conditions.some(({ raised }) => SCHEDULE_CONDITIONS.includes(raised.code)) ? 'gross' : 'not_computed',
})

function computeWhole(stream: IncomeStream): StreamPart {
  const { computedWithoutGrossUp: computed } = stream
  return computed === null ? createUncomputedPart(stream, stream.latestAmount) : { monthly: computed, note: 'computed' }
}

/** Applies the formula of a stream to some of its documents. */
function computePart(
  stream: IncomeStream,
  items: readonly StreamItem[],
  year: number,
  { averaging, stableBand, selfEmployedExpenses }: UnderwritingPolicy,
): StreamPart {
  const { category, computedMonthly, flags } = stream
  const { latest, prior } = sumItems(items, year, ALL_DOCUMENTS)
  if (computedMonthly === null || latest === null) return createUncomputedPart(stream, latest)
  const isSeparatePay = category === 'equity_pay' || category === 'deferred_pay'
  const monthly = isSeparatePay
    ? applyFormula(latest, prior, null, 'average')
    : applyFormula(latest, prior, findTrend(latest, prior, stableBand), averaging)
  if (monthly === null) return createUncomputedPart(stream, latest)
  if (category !== 'self_employment') return { monthly: roundMonthly(monthly), note: 'computed' }
  // A cash flow that the lender states is that of all receipts together.
  if (selfEmployedExpenses === null || !flags.includes('expenses_assumed'))
    return { monthly: divideHalfAway(latest, 12), note: 'gross' }
  const amount = multiplyCents(monthly.amount, MILLION - toMicros(selfEmployedExpenses))
  return { monthly: roundMonthly({ ...monthly, amount, scale: MILLION }), note: 'computed' }
}
