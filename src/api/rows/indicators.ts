// Made by `npm run generate` from the tables; edit those.
import type { Decimal } from '../../core/money.js'
import type { IndicatorName } from '../../underwrite/indicator-names.js'

/** Indicators of history, concentration, stability, tax debt and obligations, by policy. Units: US dollars; fractions of 1. Missing: null, never 0. */
export interface Indicator {
  /** Name of the indicator. */
  readonly indicator: IndicatorName
  /** Shares, stability, debt-to-income: of payer_concentration, income_stability, effective_withholding_rate, liability_to_income, lien_share, dti; null on every other row. A fraction of 1. */
  readonly ratio: Decimal | null
  /** Dollars: of wage_basis_difference, imputed_monthly_tax_payment, mortgage_principal, monthly_mortgage_interest; null on every other row. US dollars. */
  readonly amount: Decimal | null
  /** Years, months and numbers of things: of years_of_history, missing_years, employment_gap_years, employer_change, concurrent_employers, employer_tenure_years, unemployment_years, oldest_balance_year, retirement_continuance_months, mortgages_reported; null on every other row. */
  readonly count: number | null
  /** A state, true or false: of lien_filed, tax_debt_state, continuance_met; null on every other row. */
  readonly label: string | null
  /** The years that it counts or is of, with ; between; null where it is of no list of years. */
  readonly years: string | null
  /** What the figure leaves open; null where nothing. */
  readonly note: string | null
}
