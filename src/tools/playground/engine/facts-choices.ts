import { listConditions } from '../../../report/conditions.js'
import { toWords, upperFirst } from '../../../report/labels.js'
import { listUnusedFactIssues } from '../../../tables/definitions/issues-table.js'
import { listVisibleEmployers } from '../../../tables/definitions/sum-tables.js'
import type { TaxpayerContext } from '../../../tables/table.js'
import type { ClosableCondition, FactsChoices } from '../protocol.js'

/** Lists what the form of known facts offers for a borrower: the employers, latest first, and the conditions that a person may close. */
export function listFactsChoices(taxpayer: TaxpayerContext): FactsChoices {
  const rows = listVisibleEmployers(taxpayer).sort((a, b) => b.year - a.year)
  const employers = new Set(rows.flatMap(({ employer }) => employer.name ?? []))
  const closedConditions = taxpayer.underwritingInputs?.factsByTaxpayer.get(taxpayer.taxpayerId)?.conditionsMet ?? []
  const conditions = new Map<string, ClosableCondition>()
  for (const { condition: row, subject } of listConditions(taxpayer).items) {
    const { borrower, condition, stream, taxYear } = row
    const isClosed = closedConditions.some(
      closed =>
        closed.borrower === borrower &&
        closed.condition === condition &&
        closed.stream === stream &&
        closed.taxYear === taxYear,
    )
    // Standard documents are asked for in every file. A condition that the records answer needs no person.
    if (row.severity === 'standard' || (row.isMet && !isClosed)) continue
    const title = `${upperFirst(toWords(condition))}${subject === '' ? '' : `: ${subject}`}`
    conditions.set(title, { borrower, condition, stream, taxYear, title })
  }
  return {
    employers: [...employers],
    conditions: [...conditions.values()].sort((a, b) => (a.title < b.title ? -1 : 1)),
    unusedFacts: listUnusedFactIssues(taxpayer).map(({ message }) => message),
  }
}
