// The folder `underwriting/indicators` computes the ratios and trends that stand next to qualifying income. This file
// says what an indicator is, and the other files compute them by topic.

import { NO_ITEMS, sortInPlace } from '../../core/lists.js'
import type { Cents, Millionths } from '../../core/money.js'
import { compareText } from '../../core/text.js'
import type { Subject } from '../policies/setting.js'
import type { TraceExclusion, TraceInput } from '../traces/trace.js'

/**
 * Every indicator, and the column that holds its value. Over the taxpayer's own counted documents; yearly ones are of
 * the year worked for. Units: `ratio` millionths, `amount` cents, `count` years, months or things, `label` words.
 * Missing: what has no sample has no row; `note` says where a box or a document behind a figure could not be read.
 */
export const INDICATORS = {
  /** Years up to the year with a counted document of the taxpayer's own. `years`: those years. */
  years_of_history: 'count',
  /** Years inside the first and the last of `years_of_history` without any document. `years`: those years. */
  missing_years: 'count',
  /** Years inside the first and the last Form W-2, up to the year, without a Form W-2. `years`: those years. */
  employment_gap_years: 'count',
  /**
   * Employers of the year that were not there the year before, and the reverse, together; employers by identifier, name
   * and address. Missing: no row where either year has no Form W-2. `note`: how many came and went.
   */
  employer_change: 'count',
  /** Employers with a Form W-2 of the year. */
  concurrent_employers: 'count',
  /** The longest run of consecutive years, up to the year, with a Form W-2 of one employer. */
  employer_tenure_years: 'count',
  /**
   * The largest payer's share of what the year's payers paid who paid anything, so never above 1; payers by identifier,
   * name and address. Missing: null where nobody did.
   */
  payer_concentration: 'ratio',
  /**
   * Population standard deviation of the yearly totals of income, up to the year, over their mean; lower is steadier.
   * Early and one-time distributions are in no total.
   * Missing: null under two years, and where the mean is 0 or below. `years`: the years in it.
   */
  income_stability: 'ratio',
  /**
   * Federal tax withheld, of nonresidents too, over the year's total income. Missing: null where total income is 0 or
   * below. `note`: `gross_receipts` where part of the income is gross.
   */
  effective_withholding_rate: 'ratio',
  /** Sum of box 5 less box 1 over the year's Forms W-2 that have both, box 5 not 0. `note`: how many do not. */
  wage_basis_difference: 'amount',
  /** Years up to the year with unemployment. `years`: those years. `note`: those that have a Form W-2 too. */
  unemployment_years: 'count',
  /**
   * Total tax liabilities over 12 times the total qualifying income of a month, with a gross-up that enters ratios only.
   * Missing: null where that income is 0 or below.
   */
  liability_to_income: 'ratio',
  /** Liabilities with a lien filed over total liabilities. Missing: null where the total is 0 or below. */
  lien_share: 'ratio',
  /** `true` where liabilities with a lien filed are above 0, else `false`. */
  lien_filed: 'label',
  /**
   * `lien` where one is filed, else `balance_no_lien` where any balance is above 0, else `none`; then `/` and the plan
   * that the caller states: `unknown`, `none`, `applied` or `approved_current`.
   */
  tax_debt_state: 'label',
  /** The balance due over the policy's `imputeMonths`, rounded up to the cent; a credit asks for 0. */
  imputed_monthly_tax_payment: 'amount',
  /** The oldest year with a balance above 0. */
  oldest_balance_year: 'count',
  /**
   * Balances of the year's Forms 5498 over a month of the income from IRAs that counts, in whole months.
   * Missing: no row without a balance or without such income; pensions have no Form 5498.
   */
  retirement_continuance_months: 'count',
  /** `true` where `retirement_continuance_months` reaches the policy's `continuanceMonths`, else `false`. */
  continuance_met: 'label',
  /** Loans that the year's Forms 1098 report: two forms of a loan that was handed on are one. */
  mortgages_reported: 'count',
  /** Sum of the outstanding principal of those loans, as the first lender of each reports it. Missing: null where none could be read. */
  mortgage_principal: 'amount',
  /** Sum of the interest on the year's Forms 1098, over 12. Missing: null where none could be read. */
  monthly_mortgage_interest: 'amount',
  /**
   * Monthly obligations that the caller states, with the stated, else the imputed, tax payment, over the total
   * qualifying income of a month, with a gross-up that enters ratios only. Missing: null where that is 0 or below.
   */
  dti: 'ratio',
} as const

