// Made by `npm run generate` from the tables; edit those.
import type { Severity } from '../core/issue-table.js'
import type { Decimal } from '../core/money.js'
import type { FactFlag } from '../model/form.js'
import type { Basis, IncomeCategory, Reason, Role, WithholdingKind } from '../model/role.js'
import type { Submission } from '../normalize/source.js'
import type { Status } from '../resolve/entry.js'
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

/** One row an entry of a form array, none left out, with what became of it. Unavailable values are null, never 0. */
export interface ResolvedDocument extends DocumentPlace {
  /** The document itself: its boxes, its issuer and its recipient. */
  readonly document: AnyDocument
  /** Tax year of the document. Null if there is none. */
  readonly taxYear: number | null
  /** Provider of the record; null where unknown. */
  readonly providerId: string | null
  /** What the document says of itself: original, amended, void, duplicate. */
  readonly submission: Submission
  /** What became of it: counted, superseded, canceled, void, duplicate, conflict. */
  readonly status: Status
  /** The document that decided: record/form/form_index/entry_index. Null if there is none. */
  readonly decidedBy: string | null
  /** An authority source holds it too. */
  readonly verified: boolean
  /** The recipient is not the taxpayer: a spouse on a joint return. */
  readonly otherRecipient: boolean
}

/** One row an amount that is not zero: what each box adds to which sum, and why where it adds nothing. Amounts are in US dollars. Unavailable values are null, never 0. */
export interface Fact extends DocumentPlace {
  /** Tax year of the document. Null if there is none. */
  readonly taxYear: number | null
  /** Normalized name of the field, or of the derived amount. */
  readonly field: string
  /** Box on the official form. Null if there is none. */
  readonly box: string | null
  /** Role of the amount: the sum that it belongs to, such as income.wages, or a role without a sum, such as memo. */
  readonly role: Role
  /** The amount; negative where it subtracts. US dollars. */
  readonly amount: Decimal
  /** The amount enters the sum of its role. */
  readonly counted: boolean
  /** Why it is not counted. Null if there is none. */
  readonly reason: Reason | null
  /** Basis of the amount: gross receipts, or an allocated portion of earnings. Null if there is none. */
  readonly basis: Basis | null
  /** What the form says of the document. */
  readonly flags: readonly FactFlag[]
  /** The recipient is not the taxpayer: a spouse on a joint return. */
  readonly otherRecipient: boolean
}

/** Income by year and category, of the documents that count. Amounts are in US dollars. Unavailable values are null, never 0. */
export interface IncomeRow {
  /** Tax year. */
  readonly taxYear: number
  /** Category of income. */
  readonly category: IncomeCategory
  /** Sum of the counted facts; null if none could be read. If a record or form object of the year was rejected or is not parsed yet, or a form is unknown, every row of the year is incomplete, and each category without a fact has a row with a null amount. US dollars. */
  readonly amount: Decimal | null
  /** The taxable part; null where it is not known. US dollars. */
  readonly taxableAmount: Decimal | null
  /** Documents with a counted fact in the row. */
  readonly documents: number
  /** No input to the sum was lost or unknown. */
  readonly complete: boolean
}

/** Withheld tax by year and kind; foreign tax is shown beside it and never totalled with it. Amounts are in US dollars. Unavailable values are null, never 0. */
export interface WithholdingRow {
  /** Tax year. */
  readonly taxYear: number
  /** Kind of tax. */
  readonly kind: WithholdingKind
  /** Sum of the counted facts; null if none could be read. If a record or form object of the year was rejected or is not parsed yet, or a form is unknown, every row of the year is incomplete, and each kind without a fact has a row with a null amount. US dollars. */
  readonly amount: Decimal | null
  /** Documents with a counted fact in the row. */
  readonly documents: number
  /** No input to the sum was lost or unknown. */
  readonly complete: boolean
}

/** One row per tax year that has a document, or input that could not be used. Amounts are in US dollars. Ratios are fractions of 1. Unavailable values are null, never 0. */
export interface YearRow {
  /** Tax year. */
  readonly taxYear: number
  /** All income but allocated tips; null where nothing of it could be read. US dollars. */
  readonly totalIncome: Decimal | null
  /** Part of the total that is gross receipts, before expenses; null as the total. US dollars. */
  readonly grossPart: Decimal | null
  /** Part of the total that is shares of earnings, not cash; null as the total. US dollars. */
  readonly allocatedPart: Decimal | null
  /** Federal income tax withheld; null as the total. US dollars. */
  readonly federalWithheld: Decimal | null
  /** Federal tax withheld over total income. A fraction of 1. Null if there is none. */
  readonly effectiveWithholdingRate: Decimal | null
  /** The largest payer's share of total income. A fraction of 1. Null if there is none. */
  readonly largestPayerShare: Decimal | null
  /** Documents that count. */
  readonly documents: number
  /** Documents that do not count. */
  readonly notCounted: number
  /** Every sum of the year is complete. */
  readonly complete: boolean
  /** Amounts of counted documents behind keys that the library does not know; they are in no sum. */
  readonly unreadAmounts: number
}

