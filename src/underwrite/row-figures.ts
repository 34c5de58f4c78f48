import type { Cents } from '../core/money.js'
import type { QualifyingRow } from './qualifying-income.js'
import type { TraceUnit } from './trace.js'

/** The figures of a row: column, how it is read, and its rule where it is the same for every row. */
export const FIGURES = [
  ['latest_amount', 'money', row => row.latestAmount],
  ['prior_amount', 'money', row => row.priorAmount],
  ['change', 'ratio', row => row.change],
  ['monthly_amount', 'money', row => row.monthlyAmount],
  ['gross_up', 'money', row => row.grossUp],
  ['qualifying_monthly', 'money', row => row.qualifyingMonthly],
  ['supportable_if_stabilized', 'money', row => row.supportableIfStabilized],
  ['verified_latest', 'money', row => row.verifiedLatest],
  ['verified_prior', 'money', row => row.verifiedPrior],
  ['verified_monthly', 'money', row => row.verifiedMonthly],
] as const satisfies readonly (readonly [string, TraceUnit, (row: QualifyingRow) => Cents | null])[]

/** The column of a figure. */
export type Column = (typeof FIGURES)[number][0]
