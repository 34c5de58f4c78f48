import { addAll } from '../core/lists.js'
import { textOfMicros } from '../core/micros.js'
import { type Cents, textOfCents } from '../core/money.js'
import { ALL } from './borrower-view.js'
import { unionOfCitations } from './citations.js'
import { wordsOfLaterYears, wordsOfRows } from './doubt-words.js'
import { subjectsOf } from './indicator.js'
import { type Trace, type TraceExclusion, type TraceInput, wordsOfPlace } from './trace.js'
import { prefixOf } from './traces.js'
import type { Underwriting } from './underwrite.js'

/** The total of all borrowers, or of the one. */
const TOTALS = [`${ALL}.total.qualifying_monthly`, 'total.qualifying_monthly']

/** The figures of an underwriting by their names. */
export const tracesByName = ({ traces }: Underwriting): ReadonlyMap<string, Trace> =>
  new Map(traces.map(trace => [trace.figure, trace]))

/** The figure of a name: its own, or a row, which is short for what of it qualifies; without a name, the total. Missing: null. */
export const traceNamed = (under: Underwriting, figure?: string): Trace | null =>
  namedIn(tracesByName(under), figure)

function namedIn(traces: ReadonlyMap<string, Trace>, figure?: string): Trace | null {
  const names = figure === undefined ? TOTALS : [figure, `${figure}.qualifying_monthly`]
  return names.map(each => traces.get(each)).find(trace => trace !== undefined) ?? null
}

/**
 * A figure down to its boxes, as lines of text for a person. `figure` is a category, a category and a column
 * (`wages.monthly_amount`), each behind the last four of a borrower whom the caller named, or an indicator; without one, the total, and every indicator on a line of its own.
 * Missing: null for a name that none of its figures has.
 */
export function explainFigure(under: Underwriting, figure?: string): string | null {
  const traces = tracesByName(under)
  const trace = namedIn(traces, figure)
  if (trace === null) return null
  const lines = headingOf(under)
  addAll(lines, tree(explained(trace, traces, new Set()), ''))
  if (figure === undefined) {
    lines.push('', 'Indicators:')
    for (const each of under.traces) {
      if (!each.figure.includes('.')) lines.push(`  ${each.figure} = ${printValue(each)}`)
    }
  }
  const name = trace.figure.split('.').slice(0, -1).join('.')
  const rows = under.qualifyingIncome.filter(
    row => figure === undefined || `${prefixOf(row.borrower)}${row.category}` === name,
  )
  const words = wordsOfRows(rows, under)
  if (words.length > 0) lines.push('', ...words)
  const sources = figure === undefined ? allSources(under) : trace.citation
  if (sources !== '') lines.push('', `Sources: ${sources}`)
  return [...lines, ''].join('\n')
}

/** Where the rules of every row and of the indicators were read, each once. */
const allSources = ({ policy, qualifyingIncome, indicators }: Underwriting): string =>
  unionOfCitations(policy, [
    ...qualifyingIncome.flatMap(({ category }) => (category === 'total' ? [] : [category])),
    ...indicators.flatMap(({ indicator }) => subjectsOf(indicator)),
  ])

/** The policy, the year, and the later years that are not complete, as lines; an empty one behind them. */
export function headingOf(under: Underwriting): string[] {
  const { policy, asOfYear, yearIncomplete } = under
  const year = asOfYear === null ? 'no income' : `${asOfYear}${yearIncomplete ? ', incomplete' : ''}`
  const later = wordsOfLaterYears(under)
  return [
    `Policy ${policy.name} (${policy.ruleVersion}); as of ${year}. Basis: annual.`,
    ...(later === null ? [] : [later]),
    '',
  ]
}

/** A figure among those it is made of. */
export interface ExplainedFigure {
  readonly trace: Trace
  /** It stands in the tree already: it is named, and not said again. */
  readonly again: boolean
  readonly parts: readonly ExplainedFigure[]
  /** What no part of it has. */
  readonly inputs: readonly TraceInput[]
  readonly excluded: readonly TraceExclusion[]
}

/** What a figure is made of, down to its boxes; `said` are the figures that were told of already. */
export function explained(
  trace: Trace,
  traces: ReadonlyMap<string, Trace>,
  said: Set<string>,
): ExplainedFigure {
  if (said.has(trace.figure)) return { trace, again: true, parts: [], inputs: [], excluded: [] }
  said.add(trace.figure)
  const parts = trace.parts.flatMap(part => traces.get(part) ?? [])
  // A box stands under the figure that adds it up, and here where no part has it.
  const inputs = new Set(parts.flatMap(part => part.inputs.map(lineOfInput)))
  const excluded = new Set(parts.flatMap(part => part.excluded.map(lineOfExclusion)))
  return {
    trace,
    again: false,
    parts: parts.map(part => explained(part, traces, said)),
    inputs: trace.inputs.filter(each => !inputs.has(lineOfInput(each))),
    excluded: trace.excluded.filter(each => !excluded.has(lineOfExclusion(each))),
  }
}

function tree({ trace, again, parts, inputs, excluded }: ExplainedFigure, indent: string): string[] {
  const lines = [`${indent}${trace.figure} = ${printValue(trace)}   [${trace.rule}]`]
  if (again) return lines
  const deeper = `${indent}  `
  for (const part of parts) addAll(lines, tree(part, deeper))
  for (const each of inputs) lines.push(`${deeper}${lineOfInput(each)}`)
  for (const each of excluded) lines.push(`${deeper}${lineOfExclusion(each)}`)
  return lines
}

const lineOfInput = (input: TraceInput): string =>
  `${placeOf(input)} ${input.stated ?? amountOf(input.cents)}`

const lineOfExclusion = (each: TraceExclusion): string =>
  `left out: ${placeOf(each)} ${amountOf(each.cents)} (${each.reason})`

const amountOf = (cents: Cents | null): string => (cents === null ? '-' : textOfCents(cents))

function placeOf(input: TraceInput): string {
  const { recordId, form, formIndex, entryIndex, year, field, box } = input
  // What could not be read at all has no field.
  if (field === '') return `${year ?? '-'} ${wordsOfPlace(input)}`
  return recordId === null
    ? `${form}${year === null ? '' : ` ${year}`}: ${field}`
    : `${year ?? '-'} ${recordId}/${form}/${formIndex}/${entryIndex} ${field}${box === null ? '' : ` (box ${box})`}`
}

function printValue({ value, unit }: Trace): string {
  if (value === null) return 'not known'
  if (typeof value === 'string') return value
  return unit === 'money' ? textOfCents(value) : unit === 'ratio' ? textOfMicros(value) : String(value)
}
