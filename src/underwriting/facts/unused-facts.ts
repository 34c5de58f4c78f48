import { type Issue, makeIssue } from '../../core/issues/issue.js'
import type { JsonPath } from '../../core/json-value.js'
import type { PolicyResult } from '../underwrite.js'
import type { TaxpayerFacts } from './known-facts.js'

/**
 * Lists an issue for each known fact that matches nothing under any of the policies: a job, a business, a payer of
 * retirement income, a condition met or an override. Without a policy, nothing shows whether a fact is used.
 */
export function listUnusedFacts(
  { borrowers, conditionsMet, overrides }: TaxpayerFacts,
  policyResults: readonly Pick<PolicyResult, 'usedFacts'>[],
): Issue[] {
  if (policyResults.length === 0) return []
  const issues: Issue[] = []
  const addUnused = (facts: readonly { readonly path: JsonPath }[], explanation: string): void => {
    for (const fact of facts)
      if (!policyResults.some(({ usedFacts }) => usedFacts.has(fact)))
        issues.push(makeIssue('known_fact_unused', fact.path, { explanation }))
  }
  for (const { jobs, businesses, retirement } of borrowers) {
    addUnused(jobs, 'No employer of the borrower matches it by identifier or name.')
    addUnused(businesses, 'No business of the borrower matches it by identifier or name.')
    addUnused(retirement, 'No payer of the borrower matches it by identifier or name.')
  }
  addUnused(conditionsMet, 'No policy raises this condition for this borrower, stream and tax year.')
  addUnused(overrides, 'The borrower has no income stream with this key.')
  return issues
}
