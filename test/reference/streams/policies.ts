// The eight presets and the severity of every condition, typed from section 10 of the rules.

export type Severity = 'blocking' | 'review' | 'standard' | 'ignore'

/** Which column of the severity table a policy uses. */
type Column = 'agency' | 'conservative' | 'nonqm' | 'latest'

/** The settings of one policy. */
export interface Settings {
  readonly name: string
  readonly column: Column
  readonly averaging: 'average' | 'lesser' | 'latest'
  readonly bandDown: number
  readonly bandUp: number
  /** A fall above this share blocks. Null if a decline never blocks. */
  readonly declineBlocks: number | null
  readonly secondJobYears: number
  readonly history: Readonly<Record<string, number>>
  readonly capitalLosses: 'count' | 'leave_out' | 'three_years'
  readonly isSecondaryLossLeftOut: boolean
  readonly selfEmployedExpenses: number | null
  readonly grossUp: number
  readonly isRatioOnly: boolean
  readonly socialSecurityNontaxable: number
  readonly hasManualUnderwrite: boolean
  readonly isFreddie: boolean
  readonly isFha: boolean
}

export const CONTINUANCE_MONTHS = 36
export const OWNERSHIP_SHARE = 0.25
export const MATERIAL_DECLINE = 0.2

/** Builds the history of each category: businesses and trusts, investments, capital gains, and the main job's wages. */
const history = (business: number, investments: number, gains: number, wages: number): Record<string, number> => ({
  partnership: business,
  s_corporation: business,
  estate_trust: business,
  interest: investments,
  dividends: investments,
  tax_exempt_interest: investments,
  capital_gains: gains,
  wages,
  // Reading: officer pay is worked out "as wages", so it needs the history of wages.
  officer_compensation: wages,
})

const BASE = {
  column: 'agency',
  averaging: 'average',
  bandDown: 0.05,
  bandUp: 0.05,
  declineBlocks: null,
  secondJobYears: 2,
  history: history(2, 2, 2, 1),
  capitalLosses: 'count',
  isSecondaryLossLeftOut: false,
  selfEmployedExpenses: null,
  grossUp: 0.25,
  isRatioOnly: false,
  socialSecurityNontaxable: 0.15,
  hasManualUnderwrite: false,
  isFreddie: false,
  isFha: false,
} as const

export const PRESETS: readonly Settings[] = [
  { ...BASE, name: 'fannie-2026-08', declineBlocks: 0.05, capitalLosses: 'leave_out', isSecondaryLossLeftOut: true },
  {
    ...BASE,
    name: 'freddie-2026-06',
    bandDown: 0,
    bandUp: 0.1,
    declineBlocks: 0.1,
    isSecondaryLossLeftOut: true,
    isFreddie: true,
  },
  {
    ...BASE,
    name: 'fha-4000.1',
    averaging: 'lesser',
    history: history(2, 2, 3, 1),
    capitalLosses: 'three_years',
    grossUp: 0.15,
    hasManualUnderwrite: true,
    isFha: true,
  },
  { ...BASE, name: 'va', history: history(2, 1, 2, 1), isRatioOnly: true },
  { ...BASE, name: 'usda', secondJobYears: 1, hasManualUnderwrite: true },
  {
    ...BASE,
    name: 'conservative',
    column: 'conservative',
    averaging: 'lesser',
    declineBlocks: 0.2,
    history: history(2, 2, 2, 2),
    grossUp: 0,
    socialSecurityNontaxable: 0,
  },
  {
    ...BASE,
    name: 'latest-year',
    column: 'latest',
    averaging: 'latest',
    secondJobYears: 0,
    history: history(1, 1, 1, 1),
    grossUp: 0,
    socialSecurityNontaxable: 0,
  },
  {
    ...BASE,
    name: 'nonqm-1099',
    column: 'nonqm',
    secondJobYears: 1,
    history: history(1, 1, 1, 1),
    selfEmployedExpenses: 0.1,
  },
]

