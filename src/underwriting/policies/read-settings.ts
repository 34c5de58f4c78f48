import * as z from 'zod'
import { acceptValue, type Issue, makeIssue, type Outcome, rejectInput } from '../../core/issues/issue.js'
import { parseJson } from '../../core/json-value.js'
import { appendAll } from '../../core/lists.js'
import { UNSIGNED_AMOUNT_PATTERN } from '../../core/money.js'
import { STATED, type StatedIncome } from '../tie-out/stated.js'
import { checkPolicy } from './parse-terms.js'
import { POLICY_NAMES, presetOf } from './policies.js'
import {
  asSpelled,
  codeOf,
  FOUR_DIGITS,
  inFiles,
  isExactShare,
  issueOf,
  problemsIn,
  RANGES,
  readingOf,
  type Setting,
  STREAMS,
} from './setting.js'
import { KNOWN_FACTS, type KnownFacts, POLICY, type Policy } from './settings.js'

/** The pattern of a nonnegative amount as text, for JSON Schema. */
const AMOUNT_PATTERN = `^\\s*\\+?\\$?${UNSIGNED_AMOUNT_PATTERN}\\s*$`

/** The zod schema of what callers give: keys may be in either spelling, and come out as the table spells them. */
const inputSchema = (setting: Setting): z.ZodType => z.preprocess(value => asSpelled(value, setting), schemaOf(setting))

/** The zod schema of a setting. Issues: the message is the code. */
export function schemaOf(setting: Setting): z.ZodType {
  let schema = bareSchema(setting)
  if (setting.orNull === true) schema = schema.nullable()
  if (setting.default !== undefined) schema = schema.default(setting.default)
  return setting.optional === true ? schema.optional() : schema
}

function bareSchema(setting: Setting): z.ZodType {
  const error = { error: codeOf(setting) }
  const [, takes] = readingOf(setting)
  const whole = (least: number, most: number) => z.int(error).min(least, error).max(most, error)
  switch (setting.is) {
    case 'ratio':
      return z.number(error).min(RANGES.ratio[0], error).max(RANGES.ratio[1], error).refine(isExactShare, error)
    case 'count':
      return whole(setting.least, setting.most)
    case 'year':
      return whole(...RANGES.year)
    case 'flag':
      return z.boolean(error)
    case 'text': {
      const text = z.string(error).min(1, error)
      return setting.most === undefined ? text : text.max(setting.most, error)
    }
    case 'enum':
      return z.enum(setting.of, error)
    case 'identifier':
      return setting.whole === true || setting.orName === true
        ? z.string(error).refine(takes, error)
        : z.string(error).regex(FOUR_DIGITS, error)
    case 'date':
      return z.string(error).refine(takes, error).meta({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' })
    case 'money': {
      const amount = z.union([z.number(), z.string()], error).refine(takes, error)
      return setting.signed === true
        ? amount.meta({ exclusiveMinimum: -9e13, exclusiveMaximum: 9e13 })
        : amount.meta({ minimum: 0, exclusiveMaximum: 9e13, pattern: AMOUNT_PATTERN })
    }
    case 'list':
      return z.array(schemaOf(setting.of), error)
    case 'object': {
      if (setting.each !== undefined) return z.partialRecord(z.enum(STREAMS), schemaOf(setting.each), error)
      const keys = Object.entries(setting.keys).map(([key, inner]) => [key, schemaOf(inner)])
      return z.strictObject(Object.fromEntries(keys), error)
    }
  }
}

// Policies are read apart from where they are used: those who take a preset need not load zod.

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
    return policy === null
      ? rejectInput(
          input,
          problems.map(each => issueOf(each)),
        )
      : acceptValue(policy, [])
  }
  const preset = presetOf(input)
  if (preset !== undefined) return acceptValue(preset, [])
  return rejectInput(input, [
    makeIssue('enum_unreadable', null, {
      explanation: 'No policy has this name.',
      expected: `one of ${POLICY_NAMES.join(', ')}`,
      value: input,
    }),
  ])
}

/**
 * The schema of known facts, whose keys may be spelled as files do, too. A key that is not known is an error, so that no
 * statement is lost to a typing error.
 */
export const KNOWN_FACTS_SCHEMA = inputSchema(KNOWN_FACTS) as z.ZodType<KnownFacts>

/** The schema of what an application states, likewise. */
export const STATED_SCHEMA = inputSchema(STATED) as z.ZodType<StatedIncome>

/**
 * Reads a file in which each line is an object about one taxpayer. Issues: a line with one is left out whole, and of two
 * lines about one taxpayer the later stands. Missing: blank lines are skipped.
 */
function readStatements<T extends { readonly taxpayerId: string }>(
  lines: Iterable<string>,
  setting: Setting,
  source: string,
): { statements: Map<string, T>; lines: Map<string, number>; issues: Issue[] } {
  const statements = new Map<string, T>()
  const lineOf = new Map<string, number>()
  const issues: Issue[] = []
  const fileSetting = inFiles(setting)
  let line = 0
  for (const text of lines) {
    line++
    if (text.trim() === '') continue
    const origin = { source, line }
    const value = parseJson(text)
    const lineIssues =
      value === undefined
        ? [makeIssue('json_malformed', null, { origin })]
        : problemsIn(value, fileSetting).map(problem => issueOf(problem, origin))
    appendAll(issues, lineIssues)
    if (lineIssues.length > 0) continue
    const statement = asSpelled(value, setting) as T
    const { taxpayerId } = statement
    const explanation = 'The last line is used.'
    if (statements.has(taxpayerId)) issues.push(makeIssue('record_repeated', null, { origin, explanation }))
    statements.set(taxpayerId, statement)
    lineOf.set(taxpayerId, line)
  }
  return { statements, lines: lineOf, issues }
}

/**
 * Reads the lines of a `--known-facts` file. Issues: hold no value from the lines; a line with one is left out whole, and
 * of two lines about one taxpayer the later stands. Missing: blank lines are skipped.
 */
export function readKnownFacts(
  lines: Iterable<string>,
  source = '',
): {
  readonly facts: ReadonlyMap<string, KnownFacts>
  /** The line of each taxpayer's facts. */
  readonly lines: ReadonlyMap<string, number>
  readonly issues: readonly Issue[]
} {
  const { statements, ...rest } = readStatements<KnownFacts>(lines, KNOWN_FACTS, source)
  return { facts: statements, ...rest }
}

/** Reads the lines of a `--stated` file. Issues: as of known facts. Missing: blank lines are skipped. */
export function readStated(
  lines: Iterable<string>,
  source = '',
): {
  readonly stated: ReadonlyMap<string, StatedIncome>
  /** The line of each taxpayer's application. */
  readonly lines: ReadonlyMap<string, number>
  readonly issues: readonly Issue[]
} {
  const { statements, ...rest } = readStatements<StatedIncome>(lines, STATED, source)
  return { stated: statements, ...rest }
}
