import { completeCitations, PRESET_CITATIONS } from './citations.js'
import type { ConditionCode, PolicySettings, SeveritySetting, UnderwritingPolicy } from './policy.js'
import { DEFAULT_SETTINGS } from './policy-table.js'

type Conditions = Readonly<Record<ConditionCode, SeveritySetting>>

// The conditions. Each block lists only the severities that differ from those of the agencies.

const AGENCY_CONDITIONS: Conditions = {
  schedule_c: 'blocking',
  schedule_e: 'blocking',
  schedule_f: 'blocking',
  declining: 'by_rule',
  history: 'blocking',
  second_job_history: 'blocking',
  employment_verification: 'by_rule',
  start_date: 'review',
  return_to_work: 'review',
  combat_pay: 'review',
  pay_does_not_fit: 'review',
  equity_vesting: 'blocking',
  deferred_pay_term: 'blocking',
  not_recurring: 'blocking',
  tip_reporting: 'blocking',
  distributions_or_liquidity: 'blocking',
  business_returns: 'blocking',
  trust_agreement: 'standard',
  asset_ownership: 'standard',
  current_pay: 'standard',
  latest_year_documents: 'standard',
  royalty_contract: 'blocking',
  seasonal_employment: 'blocking',
  continuance: 'blocking',
  receipt_history: 'blocking',
  award_letter: 'by_rule',
  account_statement: 'by_rule',
  rollover_uncertain: 'blocking',
  cost_basis: 'blocking',
  raise_documented: 'by_rule',
  not_on_transcript: 'blocking',
  possible_duplicate: 'blocking',
  copies_disagree: 'review',
  source_conflict: 'review',
  amended_target_doubtful: 'review',
  recipient_uncertain: 'review',
  basis_from_software: 'review',
  employer_by_name: 'review',
  unread_amount: 'review',
  unread_form: 'review',
  year_incomplete: 'review',
  transcript_incomplete: { heldByIrs: 'standard', softwareOnly: 'review' },
  unreadable_box: 'blocking',
  rejected_record: 'blocking',
  manual_underwrite: 'ignore',
  tax_debt: 'review',
  obligation_reported: 'review',
  mortgage_verification: 'review',
}

const MANUAL_UNDERWRITING_CONDITIONS: Conditions = { ...AGENCY_CONDITIONS, manual_underwrite: 'review' }

const UNLESS_HELD_BY_IRS = { heldByIrs: 'review', softwareOnly: 'blocking' } as const

const NONQM_CONDITIONS: Conditions = {
  ...AGENCY_CONDITIONS,
  raise_documented: 'ignore',
  copies_disagree: UNLESS_HELD_BY_IRS,
  source_conflict: UNLESS_HELD_BY_IRS,
  amended_target_doubtful: UNLESS_HELD_BY_IRS,
  recipient_uncertain: UNLESS_HELD_BY_IRS,
  basis_from_software: UNLESS_HELD_BY_IRS,
  transcript_incomplete: { heldByIrs: 'standard', softwareOnly: 'blocking' },
}

const CONSERVATIVE_CONDITIONS: Conditions = {
  ...NONQM_CONDITIONS,
  return_to_work: 'blocking',
  combat_pay: 'blocking',
  pay_does_not_fit: 'blocking',
}

const LATEST_YEAR_CONDITIONS: Conditions = {
  ...AGENCY_CONDITIONS,
  history: 'review',
  second_job_history: 'review',
  employment_verification: 'review',
  distributions_or_liquidity: 'review',
  business_returns: 'review',
  trust_agreement: 'ignore',
  asset_ownership: 'ignore',
  current_pay: 'ignore',
  latest_year_documents: 'ignore',
  royalty_contract: 'review',
  seasonal_employment: 'review',
  continuance: 'review',
  receipt_history: 'review',
  award_letter: 'review',
  account_statement: 'review',
  rollover_uncertain: 'review',
  raise_documented: 'ignore',
  not_on_transcript: 'review',
  possible_duplicate: 'review',
  transcript_incomplete: 'ignore',
}

// The settings. Each block lists only the settings that differ from the defaults, which are those of `latest-year`.

const TWO_YEARS_OF_HISTORY = {
  partnership: 2,
  s_corporation: 2,
  estate_trust: 2,
  interest: 2,
  dividends: 2,
  tax_exempt_interest: 2,
  capital_gains: 2,
}

const AVERAGE: PolicySettings = {
  ...DEFAULT_SETTINGS,
  averaging: 'average',
  secondJobYears: 2,
  historyYears: TWO_YEARS_OF_HISTORY,
  grossUp: 0.25,
  socialSecurityNontaxable: 0.15,
}

const makePreset = (
  labels: Pick<UnderwritingPolicy, 'name' | 'title' | 'ruleVersion'>,
  settings: PolicySettings,
  conditions: Conditions,
): UnderwritingPolicy => ({
  ...labels,
  ...settings,
  conditions,
  citations: completeCitations(PRESET_CITATIONS[labels.name] ?? []),
})

/** Freezes a value and everything in it, because the whole process shares the presets. */
function freezeDeeply<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) freezeDeeply(inner)
  return Object.freeze(value)
}