/** Returns a preset by its name. Throws if there is none. */
export function findPreset(name: string): Settings {
  const preset = PRESETS.find(candidate => candidate.name === name)
  if (preset === undefined) throw new Error('no preset has this name')
  return preset
}

type Row = readonly [agency: Severity, conservative: Severity, nonqm: Severity, latest: Severity]

const ALWAYS: Row = ['blocking', 'blocking', 'blocking', 'blocking']
const NOT_LATEST: Row = ['blocking', 'blocking', 'blocking', 'review']
const REVIEW: Row = ['review', 'review', 'review', 'review']
const STRICT_REVIEW: Row = ['review', 'blocking', 'review', 'review']
const STANDARD: Row = ['standard', 'standard', 'standard', 'ignore']

const ROWS: Readonly<Record<string, Row>> = {
  schedule_c: ALWAYS,
  schedule_e: ALWAYS,
  schedule_f: ALWAYS,
  history: NOT_LATEST,
  second_job_history: NOT_LATEST,
  start_date: REVIEW,
  return_to_work: STRICT_REVIEW,
  combat_pay: STRICT_REVIEW,
  pay_does_not_fit: STRICT_REVIEW,
  equity_vesting: ALWAYS,
  deferred_pay_term: ALWAYS,
  not_recurring: ALWAYS,
  tip_reporting: ALWAYS,
  distributions_or_liquidity: NOT_LATEST,
  trust_agreement: STANDARD,
  asset_ownership: STANDARD,
  current_pay: STANDARD,
  latest_year_documents: STANDARD,
  royalty_contract: NOT_LATEST,
  seasonal_employment: NOT_LATEST,
  continuance: NOT_LATEST,
  receipt_history: NOT_LATEST,
  rollover_uncertain: NOT_LATEST,
  cost_basis: ALWAYS,
  not_on_transcript: NOT_LATEST,
  possible_duplicate: NOT_LATEST,
  employer_by_name: REVIEW,
  unread_amount: REVIEW,
  unread_form: REVIEW,
  year_incomplete: REVIEW,
  unreadable_box: ALWAYS,
  rejected_record: ALWAYS,
}

/** Conditions whose severity a rule decides, except under `latest-year`, which reviews them. */
const DECIDED_BY_RULE = [
  'employment_verification',
  'business_returns',
  'award_letter',
  'account_statement',
  'declining',
]

const DOUBTS_ABOUT_COPIES = [
  ...['copies_disagree', 'source_conflict', 'amended_target_doubtful', 'recipient_uncertain', 'basis_from_software'],
]

/**
 * Returns the severity of a condition. `severityOfRule` is what the rule says if the table refers to it. `isIrsHeld` is
 * true if an IRS source holds the documents that the condition is about.
 */
export function severityOf(
  settings: Settings,
  code: string,
  severityOfRule: Severity = 'review',
  isIrsHeld = false,
): Severity {
  const { column } = settings
  if (DECIDED_BY_RULE.includes(code)) return column === 'latest' ? 'review' : severityOfRule
  if (code === 'raise_documented') return column === 'agency' ? severityOfRule : 'ignore'
  if (code === 'manual_underwrite') return settings.hasManualUnderwrite ? 'review' : 'ignore'
  const isStrict = column === 'conservative' || column === 'nonqm'
  if (DOUBTS_ABOUT_COPIES.includes(code)) return isStrict && !isIrsHeld ? 'blocking' : 'review'
  if (code === 'transcript_incomplete') {
    if (column === 'latest') return 'ignore'
    return isIrsHeld ? 'standard' : isStrict ? 'blocking' : 'review'
  }
  const row = ROWS[code]
  if (row === undefined) throw new Error('no row has this condition')
  return row[['agency', 'conservative', 'nonqm', 'latest'].indexOf(column)]!
}

/** Returns true if the policy blocks software-only documents without a complete transcript. */
export const blocksIncompleteTranscripts = (settings: Settings): boolean =>
  severityOf(settings, 'transcript_incomplete') === 'blocking'
