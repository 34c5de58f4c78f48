// Made by `npm run generate` from the tables; edit those.
import type { Severity } from '../core/issues/issue-table.js'
import type { Decimal } from '../core/money.js'
import type { GapReason } from '../figures/gap-causes.js'
import type { ReturnLine } from '../figures/return-lines.js'
import type { Submission } from '../ingest/source.js'
import type { Doubt, Status, YearDoubt } from '../resolve/resolved-document.js'
import type { FactFlag } from '../schema/form.js'
import type { Basis, IncomeCategory, Reason, Role, WithholdingKind } from '../schema/role.js'
import type { StreamFlag } from '../underwriting/flags.js'
import type { IndicatorName } from '../underwriting/indicators/indicator.js'
import type { MortgageFlag } from '../underwriting/mortgages/loans.js'
import type { ConditionCode, ConditionSeverity, StreamCategory } from '../underwriting/policies/policy.js'
import type { Method, Trend } from '../underwriting/streams/formulas.js'
import type { TieOutFinding, TieOutItem } from '../underwriting/tie-out/finding.js'
import type { AnyDocument, DocumentPlace } from './normalized-types.js'

/** One row per document (an entry of a form array), with its status. No document is left out. Unavailable values are null, never 0. */
export interface DocumentWithStatus extends DocumentPlace {
  /** The document: its boxes, its issuer and its recipient. */
  readonly document: AnyDocument
  /** Tax year of the document. Null if there is none. */
  readonly taxYear: number | null
  /** Provider of the record; null if unknown. */
  readonly providerId: string | null
  /** Submission type that the document states: original, amended, void or duplicate. */
  readonly submission: Submission
  /** What resolution decided: counted, superseded, canceled, void, duplicate or conflict. */
  readonly status: Status
  /** The place of the other document that decided the status; null if there is none. */
  readonly decidedBy: DocumentPlace | null
  /** The place of the document that counts in its place; null if the document itself counts, or if none does. */
  readonly countedInstead: DocumentPlace | null
  /** True if an IRS source has the same document. */
  readonly verified: boolean
  /** True if the recipient is not the taxpayer but, for example, a spouse on a joint return. */
  readonly otherRecipient: boolean
  /** The reasons to doubt the documents behind the row, sorted. */
  readonly doubts: readonly Doubt[]
}

/** One row per amount that is not zero. It says to which sum the amount is added, or why it is not added. Amounts are in US dollars. Unavailable values are null, never 0. */
export interface Fact extends DocumentPlace {
  /** Tax year of the document. Null if there is none. */
  readonly taxYear: number | null
  /** Normalized name of the field, or of an amount that is computed from several fields. */
  readonly field: string
  /** Box on the official form. Null if there is none. */
  readonly box: string | null
  /** Role of the amount: the sum it belongs to, such as income.wages, or a role without a sum, such as memo. */
  readonly role: Role
  /** The amount; negative if it reduces the sum. US dollars. */
  readonly amount: Decimal
  /** True if the amount is part of the sum of its role. */
  readonly counted: boolean
  /** Why the amount is not counted. Null if there is none. */
  readonly reason: Reason | null
  /** Kind of income amount: gross receipts, or an allocated share of earnings. Null if there is none. */
  readonly basis: Basis | null
  /** Flags that the form sets on the document. */
  readonly flags: readonly FactFlag[]
  /** True if the recipient is not the taxpayer but, for example, a spouse on a joint return. */
  readonly otherRecipient: boolean
  /** The reasons to doubt the documents behind the row, sorted. */
  readonly doubts: readonly Doubt[]
}

