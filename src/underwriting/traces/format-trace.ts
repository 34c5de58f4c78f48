// Formats the boxes and values of traces as text for people.

import { describeHidden, shortenText, shortenTo } from '../../core/cut-list.js'
import { appendAll } from '../../core/lists.js'
import { type Cents, formatCents, formatMicros } from '../../core/money.js'
import { shortenFigure } from './figure-names.js'
import { describePlace, type Trace, type TraceExclusion, type TraceInput } from './trace.js'

/** A figure with the figures that it is computed from. */
export interface ExplainedFigure {
  readonly trace: Trace
  /** True if the tree already has the figure. Then its parts are not repeated. */
  readonly isRepeated: boolean
  readonly parts: readonly ExplainedFigure[]
  /** The inputs that none of the parts has. */
  readonly inputs: readonly TraceInput[]
  readonly excluded: readonly TraceExclusion[]
  /** The numbers of parts, inputs and exclusions that the tree leaves out. Null if it has all. */
  readonly hidden: Readonly<Record<'parts' | 'inputs' | 'excluded', number>> | null
}

/** The maximum length of a rule in a text for people. Only rules that name many conditions are longer. */
const MAX_RULE_LENGTH = 2000

export function formatTree(
  { trace, isRepeated, parts, inputs, excluded, hidden }: ExplainedFigure,
  indent: string,
): string[] {
  const lines = [
    `${indent}${shortenFigure(trace.figure)} = ${formatValue(trace)}   [${shortenTo(trace.rule, MAX_RULE_LENGTH)}]`,
  ]
  if (isRepeated) return lines
  const deeperIndent = `${indent}  `
  for (const part of parts) appendAll(lines, formatTree(part, deeperIndent))
  for (const input of inputs) lines.push(`${deeperIndent}${formatInput(input)}`)
  for (const exclusion of excluded) lines.push(`${deeperIndent}${formatExclusion(exclusion)}`)
  if (hidden !== null)
    lines.push(`${deeperIndent}${describeHidden(hidden.parts + hidden.inputs + hidden.excluded, 'traces')}`)
  return lines
}

const formatInput = (input: TraceInput): string =>
  `${formatPlace(input)} ${input.statedText === undefined ? formatAmount(input.cents) : shortenText(input.statedText)}${formatDetails(input)}`

/** Formats the doubts about the document of a box, and the copies that its values come from. */
function formatDetails({ doubts = [], copiedFrom = {} }: TraceInput): string {
  const details = [
    ...(doubts.length === 0 ? [] : [`doubts: ${doubts.join(', ')}`]),
    ...Object.entries(copiedFrom).map(([field, copy]) => `${field} from ${shortenText(copy)}`),
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
    : `${year ?? '-'} ${shortenText(recordId)}/${form}/${formIndex}/${entryIndex} ${field}${box === null ? '' : ` (box ${box})`}`
}

export function formatValue({ value, unit }: Trace): string {
  if (value === null) return 'unknown'
  if (typeof value === 'string') return value
  return unit === 'money' ? formatCents(value) : unit === 'ratio' ? formatMicros(value) : String(value)
}
