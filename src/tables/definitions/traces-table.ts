import { type Cents, formatCents, formatMicros, type Millionths } from '../../core/money.js'
import { type FigureValue, getFigureTraces } from '../../underwriting/traces/figure-traces.js'
import type { Trace, TraceExclusion, TraceInput } from '../../underwriting/traces/trace.js'
import type { PolicyResult } from '../../underwriting/underwrite.js'
import { nullableColumn, type TableSpec, type TaxpayerContext, textColumn } from '../table.js'
import { listUnderwritingsByName } from './cached-underwriting.js'
import { definePolicyColumns } from './columns.js'

/** One thing that a figure is computed from: another figure, a box, or an amount that is left out. */
interface TracePart {
  readonly policyResult: PolicyResult
  readonly trace: Trace
  /** Null if the figure is computed from nothing. */
  readonly part: FigureValue | TraceInput | TraceExclusion | null
}

/** Lists a row for each part, box and exclusion of a figure. A figure without any has one row. */
function* listTraceParts(policyResult: PolicyResult): Generator<TracePart> {
  const figureTraces = getFigureTraces(policyResult)
  for (const trace of figureTraces) {
    const { parts, inputs, excluded } = trace
    let isEmpty = true
    for (const figure of parts) {
      const part = figureTraces.findValue(figure)
      if (part === undefined) continue
      isEmpty = false
      yield { policyResult, trace, part }
    }
    for (const part of [...inputs, ...excluded]) {
      isEmpty = false
      yield { policyResult, trace, part }
    }
    if (isEmpty) yield { policyResult, trace, part: null }
  }
}

function* listTracePartsOfPolicies(context: TaxpayerContext): Generator<TracePart> {
  for (const policyResult of listUnderwritingsByName(context)) yield* listTraceParts(policyResult)
}

const isFigure = (part: TracePart['part']): part is FigureValue => part !== null && 'figure' in part

const readInput = <Value>({ part }: TracePart, read: (input: TraceInput) => Value): Value | null =>
  part === null || isFigure(part) ? null : read(part)

/** Returns the amount of a part. Null if it is not an amount of money. */
function readAmount({ part }: TracePart): Cents | null {
  if (part === null) return null
  if (!isFigure(part)) return part.cents
  return part.unit === 'money' ? (part.value as Cents | null) : null
}

function formatValue({ value, unit }: Trace): string | null {
  if (value === null || typeof value === 'string') return value
  if (unit === 'money') return formatCents(value as Cents)
  return unit === 'ratio' ? formatMicros(value as Millionths) : String(value)
}

/** How each figure was computed. Rows are ordered by policy and figure. This table is written only if it is named. */
export const traces: TableSpec<TracePart> = {
  name: 'traces',
  doc: 'How each figure of an underwriting was computed: one row for each figure, box and excluded amount behind it. Written only if it is named.',
  columns: [
    ...definePolicyColumns(),
    textColumn(
      'figure',
      'Name of the figure: an income stream and its column, or an indicator.',
      ({ trace }) => trace.figure,
    ),
    nullableColumn.text(
      'value',
      'Value of the figure; null if it is unknown. It is text: in CSV, a negative value begins with an apostrophe, unless you use --raw-text.',
      ({ trace }) => formatValue(trace),
    ),
    textColumn('rule', 'How the value is computed.', ({ trace }) => trace.rule),
    nullableColumn.text(
      'input_figure',
      'Name of a figure that it is computed from; null if the row is about a box or a stated fact.',
      ({ part }) => (isFigure(part) ? part.figure : null),
    ),
    nullableColumn.text('record_id', 'Identifier of the record of the box.', row =>
      readInput(row, input => input.recordId),
    ),
    nullableColumn.text('form', 'Key of the form array, or known_facts or taxpayer.', row =>
      readInput(row, input => input.form),
    ),
    nullableColumn.int('form_index', "Position of the form object in the record's forms, from 0.", row =>
      readInput(row, input => input.formIndex),
    ),
    nullableColumn.int('entry_index', 'Position of the entry in the form array, from 0.', row =>
      readInput(row, input => input.entryIndex),
    ),
    nullableColumn.int('tax_year', 'Tax year of the box.', row => readInput(row, input => input.year)),
    nullableColumn.text('field', 'Normalized name of the box or of the fact.', row =>
      readInput(row, input => input.field),
    ),
    nullableColumn.text('box', 'Box number as the form prints it.', row => readInput(row, input => input.box)),
    nullableColumn.money('amount', 'Amount of the input figure or box; null if it is not an amount.', readAmount),
    nullableColumn.text('reason', 'Why the amount is left out; null if it is part of the figure.', row =>
      readInput(row, input => ('reason' in input ? (input as TraceExclusion).reason : null)),
    ),
    textColumn(
      'citation',
      'Source of the rule; several sources are separated by semicolons.',
      ({ trace }) => trace.citation,
    ),
  ],
  rows: listTracePartsOfPolicies,
}
