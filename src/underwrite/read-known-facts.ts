import type { z } from 'zod'
import type { Issue } from '../core/issue.js'
import type { KnownFacts } from './known-facts.js'
import { readStatements } from './read-statements.js'
import { inputSchema } from './setting-schema.js'
import { KNOWN_FACTS } from './settings.js'
import { STATED, type StatedIncome } from './tie-out/stated.js'

/**
 * The schema of known facts, whose keys may be spelled as files do, too. A key that is not known is an error, so that no
 * statement is lost to a typing error.
 */
export const KNOWN_FACTS_SCHEMA = inputSchema(KNOWN_FACTS) as z.ZodType<KnownFacts>

/** The schema of what an application states, likewise. */
export const STATED_SCHEMA = inputSchema(STATED) as z.ZodType<StatedIncome>

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
