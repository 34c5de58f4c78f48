import type * as z from 'zod'
import { type Issue, makeIssue, type Origin } from '../core/issue.js'
import { parseJson } from '../core/parse-json.js'
import type { KnownFacts } from './known-facts.js'
import { issueOf, problemsIn } from './problems.js'
import type { Setting } from './setting.js'
import { inputSchema } from './setting-schema.js'
import { KNOWN_FACTS } from './settings.js'
import { asSpelled, inFiles } from './spelling.js'
import { STATED, type StatedIncome } from './tie-out/stated.js'

/**
 * The schema of known facts, whose keys may be spelled as files do, too. A key that is not known is an error, so that no
 * statement is lost to a typing error.
 */
export const KNOWN_FACTS_SCHEMA = inputSchema(KNOWN_FACTS) as z.ZodType<KnownFacts>

/** The schema of what an application states, likewise. */
export const STATED_SCHEMA = inputSchema(STATED) as z.ZodType<StatedIncome>

/** The lines of a file in which a caller says something of taxpayers. Issues: hold no value from the lines. */
interface Statements<T> {
  readonly statements: ReadonlyMap<string, T>
  /** The line of each taxpayer's statement. */
  readonly lines: ReadonlyMap<string, number>
  readonly issues: readonly Issue[]
}

/**
 * Reads a file in which each line is an object about one taxpayer. Issues: a line with one is left out whole, and of two
 * lines about one taxpayer the later stands. Missing: blank lines are skipped.
 */
function readStatements<T extends { readonly taxpayerId: string }>(
  lines: Iterable<string>,
  setting: Setting,
  source: string,
): Statements<T> {
  const statements = new Map<string, T>()
  const lineOf = new Map<string, number>()
  const issues: Issue[] = []
  const spelled = inFiles(setting)
  let line = 0
  for (const text of lines) {
    line++
    if (text.trim() === '') continue
    const origin: Origin = { source, line }
    const value = parseJson(text)
    if (value === undefined) {
      issues.push(makeIssue('json_malformed', null, { origin }))
      continue
    }
    const problems = problemsIn(value, spelled)
    if (problems.length > 0) {
      for (const each of problems) issues.push(issueOf(each, origin))
      continue
    }
    const statement = asSpelled(value, setting) as T
    if (statements.has(statement.taxpayerId)) {
      issues.push(
        makeIssue('record_repeated', null, { origin, more: 'Of one taxpayer, the later line stands.' }),
      )
    }
    statements.set(statement.taxpayerId, statement)
    lineOf.set(statement.taxpayerId, line)
  }
  return { statements, lines: lineOf, issues }
}

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
