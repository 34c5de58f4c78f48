import { CONDITION_CODES, STREAM_CATEGORIES } from '../policies/policy.js'
import { MAX_COUNT } from '../policies/policy-table.js'
import type { Setting, SettingFor } from '../policies/setting.js'
import { HOUSEHOLD_REGIONS, type KnownFacts, OTHER_INCOME_KINDS, PAY_PERIODS, TAX_PLAN_STATES } from './known-facts.js'

const TEXT = { is: 'text', max: 1000 } as const
const OPTIONAL_TEXT = { ...TEXT, optional: true } as const
const OPTIONAL_FLAG = { is: 'flag', optional: true } as const
const DATE = { is: 'date' } as const
const OPTIONAL_DATE = { ...DATE, optional: true } as const
const AMOUNT = { is: 'money', optional: true } as const
const CATEGORY = { is: 'enum', values: STREAM_CATEGORIES } as const
const MONTHS = { is: 'count', min: 0, max: MAX_COUNT } as const
const OPTIONAL_MONTHS = { ...MONTHS, optional: true, orNull: true } as const
export const BORROWER_ID = { is: 'identifier', format: 'borrower' } as const
const SIGNED_BY_YEAR = { is: 'object', entries: { is: 'money', isSigned: true }, names: 'year' } as const
const CASH_FLOW = { is: 'object', keys: { cashFlow: SIGNED_BY_YEAR }, optional: true } as const
const PAY = { base: AMOUNT, overtime: AMOUNT, bonus: AMOUNT, commission: AMOUNT, tips: AMOUNT } as const

const JOB = {
  is: 'object',
  keys: {
    employer: OPTIONAL_TEXT,
    identifiers: { is: 'list', items: { is: 'identifier', format: 'full' }, optional: true },
    startDate: OPTIONAL_DATE,
    endDate: { ...OPTIONAL_DATE, orNull: true },
    returnsToWork: { ...OPTIONAL_DATE, orNull: true },
    pay: {
      is: 'object',
      keys: {
        amount: { is: 'money' },
        per: { is: 'enum', values: PAY_PERIODS },
        hoursPerWeek: { is: 'ratio', max: 168, optional: true },
        varies: OPTIONAL_FLAG,
      },
      optional: true,
    },
    yearToDate: { is: 'object', keys: { through: DATE, ...PAY }, optional: true },
    priorYears: { is: 'object', entries: { is: 'object', keys: PAY }, names: 'year', optional: true },
    stabilized: { is: 'object', keys: { since: DATE, ...PAY }, optional: true },
  },
} as const

const BUSINESS = {
  is: 'object',
  keys: {
    identifier: { is: 'identifier', format: 'full', optional: true },
    name: OPTIONAL_TEXT,
    distributions: { is: 'object', entries: { is: 'money' }, names: 'year', optional: true },
    liquid: OPTIONAL_FLAG,
    returnsReviewed: OPTIONAL_FLAG,
    cashFlow: { ...SIGNED_BY_YEAR, optional: true },
    secondary: OPTIONAL_FLAG,
  },
} as const

const RETIREMENT = {
  is: 'object',
  keys: {
    payer: OPTIONAL_TEXT,
    kind: { is: 'enum', values: ['pension', 'ira'], optional: true },
    monthly: AMOUNT,
    continuesMonths: OPTIONAL_MONTHS,
    balance: AMOUNT,
  },
} as const

const OTHER_INCOME = {
  is: 'object',
  keys: {
    kind: { is: 'enum', values: OTHER_INCOME_KINDS },
    monthly: { is: 'money' },
    receivedMonths: OPTIONAL_MONTHS,
    continuesMonths: OPTIONAL_MONTHS,
    nontaxable: OPTIONAL_FLAG,
  },
} as const

export const AS_OF_YEAR = { is: 'year', optional: true } as const

const TABLE = {
  is: 'object',
  keys: {
    taxpayerId: { is: 'text' },
    applicationDate: OPTIONAL_DATE,
    asOfYear: AS_OF_YEAR,
    borrowers: {
      is: 'list',
      items: {
        is: 'object',
        keys: {
          id: BORROWER_ID,
          identifiers: { is: 'list', items: { is: 'identifier', format: 'person' }, optional: true },
          jobs: { is: 'list', items: JOB, optional: true },
          businesses: { is: 'list', items: BUSINESS, optional: true },
          selfEmployment: CASH_FLOW,
          rental: CASH_FLOW,
          royalties: { is: 'object', keys: { monthly: AMOUNT, continuesMonths: OPTIONAL_MONTHS }, optional: true },
          retirement: { is: 'list', items: RETIREMENT, optional: true },
          continuesMonths: { is: 'object', entries: MONTHS, names: STREAM_CATEGORIES, optional: true },
          nontaxableShare: { is: 'object', entries: { is: 'ratio' }, names: STREAM_CATEGORIES, optional: true },
          seasonalUnemployment: OPTIONAL_FLAG,
          assetsOwned: { is: 'list', items: CATEGORY, optional: true },
          otherIncome: { is: 'list', items: OTHER_INCOME, optional: true },
        },
      },
      optional: true,
    },
    household: {
      is: 'object',
      keys: {
        region: { is: 'enum', values: HOUSEHOLD_REGIONS, optional: true },
        size: { is: 'count', min: 1, max: 100, optional: true },
        shelterMonthly: AMOUNT,
        taxesMonthly: AMOUNT,
        squareFeet: { is: 'count', min: 0, max: 1_000_000, optional: true },
      },
      optional: true,
    },
    obligationsMonthly: AMOUNT,
    taxPlan: {
      is: 'object',
      keys: { state: { is: 'enum', values: TAX_PLAN_STATES }, paymentMonthly: AMOUNT },
      successors: { monthlyPayment: 'paymentMonthly' },
      optional: true,
    },
    conditionsMet: {
      is: 'list',
      items: {
        is: 'object',
        keys: {
          borrower: { ...BORROWER_ID, optional: true },
          condition: { is: 'enum', values: CONDITION_CODES },
          stream: { ...OPTIONAL_TEXT, orNull: true },
          taxYear: { is: 'year', optional: true, orNull: true },
          by: TEXT,
          on: DATE,
          note: { ...OPTIONAL_TEXT, orNull: true },
        },
      },
      optional: true,
    },
    overrides: {
      is: 'list',
      items: {
        is: 'object',
        keys: {
          borrower: { ...BORROWER_ID, optional: true },
          stream: TEXT,
          qualifyingMonthly: { is: 'money', isSigned: true },
          by: TEXT,
          on: DATE,
          reason: TEXT,
        },
      },
      optional: true,
    },
  },
  successors: {
    monthlyObligations: 'obligationsMonthly',
    recipients: 'borrowers[].id',
    identifiers: 'borrowers[].identifiers',
    sameEmployer: 'borrowers[].jobs[].identifiers',
    continuance: 'borrowers[].continuesMonths',
    plan: 'taxPlan',
    nontaxableShare: 'borrowers[].nontaxableShare',
  },
} as const satisfies SettingFor<KnownFacts>

/** The known facts of one taxpayer. The annotation keeps the literal type of the table, which is long, out of declarations. */
export const KNOWN_FACTS_TABLE: Setting = TABLE
