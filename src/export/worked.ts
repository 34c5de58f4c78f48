import { type Finding, runChecks } from '../check/run-checks.js'
import { POLICIES } from '../underwrite/policies.js'
import type { Policy } from '../underwrite/policy.js'
import { type Underwriting, underwrite } from '../underwrite/underwrite.js'
import type { Scope } from './table.js'

/** The policy that is taken where none is named. */
export const DEFAULT_POLICY = 'fannie-2026-03'

/** What was worked out of a taxpayer, each when a table first asked for it. */
interface Worked {
  underwritings?: readonly Underwriting[]
  findings?: readonly Finding[]
}

const worked = new WeakMap<Scope, Worked>()

function workedOf(scope: Scope): Worked {
  let known = worked.get(scope)
  if (known === undefined) {
    known = {}
    worked.set(scope, known)
  }
  return known
}

/** A taxpayer under each of its policies, in their order. */
export function underwritingsOf(scope: Scope): readonly Underwriting[] {
  const known = workedOf(scope)
  known.underwritings ??= underwriteAll(scope)
  return known.underwritings
}

function underwriteAll({ result, underwrite: wanted }: Scope): readonly Underwriting[] {
  const { policies = [POLICIES[DEFAULT_POLICY] as Policy], known, asOfYear } = wanted ?? {}
  const options = asOfYear === undefined ? {} : { asOfYear }
  return policies.map(policy => underwrite(result, policy, known, options))
}

/** What did not hold between the boxes of a taxpayer's documents. */
export function findingsOf(scope: Scope): readonly Finding[] {
  const known = workedOf(scope)
  known.findings ??= runChecks(scope.result)
  return known.findings
}
