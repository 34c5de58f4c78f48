// The folder `underwriting/facts` has the known facts: what the lender tells us about a borrower, beyond the records. This
// file has their public type, and `known-facts-table.ts` has the table of their keys. `parse-known-facts.ts` converts them
// by the table to `TaxpayerFacts`, which the engine reads.

import type { JsonPath } from '../../core/json-value.js'
import type { Cents } from '../../core/money.js'
import type { ConditionCode, StreamCategory } from '../policies/policy.js'

/** How far the taxpayer has come with an installment agreement. */
export const TAX_PLAN_STATES = ['unknown', 'none', 'applied', 'approved_current'] as const

export const PAY_PERIODS = ['hour', 'week', 'two_weeks', 'half_month', 'month', 'year'] as const

export const PAY_PARTS = ['base', 'overtime', 'bonus', 'commission', 'tips'] as const

/** The regions of residual income. */
export const HOUSEHOLD_REGIONS = ['northeast', 'midwest', 'south', 'west'] as const

/** The kinds of income that no tax document shows. */
export const OTHER_INCOME_KINDS = [
  'alimony',
  'child_support',
  'va_benefits',
  'military_allowance',
  'housing_allowance',
  'foster_care',
  'disability',
  'public_assistance',
  'trust',
  'notes_receivable',
  'boarder',
  'housing_voucher',
  'other',
] as const

export type PayPart = (typeof PAY_PARTS)[number]

/** A kind of income that no tax document shows. */
type OtherIncomeKind = (typeof OTHER_INCOME_KINDS)[number]

// Every optional key may also be undefined, so that callers can assign a value that they may not have.

/** Money in US dollars, as a number or text. */
type Dollars = number | string

type DollarsByYear = Readonly<Record<string, Dollars>>

type KnownPay = { readonly [Part in PayPart]?: Dollars | undefined }

/** What the lender knows about one job. */
interface KnownJob {
  /** The employer's name. */
  readonly employer?: string | undefined
  /** The identifiers of the employer. Several numbers are one employer. */
  readonly identifiers?: readonly string[] | undefined
  readonly startDate?: string | undefined
  /** The last day. A job with an end date is over. Null says the same as absent. */
  readonly endDate?: string | null | undefined
  /** The day on which the borrower returns from leave. */
  readonly returnsToWork?: string | null | undefined
  /** The current rate of pay. */
  readonly pay?:
    | {
        readonly amount: Dollars
        readonly per: (typeof PAY_PERIODS)[number]
        /** For hourly pay. */
        readonly hoursPerWeek?: number | undefined
        /** Whether hours or rate vary. Absent is false. */
        readonly varies?: boolean | undefined
      }
    | undefined
  /** Paid from January 1 through a date. */
  readonly yearToDate?: (KnownPay & { readonly through: string }) | undefined
  /** Parts of pay by year, from a written verification of employment. */
  readonly priorYears?: Readonly<Record<string, KnownPay>> | undefined
  /** Paid since the day on which pay became stable, through the date of `yearToDate`. */
  readonly stabilized?: (KnownPay & { readonly since: string }) | undefined
}

/** What the lender knows about one business. */
interface KnownBusiness {
  readonly identifier?: string | undefined
  readonly name?: string | undefined
  readonly distributions?: DollarsByYear | undefined
  /** Whether liquidity is shown. Absent is false. */
  readonly liquid?: boolean | undefined
  /** Whether the business returns were reviewed. Absent is false. */
  readonly returnsReviewed?: boolean | undefined
  /** The borrower's share of the cash flow by year. */
  readonly cashFlow?: DollarsByYear | undefined
  /** Whether the business is separate and secondary. */
  readonly secondary?: boolean | undefined
}

/** What the lender knows about one payer of retirement income. */
interface KnownRetirement {
  /** The identifier or the name of the payer. */
  readonly payer?: string | undefined
  readonly kind?: 'pension' | 'ira' | undefined
  readonly monthly?: Dollars | undefined
  readonly continuesMonths?: number | null | undefined
  readonly balance?: Dollars | undefined
}

/** Income that no tax document shows. */
interface KnownOtherIncome {
  readonly kind: OtherIncomeKind
  readonly monthly: Dollars
  readonly receivedMonths?: number | null | undefined
  readonly continuesMonths?: number | null | undefined
  /** Absent is false. */
  readonly nontaxable?: boolean | undefined
}