/** Income from counted documents, by year, recipient and category. Amounts are in US dollars. Unavailable values are null, never 0. */
export interface IncomeRow {
  /** Tax year. */
  readonly taxYear: number
  /** Whom the documents name: `self` (the taxpayer), the last four digits of another person, or `unknown` (another person whose number is missing). */
  readonly recipient: string
  /** Category of income. */
  readonly category: IncomeCategory
  /** Sum of the counted facts; null if none could be read. If input of the year, or of an unknown year, is rejected, not parsed yet or an unknown form, every row of the year is incomplete, and each category without a fact has a row with a null amount. US dollars. */
  readonly amount: Decimal | null
  /** The taxable part; null if it is unknown. US dollars. */
  readonly taxableAmount: Decimal | null
  /** Number of documents that contribute a counted fact to the row. */
  readonly documents: number
  /** True if no data that the sum needs is rejected, unreadable or in an unknown form. `years.unread_amounts` counts amounts under unknown keys. */
  readonly complete: boolean
  /** The reasons to doubt the documents behind the row, sorted. */
  readonly doubts: readonly Doubt[]
}

/** Withheld tax by year and kind. Foreign tax is a separate kind and is never added to the others. Amounts are in US dollars. Unavailable values are null, never 0. */
export interface WithholdingRow {
  /** Tax year. */
  readonly taxYear: number
  /** Kind of tax. */
  readonly kind: WithholdingKind
  /** Sum of the counted facts; null if none could be read. If input of the year, or of an unknown year, is rejected, not parsed yet or an unknown form, every row of the year is incomplete, and each kind without a fact has a row with a null amount. US dollars. */
  readonly amount: Decimal | null
  /** Number of documents that contribute a counted fact to the row. */
  readonly documents: number
  /** True if no data that the sum needs is rejected, unreadable or in an unknown form. `years.unread_amounts` counts amounts under unknown keys. */
  readonly complete: boolean
  /** The reasons to doubt the documents behind the row, sorted. */
  readonly doubts: readonly Doubt[]
}

/** One row per recipient and tax year that has a document or unusable input. `year_totals` has the sums of all recipients. Amounts are in US dollars. Ratios are fractions of 1. Unavailable values are null, never 0. */
export interface YearRow {
  /** Tax year. */
  readonly taxYear: number
  /** Whom the documents name: `self` (the taxpayer), the last four digits of another person, or `unknown` (another person whose number is missing). */
  readonly recipient: string
  /** All income except allocated tips. Social Security below 0 counts as 0. Null if no income could be read. US dollars. Null if there is none. */
  readonly totalIncome: Decimal | null
  /** Gross receipts in the total, before expenses; null if the total is null or they could not be read. US dollars. */
  readonly grossPart: Decimal | null
  /** Allocated shares of earnings in the total, not cash; null if the total is null or they could not be read. US dollars. */
  readonly allocatedPart: Decimal | null
  /** Federal income tax withheld, without Forms 1042-S; null if it could not be read. US dollars. */
  readonly federalWithheld: Decimal | null
  /** `federal_withheld` divided by total income. The indicator of this name also has the tax of nonresidents. A fraction of 1. Null if there is none. */
  readonly effectiveWithholdingRate: Decimal | null
  /** The largest payer's share of total income. A fraction of 1. Null if there is none. */
  readonly largestPayerShare: Decimal | null
  /** Number of documents that count. */
  readonly documents: number
  /** Number of documents that do not count. */
  readonly notCounted: number
  /** True if every row of income and withholding of the year is complete. */
  readonly complete: boolean
  /** Number of amounts in unknown fields of counted documents, form objects and records. No sum includes them. */
  readonly unreadAmounts: number
  /** The reasons to doubt the documents behind the row, sorted. */
  readonly doubts: readonly YearDoubt[]
  /** Number of counted documents with a reason to doubt them. */
  readonly doubtfulDocuments: number
}

