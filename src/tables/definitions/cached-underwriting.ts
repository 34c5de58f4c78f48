import { checkResult, type Finding } from '../../checks/run-checks.js'
import { compareText } from '../../core/text.js'
import { createBorrowers } from '../../underwriting/borrowers/borrower.js'
import { getAsOfYear, getFacts, parseUnderwritingOptions } from '../../underwriting/facts/options.js'
import { joinLoans, type Loan } from '../../underwriting/mortgages/loans.js'
import { type PolicyResult, underwriteTaxpayer } from '../../underwriting/underwrite.js'
import type { TaxpayerContext } from '../table.js'

/** Underwrites a taxpayer under each policy, or under the default policy if the context has none. Caches the result. */
export function getUnderwritings(context: TaxpayerContext): readonly PolicyResult[] {
  context.cache ??= {}
  context.cache.underwritings ??= computeUnderwritings(context)
  return context.cache.underwritings
}

function computeUnderwritings(context: TaxpayerContext): readonly PolicyResult[] {
  const { result, taxpayerId, privacy, underwritingInputs = parseUnderwritingOptions() } = context
  const facts = getFacts(underwritingInputs, taxpayerId, privacy)
  return underwriteTaxpayer(
    result,
    underwritingInputs.policies,
    facts,
    getAsOfYear(underwritingInputs, taxpayerId),
    getFindings(context),
  )
}

/** Returns the failed checks of a taxpayer's documents. */
export function getFindings(context: TaxpayerContext): readonly Finding[] {
  context.cache ??= {}
  context.cache.findings ??= checkResult(context.result)
  return context.cache.findings
}

/** Returns the mortgages of a household, which are the same under every policy. */
export const listHouseholdLoans = (context: TaxpayerContext): readonly Loan[] =>
  getUnderwritings(context)[0]?.loans ?? joinLoans(createBorrowers(context.result, null).list).loans

/** Returns the same results as `getUnderwritings`, sorted by policy name. */
export function listUnderwritingsByName(context: TaxpayerContext): readonly PolicyResult[] {
  const underwritings = getUnderwritings(context)
  return underwritings.length > 1
    ? underwritings.toSorted((a, b) => compareText(a.policy.name, b.policy.name))
    : underwritings
}
