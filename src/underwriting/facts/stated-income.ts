import { STREAM_CATEGORIES, type StreamCategory } from '../policies/policy.js'
import { normalizeKeys, type SettingFor } from '../policies/setting.js'
import { listProblems, throwProblems } from '../policies/setting-problems.js'

/** An employer that a loan application states. Amounts are in US dollars per month. Shares are from 0 to 1. */
export interface StatedEmployer {
  readonly name: string
  readonly ein?: string | undefined
  /** Null if the application states no amount. */
  readonly monthly: number | string | null
  readonly start?: string | undefined
  /** The last day of a job that is over. */
  readonly end?: string | undefined
  /** True if the job is over, with or without a last day. */
  readonly former?: boolean | undefined
  readonly selfEmployed?: boolean | undefined
  readonly ownership?: number | undefined
}

/** Income of a category that a loan application states. Amounts are in US dollars per month. */
interface StatedCategory {
  readonly category: StreamCategory
  readonly monthly: number | string
  /** Other categories that the amount includes. Applications state interest and dividends as one amount. */
  readonly also?: readonly StreamCategory[] | undefined
}

/** A borrower of a loan application. Without `last4`, the borrower is the taxpayer if there is only one borrower. */
export interface StatedBorrower {
  readonly last4?: string | undefined
  readonly employers?: readonly StatedEmployer[] | undefined
  readonly income?: readonly StatedCategory[] | undefined
}

/** A mortgage that a loan application lists. `monthly` is its payment. Amounts are in US dollars. */
export interface StatedMortgage {
  readonly lender?: string | undefined
  readonly monthly?: number | string | undefined
  readonly balance?: number | string | undefined
}

/** What a loan application states: one object of `--stated`, whose keys files write in snake_case. */
export interface StatedIncome {
  /** The taxpayer, by the id that its dossier has. The statement is compared with no other. */
  readonly taxpayerId: string
  /** The borrowers with their employers and other income. */
  readonly borrowers: readonly StatedBorrower[]
  /** The mortgages that the application lists. */
  readonly mortgages?: readonly StatedMortgage[] | undefined
}

const NAME = { is: 'text', max: 1000 } as const
const PAYMENT = { is: 'money', optional: true } as const
const SIGNED_AMOUNT = { is: 'money', isSigned: true } as const
const CATEGORY = { is: 'enum', values: STREAM_CATEGORIES } as const

const EMPLOYER = {
  is: 'object',
  keys: {
    name: NAME,
    ein: { is: 'identifier', format: 'full', optional: true },
    monthly: { ...SIGNED_AMOUNT, orNull: true },
    start: { is: 'date', optional: true },
    end: { is: 'date', optional: true },
    former: { is: 'flag', optional: true },
    selfEmployed: { is: 'flag', optional: true },
    ownership: { is: 'ratio', optional: true },
  },
} as const satisfies SettingFor<StatedEmployer>

const STATED_CATEGORY = {
  is: 'object',
  keys: { category: CATEGORY, monthly: SIGNED_AMOUNT, also: { is: 'list', items: CATEGORY, optional: true } },
} as const satisfies SettingFor<StatedCategory>

export const STATED_INCOME_TABLE = {
  is: 'object',
  keys: {
    taxpayerId: { is: 'text' },
    borrowers: {
      is: 'list',
      items: {
        is: 'object',
        keys: {
          last4: { is: 'identifier', format: 'last_four', optional: true },
          employers: { is: 'list', items: EMPLOYER, optional: true },
          income: { is: 'list', items: STATED_CATEGORY, optional: true },
        },
      },
    },
    mortgages: {
      is: 'list',
      items: { is: 'object', keys: { lender: { ...NAME, optional: true }, monthly: PAYMENT, balance: PAYMENT } },
      optional: true,
    },
  },
} as const satisfies SettingFor<StatedIncome>

/**
 * Parses what loan applications state about one or several taxpayers.
 *
 * @returns the statements by taxpayer. Of two about one taxpayer, the later one counts.
 * @throws RangeError that names each key that cannot be used, without its value.
 */
export function parseStatedIncome(input: StatedIncome | readonly StatedIncome[]): ReadonlyMap<string, StatedIncome> {
  const statements = new Map<string, StatedIncome>()
  for (const statement of [input].flat()) {
    throwProblems(listProblems(statement, STATED_INCOME_TABLE), 'The stated income')
    const normalized = normalizeKeys(statement, STATED_INCOME_TABLE) as StatedIncome
    statements.set(normalized.taxpayerId, normalized)
  }
  return statements
}
