// Policies are read apart from where they are used: those who take a preset need not load zod.
import { z } from 'zod'
import { makeIssue } from '../core/issue.js'
import { accepted, type Outcome, refused } from '../core/outcome.js'
import { CHOICES } from './given.js'
import { DEFAULTS, presetOf } from './policies.js'
import { type Citation, isExactShare, POLICY_NAMES, type Policy } from './policy.js'
import { issuesOfSchema } from './schema-issues.js'
import { SUBJECTS } from './subject.js'

const share = z
  .number({ error: 'ratio_unreadable' })
  .min(0, { error: 'ratio_unreadable' })
  .max(1, { error: 'ratio_unreadable' })
  .refine(isExactShare, { error: 'ratio_unreadable' })
const whole = (least: number) =>
  z
    .int({ error: 'count_unreadable' })
    .min(least, { error: 'count_unreadable' })
    .max(1200, { error: 'count_unreadable' })
const words = z.string({ error: 'text_unreadable' }).min(1, { error: 'text_unreadable' }).max(1000, {
  error: 'text_unreadable',
})
const oneOf = <const T extends readonly string[]>(values: T) => z.enum(values, { error: 'enum_unreadable' })
const list = { error: 'list_unreadable' }
const object = { error: 'object_unreadable' }

const CITATION: z.ZodType<Citation> = z.strictObject(
  {
    text: words,
    source: words,
    date: words.nullable(),
    secondHand: z.boolean({ error: 'flag_unreadable' }).optional(),
    about: z.array(oneOf(SUBJECTS), list).optional(),
  },
  object,
)

/**
 * How income is qualified. Strict, and without a setting for a single category: nothing here can discount income for
 * its kind. Missing: the settings that are the same in all presets.
 * Source: 12 CFR 1002.6(b)(5) for what is not here.
 */
export const POLICY_SCHEMA: z.ZodType<Policy> = z.strictObject(
  {
    name: words.max(100, { error: 'text_unreadable' }),
    ruleVersion: words,
    citations: z.array(CITATION, list),
    averaging: oneOf(CHOICES.averaging),
    onDecline: oneOf(CHOICES.onDecline),
    minHistoryYears: whole(1),
    grossUp: share,
    grossUpUse: oneOf(CHOICES.grossUpUse).default(DEFAULTS.grossUpUse),
    socialSecurityNontaxable: share,
    wageBasis: oneOf(CHOICES.wageBasis),
    stableBand: share.default(DEFAULTS.stableBand),
    materialDecline: share.default(DEFAULTS.materialDecline),
    manualUnderwriteOnMaterialDecline: z
      .boolean({ error: 'flag_unreadable' })
      .default(DEFAULTS.manualUnderwriteOnMaterialDecline),
    continuanceMonths: whole(0).default(DEFAULTS.continuanceMonths),
    selfEmployedOwnership: share.default(DEFAULTS.selfEmployedOwnership),
    imputeMonths: whole(1).default(DEFAULTS.imputeMonths),
  },
  object,
)

/**
 * The policy of a name, or a caller's own. Shape: text, or an object of the policy's shape.
 * Issues: an unknown name lists the known ones; every setting that is wrong or unknown has one.
 */
export function readPolicy(input: unknown): Outcome<Policy> {
  if (typeof input === 'string') {
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
  const read = POLICY_SCHEMA.safeParse(input)
  if (!read.success) return refused(input, issuesOfSchema(read.error, input))
  // A changed copy of a preset must not pass for the preset.
  const preset = presetOf(read.data.name)
  if (preset !== undefined && JSON.stringify(POLICY_SCHEMA.parse(preset)) !== JSON.stringify(read.data)) {
    const more = 'A policy of its own needs a name of its own.'
    return refused(input, [makeIssue('text_unreadable', { parent: null, key: 'name' }, { more })])
  }
  return accepted(read.data, [])
}
