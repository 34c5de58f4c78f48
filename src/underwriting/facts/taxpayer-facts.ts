// Known facts as the engine reads them: amounts in cents, identifiers normalized, absent values null or empty. `path` is the
// place of a fact in the input. A fact that matches nothing is reported with its path.

import type { Identifier } from '../../core/identifier.js'
import type { JsonPath } from '../../core/json-value.js'
import type { Cents, Millionths } from '../../core/money.js'
import type { ConditionCode, StreamCategory } from '../policies/policy.js'
import type { HOUSEHOLD_REGIONS, OtherIncomeKind, PAY_PERIODS, PayPart, TAX_PLAN_STATES } from './known-facts.js'

/** The parts of pay in cents. A part that is absent is unknown. */
export type PayParts = { readonly [Part in PayPart]?: Cents }

/** An amount per tax year. */
export type CentsByYear = ReadonlyMap<number, Cents>

/** Known facts of one taxpayer. */
export interface TaxpayerFacts {
  readonly taxpayerId: string
  readonly applicationDate: string | null
  readonly asOfYear: number | null
  readonly borrowers: readonly BorrowerFacts[]
  readonly household: HouseholdFacts | null
  readonly obligationsMonthly: Cents | null
  readonly taxPlan: { readonly state: (typeof TAX_PLAN_STATES)[number]; readonly paymentMonthly: Cents | null } | null
  readonly conditionsMet: readonly ConditionMet[]
  readonly overrides: readonly Override[]
}

/** The household, for residual income and for the incomes of USDA. */
export interface HouseholdFacts {
  readonly region: (typeof HOUSEHOLD_REGIONS)[number] | null
  readonly size: number | null
  readonly shelterMonthly: Cents | null
  readonly taxesMonthly: Cents | null
  readonly squareFeet: number | null
  readonly path: JsonPath
}

/** Known facts of one borrower. */
export interface BorrowerFacts {
  /** `self`, the last four digits of an identifier, or a name, as the caller writes it. */
  readonly id: string
  readonly identifiers: readonly Identifier[]
  readonly jobs: readonly JobFacts[]
  readonly businesses: readonly BusinessFacts[]
  readonly selfEmploymentCashFlow: CentsByYear | null
  readonly rentalCashFlow: CentsByYear | null
  readonly royalties: { readonly monthly: Cents | null; readonly continuesMonths: number | null } | null
  readonly retirement: readonly RetirementFacts[]
  readonly continuesMonths: Readonly<Partial<Record<StreamCategory, number>>>
  readonly nontaxableShare: Readonly<Partial<Record<StreamCategory, Millionths>>>
  readonly seasonalUnemployment: boolean | null
  readonly assetsOwned: readonly StreamCategory[]
  readonly otherIncome: readonly OtherIncomeFacts[]
  /** The path of the borrower. The path of one of its keys is `extendPath(path, key)`. */
  readonly path: JsonPath
}

/** Known facts of one job. */
export interface JobFacts {
  readonly employer: string | null
  readonly identifiers: readonly Identifier[]
  readonly startDate: string | null
  readonly endDate: string | null
  readonly returnsToWork: string | null
  readonly pay: {
    readonly amount: Cents
    readonly per: (typeof PAY_PERIODS)[number]
    /** Hours in millionths. */
    readonly hoursPerWeek: Millionths | null
    readonly varies: boolean
  } | null
  readonly yearToDate: { readonly through: string; readonly parts: PayParts } | null
  readonly priorYears: ReadonlyMap<number, PayParts>
  readonly stabilized: { readonly since: string; readonly parts: PayParts } | null
  readonly path: JsonPath
}

/** Known facts of one business. */
export interface BusinessFacts {
  readonly identifier: Identifier | null
  readonly name: string | null
  readonly distributions: CentsByYear
  readonly isLiquid: boolean
  readonly areReturnsReviewed: boolean
  readonly cashFlow: CentsByYear | null
  readonly isSecondary: boolean | null
  readonly path: JsonPath
}

/** Known facts of one payer of retirement income. */
export interface RetirementFacts {
  readonly payer: Identifier | null
  readonly payerName: string | null
  readonly kind: 'pension' | 'ira' | null
  readonly monthly: Cents | null
  readonly continuesMonths: number | null
  readonly balance: Cents | null
  readonly path: JsonPath
}

/** Income that no tax document shows. */
export interface OtherIncomeFacts {
  readonly kind: OtherIncomeKind
  readonly monthly: Cents
  readonly receivedMonths: number | null
  readonly continuesMonths: number | null
  readonly isNontaxable: boolean
  readonly path: JsonPath
}

/** A condition that the underwriter closed. */
export interface ConditionMet {
  /** The id of a borrower, by default `self`. */
  readonly borrower: string
  readonly condition: ConditionCode
  /** The key of a stream. Null: every stream. */
  readonly stream: string | null
  readonly taxYear: number | null
  readonly by: string
  readonly on: string
  readonly note: string | null
  readonly path: JsonPath
}

/** A qualifying amount that the underwriter set. */
export interface Override {
  /** The id of a borrower, by default `self`. */
  readonly borrower: string
  readonly stream: string
  readonly qualifyingMonthly: Cents
  readonly by: string
  readonly on: string
  readonly reason: string
  readonly path: JsonPath
}