/** The presets by id. A preset whose rules change gets a new id. */
export const PRESETS = freezeDeeply({
  'fannie-2026-08': makePreset(
    { name: 'fannie-2026-08', title: 'Fannie Mae', ruleVersion: 'Fannie Mae Selling Guide of 2026-08-05, read' },
    {
      ...AVERAGE,
      decliningBlocksAbove: 'band',
      capitalLosses: 'leave_out',
      businessLosses: 'leave_out_secondary',
      currentPay: 'fannie',
    },
    AGENCY_CONDITIONS,
  ),
  'freddie-2026-06': makePreset(
    {
      name: 'freddie-2026-06',
      title: 'Freddie Mac',
      ruleVersion:
        'Freddie Mac Seller/Servicer Guide of 2026-06-03, second-hand. Its bands were not checked in the Guide.',
    },
    {
      ...AVERAGE,
      stableBand: { down: 0, up: 0.1 },
      decliningBlocksAbove: 0.1,
      businessLosses: 'leave_out_secondary',
      currentPay: 'freddie',
    },
    AGENCY_CONDITIONS,
  ),
  'fha-4000.1': makePreset(
    {
      name: 'fha-4000.1',
      title: 'FHA',
      ruleVersion:
        'HUD Handbook 4000.1, Update 17 of 2025-11-26, second-hand. Update 18, mandatory since 2026-11-10, was not read.',
    },
    {
      ...AVERAGE,
      averaging: 'lesser',
      historyYears: { ...TWO_YEARS_OF_HISTORY, capital_gains: 3 },
      capitalLosses: 'three_years',
      grossUp: 0.15,
      currentPay: 'fha',
      changedIra: 'lesser',
      decliningUnemployment: 'average',
    },
    MANUAL_UNDERWRITING_CONDITIONS,
  ),
  va: makePreset(
    {
      name: 'va',
      title: 'VA',
      ruleVersion: 'VA Pamphlet 26-7, chapter 4, topics 1 to 3 of 2019-02-22, read; other topics second-hand',
    },
    {
      ...AVERAGE,
      historyYears: { ...TWO_YEARS_OF_HISTORY, interest: 1, dividends: 1, tax_exempt_interest: 1 },
      grossUpUse: 'ratio_only',
      currentPay: 'general',
    },
    AGENCY_CONDITIONS,
  ),
  usda: makePreset(
    {
      name: 'usda',
      title: 'USDA',
      ruleVersion: 'USDA HB-1-3555, PN 649 of 2025-08-05, read in part; chapter 9.4 to 9.8 second-hand',
    },
    { ...AVERAGE, secondJobYears: 1, currentPay: 'general' },
    MANUAL_UNDERWRITING_CONDITIONS,
  ),
  conservative: makePreset(
    { name: 'conservative', title: 'Conservative', ruleVersion: 'taxtally, 2026-11' },
    {
      ...AVERAGE,
      averaging: 'lesser',
      decliningBlocksAbove: 0.2,
      historyYears: { ...TWO_YEARS_OF_HISTORY, wages: 2 },
      grossUp: 0,
      socialSecurityNontaxable: 0,
      changedIra: 'lesser',
    },
    CONSERVATIVE_CONDITIONS,
  ),
  'latest-year': makePreset(
    { name: 'latest-year', title: 'Latest year', ruleVersion: 'taxtally, 2026-11' },
    DEFAULT_SETTINGS,
    LATEST_YEAR_CONDITIONS,
  ),
  'nonqm-1099': makePreset(
    { name: 'nonqm-1099', title: 'Non-QM 1099', ruleVersion: 'taxtally, 2026-11' },
    { ...AVERAGE, secondJobYears: 1, historyYears: {}, selfEmployedExpenses: 0.1 },
    NONQM_CONDITIONS,
  ),
})

/** The id of a preset. */
export type PresetId = keyof typeof PRESETS

/** The ids of the presets. */
export const PRESET_IDS = Object.freeze(Object.keys(PRESETS)) as readonly PresetId[]

/** The short names, which mean the newest preset. The short names of `va` and `usda` are their ids. */
const SHORT_NAMES = { fannie: 'fannie-2026-08', freddie: 'freddie-2026-06', fha: 'fha-4000.1' } as const

/** The id or the short name of a preset. */
export type PresetName = PresetId | keyof typeof SHORT_NAMES

/** The ids and the short names of the presets. */
export const PRESET_NAMES: readonly PresetName[] = Object.freeze([
  ...PRESET_IDS,
  ...(Object.keys(SHORT_NAMES) as (keyof typeof SHORT_NAMES)[]),
])

/** The preset that is used if the caller names none. */
export const DEFAULT_PRESET = 'fannie-2026-08' satisfies PresetId

/** Finds a preset by its id or its short name. Undefined if there is none. */
export function findPreset(name: string): UnderwritingPolicy | undefined {
  const id = Object.hasOwn(SHORT_NAMES, name) ? SHORT_NAMES[name as keyof typeof SHORT_NAMES] : name
  return Object.hasOwn(PRESETS, id) ? PRESETS[id as PresetId] : undefined
}

/** True for the id or the short name of a preset. */
export const isPresetName = (name: unknown): name is PresetName =>
  typeof name === 'string' && findPreset(name) !== undefined