/** One row an employer and year, of counted W-2s and of the employment history. Amounts are in US dollars. Ratios are fractions of 1. Unavailable values are null, never 0. */
export interface EmploymentRow {
  /** Tax year. */
  readonly taxYear: number
  /** Identifier of the employer. Null if there is none. */
  readonly employerId: string | null
  /** Name of the employer. Null if there is none. */
  readonly employerName: string | null
  /** Box 1 of the counted W-2s; null where one was lost. US dollars. */
  readonly wages: Decimal | null
  /** Share of the year's wages; null where some were, or may have been, lost. A fraction of 1. */
  readonly wageShare: Decimal | null
  /** A counted W-2 names the employer. */
  readonly inDocuments: boolean
  /** The employment history names the employer. */
  readonly inHistory: boolean
}

/** What the taxpayer owes; none of the figures is assumed to agree with another. Amounts are in US dollars. Ratios are fractions of 1. Unavailable values are null, never 0. */
export interface LiabilitySummary {
  /** Total tax liabilities. US dollars. Null if there is none. */
  readonly total: Decimal | null
  /** Liabilities with a lien filed. US dollars. Null if there is none. */
  readonly withLien: Decimal | null
  /** Total less those with a lien. US dollars. Null if there is none. */
  readonly withoutLien: Decimal | null
  /** Share with a lien. A fraction of 1. Null if there is none. */
  readonly lienShare: Decimal | null
  /** Balance due. US dollars. Null if there is none. */
  readonly balanceDue: Decimal | null
  /** Sum of the balances by year. US dollars. Null if there is none. */
  readonly yearsTotal: Decimal | null
  /** Balance due less the sum of years. US dollars. Null if there is none. */
  readonly yearsDifference: Decimal | null
  /** Total less balance due. US dollars. Null if there is none. */
  readonly totalDifference: Decimal | null
  /** Oldest year with a balance. Null if there is none. */
  readonly oldestBalanceYear: number | null
  /** A lien is filed. Null if there is none. */
  readonly lienFiled: boolean | null
  /** The balance due of each year. */
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
  /** Line of Form 1040; S1 is Schedule 1. */
  readonly line: ReturnLine
  /** Name of the line on the year's form: 7a for 7 from 2025 on. */
  readonly printedLine: string
  /** Exact; null where nothing of the line could be read. US dollars. */
  readonly amount: Decimal | null
  /** Each box rounded half away from zero, then added; null as the amount. US dollars. */
  readonly wholeDollars: Decimal | null
  /** No box behind the line was lost or unknown. */
  readonly complete: boolean
  /** The boxes behind it. */
  readonly parts: readonly (DocumentPlace & { readonly field: string; readonly amount: Decimal })[]
}

/** What a lender may count a month, by borrower, category and policy; excluded categories with 0 and their reason. Amounts are in US dollars. Ratios are fractions of 1. Unavailable values are null, never 0. */
export interface QualifyingIncomeRow {
  /** Category of income, officer_compensation, or total. */
  readonly category: StreamName | 'total'
  /** The year, after exclusions; null where it has none, or none that could be read. US dollars. */
  readonly latestAmount: Decimal | null
  /** The year before, the same. US dollars. Null if there is none. */
  readonly priorAmount: Decimal | null
  /** (latest - prior) / prior; null from 0 or below, and where the trend is unknown. A fraction of 1. */
  readonly change: Decimal | null
  /** new, discontinued, stable, increasing, decreasing, or unknown where a year could not be read; null where neither year has an amount, and on the total. */
  readonly trend: Trend | null
  /** Months that the amount stands on: 12 or 24; 0 where excluded. */
  readonly months: 0 | 12 | 24
  /** A month, rounded once. US dollars. */
  readonly monthlyAmount: Decimal
  /** Added for the part that is not taxed. US dollars. */
  readonly grossUp: Decimal
  /** The sum of the two; without the gross-up where it enters ratios only. US dollars. */
  readonly qualifyingMonthly: Decimal
  /** A month of the latest year that was held back. US dollars. Null if there is none. */
  readonly supportableIfStabilized: Decimal | null
  /** Reasons and doubts, sorted. */
  readonly flags: readonly Flag[]
  /** Sources of the rules, separated by semicolons. */
  readonly citations: string
  /** self, or the last four of a person whom the caller named; all on the total of several. */
  readonly borrower: string
  /** Of the year, what documents that an authority holds confirm. US dollars. Null if there is none. */
  readonly verifiedLatest: Decimal | null
  /** Of the year before, the same. US dollars. Null if there is none. */
  readonly verifiedPrior: Decimal | null
  /** The monthly amount of what is confirmed alone, by the same formula, at most that amount; on a total the sum of its rows, which losses can make more than the total itself. US dollars. Null if there is none. */
  readonly verifiedMonthly: Decimal | null
}

