// Explains figures as text for people: as trees that lead down to boxes, with the meaning of flags and the sources.

import { appendAll } from '../../core/lists.js'
import { type Cents, formatCents, formatMicros } from '../../core/money.js'
import { formatSuggestion } from '../../core/nearest-name.js'
import { compareText } from '../../core/text.js'
import { DOUBT_TEXTS } from '../../figures/doubt-texts.js'
import { ALL, SELF } from '../../figures/recipients.js'
import { type Doubt, joinDoubts } from '../../resolve/resolved-document.js'
import { FLAGS, type StreamFlag } from '../flags.js'
import type { IncomeStream } from '../income-stream.js'
import { INDICATORS } from '../indicators/indicator.js'
import { STREAM_CATEGORIES } from '../policies/policy.js'
import type { PolicyResult } from '../underwrite.js'
import { STREAM_FIGURES } from './stream-traces.js'
import { describePlace, type Trace, type TraceExclusion, type TraceInput } from './trace.js'
import { listTraces, nameCategoryFigures, nameStreamFigures, TOTAL_FIGURES } from './traces.js'

/** Says what the flags of streams mean, one line for each flag. */
export function describeFlags(streams: readonly Pick<IncomeStream, 'flags'>[]): string[] {
  const flags = [...new Set(streams.flatMap(stream => stream.flags))].sort()
  return flags.map((flag: StreamFlag) => `${flag}: ${FLAGS[flag]}`)
}

/** Says which later years are not complete, so that no figure includes them. Null if there are none. */
export function describeLaterYears({ asOf: { laterIncompleteYears } }: PolicyResult): string | null {
  if (laterIncompleteYears.length === 0) return null
  const verb = laterIncompleteYears.length === 1 ? 'is not complete yet and is' : 'are not complete yet and are'
  return `${laterIncompleteYears.join(' and ')} ${verb} not included.`
}

const STREAM_COLUMNS: readonly string[] = STREAM_FIGURES.map(([column]) => column)
const TOTAL_COLUMNS: readonly string[] = TOTAL_FIGURES.map(([column]) => column)
const DEFAULT_COLUMN = 'qualifying_monthly'
const BORROWER_PREFIX = new RegExp(`^(?:[0-9]{4}|recipient_[1-9][0-9]*|${ALL})\\.`)

/** The names of figures, without borrowers and without the names of streams, which differ by taxpayer. */
export const FIGURE_NAMES: readonly string[] = [
  ...Object.keys(INDICATORS),
  ...STREAM_CATEGORIES.flatMap(category => STREAM_COLUMNS.map(column => `${category}.${column}`)),
  ...TOTAL_COLUMNS.map(column => `total.${column}`),
]

const isStreamKey = (row: string): boolean =>
  STREAM_CATEGORIES.some(category => row === category || row.startsWith(`${category}:`))

/** Splits the name of a figure into its row and its column. Null if it has no column. */
function splitFigure(figure: string): readonly [row: string, column: string] | null {
  const dotIndex = figure.lastIndexOf('.')
  const column = figure.slice(dotIndex + 1)
  return dotIndex === -1 || !STREAM_COLUMNS.includes(column) ? null : [figure.slice(0, dotIndex), column]
}

/** True if a figure or a row can have this name, whether or not a taxpayer has it. */
export function isFigureName(name: string): boolean {
  const unprefixed = name.replace(BORROWER_PREFIX, '')
  if (Object.hasOwn(INDICATORS, unprefixed)) return true
  const [row, column] = splitFigure(unprefixed) ?? [unprefixed, DEFAULT_COLUMN]
  return row === 'total' ? TOTAL_COLUMNS.includes(column) : isStreamKey(row)
}

/** Returns a sentence that suggests the figure that is most likely meant. Empty if none is close. */
export const suggestFigure = (name: string): string =>
  formatSuggestion(name, [...STREAM_CATEGORIES, 'total', ...FIGURE_NAMES])

