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

/** The values of a file whose lines are objects about one taxpayer each. */
interface FactsFile<Value> {
  /** The value of each taxpayer. Pass it to the option `knownFacts` or `statedIncome`. */
  readonly values: ReadonlyMap<string, Value>
  /** The line number of each taxpayer. */
  readonly lines: ReadonlyMap<string, number>
  readonly issues: readonly Issue[]
}

/** Reads the lines of a file, which issues name as their source. */
type FactsReader<Value> = (fileLines: Iterable<string>, source?: string) => FactsFile<Value>

const createReader =
  <Value extends { readonly taxpayerId: string }>(
    setting: Setting,
    checkLine: (value: unknown, fileSetting: Setting) => readonly SettingProblem[],
  ): FactsReader<Value> =>
  (fileLines, source = '') => {
    const values = new Map<string, Value>()
    const lines = new Map<string, number>()
    const issues: Issue[] = []
    const fileSetting = toFileSetting(setting)
    let line = 0
    for (const text of fileLines) {
      line++
      if (text.trim() === '') continue
      const origin = { source, line }
      const input = parseJson(text)
      const lineIssues =
        input === undefined
          ? [makeIssue('json_malformed', null, { origin })]
          : checkLine(input, fileSetting).map(problem => makeProblemIssue(problem, origin))
      appendAll(issues, lineIssues)
      if (lineIssues.length > 0) continue
      const value = normalizeKeys(input, setting) as Value
      const { taxpayerId } = value
      const explanation = 'The last line is used.'
      if (values.has(taxpayerId)) issues.push(makeIssue('record_repeated', null, { origin, explanation }))
      values.set(taxpayerId, value)
      lines.set(taxpayerId, line)
    }
    return { values, lines, issues }
  }

/**
 * Reads the lines of a file for `--known-facts`. Issues contain no value from the lines. A line with an issue is left
 * out. Of two lines about one taxpayer, the later one counts. Blank lines are skipped.
 */
export const readKnownFacts: FactsReader<KnownFacts> = createReader(KNOWN_FACTS_TABLE, listKnownFactsProblems)

/** Reads the lines of a file for `--stated`, in the same way as known facts. */
export const readStatedIncome: FactsReader<StatedIncome> = createReader(STATED_INCOME_TABLE, listProblems)
