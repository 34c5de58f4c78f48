// The folder `underwriting/indicators` computes ratios and trends that a lender reads next to qualifying income. This file
// has the table of indicators and the type of a row. The other files compute the indicators by topic.

import { NO_ITEMS } from '../../core/lists.js'
import type { Cents, Millionths } from '../../core/money.js'
import { type CitationSubject, formatCitation, type UnderwritingPolicy } from '../policies/policy.js'
import type { TraceExclusion, TraceInput } from '../traces/trace.js'

/** An indicator: the column of its value, how to read it, and its citation. */
interface IndicatorDefinition {
  readonly column: 'ratio' | 'amount' | 'count' | 'label'
  /** How a person reads the value: the first sentence of the note of every row. */
  readonly reading: string
  /** What a policy's citation is about, or the citation itself. Null if this library defines the indicator. */
  readonly citation: CitationSubject | { readonly text: string } | null
}

const defineFor =
  <Column extends IndicatorDefinition['column']>(column: Column) =>
  (reading: string, citation: IndicatorDefinition['citation'] = null) => ({ column, citation, reading })

const defineRatio = defineFor('ratio')
const defineAmount = defineFor('amount')
const defineCount = defineFor('count')
const defineLabel = defineFor('label')

const VA_RESIDUAL = { text: 'VA Pamphlet 26-7 chapter 4 (2026-08-26, second-hand)' }
const USDA_INCOME = { text: 'USDA HB-1-3555 chapter 9 (2025-08-05, second-hand)' }

/**
 * Every indicator. Units: `ratio` in millionths, `amount` in cents, `count` in years, months or items, `label` as text.
 * An indicator without data has no row.
 */
export const INDICATORS = {
  years_of_history: defineCount('Tax years with a counted document. More years show a longer history.'),
  missing_years: defineCount('Tax years without any document between the first and the last. 0 is best.'),
  employment_gap_years: defineCount('Tax years without a W-2 between the first W-2 and the last. 0 is best.'),
  employer_change: defineCount('Employers that started or ended since the year before. 0 means no change.'),
  concurrent_employers: defineCount('Employers with a W-2 of the year.'),
  employer_tenure_years: defineCount('The longest run of tax years with one employer.'),
  payer_concentration: defineRatio("The largest payer's share of the income of the year. 1 (100%) is a single payer."),
  income_stability: defineRatio('How much total income varies between years. 0 is the same income every year.'),
  effective_withholding_rate: defineRatio('Federal tax withheld as a share of total income.'),
  wage_basis_difference: defineAmount('Box 5 less box 1 of the W-2s: mostly pay that is deferred into a plan.'),
  unemployment_years: defineCount('Tax years with unemployment compensation.'),
  liability_to_income: defineRatio('Tax liabilities as a share of a year of qualifying income.', 'tax_debt'),
  lien_share: defineRatio('The share of the tax liabilities for which a lien is filed.', 'tax_debt'),
  lien_filed: defineLabel('Whether a tax lien is filed.', 'tax_debt'),
  tax_debt_state: defineLabel('The tax debt, and the state of the installment agreement.', 'tax_debt'),
  imputed_monthly_tax_payment: defineAmount('An estimate: the balance due over 72 months. No agency imputes it.'),
  oldest_balance_year: defineCount('The oldest tax year with a balance due.', 'tax_debt'),
  retirement_continuance_months: defineCount(
    'Months for which the balances on Forms 5498 cover the IRA withdrawals.',
    'continuanceMonths',
  ),
  continuance_met: defineLabel(
    'Whether these balances cover the months that the policy requires.',
    'continuanceMonths',
  ),
  mortgages_reported: defineCount('Loans that Forms 1098 of the year report.', 'mortgage_verification'),
  mortgage_principal: defineAmount('Outstanding principal of these loans, each loan once.', 'mortgage_verification'),
  monthly_mortgage_interest: defineAmount(
    'Interest per month on these loans. The payment also includes principal and escrow.',
    'mortgage_verification',
  ),
  dti: defineRatio('Stated obligations and the payment of a tax plan as a share of qualifying income.', 'tax_debt'),
  residual_income: defineAmount(
    'VA: monthly income after taxes, shelter, utilities and debts, without gross-up. Compare it with residual_required.',
    VA_RESIDUAL,
  ),
  residual_required: defineAmount(
    'VA: the residual income that the region and family size require for a loan of $80,000 or more. It is lower for a smaller loan.',
    VA_RESIDUAL,
  ),
  annual_income: defineAmount('USDA: income of 12 months, without gross-up. It decides eligibility.', USDA_INCOME),
  adjusted_income: defineAmount(
    'USDA: annual income less deductions, such as $480 per dependent. No deduction is stated, so it is at most this amount.',
    USDA_INCOME,
  ),
  repayment_income: defineAmount('USDA: monthly income of the borrowers. Ratios use it.', USDA_INCOME),
} as const satisfies Readonly<Record<string, IndicatorDefinition>>

