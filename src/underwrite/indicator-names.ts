/**
 * Every indicator, and the column that holds its value. Over the taxpayer's own counted documents; yearly ones are of
 * the year worked for. Units: `ratio` millionths, `amount` cents, `count` years, months or things, `label` words.
 * Missing: what has no sample has no row; `note` says where a box or a document behind a figure could not be read.
 */
export interface IndicatorColumns {
  /** Years up to the year with a counted document of the taxpayer's own. `years`: those years. */
  readonly years_of_history: 'count'
  /** Years inside the first and the last of `years_of_history` without any document. `years`: those years. */
  readonly missing_years: 'count'
  /** Years inside the first and the last Form W-2, up to the year, without a Form W-2. `years`: those years. */
  readonly employment_gap_years: 'count'
  /**
   * Employers of the year that were not there the year before, and the reverse, together; employers by identifier, name
   * and address. Missing: no row where either year has no Form W-2. `note`: how many came and went.
   */
  readonly employer_change: 'count'
  /** Employers with a Form W-2 of the year. */
  readonly concurrent_employers: 'count'
  /** The longest run of consecutive years, up to the year, with a Form W-2 of one employer. */
  readonly employer_tenure_years: 'count'
  /**
   * The largest payer's share of what the year's payers paid who paid anything, so never above 1; payers by identifier,
   * name and address. Missing: null where nobody did.
   */
  readonly payer_concentration: 'ratio'
  /**
   * Population standard deviation of the yearly totals of income, up to the year, over their mean; lower is steadier.
   * Early and one-time distributions are in no total.
   * Missing: null under two years, and where the mean is 0 or below. `years`: the years in it.
   */
  readonly income_stability: 'ratio'
  /**
   * Federal tax withheld, of nonresidents too, over the year's total income. Missing: null where total income is 0 or
   * below. `note`: `gross_receipts` where part of the income is gross.
   */
  readonly effective_withholding_rate: 'ratio'
  /** Sum of box 5 less box 1 over the year's Forms W-2 that have both, box 5 not 0. `note`: how many do not. */
  readonly wage_basis_difference: 'amount'
  /** Years up to the year with unemployment. `years`: those years. `note`: those that have a Form W-2 too. */
  readonly unemployment_years: 'count'
  /**
   * Total tax liabilities over 12 times the total qualifying income of a month, with a gross-up that enters ratios only.
   * Missing: null where that income is 0 or below.
   */
  readonly liability_to_income: 'ratio'
  /** Liabilities with a lien filed over total liabilities. Missing: null where the total is 0 or below. */
  readonly lien_share: 'ratio'
  /** `true` where liabilities with a lien filed are above 0, else `false`. */
  readonly lien_filed: 'label'
  /**
   * `lien` where one is filed, else `balance_no_lien` where any balance is above 0, else `none`; then `/` and the plan
   * that the caller states: `unknown`, `none`, `applied` or `approved_current`.
   */
  readonly tax_debt_state: 'label'
  /** The balance due over the policy's `imputeMonths`, rounded up to the cent; a credit asks for 0. */
  readonly imputed_monthly_tax_payment: 'amount'
  /** The oldest year with a balance above 0. */
  readonly oldest_balance_year: 'count'
  /**
   * Balances of the year's Forms 5498 over a month of the income from IRAs that counts, in whole months.
   * Missing: no row without a balance or without such income; pensions have no Form 5498.
   */
  readonly retirement_continuance_months: 'count'
  /** `true` where `retirement_continuance_months` reaches the policy's `continuanceMonths`, else `false`. */
  readonly continuance_met: 'label'
  /** Loans that the year's Forms 1098 report: two forms of a loan that was handed on are one. */
  readonly mortgages_reported: 'count'
  /** Sum of the outstanding principal of those loans, as the first lender of each reports it. Missing: null where none could be read. */
  readonly mortgage_principal: 'amount'
  /** Sum of the interest on the year's Forms 1098, over 12. Missing: null where none could be read. */
  readonly monthly_mortgage_interest: 'amount'
  /**
   * Monthly obligations that the caller states, with the stated, else the imputed, tax payment, over the total
   * qualifying income of a month, with a gross-up that enters ratios only. Missing: null where that is 0 or below.
   */
  readonly dti: 'ratio'
}

/** The name of an indicator. */
export type IndicatorName = keyof IndicatorColumns

/** Every indicator's column, for a program to read. */
export const INDICATORS: IndicatorColumns = {
  years_of_history: 'count',
  missing_years: 'count',
  employment_gap_years: 'count',
  employer_change: 'count',
  concurrent_employers: 'count',
  employer_tenure_years: 'count',
  payer_concentration: 'ratio',
  income_stability: 'ratio',
  effective_withholding_rate: 'ratio',
  wage_basis_difference: 'amount',
  unemployment_years: 'count',
  liability_to_income: 'ratio',
  lien_share: 'ratio',
  lien_filed: 'label',
  tax_debt_state: 'label',
  imputed_monthly_tax_payment: 'amount',
  oldest_balance_year: 'count',
  retirement_continuance_months: 'count',
  continuance_met: 'label',
  mortgages_reported: 'count',
  mortgage_principal: 'amount',
  monthly_mortgage_interest: 'amount',
  dti: 'ratio',
}
