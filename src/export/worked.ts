import { type Finding, runChecks } from '../check/run-checks.js'
import { borrowerViewOf } from '../underwrite/borrower-view.js'
import { type Loan, loansOf as loansOfHolders } from '../underwrite/mortgages/loans.js'
import { knownOf, termsOf, underwriteUnder } from '../underwrite/terms.js'
import type { Underwriting } from '../underwrite/underwrite.js'
import type { Scope } from './table.js'

/** A taxpayer under each of its policies, in their order; under the default policy where none are told. */
export function underwritingsOf(scope: Scope): readonly Underwriting[] {
  scope.worked ??= {}
  scope.worked.underwritings ??= underwriteUnder(scope.result, scope.taxpayerId, scope.terms ?? termsOf())
  return scope.worked.underwritings
}

/** What did not hold between the boxes of a taxpayer's documents. */
export function findingsOf(scope: Scope): readonly Finding[] {
  scope.worked ??= {}
  scope.worked.findings ??= runChecks(scope.result)
  return scope.worked.findings
}

/** The mortgages of a household. */
export function loansOf(scope: Scope): readonly Loan[] {
  const { result, taxpayerId, terms } = scope
  scope.worked ??= {}
  scope.worked.loans ??= loansOfHolders([
    { ...borrowerViewOf(result, terms && knownOf(terms, taxpayerId)), borrower: 'self' },
  ])
  return scope.worked.loans
}
