import { type Finding, runChecks } from '../check/run-checks.js'
import { NO_ITEMS } from '../core/lists.js'
import { compareText } from '../core/text.js'
import { borrowerViewsOf } from '../underwrite/borrower-view.js'
import { type Loan, loansOf as loansOfBorrowers } from '../underwrite/mortgages/loans.js'
import { termsOf, underwriteUnder } from '../underwrite/terms.js'
import type { Underwriting } from '../underwrite/underwrite.js'
import type { Scope } from './table.js'

/** Underwrites a taxpayer under each of its policies, in their order. Without policies, the default policy applies. */
export function underwritingsOf(scope: Scope): readonly Underwriting[] {
  scope.worked ??= {}
  scope.worked.underwritings ??= underwriteUnder(
    scope.result,
    scope.taxpayerId,
    scope.terms ?? termsOf(),
    findingsOf(scope),
  )
  return scope.worked.underwritings
}

/** Returns the failed checks of a taxpayer's documents. */
export function findingsOf(scope: Scope): readonly Finding[] {
  scope.worked ??= {}
  scope.worked.findings ??= runChecks(scope.result)
  return scope.worked.findings
}

/** Returns the mortgages of a household, which are the same under every policy. */
export const loansOf = (scope: Scope): readonly Loan[] =>
  underwritingsOf(scope)[0]?.loans ?? loansOfBorrowers(borrowerViewsOf(scope.result, undefined, NO_ITEMS))

/** Returns the same as `underwritingsOf`, sorted by the names of the policies. */
export function underwritingsByName(scope: Scope): readonly Underwriting[] {
  const all = underwritingsOf(scope)
  return all.length > 1 ? all.toSorted((a, b) => compareText(a.policy.name, b.policy.name)) : all
}

const RANKS: Readonly<Record<string, number>> = { self: 0, all: 2, unknown: 3 }

/** Orders borrowers: `self` first, then by digits, then the household, then `unknown`. */
export const compareBorrowers = (a: string, b: string): number =>
  (RANKS[a] ?? 1) - (RANKS[b] ?? 1) || compareText(a, b)
