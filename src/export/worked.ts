import { type Finding, runChecks } from '../check/run-checks.js'
import { borrowerViewsOf } from '../underwrite/borrower-view.js'
import { type Loan, loansOf as loansOfBorrowers } from '../underwrite/mortgages/loans.js'
import { termsOf, underwriteUnder } from '../underwrite/terms.js'
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

/** The mortgages of a household, which are the same under every policy. */
export const loansOf = (scope: Scope): readonly Loan[] =>
  underwritingsOf(scope)[0]?.behind.loans ?? loansOfBorrowers(borrowerViewsOf(scope.result))
