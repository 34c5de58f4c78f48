import type { z } from 'zod'
import { type Issue, makeIssue, type Origin } from '../core/issue.js'
import type { KnownFacts } from './known-facts.js'
import { issueOf, problemsIn } from './problems.js'
import { schemaOf } from './setting-schema.js'
import { KNOWN_FACTS } from './settings.js'

/** The schema of known facts. A key that is not known is an error, so that no statement is lost to a typing error. */
export const KNOWN_FACTS_SCHEMA = schemaOf(KNOWN_FACTS) as z.ZodType<KnownFacts>

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
    const problems = problemsIn(value, KNOWN_FACTS)
    if (problems.length > 0) {
      for (const each of problems) issues.push(issueOf(each, origin))
      continue
    }
    const known = value as KnownFacts
    if (facts.has(known.taxpayer_id)) {
      issues.push(
        makeIssue('record_repeated', null, { origin, more: 'Of one taxpayer, the later line stands.' }),
      )
    }
    facts.set(known.taxpayer_id, known)
    lineOf.set(known.taxpayer_id, line)
  }
  return { facts, lines: lineOf, issues }
}
