import {
  type Citation,
  type CitationSubject,
  CONDITION_CODES,
  type PolicySettings,
  READINGS,
  SEVERITIES,
  type SettingName,
  STREAM_CATEGORIES,
  type UnderwritingPolicy,
} from './policy.js'
import type { Setting, SettingFor } from './setting.js'

/** The largest number of months or years that a setting accepts. */
export const MAX_COUNT = 1200

const TEXT = { is: 'text', max: 1000 } as const
const SEVERITY = { is: 'enum', values: SEVERITIES } as const

/** The settings of a policy. The defaults are those of the preset `latest-year`. */
const SETTINGS = {
  averaging: { is: 'enum', values: ['average', 'lesser', 'latest'], default: 'latest' },
  stableBand: { is: 'object', keys: { down: { is: 'ratio' }, up: { is: 'ratio' } }, default: { down: 0.05, up: 0.05 } },
  decliningBlocksAbove: { is: 'ratio', orText: ['band'], orNull: true, default: null },
  secondJobYears: { is: 'count', min: 0, max: MAX_COUNT, default: 0 },
  historyYears: {
    is: 'object',
    entries: { is: 'count', min: 1, max: MAX_COUNT },
    names: STREAM_CATEGORIES,
    default: {},
  },
  capitalLosses: { is: 'enum', values: ['count', 'leave_out', 'three_years'], default: 'count' },
  businessLosses: { is: 'enum', values: ['count', 'leave_out_secondary'], default: 'count' },
  selfEmployedExpenses: { is: 'ratio', orNull: true, default: null },
  grossUp: { is: 'ratio', default: 0 },
  grossUpUse: { is: 'enum', values: ['income', 'ratio_only'], default: 'income' },
  socialSecurityNontaxable: { is: 'ratio', default: 0 },
  continuanceMonths: { is: 'count', min: 0, max: MAX_COUNT, default: 36 },
  selfEmployedOwnership: { is: 'ratio', default: 0.25 },
  materialDecline: { is: 'ratio', default: 0.2 },
  currentPay: { is: 'enum', values: ['fannie', 'freddie', 'fha', 'general'], orNull: true, default: null },
  changedIra: { is: 'enum', values: ['latest', 'lesser'], default: 'latest' },
  decliningUnemployment: { is: 'enum', values: ['latest', 'average'], default: 'latest' },
} as const satisfies { readonly [Name in SettingName]: SettingFor<PolicySettings[Name]> }

export const DEFAULT_SETTINGS = Object.fromEntries(
  Object.entries<Setting>(SETTINGS).map(([name, setting]) => [name, setting.default]),
) as unknown as PolicySettings

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[]

/** Everything that a citation can be about. */
export const CITATION_SUBJECTS: readonly CitationSubject[] = [
  ...SETTING_NAMES,
  ...CONDITION_CODES,
  ...STREAM_CATEGORIES,
]

export const POLICY_TABLE = {
  is: 'object',
  keys: {
    name: { is: 'text', max: 100, default: 'custom' },
    title: { is: 'text', max: 100, default: 'Custom policy' },
    ruleVersion: { ...TEXT, default: 'not stated' },
    ...SETTINGS,
    conditions: {
      is: 'object',
      entries: {
        is: 'object',
        keys: { heldByIrs: SEVERITY, softwareOnly: SEVERITY },
        orText: [...SEVERITIES, 'by_rule'],
      },
      names: CONDITION_CODES,
      default: {},
    },
    citations: {
      is: 'list',
      items: {
        is: 'object',
        keys: {
          text: TEXT,
          source: TEXT,
          section: { ...TEXT, orNull: true },
          date: { ...TEXT, orNull: true },
          reading: { is: 'enum', values: READINGS },
          about: { is: 'list', items: { is: 'enum', values: CITATION_SUBJECTS } },
        },
      } satisfies SettingFor<Citation>,
      default: [],
    },
  },
} as const satisfies SettingFor<UnderwritingPolicy>
