import { groupBy, NO_ITEMS } from '../core/lists.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'
import { findRecipient } from './recipients.js'

/** The maximum number of mortgage statements of one borrower and year that are compared. Each pair takes time. */
export const MAX_COMPARED_STATEMENTS = 50

/**
 * Lists the years in which a borrower has too many mortgage statements to compare: the first one, and their number.
 *
 * @param sameBorrower Lists of last four digits that belong to one borrower.
 */
export function listUncomparedMortgages(
  documents: readonly ResolvedDocument[],
  sameBorrower: readonly (readonly string[])[],
): readonly { readonly first: ResolvedDocument; readonly count: number }[] {
  const statements = documents.filter(
    ({ document, status }) =>
      document.compiledForm.uses.mortgage !== null && status === 'counted' && document.year !== null,
  )
  if (statements.length <= MAX_COMPARED_STATEMENTS) return NO_ITEMS
  const firstLastFours = new Map(sameBorrower.flatMap(lastFours => lastFours.map(digits => [digits, lastFours[0]])))
  const groups = groupBy(statements, statement => {
    const recipient = findRecipient(statement)
    return `${statement.document.year} ${firstLastFours.get(recipient) ?? recipient} ${statement.recipientName ?? ''}`
  })
  return [...groups.values()]
    .filter(({ length }) => length > MAX_COMPARED_STATEMENTS)
    .map(group => ({ first: group[0] as ResolvedDocument, count: group.length }))
}