/** One row per tax year, for all recipients together. Amounts are in US dollars. Ratios are fractions of 1. Unavailable values are null, never 0. */
export interface YearTotalRow {
  /** Tax year. */
  readonly taxYear: number
  /** All income except allocated tips. Social Security below 0 counts as 0. Null if no income could be read. US dollars. Null if there is none. */
  readonly totalIncome: Decimal | null
  /** Gross receipts in the total, before expenses; null if the total is null or they could not be read. US dollars. */
  readonly grossPart: Decimal | null
  /** Allocated shares of earnings in the total, not cash; null if the total is null or they could not be read. US dollars. */
  readonly allocatedPart: Decimal | null
  /** Federal income tax withheld, without Forms 1042-S; null if it could not be read. US dollars. */
  readonly federalWithheld: Decimal | null
  /** `federal_withheld` divided by total income. The indicator of this name also has the tax of nonresidents. A fraction of 1. Null if there is none. */
  readonly effectiveWithholdingRate: Decimal | null
  /** The largest payer's share of total income. A fraction of 1. Null if there is none. */
  readonly largestPayerShare: Decimal | null
  /** Number of documents that count. */
  readonly documents: number
  /** Number of documents that do not count. */
  readonly notCounted: number
  /** True if every row of income and withholding of the year is complete. */
  readonly complete: boolean
  /** Number of amounts in unknown fields of counted documents, form objects and records. No sum includes them. */
  readonly unreadAmounts: number
  /** The reasons to doubt the documents behind the row, sorted. */
  readonly doubts: readonly YearDoubt[]
  /** Number of counted documents with a reason to doubt them. */
  readonly doubtfulDocuments: number
}

/** One row per recipient, employer and year, from counted W-2s and the taxpayer's employment history. Amounts are in US dollars. Ratios are fractions of 1. Unavailable values are null, never 0. */
export interface EmploymentRow {
  /** Tax year. */
  readonly taxYear: number
  /** Whom the documents name: `self` (the taxpayer), the last four digits of another person, or `unknown` (another person whose number is missing). */
  readonly recipient: string
  /** Number of the employer, the same in all years and for all recipients. */
  readonly employerKey: number
  /** Identifier of the employer in this year. Null if there is none. */
  readonly employerId: string | null
  /** Name of the employer: the longest on its documents. Null if there is none. */
  readonly employerName: string | null
  /** Box 1 of the counted W-2s; null if there is no W-2 or a box 1 is unreadable. US dollars. */
  readonly wages: Decimal | null
  /** The employer's share of the year's wages; null if wages are, or may be, missing. A fraction of 1. */
  readonly wageShare: Decimal | null
  /** True if a counted W-2 names the employer. */
  readonly inDocuments: boolean
  /** True if the employment history names the employer. */
  readonly inHistory: boolean
  /** The reasons to doubt the documents behind the row, sorted. */
  readonly doubts: readonly Doubt[]
}

/** Tax debts of the taxpayer, as the IRS reports them. The amounts may contradict each other. Amounts are in US dollars. Ratios are fractions of 1. Unavailable values are null, never 0. */
export interface LiabilitySummary {
  /** Total tax liabilities. US dollars. Null if there is none. */
  readonly total: Decimal | null
  /** Tax liabilities for which a lien is filed. US dollars. Null if there is none. */
  readonly withLien: Decimal | null
  /** Total tax liabilities less those with a lien. US dollars. Null if there is none. */
  readonly withoutLien: Decimal | null
  /** Liabilities with a lien divided by total tax liabilities. A fraction of 1. Null if there is none. */
  readonly lienShare: Decimal | null
  /** Balance due, as reported. US dollars. Null if there is none. */
  readonly balanceDue: Decimal | null
  /** Sum of the balances of all tax years. US dollars. Null if there is none. */
  readonly yearsTotal: Decimal | null
  /** Balance due less the sum of the balances of all tax years. US dollars. Null if there is none. */
  readonly yearsDifference: Decimal | null
  /** Total tax liabilities less balance due. US dollars. Null if there is none. */
  readonly totalDifference: Decimal | null
  /** Oldest tax year with a balance. Null if there is none. */
  readonly oldestBalanceYear: number | null
  /** True if a lien is filed. Null if there is none. */
  readonly lienFiled: boolean | null
  /** Balance due of each year. */
  readonly years: readonly LiabilityYear[]
}