/** The name of an indicator. */
export type IndicatorName = keyof typeof INDICATORS

/**
 * An indicator. Units: millionths for the ratio, cents for the amount.
 * Missing: only the columns that it uses are not null; an indicator without a sample has no row.
 */
export interface IndicatorRow {
  readonly indicator: IndicatorName
  readonly ratio: Millionths | null
  readonly amount: Cents | null
  readonly count: number | null
  readonly label: string | null
  readonly years: string | null
  readonly note: string | null
}

/** An indicator with its rule and what it was worked out from. `parts` are figures. */
export interface IndicatorValue {
  readonly row: IndicatorRow
  readonly rule: string
  /** Made when a figure is traced. */
  readonly inputs: () => readonly TraceInput[]
  readonly excluded: () => readonly TraceExclusion[]
  readonly parts: readonly string[]
}

interface Details extends Partial<Pick<IndicatorValue, 'inputs' | 'excluded' | 'parts'>> {
  readonly years?: readonly number[]
  readonly note?: string | null
  /** Something behind it could not be read: the note says so. */
  readonly lost?: boolean
}

type Figures = Pick<IndicatorRow, 'ratio' | 'amount' | 'label'> & { readonly count: number }

const LOST = 'a box or a document behind it could not be read'
const LARGEST = 2_147_483_647
const none = (): readonly never[] => NO_ITEMS

/** Removes indicators without a row and sorts the others by name. */
export function inOrder(indicators: readonly (IndicatorValue | null)[]): IndicatorValue[] {
  const values = indicators.filter(value => value !== null)
  return sortInPlace(values, (a, b) => compareText(a.row.indicator, b.row.indicator))
}

/** Indicators that a guide has a section about; every other one is this library's own definition. */
const SUBJECT_OF: Partial<Record<IndicatorName, Subject>> = {
  liability_to_income: 'debt_indicators',
  lien_share: 'debt_indicators',
  lien_filed: 'debt_indicators',
  tax_debt_state: 'debt_indicators',
  imputed_monthly_tax_payment: 'debt_indicators',
  oldest_balance_year: 'debt_indicators',
  dti: 'debt_indicators',
  mortgages_reported: 'debt_indicators',
  mortgage_principal: 'debt_indicators',
  monthly_mortgage_interest: 'debt_indicators',
  retirement_continuance_months: 'continuance_indicators',
  continuance_met: 'continuance_indicators',
}

/** What the sources of an indicator are about. */
export function subjectsOf(indicator: IndicatorName): readonly Subject[] {
  const subject = SUBJECT_OF[indicator]
  return subject === undefined ? ['indicators'] : ['indicators', subject]
}

/** Makes an indicator. Missing: null without a sample, which is an undefined `figure`; a count that an int column cannot hold is null, and noted. */
export function indicatorOf<Name extends IndicatorName>(
  indicator: Name,
  figure: Figures[(typeof INDICATORS)[Name]] | undefined,
  rule: string,
  { inputs = none, excluded = none, parts = NO_ITEMS, years = NO_ITEMS, note = null, lost = false }: Details,
): IndicatorValue | null {
  if (figure === undefined) return null
  const uses: keyof Figures = INDICATORS[indicator]
  const count = uses === 'count' ? (figure as number) : null
  const tooLarge = count !== null && count > LARGEST
  const said = tooLarge ? 'more than the column can hold' : note
  const row: IndicatorRow = {
    indicator,
    ratio: uses === 'ratio' ? (figure as Millionths | null) : null,
    amount: uses === 'amount' ? (figure as Cents | null) : null,
    count: tooLarge ? null : count,
    label: uses === 'label' ? (figure as string | null) : null,
    years: years.length === 0 ? null : years.join(';'),
    note: !lost ? said : said === null ? LOST : `${said}; ${LOST}`,
  }
  return { row, rule, inputs, excluded, parts }
}
