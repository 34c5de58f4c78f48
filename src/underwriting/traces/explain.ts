import { appendAll } from '../../core/lists.js'
import { type Cents, formatCents, formatMicros } from '../../core/money.js'
import { formatSuggestion } from '../../core/nearest-name.js'
import { compareText } from '../../core/text.js'
import { DOUBT_TEXTS } from '../../figures/doubt-texts.js'
import { type Doubt, joinDoubts } from '../../resolve/resolved-document.js'
import { ALL } from '../borrowers/borrower-view.js'
import { type Flag, flagText } from '../flag.js'
import { INDICATORS, subjectsOf } from '../indicators/indicator.js'
import { STREAMS } from '../policies/setting.js'
import type { QualifyingRow } from '../streams/qualifying-income.js'
import { unionOfCitations } from '../streams/stream-rules.js'
import type { PolicyUnderwriting } from '../underwrite.js'
import { FIGURES } from './stream-traces.js'
import { type Trace, type TraceExclusion, type TraceInput, wordsOfPlace } from './trace.js'
import { prefixOf } from './traces.js'

/** What flags say, one line each, and of a year that is not over the trend `discontinued` too; each is said once. */
export function wordsOfRows(rows: readonly QualifyingRow[], under: PolicyUnderwriting): string[] {
  const flags = [...new Set(rows.flatMap(row => row.flags))].sort()
  const said = flags.map(flag => `${flag}: ${flagText(flag, under)}`)
  const isNoneSoFar = under.yearIncomplete && rows.some(({ trend }) => trend === 'discontinued')
  if (!isNoneSoFar) return said
  return ['discontinued: no such income has been seen so far in the year, which is not complete.', ...said]
}

/** The years behind the one worked for that are not complete: no figure has them. Missing: null where there are none. */
export const wordsOfLaterYears = ({ laterIncompleteYears: later }: PolicyUnderwriting): string | null =>
  later.length === 0
    ? null
    : `${later.join(' and ')} ${later.length === 1 ? 'is not complete yet and is' : 'are not complete yet and are'} not included.`

/** What makes a row say less than the income may be. */
const LACKS: readonly Flag[] = [
  'not_computable',
  'incomplete',
  'income_unreadable',
  'unread_amounts',
  'check_failed',
  'not_on_transcript',
  'transcript_incomplete',
]

/** What the rows of a total lack, with their names, which the total cannot show. */
export function lacksOf({ qualifyingIncome }: PolicyUnderwriting): readonly (readonly [Flag, readonly string[]])[] {
  const rows = qualifyingIncome.filter(({ category }) => category !== 'total')
  return LACKS.flatMap(flag => {
    const names = rows.filter(row => row.flags.includes(flag)).map(({ category }) => category)
    return names.length === 0 ? [] : [[flag, [...new Set(names)]] as const]
  })
}

const COLUMNS: readonly string[] = FIGURES.map(([column]) => column)
const ROWS: readonly string[] = [...STREAMS, 'total']
const BORROWER = new RegExp(`^(?:[0-9]{4}|recipient_[1-9][0-9]*|${ALL})\\.`)
const PART = /^(?:job|entity)_[1-9][0-9]*$/

/** Every name that a figure can have, but for its borrower, and for jobs and businesses, which are numbered. */
export const FIGURE_NAMES: readonly string[] = [
  ...Object.keys(INDICATORS),
  ...ROWS.flatMap(row => COLUMNS.map(column => `${row}.${column}`)),
]

/** True for what can be the name of a figure, or of a row, whether or not a taxpayer has it. */
export function isFigureName(name: string): boolean {
  const [row = '', part, ...more] = name.replace(BORROWER, '').split('.')
  if (part === undefined) return ROWS.includes(row) || Object.hasOwn(INDICATORS, name)
  return ROWS.includes(row) && more.length === 0 && (COLUMNS.includes(part) || PART.test(part))
}

/** Which name was most likely meant, as a sentence to hang on. Rows stand first: who writes a part of a name means the row. */
export const nearFigure = (name: string): string => formatSuggestion(name, [...ROWS, ...FIGURE_NAMES])

/**
 * The names of figures in lines, by groups: whole they are hundreds, of which a person asks for rows, for what these are
 * made of, and for indicators.
 */
export function wordsOfNames(figures: Iterable<string>): string[] {
  const held = new Set<string>()
  const parts: string[] = []
  const indicators: string[] = []
  for (const figure of figures) {
    const at = figure.lastIndexOf('.')
    if (at === -1) indicators.push(figure)
    else if (COLUMNS.includes(figure.slice(at + 1))) held.add(figure.slice(0, at))
    else parts.push(figure)
  }
  const rows = [...held].sort(compareText)
  return [
    `Rows: ${rows.join(', ')}.`,
    `A row can be followed by a column, as in ${rows.at(-1) ?? 'total'}.${COLUMNS[0]}: ${COLUMNS.join(', ')}.`,
    ...(parts.length === 0 ? [] : [`Jobs and businesses: ${parts.sort(compareText).join(', ')}.`]),
    `Indicators: ${indicators.sort(compareText).join(', ')}.`,
  ]
}

/** The total of all borrowers, or of the one. */
const TOTALS = [`${ALL}.total.qualifying_monthly`, 'total.qualifying_monthly']

