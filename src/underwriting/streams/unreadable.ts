import { groupBy, memoize } from '../../core/lists.js'
import { findFirstByIssuer } from '../../figures/issuers.js'
import type { SourceDocument } from '../../ingest/source.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'
import { findCategory, type IncomeCategory } from '../../schema/role.js'
import { type RaisedCondition, raiseCondition } from '../conditions/condition.js'
import type { PayDocument } from './gross-pay.js'
import type { InputSelection, StreamContext } from './stream.js'

/** True if no input of the two years is unreadable or rejected. Most borrowers have only readable input. */
export const isAllReadable = ({ borrower, year }: StreamContext): boolean =>
  borrower.gaps.length === 0 &&
  !borrower.result.completeness.hasRejectedInput(year) &&
  !borrower.result.completeness.hasRejectedInput(year - 1)

/** Groups the gaps of a borrower by document. Those of input that is not a document are under null. */
const groupGaps = memoize(({ gaps }: StreamContext['borrower']) =>
  groupBy(gaps, ({ resolvedDocument }) => resolvedDocument?.document ?? null),
)

/** True if the gap hides an amount of the category in one of the two years. */
const isGapOf = (category: IncomeCategory, year: number, gap: StreamContext['borrower']['gaps'][number]): boolean =>
  gap.isUnreadable && (gap.year === year || gap.year === year - 1) && findCategory(gap.role) === category

/** Lists the categories of which an amount of the two years is unreadable. */
export function listUnreadableCategories({ borrower, year }: StreamContext): IncomeCategory[] {
  const categories = new Set<IncomeCategory>()
  for (const gap of borrower.gaps) {
    const category = findCategory(gap.role)
    if (category !== null && gap.resolvedDocument !== null && isGapOf(category, year, gap)) categories.add(category)
  }
  return [...categories]
}

/** Lists the condition `unreadable_box` about the first of the unreadable documents of a year. Empty if there are none. */
export function listUnreadableBox(unreadable: readonly ResolvedDocument[], taxYear: number): RaisedCondition[] {
  const document = findFirstByIssuer(unreadable)
  return document === null ? [] : [raiseCondition('unreadable_box', { taxYear, document })]
}

/**
 * Lists the conditions `unreadable_box` and `rejected_record` of a stream, one per year.
 *
 * @param category The category of the stream's amounts.
 * @param documents The documents of the stream. Null: all documents of the borrower.
 */
export function listUnreadableConditions(
  context: StreamContext,
  category: IncomeCategory,
  { includes }: Pick<InputSelection, 'includes'>,
  documents: ReadonlySet<SourceDocument> | null = null,
): RaisedCondition[] {
  if (isAllReadable(context)) return []
  const { borrower, year } = context
  const conditions: RaisedCondition[] = []
  const gapsOfStream =
    documents === null
      ? borrower.gaps
      : [null, ...documents].flatMap(document => groupGaps(borrower).get(document) ?? [])
  const gaps = gapsOfStream.filter(gap => isGapOf(category, year, gap))
  for (const taxYear of [year, year - 1]) {
    const gapsOfYear = gaps.filter(gap => gap.year === taxYear)
    const unreadable = gapsOfYear.flatMap(({ resolvedDocument }) =>
      resolvedDocument !== null && includes(resolvedDocument) ? [resolvedDocument] : [],
    )
    conditions.push(...listUnreadableBox(unreadable, taxYear))
    if (
      borrower.result.completeness.hasRejectedInput(taxYear) ||
      gapsOfYear.some(({ resolvedDocument }) => resolvedDocument === null)
    )
      conditions.push(raiseCondition('rejected_record', { taxYear }))
  }
  return conditions
}

/** Lists the condition `rejected_record`, one per year, of input that may have an amount of the category. */
export const listRejectedInput = (context: StreamContext, category: IncomeCategory): RaisedCondition[] =>
  listUnreadableConditions(context, category, { includes: () => false })

/** Lists the condition `unreadable_box` of W-2s whose gross pay is unreadable, one per year. */
export const listUnreadablePay = (
  payDocuments: readonly PayDocument[],
  year: number,
  { includes }: InputSelection,
): RaisedCondition[] =>
  [year, year - 1].flatMap(taxYear => {
    const unreadable = payDocuments.flatMap(({ pay, document, year: payYear }) =>
      pay === null && payYear === taxYear && includes(document) ? [document] : [],
    )
    return listUnreadableBox(unreadable, taxYear)
  })
