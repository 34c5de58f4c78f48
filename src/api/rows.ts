// Made by `npm run generate` from the tables; edit those.
import type { Severity } from '../core/issue-table.js'
import type { Decimal } from '../core/money.js'
import type { FactFlag } from '../model/form.js'
import type { Basis, IncomeCategory, Reason, Role, WithholdingKind } from '../model/role.js'
import type { Submission } from '../normalize/source.js'
import type { Status } from '../resolve/resolved-document.js'
import type { ReturnLine } from '../summarize/return-lines.js'
import type { Trend } from '../underwrite/averaging.js'
import type { Flag } from '../underwrite/flag.js'
import type { IndicatorName } from '../underwrite/indicator.js'
import type { MortgageFlag } from '../underwrite/mortgages/loans.js'
import type { NeedCode } from '../underwrite/needs.js'
import type { StreamName } from '../underwrite/subject.js'
import type { TieOutFinding, TieOutItem } from '../underwrite/tie-out/finding.js'
import type { DocumentPlace } from './dossier.js'
import type { AnyDocument } from './normalized-types.js'

/** One row per entry of a form array, with its status. No entry is left out. Unavailable values are null, never 0. */
export interface DocumentWithStatus extends DocumentPlace {
  /** The document: its boxes, its issuer and its recipient. */
  readonly document: AnyDocument
  /** Tax year of the document. Null if there is none. */
  readonly taxYear: number | null
  /** Provider of the record; null if unknown. */
  readonly providerId: string | null
  /** Submission type that the document states: original, amended, void, duplicate. */
  readonly submission: Submission
  /** Status: counted, superseded, canceled, void, duplicate, conflict. */
  readonly status: Status
  /** The document that decided the status: record/form/form_index/entry_index. Null if there is none. */
  readonly decidedBy: string | null
  /** An IRS source has the same document. */
  readonly verified: boolean
  /** The recipient is not the taxpayer, such as a spouse on a joint return. */
  readonly otherRecipient: boolean
}

/** One row per amount that is not zero, with the sum that it adds to, or the reason why it adds to none. Amounts are in US dollars. Unavailable values are null, never 0. */
export interface Fact extends DocumentPlace {
  /** Tax year of the document. Null if there is none. */
  readonly taxYear: number | null
  /** Normalized name of the field, or of the derived amount. */
  readonly field: string
  /** Box on the official form. Null if there is none. */
  readonly box: string | null
  /** Role of the amount: its sum, such as income.wages, or a role without a sum, such as memo. */
  readonly role: Role
  /** The amount; negative if it subtracts. US dollars. */
  readonly amount: Decimal
  /** The amount enters the sum of its role. */
  readonly counted: boolean
  /** Why it is not counted. Null if there is none. */
  readonly reason: Reason | null
  /** Basis of the amount: gross receipts, or an allocated portion of earnings. Null if there is none. */
  readonly basis: Basis | null
  /** Flags that the form sets on the document. */
  readonly flags: readonly FactFlag[]
  /** The recipient is not the taxpayer, such as a spouse on a joint return. */
  readonly otherRecipient: boolean
}

/** Income from counted documents, by year and category. Amounts are in US dollars. Unavailable values are null, never 0. */
export interface IncomeRow {
  /** Tax year. */
  readonly taxYear: number
  /** Category of income. */
  readonly category: IncomeCategory
  /** Sum of the counted facts; null if none could be read. If a record or form object of the year was rejected or is not parsed yet, or a form is unknown, every row of the year is incomplete, and each category without a fact has a row with a null amount. US dollars. */
  readonly amount: Decimal | null
  /** The taxable part; null if it is unknown. US dollars. */
  readonly taxableAmount: Decimal | null
  /** Number of documents with a counted fact in the row. */
  readonly documents: number
  /** No input to the sum is rejected, unreadable or unknown. */
  readonly complete: boolean
}

