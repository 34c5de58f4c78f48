import { type Cents, textOfCents, textOfMicros } from '../core/money.js'
import { FLAGS } from './flag.js'
import type { Trace, TraceInput } from './trace.js'
import type { Underwriting } from './underwrite.js'

const TOTAL = 'total.qualifying_monthly'

/**
 * A figure down to its boxes, as lines of text for a person. `figure` is a category, a category and a column
 * (`wages.monthly_amount`), or an indicator; without one, the total, and every indicator on a line of its own.
 * Missing: a name that no figure has lists those there are.
 */
export function explainFigure(under: Underwriting, figure?: string): string {
  const traces = new Map(under.traces.map(trace => [trace.figure, trace]))
  const lines = heading(under)
  const wanted = figure === undefined ? TOTAL : traces.has(figure) ? figure : `${figure}.qualifying_monthly`
  const trace = traces.get(wanted)
  if (trace === undefined)
    return [...lines, `There is no such figure. Figures: ${[...traces.keys()].join(', ')}`, ''].join('\n')
  lines.push(...tree(trace, traces, '', new Set()))
  if (figure === undefined) {
    lines.push('', 'Indicators:')
    for (const each of under.traces) {
      if (!each.figure.includes('.')) lines.push(`  ${each.figure} = ${printValue(each)}`)
    }
  }
  const category = wanted.split('.')[0]
  const rows = under.qualifyingIncome.filter(
    row => row.category === category || (category === 'total' && figure === undefined),
  )
  lines.push(...wordsOfFlags(rows.flatMap(row => row.flags)))
  if (trace.citation !== '') lines.push('', `Sources: ${trace.citation}`)
  return [...lines, ''].join('\n')
}

/** What flags say, one line each; a flag that stands on several rows is said once. */
export function wordsOfFlags(flags: readonly (keyof typeof FLAGS)[]): string[] {
  const once = [...new Set(flags)].sort()
  return once.length === 0 ? [] : ['', ...once.map(flag => `${flag}: ${FLAGS[flag]}`)]
}

function heading({ policy, asOfYear, yearIncomplete, laterIncompleteYears }: Underwriting): string[] {
  const year = asOfYear === null ? 'no income' : `${asOfYear}${yearIncomplete ? ', incomplete' : ''}`
  const later =
    laterIncompleteYears.length === 0 ? '' : `; later, incomplete: ${laterIncompleteYears.join(', ')}`
  return [`Policy ${policy.name} (${policy.ruleVersion}); as of ${year}${later}. Basis: annual.`, '']
}

function tree(trace: Trace, traces: ReadonlyMap<string, Trace>, indent: string, said: Set<string>): string[] {
  const lines = [`${indent}${trace.figure} = ${printValue(trace)}   [${trace.rule}]`]
  // A figure that stands in the tree already is named, not said again.
  if (said.has(trace.figure)) return lines
  said.add(trace.figure)
  const deeper = `${indent}  `
  const parts = trace.parts.flatMap(part => traces.get(part) ?? [])
  for (const part of parts) lines.push(...tree(part, traces, deeper, said))
  // The boxes stand under the figures that add them up.
  if (!parts.some(part => part.inputs.length + part.excluded.length > 0)) {
    for (const input of trace.inputs) lines.push(`${deeper}${placeOf(input)} ${amountOf(input.cents)}`)
    for (const each of trace.excluded) {
      lines.push(`${deeper}left out: ${placeOf(each)} ${amountOf(each.cents)} (${each.reason})`)
    }
  }
  return lines
}

const amountOf = (cents: Cents | null): string => (cents === null ? '-' : textOfCents(cents))

const placeOf = ({ recordId, form, formIndex, entryIndex, year, field, box }: TraceInput): string =>
  recordId === null
    ? `${form}: ${field}`
    : `${year ?? '-'} ${recordId}/${form}/${formIndex}/${entryIndex} ${field}${box === null ? '' : ` (box ${box})`}`

function printValue({ value, unit }: Trace): string {
  if (value === null) return 'not known'
  if (typeof value === 'string') return value
  return unit === 'money' ? textOfCents(value) : unit === 'ratio' ? textOfMicros(value) : String(value)
}
