import { type Issue, makeIssue } from '../../core/issues/issue.js'
import type { JsonPath } from '../../core/json-value.js'
import type { PolicyResult } from '../underwrite.js'
import type { TaxpayerFacts } from './known-facts.js'
import { toContinuanceKey } from './match-facts.js'

/**
 * Lists an issue for each known fact that matches nothing under any of the policies: a job, a business, a payer of
 * retirement income, a cash flow, months for which income continues, a condition met or an override. Without a policy,
 * nothing shows whether a fact is used.
 */
export function listUnusedFacts(
  { borrowers, conditionsMet, overrides }: TaxpayerFacts,
  policyResults: readonly Pick<PolicyResult, 'usedFacts'>[],
): Issue[] {
  if (policyResults.length === 0) return []
  const issues: Issue[] = []
  const addIfUnused = (fact: object | string, path: JsonPath, explanation: string): void => {
    if (!policyResults.some(({ usedFacts }) => usedFacts.has(fact)))
      issues.push(makeIssue('known_fact_unused', path, { explanation }))
  }
  const addUnused = (facts: readonly { readonly path: JsonPath }[], explanation: string): void => {
    for (const fact of facts) addIfUnused(fact, fact.path, explanation)
  }
  for (const borrower of borrowers) {
    const { jobs, businesses, selfEmployment, rental, retirement, continuesMonths, path } = borrower
    addUnused(jobs, 'No employer of the borrower matches it by identifier or name.')
    addUnused(businesses, 'No business of the borrower matches it by identifier or name.')
    addUnused(retirement, 'No payer of the borrower matches it by identifier or name.')
    const cashFlows = { self_employment: selfEmployment?.cashFlow, rental: rental?.cashFlow }
    for (const [key, cashFlow] of Object.entries(cashFlows))
      if (cashFlow != null) addIfUnused(cashFlow, path, `The cash flow of ${key} has no amount of the as-of year.`)
    for (const [category, months] of Object.entries(continuesMonths ?? {}))
      if (months !== null)
        addIfUnused(
          toContinuanceKey(borrower, category),
          path,
          `No income stream depends on the months for which ${category} continues.`,
        )
  }
  addUnused(conditionsMet, 'No policy raises this condition for this borrower, stream and tax year.')
  addUnused(overrides, 'The borrower has no income stream with this key.')
  return issues
}