/** Withheld tax by year and kind. Foreign tax is a separate kind and is never added to the others. Amounts are in US dollars. Unavailable values are null, never 0. */
export interface WithholdingRow {
  /** Tax year. */
  readonly taxYear: number
  /** Kind of tax. */
  readonly kind: WithholdingKind
  /** Sum of the counted facts; null if none could be read. If a record or form object of the year was rejected or is not parsed yet, or a form is unknown, every row of the year is incomplete, and each kind without a fact has a row with a null amount. US dollars. */
  readonly amount: Decimal | null
  /** Number of documents with a counted fact in the row. */
  readonly documents: number
  /** No input to the sum is rejected, unreadable or unknown. */
  readonly complete: boolean
}

/** One row per tax year that has a document or unusable input. Amounts are in US dollars. Ratios are fractions of 1. Unavailable values are null, never 0. */
export interface YearRow {
  /** Tax year. */
  readonly taxYear: number
  /** All income except allocated tips; null if none of it could be read. US dollars. */
  readonly totalIncome: Decimal | null
  /** Part of the total that is gross receipts, before expenses; null if the total is null or none of it could be read. US dollars. */
  readonly grossPart: Decimal | null
  /** Part of the total that is shares of earnings, not cash; null if the total is null or none of it could be read. US dollars. */
  readonly allocatedPart: Decimal | null
  /** Federal income tax withheld; null if none of it could be read. US dollars. */
  readonly federalWithheld: Decimal | null
  /** Federal withholding divided by total income. A fraction of 1. Null if there is none. */
  readonly effectiveWithholdingRate: Decimal | null
  /** The largest payer's share of total income. A fraction of 1. Null if there is none. */
  readonly largestPayerShare: Decimal | null
  /** Number of documents that count. */
  readonly documents: number
  /** Number of documents that do not count. */
  readonly notCounted: number
  /** Every sum of the year is complete. */
  readonly complete: boolean
  /** Number of amounts in unknown fields of counted documents. They are in no sum. */
  readonly unreadAmounts: number
}

/** One row per employer and year, from counted W-2s and the employment history. Amounts are in US dollars. Ratios are fractions of 1. Unavailable values are null, never 0. */
export interface EmploymentRow {
  /** Tax year. */
  readonly taxYear: number
  /** Identifier of the employer. Null if there is none. */
  readonly employerId: string | null
  /** Name of the employer. Null if there is none. */
  readonly employerName: string | null
  /** Box 1 of the counted W-2s; null without a W-2 or if one is unreadable. US dollars. */
  readonly wages: Decimal | null
  /** Share of the year's wages; null if some are, or may be, missing. A fraction of 1. */
  readonly wageShare: Decimal | null
  /** A counted W-2 names the employer. */
  readonly inDocuments: boolean
  /** The employment history names the employer. */
  readonly inHistory: boolean
}

/** Tax debts of the taxpayer. The figures may disagree with each other. Amounts are in US dollars. Ratios are fractions of 1. Unavailable values are null, never 0. */
export interface LiabilitySummary {
  /** Total tax liabilities. US dollars. Null if there is none. */
  readonly total: Decimal | null
  /** Liabilities with a lien filed. US dollars. Null if there is none. */
  readonly withLien: Decimal | null
  /** Total less liabilities with a lien. US dollars. Null if there is none. */
  readonly withoutLien: Decimal | null
  /** Share of liabilities with a lien. A fraction of 1. Null if there is none. */
  readonly lienShare: Decimal | null
  /** Balance due. US dollars. Null if there is none. */
  readonly balanceDue: Decimal | null
  /** Sum of the balances by year. US dollars. Null if there is none. */
  readonly yearsTotal: Decimal | null
  /** Balance due less the sum of the yearly balances. US dollars. Null if there is none. */
  readonly yearsDifference: Decimal | null
  /** Total less balance due. US dollars. Null if there is none. */
  readonly totalDifference: Decimal | null
  /** Oldest year with a balance. Null if there is none. */
  readonly oldestBalanceYear: number | null
  /** A lien is filed. Null if there is none. */
  readonly lienFiled: boolean | null
  /** Balance due of each year. */
  readonly years: readonly LiabilityYear[]
}

