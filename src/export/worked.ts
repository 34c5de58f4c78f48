import { type Finding, runChecks } from '../check/run-checks.js'
import { knownGiven, policyGiven } from '../underwrite/given.js'
import { type Underwriting, underwrite } from '../underwrite/underwrite.js'
import type { Scope } from './table.js'

/** The policy that is taken where none is named. */
export const DEFAULT_POLICY = 'fannie-2026-03'

/** A taxpayer under each of its policies, in their order. */
export function underwritingsOf(scope: Scope): readonly Underwriting[] {
  scope.worked ??= {}
  scope.worked.underwritings ??= underwriteAll(scope)
  return scope.worked.underwritings
}

function underwriteAll({ result, taxpayerId, underwrite: wanted }: Scope): readonly Underwriting[] {
  const { policies = [DEFAULT_POLICY], known, asOfYear } = wanted ?? {}
  const own = knownGiven(known).get(taxpayerId)
  const options = asOfYear === undefined ? {} : { asOfYear }
  return policies.map(policy => underwrite(result, policyGiven(policy), own, options))
}

/** What did not hold between the boxes of a taxpayer's documents. */
export function findingsOf(scope: Scope): readonly Finding[] {
  scope.worked ??= {}
  scope.worked.findings ??= runChecks(scope.result)
  return scope.worked.findings
}
