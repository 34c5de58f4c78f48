import type { Cents } from '../core/money.js'
import type { IndicatorColumns, IndicatorName } from './indicator-names.js'
import type { TraceInput } from './trace.js'

/**
 * An indicator. Units: millionths for the ratio, cents for the amount.
 * Missing: only the columns that it uses are not null; an indicator without a sample has no row.
 */
export interface IndicatorRow {
  readonly indicator: IndicatorName
  readonly ratio: Cents | null
  readonly amount: Cents | null
  readonly count: number | null
  readonly label: string | null
  readonly years: string | null
  readonly note: string | null
}

/** An indicator with its rule and what it was worked out from. `parts` are figures; `uses` is the column that holds it. */
export interface WorkedIndicator {
  readonly row: IndicatorRow
  readonly uses: 'ratio' | 'amount' | 'count' | 'label'
  readonly rule: string
  /** Made when a figure is traced. */
  readonly inputs: () => readonly TraceInput[]
  readonly parts: readonly string[]
}

interface Rest {
  readonly inputs?: () => readonly TraceInput[]
  readonly parts?: readonly string[]
  readonly years?: readonly number[]
  readonly note?: string | null
}

interface Values {
  readonly ratio: { ratio: Cents | null }
  readonly amount: { amount: Cents }
  readonly count: { count: number }
  readonly label: { label: string }
}

const LARGEST = 2_147_483_647

/** Makes an indicator. Missing: a count that an int column cannot hold is null, and noted. */
export function indicatorOf<Name extends IndicatorName>(
  indicator: Name,
  value: Values[IndicatorColumns[Name]],
  rule: string,
  rest: Rest = {},
): WorkedIndicator {
  const [uses] = Object.keys(value) as [WorkedIndicator['uses']]
  const tooLarge = 'count' in value && value.count > LARGEST
  const row: IndicatorRow = {
    indicator,
    ratio: null,
    amount: null,
    count: null,
    label: null,
    ...value,
    ...(tooLarge ? { count: null } : {}),
    years: rest.years === undefined || rest.years.length === 0 ? null : rest.years.join(';'),
    note: tooLarge ? 'more than the column holds' : (rest.note ?? null),
  }
  return { row, uses, rule, inputs: rest.inputs ?? (() => []), parts: rest.parts ?? [] }
}