/** Balance due by tax year. Amounts are in US dollars. */
export interface LiabilityYear {
  /** Tax year. */
  readonly taxYear: number
  /** Balance due for the tax year. US dollars. */
  readonly amount: Decimal
}

/** Amounts that the counted documents imply for lines of Form 1040. Amounts are in US dollars. Unavailable values are null, never 0. */
export interface ReturnLineRow {
  /** Tax year. */
  readonly taxYear: number
  /** Line of Form 1040. A name with S1 is a line of Schedule 1. */
  readonly line: ReturnLine
  /** Name of the line on that year's form. For example, line 7 is 7a from 2025 on. */
  readonly printedLine: string
  /** The exact amount; null if no box of the line could be read, or if its taxable amount is unknown. US dollars. */
  readonly amount: Decimal | null
  /** Sum of the boxes, each rounded to whole dollars (half away from zero); null if the amount is null. US dollars. */
  readonly wholeDollars: Decimal | null
  /** True if no box of the line is rejected, unreadable or unknown. */
  readonly complete: boolean
  /** The reasons to doubt the documents behind the row, sorted. */
  readonly doubts: readonly Doubt[]
  /** The boxes that the amount comes from. */
  readonly parts: readonly (DocumentPlace & { readonly field: string; readonly amount: Decimal })[]
}

/** Monthly income by job, business, account, benefit or payer, by borrower and policy. A stream that does not count has 0 and its conditions or flags. Amounts are in US dollars. Ratios are fractions of 1. Unavailable values are null, never 0. */
export interface IncomeStreamRow {
  /** The borrower: self, the last four digits of another borrower's identifier, or recipient_2 if the second of the known borrowers is a name. */
  readonly borrower: string
  /** Key of the stream: the category, or category:name if the category has several streams. Known facts use it. */
  readonly stream: string
  /** Category of income. */
  readonly category: StreamCategory
  /** Name of the employer, business or payer; null for a person unless the option identifiers is full. */
  readonly name: string | null
  /** Amount of the evaluated year; null without a readable amount. US dollars. */
  readonly latestAmount: Decimal | null
  /** Amount of the year before; null without a readable amount. US dollars. */
  readonly priorAmount: Decimal | null
  /** Number of consecutive years with an amount, ending in the evaluated year. */
  readonly historyYears: number
  /** (latest_amount - prior_amount) / prior_amount; null if prior_amount is not above 0, or if the trend is unknown. A fraction of 1. */
  readonly change: Decimal | null
  /** new, ended, leave, stable, increasing, declining, or unknown if a year could not be read; null without amounts of documents. */
  readonly trend: Trend | null
  /** average, lesser, latest, current_pay, stated, or none if nothing was computed. */
  readonly method: Method
  /** Number of months over which the income is averaged, or 0. */
  readonly months: number
  /** Monthly income by the policy's formula on all documents and facts, with gross-up; null if it cannot be computed. US dollars. */
  readonly computedMonthly: Decimal | null
  /** Monthly amount added because part of the income is not taxed. If the policy uses it only in ratios, no other amount includes it. US dollars. */
  readonly grossUp: Decimal
  /** Monthly income that counts today, with gross-up. US dollars. */
  readonly qualifyingMonthly: Decimal
  /** Monthly income that would count if every open blocking condition, and `start_date`, were met, with gross-up; null if it cannot be computed. US dollars. */
  readonly supportableMonthly: Decimal | null
  /** Monthly income that counts on documents of IRS sources alone, without gross-up and without amounts that the lender states; at most qualifying_monthly. US dollars. */
  readonly verifiedMonthly: Decimal
  /** What is special about the income, sorted. `describeFlag` describes a flag. */
  readonly flags: readonly StreamFlag[]
  /** Codes of the open conditions, sorted. `CONDITIONS` describes them. */
  readonly conditions: readonly ConditionCode[]
  /** Source of the formula; several sources are separated by semicolons. */
  readonly citation: string
}

