// Policies are read apart from where they are used: those who take a preset need not load zod.
import type * as z from 'zod'
import { makeIssue } from '../core/issue.js'
import { accepted, type Outcome, refused } from '../core/outcome.js'
import { checkPolicy } from './parse-terms.js'
import { POLICY_NAMES, presetOf } from './policies.js'
import type { Policy } from './policy.js'
import { issueOf } from './problems.js'
import { inputSchema } from './setting-schema.js'
import { POLICY } from './settings.js'

/**
 * How income is qualified. Strict, and without a setting for a single category: nothing here can discount income for
 * its kind. Missing: the settings that are the same in all presets.
 * Source: 12 CFR 1002.6(b)(5) for what is not here.
 */
export const POLICY_SCHEMA = inputSchema(POLICY) as z.ZodType<Policy>

/**
 * The policy of a name, or a caller's own. Shape: text, or an object of the policy's shape.
 * Issues: an unknown name lists the known ones; every setting that is wrong or unknown has one.
 */
export function readPolicy(input: unknown): Outcome<Policy> {
  if (typeof input !== 'string') {
    const [policy, problems] = checkPolicy(input)
    const issues = problems.map(each => issueOf(each))
    return policy === null ? refused(input, issues) : accepted(policy, issues)
  }
  const preset = presetOf(input)
  if (preset !== undefined) return accepted(preset, [])
  return refused(input, [
    makeIssue('enum_unreadable', null, {
      more: 'No policy has this name.',
      expected: `one of ${POLICY_NAMES.join(', ')}`,
      value: input,
    }),
  ])
}
