import type { Cents } from '../core/money.js'
import type { WorkedIndicator } from './indicator.js'
import { citationsOf, type Policy } from './policy.js'
import type { QualifyingRow, WorkedStream } from './qualifying-income.js'
import { inputOfFact, type Trace, type TraceExclusion, type TraceInput, type TraceUnit } from './trace.js'

/** The figures of a row: column, how it is read, and its rule where it is the same for every row. */
const FIGURES = [
  ['latest_amount', 'money', row => row.latestAmount],
  ['prior_amount', 'money', row => row.priorAmount],
  ['change', 'ratio', row => row.change],
  ['monthly_amount', 'money', row => row.monthlyAmount],
  ['gross_up', 'money', row => row.grossUp],
  ['qualifying_monthly', 'money', row => row.qualifyingMonthly],
  ['supportable_if_stabilized', 'money', row => row.supportableIfStabilized],
] as const satisfies readonly (readonly [string, TraceUnit, (row: QualifyingRow) => Cents | null])[]

type Column = (typeof FIGURES)[number][0]

/** The columns that a column is made of. */
const PARTS: Readonly<Record<Column, readonly Column[]>> = {
  latest_amount: [],
  prior_amount: [],
  change: ['latest_amount', 'prior_amount'],
  monthly_amount: ['latest_amount', 'prior_amount'],
  gross_up: ['monthly_amount'],
  qualifying_monthly: ['monthly_amount', 'gross_up'],
  supportable_if_stabilized: ['latest_amount'],
}

/** How every figure came about: each amount column of each row, and each indicator. */
export function tracesOf(
  streams: readonly WorkedStream[],
  total: QualifyingRow,
  indicators: readonly WorkedIndicator[],
  policy: Policy,
  year: number | null,
): Trace[] {
  return [
    ...streams.flatMap(stream => streamTraces(stream, year ?? 0)),
    ...FIGURES.filter(([column]) => column !== 'change').map(
      ([column, unit, of]): Trace => ({
        figure: `total.${column}`,
        value: of(total),
        unit,
        rule: 'the sum of the rows',
        citation: '',
        parts: streams.map(({ row }) => `${row.category}.${column}`),
        inputs: [],
        excluded: [],
      }),
    ),
    ...indicators.map(
      ({ row, uses, rule, inputs, parts }): Trace => ({
        figure: row.indicator,
        value: row[uses],
        unit: uses === 'amount' ? 'money' : uses === 'label' ? 'text' : uses,
        rule,
        citation: citationsOf(policy, 'indicators'),
        parts,
        inputs: inputs(),
        excluded: [],
      }),
    ),
  ]
}

function streamTraces(stream: WorkedStream, year: number): Trace[] {
  const { row, excluded } = stream
  const inputs = stream.facts.map(inputOfFact)
  const of = <T extends TraceInput>(list: readonly T[], each: number): T[] =>
    list.filter(input => input.year === each)
  const latest = [of(inputs, year), of(excluded, year)] as const
  const prior = [of(inputs, year - 1), of(excluded, year - 1)] as const
  const both = [inputs, excluded] as const
  const boxes: Readonly<Record<Column, readonly [readonly TraceInput[], readonly TraceExclusion[]]>> = {
    latest_amount: latest,
    prior_amount: prior,
    change: both,
    monthly_amount: both,
    gross_up: latest,
    qualifying_monthly: both,
    supportable_if_stabilized: latest,
  }
  const rules: Readonly<Record<Column, string>> = {
    latest_amount: `counted boxes of ${year}, less what is left out`,
    prior_amount: `counted boxes of ${year - 1}, less what is left out`,
    change: '(latest - prior) / prior',
    monthly_amount: stream.rule,
    gross_up: stream.grossUpRule,
    qualifying_monthly: row.flags.includes('ratio_only')
      ? 'monthly amount; the gross-up enters ratios only'
      : 'monthly amount + gross-up',
    supportable_if_stabilized: 'latest / 12, if the income is shown to be stable or to continue',
  }
  return FIGURES.map(
    ([column, unit, value]): Trace => ({
      figure: `${row.category}.${column}`,
      value: value(row),
      unit,
      rule: rules[column],
      citation: row.citations,
      parts: PARTS[column].map(part => `${row.category}.${part}`),
      inputs: boxes[column][0],
      excluded: boxes[column][1],
    }),
  )
}