/**
 * Expands the figure of a name into the figures that it is made of. The name of a row is short for what of it qualifies.
 * Without a name, expands the total. Missing: null if the underwriting has no such figure.
 */
export function expandNamed({ traces }: PolicyUnderwriting, figure?: string): ExplainedFigure | null {
  const byName = new Map(traces.map(trace => [trace.figure, trace]))
  const names = figure === undefined ? TOTALS : [figure, `${figure}.qualifying_monthly`]
  const name = names.find(each => byName.has(each))
  return name === undefined ? null : explained(byName.get(name) as Trace, byName, new Set())
}

/**
 * A figure down to its boxes, as lines of text for a person. `figure` is a category, a category and a column
 * (`wages.monthly_amount`), each behind the last four of a borrower whom the caller named, or an indicator; without one, the total, and every indicator on a line of its own.
 * Missing: null for a name that none of its figures has.
 */
export function explainFigure(under: PolicyUnderwriting, figure?: string): string | null {
  const expanded = expandNamed(under, figure)
  if (expanded === null) return null
  const { trace } = expanded
  const lines = [...headingOf(under), ...tree(expanded, '')]
  if (figure === undefined) {
    lines.push('', 'Indicators:')
    for (const each of under.traces)
      if (!each.figure.includes('.')) lines.push(`  ${each.figure} = ${printValue(each)}`)
  }
  const name = trace.figure.split('.').slice(0, -1).join('.')
  const rows = under.qualifyingIncome.filter(
    row => figure === undefined || `${prefixOf(row.borrower)}${row.category}` === name,
  )
  const words = wordsOfRows(rows, under)
  if (words.length > 0) lines.push('', ...words)
  const doubts = listDoubts(expanded)
  if (doubts.length > 0) lines.push('', ...doubts.map(doubt => `${doubt}: ${DOUBT_TEXTS[doubt]}`))
  // Without a figure, cites the rules of every row and of the indicators, each once.
  const subjects = [
    ...under.qualifyingIncome.flatMap(({ category }) => (category === 'total' ? [] : [category])),
    ...under.indicators.flatMap(({ indicator }) => subjectsOf(indicator)),
  ]
  const sources = figure === undefined ? unionOfCitations(under.policy, subjects) : trace.citation
  if (sources !== '') lines.push('', `Sources: ${sources}`)
  return [...lines, ''].join('\n')
}

/** The policy, the year, and the later years that are not complete, as lines; an empty one behind them. */
export function headingOf(under: PolicyUnderwriting): string[] {
  const { policy, asOfYear, yearIncomplete } = under
  const year = asOfYear === null ? 'no income found' : `as of ${asOfYear}${yearIncomplete ? ', incomplete' : ''}`
  const policyLine = `Policy ${policy.name} (${policy.ruleVersion}); ${year}. Basis: annual.`
  return [policyLine, wordsOfLaterYears(under), ''].filter(line => line !== null)
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
export function explained(trace: Trace, traces: ReadonlyMap<string, Trace>, said: Set<string>): ExplainedFigure {
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
  for (const part of parts) appendAll(lines, tree(part, deeper))
  for (const each of inputs) lines.push(`${deeper}${lineOfInput(each)}`)
  for (const each of excluded) lines.push(`${deeper}${lineOfExclusion(each)}`)
  return lines
}

/** Lists the doubts about all documents of a tree. */
const listDoubts = ({ parts, inputs, excluded }: ExplainedFigure): readonly Doubt[] =>
  [...[...inputs, ...excluded].map(input => input.doubts ?? []), ...parts.map(listDoubts)].reduce(joinDoubts, [])

const lineOfInput = (input: TraceInput): string =>
  `${placeOf(input)} ${input.stated ?? amountOf(input.cents)}${formatDetails(input)}`

/** Formats the doubts about the document of a box, and the copies that its values come from. */
function formatDetails({ doubts = [], copiedFrom = {} }: TraceInput): string {
  const details = [
    ...(doubts.length === 0 ? [] : [`doubts: ${doubts.join(', ')}`]),
    ...Object.entries(copiedFrom).map(([field, copy]) => `${field} from ${copy}`),
  ]
  return details.length === 0 ? '' : ` (${details.join('; ')})`
}

const lineOfExclusion = (each: TraceExclusion): string =>
  `left out: ${placeOf(each)} ${amountOf(each.cents)} (${each.reason})${formatDetails(each)}`

const amountOf = (cents: Cents | null): string => (cents === null ? '-' : formatCents(cents))

function placeOf(input: TraceInput): string {
  const { recordId, form, formIndex, entryIndex, year, field, box } = input
  // What could not be read at all has no field.
  if (field === '') return `${year ?? '-'} ${wordsOfPlace(input)}`
  return recordId === null
    ? `${form}${year === null ? '' : ` ${year}`}: ${field}`
    : `${year ?? '-'} ${recordId}/${form}/${formIndex}/${entryIndex} ${field}${box === null ? '' : ` (box ${box})`}`
}

function printValue({ value, unit }: Trace): string {
  if (value === null) return 'unknown'
  if (typeof value === 'string') return value
  return unit === 'money' ? formatCents(value) : unit === 'ratio' ? formatMicros(value) : String(value)
}