/** The name of an indicator, in the column `indicator`. */
export type IndicatorName = keyof typeof INDICATORS

/**
 * A row of `indicators`. Only the column of the indicator has a value. It is null if the value is unknown, for example a
 * share of no income.
 */
export interface IndicatorRow {
  readonly indicator: IndicatorName
  /** The id of a borrower, or `all` for several borrowers together. */
  readonly recipient: string
  /** The as-of year. Null if the indicator is not about a year. */
  readonly taxYear: number | null
  readonly ratio: Millionths | null
  readonly amount: Cents | null
  readonly count: number | null
  readonly label: string | null
  /** The tax years that the indicator counts, separated by semicolons. */
  readonly years: string | null
  /** How to read the value, and its open questions. */
  readonly note: string
  readonly citation: string
}

/** An indicator with the inputs that explain it. They are empty unless the indicators are traced. `parts` are figures. */
export interface IndicatorValue {
  readonly row: IndicatorRow
  readonly rule: string
  readonly inputs: readonly TraceInput[]
  readonly excluded: readonly TraceExclusion[]
  readonly parts: readonly string[]
}

interface IndicatorDetails {
  readonly rule: string
  readonly parts?: readonly string[]
  /** Inputs are made only if the indicators are traced. Tables do not need them. */
  readonly inputs?: () => readonly TraceInput[]
  readonly excluded?: () => readonly TraceExclusion[]
  readonly years?: readonly number[] | undefined
  /** A sentence about this value. */
  readonly detail?: string | null
  /** True if a box or a document that the value needs is unreadable. */
  readonly isIncomplete?: boolean
}

type ValueOfColumn = Pick<IndicatorRow, 'ratio' | 'amount' | 'count' | 'label'>

/** The end of the note of a value that needs unreadable data. */
const INCOMPLETE_NOTE = 'Incomplete: a box or a document that it needs could not be read.'

const MAX_COUNT = 2_147_483_647

export class IndicatorCollector {
  readonly values: IndicatorValue[] = []

  constructor(
    readonly policy: UnderwritingPolicy,
    private readonly isTraced: boolean,
  ) {}

  /** Adds an indicator. A count that the column cannot hold is null. */
  add<Name extends IndicatorName>(
    indicator: Name,
    subject: Pick<IndicatorRow, 'recipient' | 'taxYear'>,
    value: ValueOfColumn[(typeof INDICATORS)[Name]['column']],
    details: IndicatorDetails,
  ): void {
    const { rule, years, detail = null, isIncomplete = false, inputs, excluded, parts } = details
    const { column, reading }: IndicatorDefinition = INDICATORS[indicator]
    const isTooLarge = column === 'count' && value !== null && (value as number) > MAX_COUNT
    let note = reading
    if (detail !== null) note += ` ${detail}`
    if (isTooLarge) note += ' The value is too large for the column.'
    if (isIncomplete) note += ` ${INCOMPLETE_NOTE}`
    const row: IndicatorRow = {
      indicator,
      recipient: subject.recipient,
      taxYear: subject.taxYear,
      ratio: column === 'ratio' ? (value as Millionths | null) : null,
      amount: column === 'amount' ? (value as Cents | null) : null,
      count: column === 'count' && !isTooLarge ? (value as number | null) : null,
      label: column === 'label' ? (value as string | null) : null,
      years: years === undefined || years.length === 0 ? null : years.join(';'),
      note,
      citation: citeIndicator(this.policy, indicator),
    }
    this.values.push({
      row,
      rule,
      inputs: (this.isTraced && inputs?.()) || NO_ITEMS,
      excluded: (this.isTraced && excluded?.()) || NO_ITEMS,
      parts: parts ?? NO_ITEMS,
    })
  }
}

const LIBRARY_CITATION = 'taxtally (defined by this library)'

function citeIndicator(policy: UnderwritingPolicy, indicator: IndicatorName): string {
  const { citation }: IndicatorDefinition = INDICATORS[indicator]
  if (citation === null) return LIBRARY_CITATION
  return typeof citation === 'string' ? formatCitation(policy, citation) : citation.text
}
