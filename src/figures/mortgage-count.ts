import { groupBy } from '../core/lists.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'

/** The maximum number of mortgage statements of one borrower and year that are compared. Each pair takes time. */
export const MAX_COMPARED_STATEMENTS = 50

/** Lists the years in which a recipient has too many mortgage statements to compare: the first one, and their number. */
export function listUncomparedMortgages(
  mortgages: readonly ResolvedDocument[],
): { readonly first: ResolvedDocument; readonly count: number }[] {
  const statements = mortgages.filter(({ document, status }) => status === 'counted' && document.year !== null)
  const groups = groupBy(
    statements,
    ({ document, isOtherRecipient, recipientId }) => `${document.year} ${isOtherRecipient ? recipientId : ''}`,
  )
  return [...groups.values()]
    .filter(({ length }) => length > MAX_COMPARED_STATEMENTS)
    .map(group => ({ first: group[0] as ResolvedDocument, count: group.length }))
}