/** Monthly income by category, borrower and policy: the sums of income_streams, without streams that cannot be computed. qualifying_totals has the totals. Amounts are in US dollars. Unavailable values are null, never 0. */
export interface QualifyingIncomeRow {
  /** The borrower: self, the last four digits of another borrower's identifier, or recipient_2 if the second of the known borrowers is a name. */
  readonly borrower: string
  /** Category of income. */
  readonly category: StreamCategory
  /** Number of income streams. */
  readonly streams: number
  /** Amount of the evaluated year; null without a readable amount. US dollars. */
  readonly latestAmount: Decimal | null
  /** Amount of the year before; null without a readable amount. US dollars. */
  readonly priorAmount: Decimal | null
  /** Monthly income by the policy's formula on all documents and facts, with gross-up; null if it cannot be computed. US dollars. */
  readonly computedMonthly: Decimal | null
  /** Monthly amount added because part of the income is not taxed. If the policy uses it only in ratios, no other amount includes it. US dollars. */
  readonly grossUp: Decimal
  /** Monthly income that counts today, with gross-up. US dollars. */
  readonly qualifyingMonthly: Decimal
  /** Monthly income that would count if every open blocking condition, and `start_date`, were met, with gross-up; null if it cannot be computed. US dollars. */
  readonly supportableMonthly: Decimal | null
  /** Monthly income that counts on documents of IRS sources alone, without gross-up and without amounts that the lender states; at most qualifying_monthly. US dollars. */
  readonly verifiedMonthly: Decimal
  /** What is special about the income, sorted. `describeFlag` describes a flag. */
  readonly flags: readonly StreamFlag[]
  /** Codes of the open conditions, sorted. `CONDITIONS` describes them. */
  readonly conditions: readonly ConditionCode[]
  /** Source of the formula; several sources are separated by semicolons. */
  readonly citation: string
}

/** Total monthly income by borrower and policy. The view household_totals adds the borrowers together. Amounts are in US dollars. */
export interface QualifyingTotalRow {
  /** The borrower: self, the last four digits of another borrower's identifier, or recipient_2 if the second of the known borrowers is a name. */
  readonly borrower: string
  /** Monthly income that counts today, with gross-up. US dollars. */
  readonly qualifyingMonthly: Decimal
  /** Monthly income that would count if every open blocking condition, and `start_date`, were met, with gross-up. Streams that cannot be computed are not in it. US dollars. */
  readonly supportableMonthly: Decimal
  /** Monthly income that counts on documents of IRS sources alone, without gross-up. US dollars. */
  readonly verifiedMonthly: Decimal
  /** Monthly amount added because part of the income is not taxed. US dollars. */
  readonly grossUp: Decimal
  /** Number of open conditions that block income. */
  readonly openBlocking: number
  /** Number of open conditions that an underwriter should look at. */
  readonly openReview: number
}