/** What the lender knows about one borrower. */
interface KnownBorrower {
  /** `self`, the last four digits of an identifier, or a name. */
  readonly id: string
  /** Identifiers of this person: nine digits, which may be masked, or the last four. */
  readonly identifiers?: readonly string[] | undefined
  readonly jobs?: readonly KnownJob[] | undefined
  readonly businesses?: readonly KnownBusiness[] | undefined
  /** Schedule C by year, after add-backs. */
  readonly selfEmployment?: { readonly cashFlow: DollarsByYear } | undefined
  readonly rental?: { readonly cashFlow: DollarsByYear } | undefined
  readonly royalties?:
    | { readonly monthly?: Dollars | undefined; readonly continuesMonths?: number | null | undefined }
    | undefined
  readonly retirement?: readonly KnownRetirement[] | undefined
  /** The months for which income continues, by category. */
  readonly continuesMonths?: Readonly<Partial<Record<StreamCategory, number>>> | undefined
  /** The nontaxable share by category. */
  readonly nontaxableShare?: Readonly<Partial<Record<StreamCategory, number>>> | undefined
  readonly seasonalUnemployment?: boolean | undefined
  /** The categories whose assets the borrower is shown to own. */
  readonly assetsOwned?: readonly StreamCategory[] | undefined
  readonly otherIncome?: readonly KnownOtherIncome[] | undefined
}

/**
 * What only the lender knows about a taxpayer: one object of `--known-facts`, whose keys files write in snake_case.
 * Units: dollars (number or text), months, shares from 0 to 1. Every key except `taxpayerId` is optional.
 */
export interface KnownFacts {
  /** The taxpayer, by the id that its dossier has. The facts count for no other. */
  readonly taxpayerId: string
  /** The date of the loan application, as YYYY-MM-DD. */
  readonly applicationDate?: string | undefined
  /** The year to evaluate. The option `asOfYear` takes precedence. */
  readonly asOfYear?: number | undefined
  /** The borrowers whose income is evaluated. Absent: the taxpayer alone. */
  readonly borrowers?: readonly KnownBorrower[] | undefined
  /** The household, for residual income and for the incomes of USDA. */
  readonly household?:
    | {
        readonly region?: (typeof HOUSEHOLD_REGIONS)[number] | undefined
        /** Number of persons. */
        readonly size?: number | undefined
        readonly shelterMonthly?: Dollars | undefined
        readonly taxesMonthly?: Dollars | undefined
        readonly squareFeet?: number | undefined
      }
    | undefined
  /** Debt payments per month. */
  readonly obligationsMonthly?: Dollars | undefined
  /** The installment agreement with the IRS about a balance due. */
  readonly taxPlan?:
    | { readonly state: (typeof TAX_PLAN_STATES)[number]; readonly paymentMonthly?: Dollars | undefined }
    | undefined
  /** Conditions that the underwriter closes. */
  readonly conditionsMet?:
    | readonly {
        /** The id of a borrower. Absent is `self`. */
        readonly borrower?: string | undefined
        readonly condition: ConditionCode
        /** A stream key of `income_streams`. Absent: every stream. */
        readonly stream?: string | null | undefined
        readonly taxYear?: number | null | undefined
        readonly by: string
        readonly on: string
        readonly note?: string | null | undefined
      }[]
    | undefined
  /** Qualifying amounts that the underwriter sets. */
  readonly overrides?:
    | readonly {
        readonly borrower?: string | undefined
        readonly stream: string
        readonly qualifyingMonthly: Dollars
        readonly by: string
        readonly on: string
        readonly reason: string
      }[]
    | undefined
}

// Known facts as the engine reads them have the same keys. Amounts are in cents, shares and hours in millionths, and
// identifiers are normalized. An absent value is null, and an absent list is empty.

type Present<T> = Exclude<T, null | undefined>

/** A value of known facts as the engine reads it. Objects by tax year are maps. */
type FactValue<T> = [T] extends [boolean | number]
  ? T
  : [T] extends [string]
    ? T
    : [T] extends [number | string]
      ? Cents
      : T extends readonly (infer Item)[]
        ? readonly (Item extends object ? FactObject<Item> & { readonly path: JsonPath } : Item)[]
        : string extends keyof T
          ? ReadonlyMap<number, FactValue<T[keyof T]>>
          : FactObject<T>

type FactObject<T> = {
  readonly [Key in keyof T]-?: Present<T[Key]> extends readonly unknown[]
    ? FactValue<Present<T[Key]>>
    : FactValue<Present<T[Key]>> | (undefined extends T[Key] ? null : never)
}

/** Known facts of one taxpayer. Each item of a list has its path in the input. A fact that matches nothing is reported with it. */
export type TaxpayerFacts = FactObject<KnownFacts>

export type BorrowerFacts = TaxpayerFacts['borrowers'][number]
export type JobFacts = BorrowerFacts['jobs'][number]
export type BusinessFacts = BorrowerFacts['businesses'][number]
export type RetirementFacts = BorrowerFacts['retirement'][number]
export type OtherIncomeFacts = BorrowerFacts['otherIncome'][number]
export type HouseholdFacts = NonNullable<TaxpayerFacts['household']>
export type ConditionMet = TaxpayerFacts['conditionsMet'][number]
export type Override = TaxpayerFacts['overrides'][number]

export type CentsByYear = ReadonlyMap<number, Cents>