/** Indicators of history, concentration, stability, tax debt and obligations, by policy. Amounts are in US dollars. Ratios are fractions of 1. Unavailable values are null, never 0. */
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

/** Mortgages that Forms 1098 report, a row a loan and year; a loan that was handed from one lender to another is one. Amounts are in US dollars. Unavailable values are null, never 0. */
export interface Mortgage {
  /** Tax year. */
  readonly taxYear: number
  /** Number of the loan in the year, from 1 on. */
  readonly loan: number
  /** Who held it, the first one first, with ; between. */
  readonly lenders: string
  /** Address of the property; only where identifiers are full. Null if there is none. */
  readonly property: string | null
  /** Day of origination. `YYYY-MM-DD`. Null if there is none. */
  readonly originationDate: string | null
  /** Outstanding principal that the first lender reports. US dollars. Null if there is none. */
  readonly principal: Decimal | null
  /** Interest that all of them received. US dollars. */
  readonly interest: Decimal
  /** Mortgage insurance premiums. US dollars. */
  readonly insurancePremiums: Decimal
  /** Points paid on purchase. US dollars. */
  readonly points: Decimal
  /** How many lenders held it in the year. */
  readonly lenderCount: number
  /** Doubts, sorted. */
  readonly flags: readonly MortgageFlag[]
  /** self, or the last four of the recipient. */
  readonly borrower: string
}

/** What is missing, by document, issuer and year, with what stands behind it. Amounts are in US dollars. Unavailable values are null, never 0. */
export interface NeedRow {
  /** self, the last four of the recipient, or all of the household. */
  readonly borrower: string
  /** What is missing, as a code. */
  readonly need: NeedCode
  /** The issuer, the form or the record. Null if there is none. */
  readonly about: string | null
  /** Tax year. Null if there is none. */
  readonly taxYear: number | null
  /** What stands behind it. US dollars. Null if there is none. */
  readonly amount: Decimal | null
  /** What is asked for. */
  readonly message: string
}

/** What the application states beside what the documents say: employers, categories of income, mortgages. No rows where nothing is stated. Amounts are in US dollars. Ratios are fractions of 1. Unavailable values are null, never 0. */
export interface TieOut {
  /** self, the last four of the recipient, all of the household, or unknown where the application does not say whose it is. */
  readonly borrower: string
  /** employer, category or mortgage. */
  readonly item: TieOutItem
  /** As it is stated, else as the documents name it; of a category its name. Null if there is none. */
  readonly name: string | null
  /** What is stated, a month; of a mortgage its payment. US dollars. Null if there is none. */
  readonly statedMonthly: Decimal | null
  /** What the documents say, a month; of a mortgage the interest and the insurance alone. US dollars. Null if there is none. */
  readonly documentedMonthly: Decimal | null
  /** Stated less documented. US dollars. Null if there is none. */
  readonly difference: Decimal | null
  /** The difference over what is documented. A fraction of 1. Null if there is none. */
  readonly differenceRatio: Decimal | null
  /** agrees (within 5 %), stated_higher, stated_lower, stated_only, documented_only, or not_computable. */
  readonly finding: TieOutFinding
  /** What it means, and how it was worked out. */
  readonly message: string
}

/** Checks between the boxes of a document that did not hold. Amounts are in US dollars. Unavailable values are null, never 0. */
export interface CheckFinding {
  /** Id of the check; limits_unknown where the year has no limits. */
  readonly check: string
  /** error, warning or info. */
  readonly severity: Severity
  /** A `FormKey`, or the key of one of the caller's own `forms`. */
  readonly form: string
  /** Where the document stands; null where the finding is of a year. */
  readonly document: DocumentPlace | null
  /** Tax year of the document. Null if there is none. */
  readonly taxYear: number | null
  /** By how much it does not hold: left side less right side. US dollars. Null if there is none. */
  readonly difference: Decimal | null
  /** What must hold; never a value from the data. */
  readonly message: string
}