/** Questions that must be answered before income counts, or that an underwriter should look at, by borrower and policy. Amounts are in US dollars. Unavailable values are null, never 0. */
export interface UnderwritingCondition {
  /** The borrower: self, the last four digits of another borrower's identifier, or recipient_2 if the second of the known borrowers is a name. */
  readonly borrower: string
  /** Key of the income stream; null if the condition is about the borrower. */
  readonly stream: string | null
  /** Category of the income stream; null if the condition is about the borrower. */
  readonly category: StreamCategory | null
  /** Code of the condition. */
  readonly condition: ConditionCode
  /** blocking (the income does not count until it is met), review (an underwriter should look), or standard (a document that every loan file needs). */
  readonly severity: Exclude<ConditionSeverity, 'ignore'>
  /** True if documents, known facts or the underwriter answer it. */
  readonly met: boolean
  /** The issuer, form or part of pay that it is about. Null if there is none. */
  readonly about: string | null
  /** Tax year. Null if there is none. */
  readonly taxYear: number | null
  /** Monthly amount of the stream or part that the condition is about; null if it is unknown. It can be more than the amount held back, which is `supportable_monthly - qualifying_monthly` of the stream. Several conditions can name the same money, so do not add the amounts. US dollars. */
  readonly amount: Decimal | null
  /** The document or fact that answers it. */
  readonly document: string
  /** What the condition asks. */
  readonly message: string
  /** Source of the condition. */
  readonly citation: string
}

/** Indicators for history, concentration, stability, tax debt and obligations, by borrower and policy. Amounts are in US dollars. Ratios are fractions of 1. Unavailable values are null, never 0. */
export interface Indicator {
  /** Name of the indicator. */
  readonly indicator: IndicatorName
  /** The borrower: self, the last four digits of another borrower's identifier, or recipient_2 if the second of the known borrowers is a name; or all for all borrowers together. */
  readonly recipient: string
  /** The evaluated year; null if the indicator is not about a year. */
  readonly taxYear: number | null
  /** Value of an indicator that is a ratio. Used by payer_concentration, income_stability, effective_withholding_rate, liability_to_income, lien_share, dti; null for all other indicators. A fraction of 1. */
  readonly ratio: Decimal | null
  /** Value of an indicator in dollars. Used by wage_basis_difference, imputed_monthly_tax_payment, mortgage_principal, monthly_mortgage_interest, residual_income, residual_required, annual_income, adjusted_income, repayment_income; null for all other indicators. US dollars. */
  readonly amount: Decimal | null
  /** Value of an indicator that counts years, months or items. Used by years_of_history, missing_years, employment_gap_years, employer_change, concurrent_employers, employer_tenure_years, unemployment_years, oldest_balance_year, retirement_continuance_months, mortgages_reported; null for all other indicators. */
  readonly count: number | null
  /** Value of an indicator that is a state, true or false. Used by lien_filed, tax_debt_state, continuance_met; null for all other indicators. */
  readonly label: string | null
  /** Tax years that the indicator uses, separated by semicolons; null if it does not use a list of years. */
  readonly years: string | null
  /** How to read the value, and its open questions. */
  readonly note: string
  /** Source of the indicator. */
  readonly citation: string
}

/** Mortgages that Forms 1098 report, one row per loan and year. A loan that was transferred to another lender is one loan. Amounts are in US dollars. Unavailable values are null, never 0. */
export interface Mortgage {
  /** Tax year. */
  readonly taxYear: number
  /** Number of the loan within the year, from 1. */
  readonly loan: number
  /** Lenders in the order of the transfers, separated by semicolons. */
  readonly lenders: string
  /** Address of the property; only if the option identifiers is full. Null if there is none. */
  readonly property: string | null
  /** Origination date. `YYYY-MM-DD`. Null if there is none. */
  readonly originationDate: string | null
  /** Outstanding principal that the first lender reports. US dollars. Null if there is none. */
  readonly principal: Decimal | null
  /** Interest that all lenders received. US dollars. */
  readonly interest: Decimal
  /** Mortgage insurance premiums. US dollars. */
  readonly insurancePremiums: Decimal
  /** Points paid on purchase. US dollars. */
  readonly points: Decimal
  /** Number of lenders in the year. */
  readonly lenderCount: number
  /** What is special or uncertain about the loan, sorted. */
  readonly flags: readonly MortgageFlag[]
  /** The borrower: self, the last four digits of another borrower's identifier, or recipient_2 if the second of the known borrowers is a name. */
  readonly borrower: string
  /** The reasons to doubt the documents behind the row, sorted. */
  readonly doubts: readonly Doubt[]
}

