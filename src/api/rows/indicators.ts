// Made by `npm run generate` from the tables; edit those.
import type { Decimal } from '../../core/money.js'
import type { IndicatorName } from '../../underwrite/indicator-names.js'

/** Indicators of history, concentration, stability, tax debt and obligations, by policy. Units: US dollars; fractions of 1. Missing: null, never 0. */
export interface Indicator {
  /** Name of the indicator. */
  readonly indicator: IndicatorName
  /** Shares, stability, debt-to-income. */
  readonly ratio: Decimal | null
  /** Dollars. */
  readonly amount: Decimal | null
  /** Years, months and numbers of things. */
  readonly count: number | null
  /** A state, true or false. */
  readonly label: string | null
  /** Years, with ; between. */
  readonly years: string | null
  /** What the figure leaves open. */
  readonly note: string | null
}
