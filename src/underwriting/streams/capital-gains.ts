// What is special about capital gains: sales whose cost basis is unknown, and losses that the policy may leave out.

import { sumCents } from '../../core/money.js'
import { findFirstByIssuer } from '../../figures/issuers.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'
import { isSaleWithoutBasis } from '../borrowers/borrower.js'
import { addFlag } from '../flags.js'
import { raise, type SingleEvaluation } from './evaluation.js'
import type { StreamContext } from './stream.js'

/** Lists the sales of a year whose cost basis is unknown. */
const listSalesWithoutBasis = ({ borrower }: StreamContext, taxYear: number): ResolvedDocument[] =>
  borrower.excludedFacts.flatMap(fact =>
    isSaleWithoutBasis(fact) && fact.resolvedDocument.document.year === taxYear ? [fact.resolvedDocument] : [],
  )

/** True if the cost basis of a sale of the two years is unknown. */
export const hasSaleWithoutBasis = (context: StreamContext): boolean =>
  [context.year, context.year - 1].some(taxYear => listSalesWithoutBasis(context, taxYear).length > 0)

/**
 * Adds `cost_basis` for each of the two years that has a sale with an unknown cost basis. If the as-of year has no known
 * gain or loss, its amount is unknown, not 0.
 */
export function addCostBasis({ draft, context }: SingleEvaluation): void {
  const { year } = context
  for (const taxYear of [year, year - 1]) {
    const document = findFirstByIssuer(listSalesWithoutBasis(context, taxYear))
    if (document === null) continue
    raise(draft, 'cost_basis', { taxYear, document })
    if (taxYear !== year || draft.latest !== null) continue
    draft.isComputable = false
    draft.trend = 'unknown'
    draft.flags = draft.flags.filter(flag => flag !== 'income_ended')
  }
}

/** Applies the policy's rule about capital losses to a negative amount. */
export function limitCapitalLoss({ draft, context: { policy, year }, items }: SingleEvaluation): void {
  const { monthly } = draft
  if (monthly === null || monthly.amount >= 0 || policy.capitalLosses === 'count') return
  const isLossYear = (taxYear: number): boolean =>
    sumCents(items.filter(item => item.year === taxYear).map(({ cents }) => cents)) < 0
  if (policy.capitalLosses === 'three_years' && [year, year - 1, year - 2].every(isLossYear)) return
  draft.isLossLeftOut = true
  draft.supportable = 0
  addFlag(draft.flags, 'loss_not_considered')
}