/** Employers, income categories and mortgages of the loan application, compared with the documents. No rows without an application. Amounts are in US dollars. Ratios are fractions of 1. Unavailable values are null, never 0. */
export interface TieOut {
  /** The borrower: self, the last four digits of another borrower's identifier, or recipient_2 if the second of the known borrowers is a name; all for the household, or unknown if the application does not name the borrower. */
  readonly borrower: string
  /** employer, category or mortgage. */
  readonly item: TieOutItem
  /** Name of the employer or mortgage in the application, or else in the documents. For a category, the category. Null if there is none. */
  readonly name: string | null
  /** Monthly amount that the application states. For a mortgage, the payment. US dollars. Null if there is none. */
  readonly statedMonthly: Decimal | null
  /** Monthly amount according to the documents. For a mortgage, interest and mortgage insurance only. US dollars. Null if there is none. */
  readonly documentedMonthly: Decimal | null
  /** Stated amount less documented amount. US dollars. Null if there is none. */
  readonly difference: Decimal | null
  /** The difference divided by the documented amount. A fraction of 1. Null if there is none. */
  readonly differenceRatio: Decimal | null
  /** agrees (within 5%), stated_higher, stated_lower, stated_only, documented_only, or not_computable. */
  readonly finding: TieOutFinding
  /** What the finding means and how the amounts were calculated. */
  readonly message: string
}

/** Why a figure is incomplete: one row per figure and reason. Every row of income and withholding that is not complete has one. Unavailable values are null, never 0. */
export interface Gap {
  /** Tax year; null if it is unknown, or if the figure has none. */
  readonly taxYear: number | null
  /** Table of the figure: income, withholding, year_totals or liabilities; null if none of their figures needs the input. */
  readonly tableName: string | null
  /** Recipient, as in income; null for the other tables. */
  readonly recipient: string | null
  /** Category, as in income; null for the other tables. */
  readonly category: IncomeCategory | null
  /** Kind of tax, as in withholding; null for the other tables. */
  readonly kind: WithholdingKind | null
  /** unreadable_box, main_box_missing, basis_unknown, entry_rejected, record_rejected, form_object_rejected, record_not_parsed, form_unknown, unread_amount, year_unknown or year_missing. */
  readonly reason: GapReason
  /** Record of the input, or the first one; null if it has no identifier. */
  readonly recordId: string | null
  /** Key of the form array; null if the input is not one form. */
  readonly form: string | null
  /** Position of the form object in the record's forms, from 0; null if the input is not a document. */
  readonly formIndex: number | null
  /** Position of the entry in the form array, from 0; null if the input is not a document. */
  readonly entryIndex: number | null
  /** Normalized name of the box, as in facts; null if the reason is not about one box, and for unread_amount: `issues.path` has the key. */
  readonly field: string | null
  /** Box on the official form. Null if there is none. */
  readonly box: string | null
  /** Number of inputs with this reason. More than 1 for several amounts under unknown keys, several rejected inputs of one year, or documents after the first thousand; the location is that of the first. */
  readonly inputs: number
}

/** Failed checks between the boxes of a document. Amounts are in US dollars. Unavailable values are null, never 0. */
export interface CheckFinding {
  /** Id of the check, or limits_unknown if the legal limits of the year are unknown. */
  readonly check: string
  /** error, warning or info. */
  readonly severity: Severity
  /** A `FormKey`, or the key of one of the caller's own `forms`. */
  readonly form: string
  /** The place of the document; null if the finding is about a year. */
  readonly document: DocumentPlace | null
  /** Tax year of the document. Null if there is none. */
  readonly taxYear: number | null
  /** Left side of the rule less its right side. US dollars. Null if there is none. */
  readonly difference: Decimal | null
  /** The rule, and which part of it is broken. Never contains a value from the data. */
  readonly message: string
}