/** Lists the names of figures in lines by groups: rows with their columns, and indicators. */
export function listFigureNameLines(figures: Iterable<string>): string[] {
  const rows = new Set<string>()
  const indicators: string[] = []
  for (const figure of figures) {
    const parts = splitFigure(figure)
    if (parts === null) indicators.push(figure)
    else rows.add(parts[0])
  }
  const sortedRows = [...rows].sort(compareText)
  return [
    `Rows: ${sortedRows.join(', ')}.`,
    `A row can be followed by a column, as in ${sortedRows[0] ?? 'wages'}.${DEFAULT_COLUMN}: ${STREAM_COLUMNS.join(', ')}.`,
    `Indicators: ${indicators.sort(compareText).join(', ')}.`,
  ]
}

/** The total of all borrowers, or of the only borrower. */
const TOTALS = [`${ALL}.total.${DEFAULT_COLUMN}`, `total.${DEFAULT_COLUMN}`]

/** A figure with the figures that it is computed from. */
export interface ExplainedFigure {
  readonly trace: Trace
  /** True if the tree already has the figure. Then its parts are not repeated. */
  readonly isRepeated: boolean
  readonly parts: readonly ExplainedFigure[]
  /** The inputs that none of the parts has. */
  readonly inputs: readonly TraceInput[]
  readonly excluded: readonly TraceExclusion[]
}

/**
 * Expands a figure into the figures that it is computed from. The name of a row means its qualifying amount. Without a
 * name, expands the total. Null if the underwriting has no such figure.
 */
export function expandFigure(policyResult: PolicyResult, figure?: string): ExplainedFigure | null {
  const traces = new Map(listTraces(policyResult).map(trace => [trace.figure, trace]))
  const names = figure === undefined ? TOTALS : [figure, `${figure}.${DEFAULT_COLUMN}`]
  for (const name of names) {
    const trace = traces.get(name)
    if (trace !== undefined) return expandTrace(trace, traces, new Set())
  }
  return null
}

/** Expands a trace. `expandedFigures` has the figures that are already in the tree, and receives those that are added. */
export function expandTrace(
  trace: Trace,
  traces: ReadonlyMap<string, Trace>,
  expandedFigures: Set<string>,
): ExplainedFigure {
  if (expandedFigures.has(trace.figure)) return { trace, isRepeated: true, parts: [], inputs: [], excluded: [] }
  expandedFigures.add(trace.figure)
  const parts = trace.parts.flatMap(part => traces.get(part) ?? [])
  const inputsOfParts = new Set(parts.flatMap(part => part.inputs.map(formatInput)))
  const excludedOfParts = new Set(parts.flatMap(part => part.excluded.map(formatExclusion)))
  return {
    trace,
    isRepeated: false,
    parts: parts.map(part => expandTrace(part, traces, expandedFigures)),
    inputs: trace.inputs.filter(input => !inputsOfParts.has(formatInput(input))),
    excluded: trace.excluded.filter(exclusion => !excludedOfParts.has(formatExclusion(exclusion))),
  }
}

/**
 * Explains a figure as lines of text for a person. `figure` is a row (`wages`), a row and its column
 * (`wages.computed_monthly`) or an indicator, after the last four digits of another borrower (`1234.wages`). Without a
 * name, explains the total and adds a line for each indicator. Null if the underwriting has no such figure.
 */
export function explainFigure(policyResult: PolicyResult, figure?: string): string | null {
  const explained = expandFigure(policyResult, figure)
  if (explained === null) return null
  const lines = [...formatHeading(policyResult), ...formatTree(explained, '')]
  const traces = listTraces(policyResult)
  if (figure === undefined) {
    lines.push('', 'Indicators:')
    for (const trace of traces)
      if (splitFigure(trace.figure) === null) lines.push(`  ${trace.figure} = ${formatValue(trace)}`)
  }
  const flagLines = describeFlags(
    findStreamsOfFigure(policyResult, figure === undefined ? null : explained.trace.figure),
  )
  if (flagLines.length > 0) lines.push('', ...flagLines)
  const doubts = listDoubts(explained)
  if (doubts.length > 0) lines.push('', ...doubts.map(doubt => `${doubt}: ${DOUBT_TEXTS[doubt]}`))
  const citedTraces = figure === undefined ? [explained.trace, ...listIndicatorTraces(traces)] : [explained.trace]
  const sources = new Set(citedTraces.flatMap(({ citation }) => (citation === '' ? [] : citation.split('; '))))
  if (sources.size > 0) lines.push('', `Sources: ${[...sources].join('; ')}`)
  return [...lines, ''].join('\n')
}

