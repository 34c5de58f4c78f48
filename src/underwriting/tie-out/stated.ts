import { type SettingFor, STREAMS, type StreamName } from '../policies/setting.js'

/** An employer as the application states it. Units: US dollars a month, a share of 1. */
export interface StatedEmployer {
  readonly name: string
  readonly ein?: string | undefined
  /** Missing: null where the application states none. */
  readonly monthly: number | string | null
  readonly start?: string | undefined
  /** The last day, of an employer that is left. */
  readonly end?: string | undefined
  /** It is left, whether or not its last day is stated. */
  readonly former?: boolean | undefined
  readonly selfEmployed?: boolean | undefined
  readonly ownership?: number | undefined
}

/** Income of a category as the application states it. Units: US dollars a month. */
interface StatedCategory {
  readonly category: StreamName
  readonly monthly: number | string
  /** Other categories that the amount is of too: applications put interest and dividends into one. */
  readonly also?: readonly StreamName[] | undefined
}

/** A borrower of the application. Missing: without `last4`, the taxpayer where there is no other. */
export interface StatedBorrower {
  readonly last4?: string | undefined
  readonly employers?: readonly StatedEmployer[] | undefined
  readonly income?: readonly StatedCategory[] | undefined
}

/** A mortgage that the application lists. Units: US dollars; `monthly` is its payment. */
export interface StatedMortgage {
  readonly lender?: string | undefined
  readonly monthly?: number | string | undefined
  readonly balance?: number | string | undefined
}

/** What a loan application states of a taxpayer's household. Shape: one object of `--stated`, where files spell the keys in snake_case. */
export interface StatedIncome {
  /** The taxpayer whose application it is, as `taxpayerId` of its dossier has it: it is held against no other. */
  readonly taxpayerId: string
  /** Who applies, with employers and other income. */
  readonly borrowers: readonly StatedBorrower[]
  /** The mortgages that it lists. */
  readonly mortgages?: readonly StatedMortgage[] | undefined
}

const NAME = { is: 'text', most: 1000 } as const
const PAYMENT = { is: 'money', optional: true } as const
const SIGNED = { is: 'money', signed: true } as const

/** What an application states, as settings. */
export const STATED = {
  is: 'object',
  keys: {
    taxpayerId: { is: 'text' },
    borrowers: {
      is: 'list',
      of: {
        is: 'object',
        keys: {
          last4: { is: 'identifier', optional: true },
          employers: {
            is: 'list',
            of: {
              is: 'object',
              keys: {
                name: NAME,
                ein: { is: 'identifier', whole: true, optional: true },
                monthly: { ...SIGNED, orNull: true },
                start: { is: 'date', optional: true },
                end: { is: 'date', optional: true },
                former: { is: 'flag', optional: true },
                selfEmployed: { is: 'flag', optional: true },
                ownership: { is: 'ratio', optional: true },
              },
            },
            optional: true,
          },
          income: {
            is: 'list',
            of: {
              is: 'object',
              keys: {
                category: { is: 'enum', of: STREAMS },
                monthly: SIGNED,
                also: { is: 'list', of: { is: 'enum', of: STREAMS }, optional: true },
              },
            },
            optional: true,
          },
        },
      },
    },
    mortgages: {
      is: 'list',
      of: { is: 'object', keys: { lender: { ...NAME, optional: true }, monthly: PAYMENT, balance: PAYMENT } },
      optional: true,
    },
  },
} as const satisfies SettingFor<StatedIncome>
