import type * as z from 'zod'
import { type Issue, makeIssue } from '../../core/issues/issue.js'
import { parseJson } from '../../core/json-value.js'
import { appendAll } from '../../core/lists.js'
import { normalizeKeys, type Setting, toFileSetting } from '../policies/setting.js'
import { listProblems, makeProblemIssue, type SettingProblem } from '../policies/setting-problems.js'
import { createInputSchema } from '../policies/setting-schema.js'
import type { KnownFacts } from './known-facts.js'
import { KNOWN_FACTS_TABLE } from './known-facts-table.js'
import { listKnownFactsProblems } from './parse-known-facts.js'
import { STATED_INCOME_TABLE, type StatedIncome } from './stated-income.js'

/** The schema of known facts. An unknown key is an error, so that no fact is lost because of a misspelled key. */
export const KNOWN_FACTS_SCHEMA = createInputSchema(KNOWN_FACTS_TABLE) as z.ZodType<KnownFacts>

/** The schema of stated income. An unknown key is an error. */
export const STATED_INCOME_SCHEMA = createInputSchema(STATED_INCOME_TABLE) as z.ZodType<StatedIncome>

/** What the lines of a file contain, by taxpayer. */
interface FactsFile<Value> {
  readonly values: Map<string, Value>
  /** The line number of each taxpayer. */
  readonly lines: Map<string, number>
  readonly issues: Issue[]
}

/**
 * Reads a file in which each line is an object about one taxpayer. A line with an issue is left out. Of two lines about
 * one taxpayer, the later one counts. Blank lines are skipped.
 */
function readLines<Input extends { readonly taxpayerId: string }, Value>(
  lines: Iterable<string>,
  setting: Setting,
  source: string,
  checkLine: (value: unknown, fileSetting: Setting) => readonly SettingProblem[],
  convert: (input: Input) => Value,
): FactsFile<Value> {
  const file: FactsFile<Value> = { values: new Map(), lines: new Map(), issues: [] }
  const fileSetting = toFileSetting(setting)
  let line = 0
  for (const text of lines) {
    line++
    if (text.trim() === '') continue
    const origin = { source, line }
    const value = parseJson(text)
    const lineIssues =
      value === undefined
        ? [makeIssue('json_malformed', null, { origin })]
        : checkLine(value, fileSetting).map(problem => makeProblemIssue(problem, origin))
    appendAll(file.issues, lineIssues)
    if (lineIssues.length > 0) continue
    const input = normalizeKeys(value, setting) as Input
    const { taxpayerId } = input
    const explanation = 'The last line is used.'
    if (file.values.has(taxpayerId)) file.issues.push(makeIssue('record_repeated', null, { origin, explanation }))
    file.values.set(taxpayerId, convert(input))
    file.lines.set(taxpayerId, line)
  }
  return file
}

/**
 * Reads the lines of a file for `--known-facts`. Issues contain no value from the lines. A line with an issue is left
 * out. Of two lines about one taxpayer, the later one counts.
 */
export function readKnownFacts(
  fileLines: Iterable<string>,
  source = '',
): {
  /** Pass them to the option `knownFacts`. */
  readonly facts: ReadonlyMap<string, KnownFacts>
  /** The line number of each taxpayer. */
  readonly lines: ReadonlyMap<string, number>
  readonly issues: readonly Issue[]
} {
  const { values, lines, issues } = readLines(
    fileLines,
    KNOWN_FACTS_TABLE,
    source,
    listKnownFactsProblems,
    (knownFacts: KnownFacts) => knownFacts,
  )
  return { facts: values, lines, issues }
}

/** Reads the lines of a file for `--stated`, in the same way as known facts. */
export function readStatedIncome(
  fileLines: Iterable<string>,
  source = '',
): {
  readonly statedIncome: ReadonlyMap<string, StatedIncome>
  /** The line number of each taxpayer. */
  readonly lines: ReadonlyMap<string, number>
  readonly issues: readonly Issue[]
} {
  const { values, lines, issues } = readLines(
    fileLines,
    STATED_INCOME_TABLE,
    source,
    listProblems,
    (statement: StatedIncome) => statement,
  )
  return { statedIncome: values, lines, issues }
}
