// What a caller can set, as tables: `problems` interprets them for the library, `setting-schema` for those who load zod.
import { type KnownFacts, PLAN_STATES } from './known-facts.js'
import type { Policy } from './policy.js'
import type { Setting, SettingFor } from './setting.js'
import { SUBJECTS } from './subject.js'

const MAX_COUNT = 1200
const TEXT = { is: 'text', most: 1000 } as const
const AVERAGING = ['average', 'lesser_of_1y_2y', 'latest'] as const
const YEARS = { is: 'count', least: 1, most: MAX_COUNT } as const
const AMOUNT = { is: 'money', optional: true } as const

/** A policy. Nothing here can discount income for its kind: by category there are history, continuance and evidence alone. */
export const POLICY = {
  is: 'object',
  keys: {
    name: { is: 'text', most: 100 },
    ruleVersion: TEXT,
    citations: {
      is: 'list',
      of: {
        is: 'object',
        keys: {
          text: TEXT,
          source: TEXT,
          date: { ...TEXT, orNull: true },
          secondHand: { is: 'flag', optional: true },
          about: { is: 'list', of: { is: 'enum', of: SUBJECTS }, optional: true },
        },
      },
    },
    averaging: { is: 'enum', of: AVERAGING, default: 'latest' },
    onDecline: { is: 'enum', of: ['exclude', 'latest', 'lesser_of'], default: 'latest' },
    minHistoryYears: { ...YEARS, default: 1 },
    minHistoryByCategory: { is: 'object', each: YEARS, default: {} },
    investmentAveraging: { is: 'enum', of: AVERAGING, default: 'latest' },
    capitalLosses: { is: 'enum', of: ['count', 'leave_out'], default: 'count' },
    royalties: { is: 'enum', of: ['count', 'need_schedule_e'], default: 'count' },
    unemployment: {
      is: 'enum',
      of: ['seasonal_pattern', 'continuance_stated'],
      default: 'seasonal_pattern',
    },
    selfEmployedExpenses: { is: 'ratio', orNull: true, default: null },
    requireAuthority: { is: 'enum', of: ['flag', 'exclude'], default: 'flag' },
    grossUp: { is: 'ratio', default: 0 },
    grossUpUse: { is: 'enum', of: ['income', 'ratio_only'], default: 'income' },
    socialSecurityNontaxable: { is: 'ratio', default: 0 },
    wageBasis: { is: 'enum', of: ['box1', 'box5', 'max'], default: 'box1' },
    stableBand: { is: 'ratio', default: 0.05 },
    materialDecline: { is: 'ratio', default: 0.2 },
    manualUnderwriteOnMaterialDecline: { is: 'flag', default: false },
    continuanceMonths: { is: 'count', least: 0, most: MAX_COUNT, default: 36 },
    selfEmployedOwnership: { is: 'ratio', default: 0.25 },
    imputeMonths: { is: 'count', least: 1, most: MAX_COUNT, default: 72 },
  },
} as const satisfies SettingFor<Policy>

/** What the caller knows of a taxpayer. */
export const KNOWN_FACTS = {
  is: 'object',
  keys: {
    taxpayerId: { is: 'text' },
    monthlyObligations: AMOUNT,
    recipients: { is: 'list', of: { is: 'identifier' }, optional: true },
    continuance: { is: 'object', each: { is: 'count', least: 0, most: MAX_COUNT }, optional: true },
    plan: {
      is: 'object',
      keys: { state: { is: 'enum', of: PLAN_STATES }, monthlyPayment: AMOUNT },
      optional: true,
    },
    nontaxableShare: { is: 'object', each: { is: 'ratio' }, optional: true },
    asOfYear: { is: 'year', optional: true },
  },
} as const satisfies SettingFor<KnownFacts>

type Filled = {
  readonly [K in keyof Policy as (typeof POLICY.keys)[K] extends { default: unknown } ? K : never]: Policy[K]
}

/** Settings that a caller's own policy may leave out: those of `latest-year`. */
export const DEFAULTS = Object.fromEntries(
  Object.entries<Setting>(POLICY.keys).flatMap(([key, each]) =>
    each.default === undefined ? [] : [[key, each.default]],
  ),
) as Filled
