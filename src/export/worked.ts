import { type Finding, runChecks } from '../check/run-checks.js'
import { heldOr } from '../core/lists.js'
import type { Privacy } from '../normalize/privacy.js'
import { knownGiven, policyGiven, yearGiven } from '../underwrite/given.js'
import type { KnownFacts } from '../underwrite/known-facts.js'
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

/** What was looked at in one run, of which all scopes have one privacy; held weakly, for each taxpayer may have its own. */
interface Looked {
  readonly policies: WeakMap<Policy, Policy>
  readonly known: WeakMap<KnownFacts | readonly KnownFacts[], ReadonlyMap<string, KnownFacts>>
}

const runs = new WeakMap<Privacy, Looked>()

function underwriteAll({ result, taxpayerId, underwrite: wanted, privacy }: Scope): readonly Underwriting[] {
  const { policies = [DEFAULT_POLICY], known, asOfYear } = wanted ?? {}
  const looked = heldOr(runs, privacy, () => ({ policies: new WeakMap(), known: new WeakMap() }))
  const facts = known === undefined ? null : heldOr(looked.known, known, () => knownGiven(known))
  const year = yearGiven(asOfYear)
  return policies.map(given => {
    const policy =
      typeof given === 'string'
        ? policyGiven(given)
        : heldOr(looked.policies, given, () => policyGiven(given))
    return underwrite(result, policy, facts?.get(taxpayerId), year)
  })
}

/** What did not hold between the boxes of a taxpayer's documents. */
export function findingsOf(scope: Scope): readonly Finding[] {
  scope.worked ??= {}
  scope.worked.findings ??= runChecks(scope.result)
  return scope.worked.findings
}
