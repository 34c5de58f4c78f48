import * as z from 'zod'
import { acceptValue, makeIssue, type Outcome, rejectInput } from '../../core/issues/issue.js'
import { UNSIGNED_AMOUNT_PATTERN } from '../../core/money.js'
import { checkPolicy } from './parse-policy.js'
import type { UnderwritingPolicy } from './policy.js'
import { POLICY_TABLE } from './policy-table.js'
import { findPreset, PRESET_NAMES } from './presets.js'
import { FOUR_DIGITS, normalizeKeys, type Setting, YEAR_KEY_PATTERN } from './setting.js'
import { getExpectation, getIssueCode, isExactShare, makeProblemIssue, YEAR_RANGE } from './setting-problems.js'

// Policies are read here, apart from where they are used, so that a caller of a preset does not load zod.

/** The pattern of a nonnegative amount as text, for JSON Schema. */
const AMOUNT_PATTERN = `^\\s*\\+?\\$?${UNSIGNED_AMOUNT_PATTERN}\\s*$`

/** Makes the zod schema of a caller's input. Accepts keys in both spellings, and returns the spelling of the table. */
export const createInputSchema = (setting: Setting): z.ZodType =>
  z.preprocess(value => normalizeKeys(value, setting), createSchema(setting))

/** Makes the zod schema of a setting. The message of a zod issue is the issue code. */
export function createSchema(setting: Setting): z.ZodType {
  let schema = createRequiredSchema(setting)
  if (setting.orText !== undefined) schema = z.union([z.enum(setting.orText), schema], { error: getIssueCode(setting) })
  if (setting.orNull === true) schema = schema.nullable()
  if (setting.default !== undefined) schema = schema.default(setting.default)
  return setting.optional === true ? schema.optional() : schema
}

function createRequiredSchema(setting: Setting): z.ZodType {
  const error = { error: getIssueCode(setting) }
  const [, accepts] = getExpectation(setting)
  const createWholeNumber = (min: number, max: number) => z.int(error).min(min, error).max(max, error)
  switch (setting.is) {
    case 'ratio':
      return z
        .number(error)
        .min(0, error)
        .max(setting.max ?? 1, error)
        .refine(isExactShare, error)
    case 'count':
      return createWholeNumber(setting.min, setting.max)
    case 'year':
      return createWholeNumber(...YEAR_RANGE)
    case 'flag':
      return z.boolean(error)
    case 'text': {
      const text = z.string(error).min(1, error)
      return setting.max === undefined ? text : text.max(setting.max, error)
    }
    case 'enum':
      return z.enum(setting.values, error)
    case 'identifier':
      return setting.format === 'last_four'
        ? z.string(error).regex(FOUR_DIGITS, error)
        : z.string(error).refine(accepts, error)
    case 'date':
      return z.string(error).refine(accepts, error).meta({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' })
    case 'money': {
      const amount = z.union([z.number(), z.string()], error).refine(accepts, error)
      return setting.isSigned === true
        ? amount.meta({ exclusiveMinimum: -9e13, exclusiveMaximum: 9e13 })
        : amount.meta({ minimum: 0, exclusiveMaximum: 9e13, pattern: AMOUNT_PATTERN })
    }
    case 'list':
      return z.array(createSchema(setting.items), error)
    case 'object': {
      if (setting.names === 'year')
        return z.record(z.string().regex(YEAR_KEY_PATTERN), createSchema(setting.entries), error)
      if (setting.names !== undefined)
        return z.partialRecord(z.enum(setting.names), createSchema(setting.entries), error)
      const keys = Object.entries(setting.keys).map(([key, inner]) => [key, createSchema(inner)])
      return z.strictObject(Object.fromEntries(keys), error)
    }
  }
}

/**
 * The schema of a policy. No setting can discount income because of its kind (12 CFR 1002.6(b)(5)).
 * It fills in every default except the conditions that a policy leaves out, which `readPolicy` adds.
 */
export const POLICY_SCHEMA = createInputSchema(POLICY_TABLE) as z.ZodType<UnderwritingPolicy>

/**
 * Reads a policy: the name of a preset, or a caller's policy, which is completed with the defaults.
 * Each setting that cannot be used has an issue. The issue of an unknown name lists the names.
 */
export function readPolicy(input: unknown): Outcome<UnderwritingPolicy> {
  if (typeof input !== 'string') {
    const [policy, problems] = checkPolicy(input)
    if (policy !== null) return acceptValue(policy, [])
    return rejectInput(
      input,
      problems.map(problem => makeProblemIssue(problem)),
    )
  }
  const preset = findPreset(input)
  if (preset !== undefined) return acceptValue(preset, [])
  const expected = `one of ${PRESET_NAMES.join(', ')}`
  return rejectInput(input, [
    makeIssue('enum_unreadable', null, { explanation: 'No policy has this name.', expected, value: input }),
  ])
}