/** Balance due by tax year. Amounts are in US dollars. */
export interface LiabilityYear {
  /** Tax year. */
  readonly taxYear: number
  /** Balance due. US dollars. */
  readonly amount: Decimal
}

/** Lines of Form 1040 that the counted documents imply. Amounts are in US dollars. Unavailable values are null, never 0. */
export interface ReturnLineRow {
  /** Tax year. */
  readonly taxYear: number
  /** Line of Form 1040. S1 is Schedule 1. */
  readonly line: ReturnLine
  /** Name of the line on the form of the year: 7a for 7 from 2025 on. */
  readonly printedLine: string
  /** The exact amount; null if none of the line could be read. US dollars. */
  readonly amount: Decimal | null
  /** Each box rounded half away from zero, then added; null if the amount is null. US dollars. */
  readonly wholeDollars: Decimal | null
  /** No box of the line is rejected, unreadable or unknown. */
  readonly complete: boolean
  /** The boxes that it comes from. */
  readonly parts: readonly (DocumentPlace & { readonly field: string; readonly amount: Decimal })[]
}

/** Monthly income that a lender may count, by borrower, category and policy. Excluded categories have 0 and their reason. Amounts are in US dollars. Ratios are fractions of 1. Unavailable values are null, never 0. */
export interface QualifyingIncomeRow {
  /** Category of income, officer_compensation, or total. */
  readonly category: StreamName | 'total'
  /** The evaluated year after exclusions; null if it has no amount or no readable one. US dollars. */
  readonly latestAmount: Decimal | null
  /** The amount of the year before, after exclusions. US dollars. Null if there is none. */
  readonly priorAmount: Decimal | null
  /** (latest - prior) / prior; null if prior is 0 or below, or if the trend is unknown. A fraction of 1. */
  readonly change: Decimal | null
  /** new, discontinued, stable, increasing, decreasing, or unknown if a year could not be read; null if neither year has an amount, and on the total. */
  readonly trend: Trend | null
  /** Number of months that the amount is averaged over: 12 or 24; 0 if excluded. */
  readonly months: 0 | 12 | 24
  /** Monthly amount, rounded once. US dollars. */
  readonly monthlyAmount: Decimal
  /** Monthly amount added because part of the income is not taxed. US dollars. */
  readonly grossUp: Decimal
  /** Monthly amount plus gross-up, or without it if the policy uses it in ratios only. US dollars. */
  readonly qualifyingMonthly: Decimal
  /** Monthly amount of the latest year that does not count because income declined and has not stabilized. US dollars. Null if there is none. */
  readonly supportableIfStabilized: Decimal | null
  /** Reasons and conditions, sorted. */
  readonly flags: readonly Flag[]
  /** Sources of the rules, separated by semicolons. */
  readonly citations: string
  /** self, or the last four digits of a borrower that the caller named; all on the total of several. */
  readonly borrower: string
  /** Part of the latest amount that IRS documents confirm. US dollars. Null if there is none. */
  readonly verifiedLatest: Decimal | null
  /** Part of the prior amount that IRS documents confirm. US dollars. Null if there is none. */
  readonly verifiedPrior: Decimal | null
  /** Monthly amount of the verified income by the same formula, at most the monthly amount. On a total, it is the sum of the rows, which can exceed the total if rows are negative. US dollars. Null if there is none. */
  readonly verifiedMonthly: Decimal | null
}

