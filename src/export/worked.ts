import { type Finding, runChecks } from '../check/run-checks.js'
import { POLICIES } from '../underwrite/policies.js'
import type { Policy } from '../underwrite/policy.js'
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

function underwriteAll({ result, underwrite: wanted }: Scope): readonly Underwriting[] {
  const { policies = [POLICIES[DEFAULT_POLICY] as Policy], known, asOfYear } = wanted ?? {}
  const options = asOfYear === undefined ? {} : { asOfYear }
  return policies.map(policy => underwrite(result, policy, known, options))
}

/** What did not hold between the boxes of a taxpayer's documents. */
export function findingsOf(scope: Scope): readonly Finding[] {
  scope.worked ??= {}
  scope.worked.findings ??= runChecks(scope.result)
  return scope.worked.findings
}