const listIndicatorTraces = (traces: readonly Trace[]): Trace[] =>
  traces.filter(({ figure }) => splitFigure(figure) === null)

/** Returns the streams of a figure's row. All streams for null or a total. */
function findStreamsOfFigure({ streams }: PolicyResult, figure: string | null): readonly IncomeStream[] {
  const row = figure === null ? null : (splitFigure(figure)?.[0] ?? '')
  if (row === null || row === `${ALL}.total`) return streams
  return streams.filter(
    stream =>
      nameStreamFigures(stream) === row ||
      nameCategoryFigures(stream) === row ||
      row === (stream.borrower === SELF ? 'total' : `${stream.borrower}.total`),
  )
}

/** Returns the policy, the as-of year and the later years that are not complete, as lines with an empty line at the end. */
export function formatHeading(policyResult: PolicyResult): string[] {
  const { policy, asOf } = policyResult
  const year = asOf.year === null ? 'no income found' : `as of ${asOf.year}${asOf.isComplete ? '' : ', incomplete'}`
  const policyLine = `Policy ${policy.name} (${policy.ruleVersion}); ${year}.`
  return [policyLine, describeLaterYears(policyResult), ''].filter(line => line !== null)
}

function formatTree({ trace, isRepeated, parts, inputs, excluded }: ExplainedFigure, indent: string): string[] {
  const lines = [`${indent}${trace.figure} = ${formatValue(trace)}   [${trace.rule}]`]
  if (isRepeated) return lines
  const deeperIndent = `${indent}  `
  for (const part of parts) appendAll(lines, formatTree(part, deeperIndent))
  for (const input of inputs) lines.push(`${deeperIndent}${formatInput(input)}`)
  for (const exclusion of excluded) lines.push(`${deeperIndent}${formatExclusion(exclusion)}`)
  return lines
}

/** Lists the doubts about all documents of a tree. */
const listDoubts = ({ parts, inputs, excluded }: ExplainedFigure): readonly Doubt[] =>
  [...[...inputs, ...excluded].map(input => input.doubts ?? []), ...parts.map(listDoubts)].reduce(joinDoubts, [])

const formatInput = (input: TraceInput): string =>
  `${formatPlace(input)} ${input.statedText ?? formatAmount(input.cents)}${formatDetails(input)}`

/** Formats the doubts about the document of a box, and the copies that its values come from. */
function formatDetails({ doubts = [], copiedFrom = {} }: TraceInput): string {
  const details = [
    ...(doubts.length === 0 ? [] : [`doubts: ${doubts.join(', ')}`]),
    ...Object.entries(copiedFrom).map(([field, copy]) => `${field} from ${copy}`),
  ]
  return details.length === 0 ? '' : ` (${details.join('; ')})`
}

const formatExclusion = (exclusion: TraceExclusion): string =>
  `left out: ${formatPlace(exclusion)} ${formatAmount(exclusion.cents)} (${exclusion.reason})${formatDetails(exclusion)}`

const formatAmount = (cents: Cents | null): string => (cents === null ? '-' : formatCents(cents))

function formatPlace(input: TraceInput): string {
  const { recordId, form, formIndex, entryIndex, year, field, box } = input
  // An entry or a record that could not be read has no field.
  if (field === '') return `${year ?? '-'} ${describePlace(input)}`
  return recordId === null
    ? `${form}${year === null ? '' : ` ${year}`}: ${field}`
    : `${year ?? '-'} ${recordId}/${form}/${formIndex}/${entryIndex} ${field}${box === null ? '' : ` (box ${box})`}`
}

function formatValue({ value, unit }: Trace): string {
  if (value === null) return 'unknown'
  if (typeof value === 'string') return value
  return unit === 'money' ? formatCents(value) : unit === 'ratio' ? formatMicros(value) : String(value)
}