/** Indicators for history, concentration, stability, tax debt and obligations, by policy. Amounts are in US dollars. Ratios are fractions of 1. Unavailable values are null, never 0. */
export interface Indicator {
  /** Name of the indicator. */
  readonly indicator: IndicatorName
  /** Shares, stability and debt-to-income: of payer_concentration, income_stability, effective_withholding_rate, liability_to_income, lien_share, dti; null on every other row. A fraction of 1. */
  readonly ratio: Decimal | null
  /** Dollars: of wage_basis_difference, imputed_monthly_tax_payment, mortgage_principal, monthly_mortgage_interest; null on every other row. US dollars. */
  readonly amount: Decimal | null
  /** Years, months and counts: of years_of_history, missing_years, employment_gap_years, employer_change, concurrent_employers, employer_tenure_years, unemployment_years, oldest_balance_year, retirement_continuance_months, mortgages_reported; null on every other row. */
  readonly count: number | null
  /** A state, true or false: of lien_filed, tax_debt_state, continuance_met; null on every other row. */
  readonly label: string | null
  /** The years that the indicator uses, separated by semicolons; null if it does not use a list of years. */
  readonly years: string | null
  /** Open questions about the figure; null if there are none. */
  readonly note: string | null
}

/** Mortgages that Forms 1098 report, one row per loan and year. A loan that moved to another lender is one loan. Amounts are in US dollars. Unavailable values are null, never 0. */
export interface Mortgage {
  /** Tax year. */
  readonly taxYear: number
  /** Number of the loan in the year, from 1. */
  readonly loan: number
  /** Lenders in order, separated by semicolons. */
  readonly lenders: string
  /** Address of the property; only if identifiers are full. Null if there is none. */
  readonly property: string | null
  /** Day of origination. `YYYY-MM-DD`. Null if there is none. */
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
  /** Doubtful points, sorted. */
  readonly flags: readonly MortgageFlag[]
  /** self, or the last four digits of the recipient. */
  readonly borrower: string
}

/** Missing documents and answers, by issuer and year, with the amount that depends on them. Amounts are in US dollars. Unavailable values are null, never 0. */
export interface NeedRow {
  /** self, the last four digits of the recipient, or all for the household. */
  readonly borrower: string
  /** Code of the missing document or answer. */
  readonly need: NeedCode
  /** The issuer, form or record that it is about. Null if there is none. */
  readonly about: string | null
  /** Tax year. Null if there is none. */
  readonly taxYear: number | null
  /** The amount that depends on it. US dollars. Null if there is none. */
  readonly amount: Decimal | null
  /** The document or answer that is needed. */
  readonly message: string
}

/** Employers, income categories and mortgages of the application compared with the documents. No rows if nothing is stated. Amounts are in US dollars. Ratios are fractions of 1. Unavailable values are null, never 0. */
export interface TieOut {
  /** self, the last four digits of the recipient, all for the household, or unknown if the application does not name the borrower. */
  readonly borrower: string
  /** employer, category or mortgage. */
  readonly item: TieOutItem
  /** Name in the application, or else in the documents. For a category, its name. Null if there is none. */
  readonly name: string | null
  /** Stated monthly amount (mortgages: the payment). US dollars. Null if there is none. */
  readonly statedMonthly: Decimal | null
  /** Documented monthly amount (mortgages: interest and insurance only). US dollars. Null if there is none. */
  readonly documentedMonthly: Decimal | null
  /** Stated less documented. US dollars. Null if there is none. */
  readonly difference: Decimal | null
  /** The difference divided by the documented amount. A fraction of 1. Null if there is none. */
  readonly differenceRatio: Decimal | null
  /** agrees (within 5%), stated_higher, stated_lower, stated_only, documented_only, or not_computable. */
  readonly finding: TieOutFinding
  /** What the finding means and how it was calculated. */
  readonly message: string
}

/** Failed checks between the boxes of a document. Amounts are in US dollars. Unavailable values are null, never 0. */
export interface CheckFinding {
  /** Id of the check; limits_unknown if the limits of the year are unknown. */
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
  /** The rule and the part of it that is broken; never a value from the data. */
  readonly message: string
}
