import { type Finding, runChecks } from '../check/run-checks.js'
import { POLICIES } from '../underwrite/policies.js'
import type { Policy } from '../underwrite/policy.js'
import { type Underwriting, underwrite } from '../underwrite/underwrite.js'
import type { Scope } from './table.js'

/** The policy that is taken where none is named. */
export const DEFAULT_POLICY = 'fannie-2026-03'

const underwritings = new WeakMap<Scope, readonly Underwriting[]>()
const findings = new WeakMap<Scope, readonly Finding[]>()

/** A taxpayer under each of its policies, worked out when a table first asks for it. */
export function underwritingsOf(scope: Scope): readonly Underwriting[] {
  let worked = underwritings.get(scope)
  if (worked === undefined) {
    const { policies = [POLICIES[DEFAULT_POLICY] as Policy], known, asOfYear } = scope.underwrite ?? {}
    const options = asOfYear === undefined ? {} : { asOfYear }
    worked = policies.map(policy => underwrite(scope.result, policy, known, options))
    underwritings.set(scope, worked)
  }
  return worked
}

/** What did not hold between the boxes of a taxpayer's documents. */
export function findingsOf(scope: Scope): readonly Finding[] {
  let found = findings.get(scope)
  if (found === undefined) {
    found = runChecks(scope.result)
    findings.set(scope, found)
  }
  return found
}
