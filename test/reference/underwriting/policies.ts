// The specification's table of policies, as data.

type Averaging = 'average' | 'lesser_of_1y_2y' | 'latest'

/** The settings of a policy. `name` appears in the rows. */
export interface Rules {
  readonly name: string
  readonly averaging: Averaging
  readonly onDecline: 'exclude' | 'latest' | 'lesser_of'
  readonly minHistoryYears: number
  readonly minHistoryByCategory: Readonly<Record<string, number>>
  readonly investmentAveraging: Averaging
  readonly capitalLosses: 'count' | 'leave_out'
  readonly royalties: 'count' | 'need_schedule_e'
  readonly unemployment: 'seasonal_pattern' | 'continuance_stated'
  readonly selfEmployedExpenses: number | null
  readonly requireAuthority: 'flag' | 'exclude'
  readonly grossUp: number
  readonly grossUpUse: 'income' | 'ratio_only'
  readonly socialSecurityNontaxable: number
  readonly wageBasis: 'box1' | 'box5' | 'max'
  readonly stableBand: number
  readonly materialDecline: number
  readonly manualUnderwriteOnMaterialDecline: boolean
  readonly continuanceMonths: number
  readonly selfEmployedOwnership: number
  readonly imputeMonths: number
}

export const INVESTMENT = ['interest', 'dividends', 'capital_gains', 'tax_exempt_interest']

const investment = (years: number): Record<string, number> =>
  Object.fromEntries(INVESTMENT.map(category => [category, years]))

const NAMES = 'fannie-2026-03 fannie-2024 fha-4000.1 va freddie-5300 conservative latest-year nonqm-1099'

const L = 'lesser_of_1y_2y'
const SCHEDULE = 'need_schedule_e'
const PATTERN = 'seasonal_pattern'
const STATED = 'continuance_stated'

/** Each row is a setting and each column a policy, in the order of `NAMES`. */
const TABLE = {
  averaging: ['average', 'average', L, 'average', 'average', L, 'latest', 'average'],
  onDecline: ['exclude', 'latest', 'lesser_of', 'latest', 'latest', 'lesser_of', 'latest', 'lesser_of'],
  minHistoryYears: [1, 1, 1, 2, 1, 2, 1, 1],
  minHistoryByCategory: [
    investment(2),
    investment(2),
    { interest: 2, dividends: 2, tax_exempt_interest: 2, capital_gains: 3 },
    {},
    investment(2),
    {},
    {},
    {},
  ],
  investmentAveraging: ['average', 'average', L, 'average', 'average', L, 'latest', 'average'],
  capitalLosses: ['leave_out', 'leave_out', 'count', 'count', 'count', 'count', 'count', 'count'],
  royalties: [SCHEDULE, SCHEDULE, SCHEDULE, SCHEDULE, SCHEDULE, SCHEDULE, 'count', SCHEDULE],
  unemployment: [STATED, STATED, PATTERN, PATTERN, STATED, STATED, PATTERN, STATED],
  selfEmployedExpenses: [null, null, null, null, null, null, null, 0.1],
  requireAuthority: ['flag', 'flag', 'flag', 'flag', 'flag', 'exclude', 'flag', 'exclude'],
  grossUp: [0.25, 0.25, 0.15, 0.25, 0.25, 0, 0, 0.25],
  grossUpUse: ['income', 'income', 'income', 'ratio_only', 'income', 'income', 'income', 'income'],
  socialSecurityNontaxable: [0.15, 0.15, 0.15, 0.15, 0.15, 0, 0, 0.15],
  wageBasis: ['box1', 'box1', 'box1', 'box1', 'box1', 'box1', 'box1', 'box1'],
  stableBand: [0.05, 0.05, 0.05, 0.05, 0.1, 0.05, 0.05, 0.05],
  materialDecline: [0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2],
  manualUnderwriteOnMaterialDecline: [false, false, true, false, false, false, false, false],
  continuanceMonths: [36, 36, 36, 36, 36, 36, 36, 36],
  selfEmployedOwnership: [0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25],
  imputeMonths: [72, 72, 72, 72, 72, 72, 72, 72],
}

export const PRESETS: readonly Rules[] = NAMES.split(' ').map((name, column) => {
  const settings = Object.entries(TABLE).map(([setting, cells]) => [setting, cells[column]])
  return { name, ...Object.fromEntries(settings) } as Rules
})

/** The settings that a custom policy may omit. */
export const OPTIONAL = [
  'minHistoryByCategory',
  'investmentAveraging',
  'capitalLosses',
  'royalties',
  'unemployment',
  'selfEmployedExpenses',
  'requireAuthority',
] as const

/** Fills in a custom policy's missing settings from `latest-year`, except that `requireAuthority` is `flag`. */
export function withDefaults(settings: Partial<Rules> & Pick<Rules, 'name'>): Rules {
  const latestYear = PRESETS.find(({ name }) => name === 'latest-year')!
  return { ...latestYear, requireAuthority: 'flag', ...settings }
}
