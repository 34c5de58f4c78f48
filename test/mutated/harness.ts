/** Runs inputs through the library and the judge. */
import { generate } from './generator.js'
import type { Json } from './json.js'
import { judge } from './judge.js'
import type { AnalysisSeen, OutcomeSeen, Violation } from './seen.js'

interface TableSeen {
  readonly name: string
  readonly rows: readonly (readonly unknown[])[]
}

/** The library functions that the harness calls. The harness does not read the dossier itself. */
export interface Library {
  analyze(input: unknown): {
    status: string
    issues: OutcomeSeen['issues']
    value?: AnalysisSeen & { dossier: unknown }
  }
  tablesOf(dossiers: readonly unknown[], names?: readonly string[] | null): readonly TableSeen[]
  readonly toCsv: (table: TableSeen) => string
}

/** The number of violations of a rule, and the seed, size and details of the smallest input that violated it. */
interface ViolationSummary {
  count: number
  seed: number
  size: number
  detail: string
}

/** What to check: only the figures, also three tables, or also all tables, their CSV and the JSON of the value. */
type Depth = 'figures' | 'tables' | 'full'

const JUDGED_TABLES = ['facts', 'documents', 'issues']
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for control characters
const CONTROL_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

const toText = (input: Json): string => {
  try {
    return JSON.stringify(input) ?? ''
  } catch {
    return 'x'.repeat(100_000)
  }
}

/** Runs one input through the library and the judge. Returns every violation. */
export const findViolations = (library: Library, input: Json, depth: Depth): Violation[] => {
  const full = depth === 'full'
  const before = full ? toText(input) : ''
  let stage = 'analyze'
  try {
    const outcome = library.analyze(input)
    const { value } = outcome
    stage = 'tablesOf'
    const names = full ? null : JUDGED_TABLES
    const tables = value === undefined || depth === 'figures' ? null : library.tablesOf([value.dossier], names)
    // Ignore rows about figures that do not fit their column, because only the tables report them.
    const rows = (name: string): number =>
      tables?.find(table => table.name === name)?.rows.filter(row => !row.includes('out_of_range')).length ?? -1
    stage = 'judge'
    const seen = { facts: rows('facts'), documents: rows('documents'), issues: rows('issues') }
    const violations = judge(input, outcome, tables === null ? null : seen)
    if (!full) return violations
    if (toText(input) !== before) violations.push({ rule: 'input_changed', detail: '' })
    if (Object.keys(Object.prototype).length > 0) violations.push({ rule: 'prototype_changed', detail: '' })
    stage = 'JSON'
    JSON.stringify(value)
    stage = 'toCsv'
    for (const table of tables ?? [])
      if (CONTROL_CHARACTER.test(library.toCsv(table))) violations.push({ rule: 'control_in_csv', detail: table.name })
    return violations
  } catch (error) {
    const { name, message, stack = '' } = error as Error
    const detail = `${stage} ${name}: ${message.slice(0, 120)} ${stack.split('\n').slice(1, 4).join(' ')}`
    return [{ rule: stage === 'judge' ? 'judge_threw' : 'thrown', detail }]
  }
}

/** Runs the inputs of consecutive seeds and summarizes the violations by rule. */
export const runMutated = (library: Library, runs: number, seed: number): ReadonlyMap<string, ViolationSummary> => {
  const violations = new Map<string, ViolationSummary>()
  for (let at = seed; at < seed + runs; at++) {
    const input = generate(at)
    const depth = at % 32 === 0 ? 'full' : at % 4 === 0 ? 'tables' : 'figures'
    for (const { rule, detail } of findViolations(library, input, depth)) {
      const size = toText(input).length
      const before = violations.get(rule)
      if (before === undefined) violations.set(rule, { count: 1, seed: at, size, detail })
      else {
        before.count++
        if (size < before.size) Object.assign(before, { seed: at, size, detail })
      }
    }
  }
  return violations
}
