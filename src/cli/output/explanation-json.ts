import { type Cents, formatCents, formatMicros, type Millionths } from '../../core/money.js'
import type { ExplainedFigure } from '../../underwriting/traces/explain.js'
import type { Trace, TraceInput } from '../../underwriting/traces/trace.js'

/** Converts an explained figure to an object for JSON. Money and ratios are decimal text, counts are numbers. */
export function toExplanationObject({ trace, isRepeated, parts, inputs, excluded, hidden }: ExplainedFigure): object {
  const { figure, unit, rule, citation } = trace
  return {
    figure,
    value: formatValue(trace),
    unit,
    rule,
    citation,
    repeated: isRepeated,
    parts: parts.map(toExplanationObject),
    inputs: inputs.map(toInputObject),
    excluded: excluded.map(exclusion => ({ ...toInputObject(exclusion), reason: exclusion.reason })),
    ...(hidden === null ? {} : { not_listed: hidden }),
  }
}

function formatValue({ value, unit }: Trace): string | number | null {
  if (value === null || typeof value === 'string') return value
  if (unit === 'money') return formatCents(value as Cents)
  return unit === 'ratio' ? formatMicros(value as Millionths) : Number(value)
}

const toInputObject = ({
  recordId,
  form,
  formIndex,
  entryIndex,
  year,
  field,
  box,
  cents,
  statedText,
  doubts,
  copiedFrom,
}: TraceInput): object => ({
  record_id: recordId,
  form,
  form_index: formIndex,
  entry_index: entryIndex,
  tax_year: year,
  field,
  box,
  amount: cents === null ? null : formatCents(cents),
  ...(statedText === undefined ? {} : { stated: statedText }),
  ...(doubts === undefined ? {} : { doubts }),
  ...(copiedFrom === undefined ? {} : { copied_from: copiedFrom }),
})
