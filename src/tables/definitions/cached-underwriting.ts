import { checkResult, type Finding } from '../../checks/run-checks.js'
import { NO_ITEMS } from '../../core/lists.js'
import { compareText } from '../../core/text.js'
import { borrowerViewsOf } from '../../underwriting/borrowers/borrower-view.js'
import { type Loan, loansOf as loansOfBorrowers } from '../../underwriting/mortgages/loans.js'
import { termsOf, underwriteUnder } from '../../underwriting/policies/terms.js'
import type { PolicyUnderwriting } from '../../underwriting/underwrite.js'
import type { TaxpayerContext } from '../table.js'

/** Underwrites a taxpayer under each policy, or under the default policy if the context has none. Caches the result. */
export function getUnderwritings(context: TaxpayerContext): readonly PolicyUnderwriting[] {
  context.cache ??= {}
  context.cache.underwritings ??= underwriteUnder(
    context.result,
    context.taxpayerId,
    context.terms ?? termsOf(),
    getFindings(context),
  )
  return context.cache.underwritings
}

/** Returns the failed checks of a taxpayer's documents. */
export function getFindings(context: TaxpayerContext): readonly Finding[] {
  context.cache ??= {}
  context.cache.findings ??= checkResult(context.result)
  return context.cache.findings
}

/** Returns the mortgages of a household, which are the same under every policy. */
export const listHouseholdLoans = (context: TaxpayerContext): readonly Loan[] =>
  getUnderwritings(context)[0]?.loans ?? loansOfBorrowers(borrowerViewsOf(context.result, undefined, NO_ITEMS))

/** Returns the same results as `getUnderwritings`, sorted by policy name. */
export function listUnderwritingsByName(context: TaxpayerContext): readonly PolicyUnderwriting[] {
  const underwritings = getUnderwritings(context)
  return underwritings.length > 1
    ? underwritings.toSorted((a, b) => compareText(a.policy.name, b.policy.name))
    : underwritings
}

const BORROWER_RANKS: Readonly<Record<string, number>> = { self: 0, all: 2, unknown: 3 }

/** Orders borrowers: `self` first, then by last four digits, then the household, then `unknown`. */
export const compareBorrowers = (a: string, b: string): number =>
  (BORROWER_RANKS[a] ?? 1) - (BORROWER_RANKS[b] ?? 1) || compareText(a, b)
