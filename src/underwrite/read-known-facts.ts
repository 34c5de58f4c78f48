import { z } from 'zod'
import { type Issue, makeIssue, type Origin } from '../core/issue.js'
import { addAll } from '../core/lists.js'
import { centsOfGiven, type KnownFacts, PLAN_STATES } from './known-facts.js'
import { isExactShare } from './policy.js'
import { issuesOfSchema } from './schema-issues.js'
import { STREAMS } from './subject.js'

const error = (code: string) => ({ error: code })
const isAmount = (given: number | string): boolean => (centsOfGiven(given) ?? -1) >= 0
const amount = z
  .union([z.number(), z.string()], error('money_unreadable'))
  .refine(isAmount, error('money_unreadable'))
const months = z
  .int(error('count_unreadable'))
  .min(0, error('count_unreadable'))
  .max(1200, error('count_unreadable'))
const share = z
  .number(error('ratio_unreadable'))
  .min(0, error('ratio_unreadable'))
  .max(1, error('ratio_unreadable'))
  .refine(isExactShare, error('ratio_unreadable'))
const byStream = <T extends z.ZodType>(value: T) =>
  z.partialRecord(z.enum(STREAMS), value, error('object_unreadable'))

/** The schema of known facts. A key that is not known is an error, so that no statement is lost to a typing error. */
export const KNOWN_FACTS_SCHEMA: z.ZodType<KnownFacts> = z.strictObject(
  {
    taxpayer_id: z.string(error('text_unreadable')).min(1, error('text_unreadable')),
    monthly_obligations: amount.optional(),
    recipients: z
      .array(
        z.string(error('identifier_unreadable')).regex(/^[0-9]{4}$/, error('identifier_unreadable')),
        error('list_unreadable'),
      )
      .optional(),
    continuance: byStream(months).optional(),
    plan: z
      .strictObject(
        { state: z.enum(PLAN_STATES, error('enum_unreadable')), monthly_payment: amount.optional() },
        error('object_unreadable'),
      )
      .optional(),
    nontaxable_share: byStream(share).optional(),
    as_of_year: z
      .int(error('year_unreadable'))
      .min(1900, error('year_unreadable'))
      .max(2100, error('year_unreadable'))
      .optional(),
  },
  error('object_unreadable'),
)

/**
 * Reads the lines of a `--facts-of` file. Issues: hold no value from the lines; a line with one is left out whole, and
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
  const facts = new Map<string, KnownFacts>()
  const lineOf = new Map<string, number>()
  const issues: Issue[] = []
  let line = 0
  for (const text of lines) {
    line++
    if (text.trim() === '') continue
    const origin: Origin = { source, line }
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      issues.push(makeIssue('json_malformed', null, { origin }))
      continue
    }
    const read = KNOWN_FACTS_SCHEMA.safeParse(value)
    if (!read.success) {
      addAll(issues, issuesOfSchema(read.error, value, origin))
      continue
    }
    if (facts.has(read.data.taxpayer_id)) {
      issues.push(
        makeIssue('record_repeated', null, { origin, more: 'Of one taxpayer, the later line stands.' }),
      )
    }
    facts.set(read.data.taxpayer_id, read.data)
    lineOf.set(read.data.taxpayer_id, line)
  }
  return { facts, lines: lineOf, issues }
}
