import { qualifyingIncome } from '../export/underwriting-tables.js'
import { headingOf } from '../underwrite/explain.js'
import type { Trace } from '../underwrite/trace.js'
import type { Underwriting } from '../underwrite/underwrite.js'
import { alignText } from './text.js'

const COLUMN_WORDS: ReadonlyMap<string, string> = new Map(
  qualifyingIncome.columns.map(({ name, doc }) => [name, doc]),
)

/** Every figure of a taxpayer under a policy, by the name that `--figure` takes, with what it is. */
export function figureLines(under: Underwriting): string[] {
  const rows = under.traces.map(trace => [trace.figure, wordsOf(trace)])
  return [...headingOf(under), ...alignText(rows).split('\n')]
}

/** Of a column what its table says, of an indicator its rule. */
function wordsOf({ figure, rule }: Trace): string {
  const at = figure.lastIndexOf('.')
  if (at === -1) return `Indicator: ${rule}.`
  const part = figure.slice(at + 1)
  return COLUMN_WORDS.get(part) ?? `What the row adds up: ${part.replace('_', ' ')}.`
}
