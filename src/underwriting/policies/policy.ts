// The folder `underwriting/policies` has the underwriting policies: the type of a policy (this file), the presets with
// their citations, and the readers of a caller's policy. A policy is data. No setting can discount income because of its
// kind: only history, continuance and evidence may differ by category (12 CFR 1002.6(b)(5)).

/** The categories of income streams in display order. */
export const STREAM_CATEGORIES = [
  'wages',
  'officer_compensation',
  'equity_pay',
  'deferred_pay',
  'sick_pay',
  'allocated_tips',
  'self_employment',
  'rental',
  'royalties',
  'partnership',
  's_corporation',
  'estate_trust',
  'interest',
  'dividends',
  'tax_exempt_interest',
  'capital_gains',
  'retirement',
  'social_security',
  'unemployment',
  'government_payments',
  'gambling',
  'other',
  'other_income',
] as const

/** A category of income streams. */
export type StreamCategory = (typeof STREAM_CATEGORIES)[number]

/** The codes of all conditions. */
export const CONDITION_CODES = [
  'schedule_c',
  'schedule_e',
  'schedule_f',
  'declining',
  'history',
  'second_job_history',
  'employment_verification',
  'start_date',
  'return_to_work',
  'combat_pay',
  'pay_does_not_fit',
  'equity_vesting',
  'deferred_pay_term',
  'not_recurring',
  'tip_reporting',
  'distributions_or_liquidity',
  'business_returns',
  'trust_agreement',
  'asset_ownership',
  'current_pay',
  'latest_year_documents',
  'royalty_contract',
  'seasonal_employment',
  'continuance',
  'receipt_history',
  'award_letter',
  'account_statement',
  'rollover_uncertain',
  'cost_basis',
  'raise_documented',
  'not_on_transcript',
  'possible_duplicate',
  'copies_disagree',
  'source_conflict',
  'amended_target_doubtful',
  'recipient_uncertain',
  'basis_from_software',
  'employer_by_name',
  'unread_amount',
  'unread_form',
  'year_incomplete',
  'transcript_incomplete',
  'unreadable_box',
  'rejected_record',
  'manual_underwrite',
  'tax_debt',
  'obligation_reported',
  'mortgage_verification',
] as const

/** The code of a condition: a question about a stream, a document or a borrower. */
export type ConditionCode = (typeof CONDITION_CODES)[number]

/** The severities, from the one that keeps a stream from counting to the one that hides a condition. */
export const SEVERITIES = ['blocking', 'review', 'standard', 'ignore'] as const

/** How much a condition weighs. */
export type ConditionSeverity = (typeof SEVERITIES)[number]

/**
 * The severity of a condition in a policy. `by_rule`: the rule that raises the condition decides. An object: the first
 * severity applies if an IRS source holds the document, the second if only software does.
 */
export type SeveritySetting =
  | ConditionSeverity
  | 'by_rule'
  | { readonly heldByIrs: ConditionSeverity; readonly softwareOnly: ConditionSeverity }

/**
 * The settings of a policy. Units: shares from 0 to 1, months, years.
 */
export interface PolicySettings {
  /** What two years of income count per month: their average, the smaller of average and latest year, or the latest. */
  readonly averaging: 'average' | 'lesser' | 'latest'
  /** A fall of at most `down` or a rise of at most `up` is stable. */
  readonly stableBand: { readonly down: number; readonly up: number }
  /** Pay or business income blocks after a larger fall than this. `band`: any fall beyond the stable band. Null: never. */
  readonly decliningBlocksAbove: number | 'band' | null
  /** A job that is not the main job needs this many years of history. */
  readonly secondJobYears: number
  /**
   * Fewer years in a row than this raise the condition `history`. A category that is not named needs one. For wages, the
   * main job counts.
   */
  readonly historyYears: Readonly<Partial<Record<StreamCategory, number>>>
  /** Whether capital losses count. `three_years`: only if three years in a row show one. */
  readonly capitalLosses: 'count' | 'leave_out' | 'three_years'
  /** Whether losses of a secondary business count. */
  readonly businessLosses: 'count' | 'leave_out_secondary'
  /** The share of gross self-employment receipts that expenses take. Null: gross receipts are not income. */
  readonly selfEmployedExpenses: number | null
  /** The share that is added to the nontaxable part. */
  readonly grossUp: number
  /** Whether the gross-up is income or is used only in ratios. */
  readonly grossUpUse: 'income' | 'ratio_only'
  /** The nontaxable share of Social Security without documents of it. */
  readonly socialSecurityNontaxable: number
  /** The months that income must continue. */
  readonly continuanceMonths: number
  /** The share of a business from which an owner is self-employed. */
  readonly selfEmployedOwnership: number
  /** A larger fall than this is material. */
  readonly materialDecline: number
  /** Whose formulas compute the parts of current pay. Null: current pay is not used. */
  readonly currentPay: 'fannie' | 'freddie' | 'fha' | 'general' | null
  /** An IRA that changed by more than 10 %: the latest year, or the two-year average if that is lower. */
  readonly changedIra: 'latest' | 'lesser'
  /** Seasonal unemployment that declines: the latest year or the two-year average. */
  readonly decliningUnemployment: 'latest' | 'average'
}

/** The name of a setting that has a citation. */
export type SettingName = keyof PolicySettings

/** What a citation is about: a setting, a condition, or the formula of a stream. */
export type CitationSubject = SettingName | ConditionCode | StreamCategory

/** How the text of a citation was read. `library`: the library's own choice, which no agency states. */
export const READINGS = ['read', 'second-hand', 'library'] as const

/** The source of a setting, a condition or a formula. */
export interface Citation {
  /** The rule in our words. */
  readonly text: string
  /** The source: `Fannie Mae Selling Guide`. */
  readonly source: string
  /** The section: `B3-3.3-02`. Null if the source has none, or if it is not certain. */
  readonly section: string | null
  /** The date of the text. Null if it is unknown. */
  readonly date: string | null
  /** Whether the text was read, is second-hand, or is this library's own choice. */
  readonly reading: (typeof READINGS)[number]
  /** The settings, conditions and categories that it is the source of. */
  readonly about: readonly CitationSubject[]
}

/** An underwriting policy: settings, the severity of each condition, and where they come from. */
export interface UnderwritingPolicy extends PolicySettings {
  /** The id in tables. No other policy has the id of a preset. */
  readonly name: string
  /** The name for people. */
  readonly title: string
  /** Which text of the rules, of which date. It is printed with each figure. */
  readonly ruleVersion: string
  /** The severity of each condition. */
  readonly conditions: Readonly<Record<ConditionCode, SeveritySetting>>
  /** The sources of the settings, conditions and formulas. */
  readonly citations: readonly Citation[]
}

/** The texts of citations by policy and subject. A policy is immutable, so its texts are written once. */
const citationTexts = new WeakMap<UnderwritingPolicy, ReadonlyMap<CitationSubject, string>>()

/**
 * Formats the citation of a setting, a condition or the formula of a stream.
 *
 * @returns source, section, date and reading, such as `Fannie Mae Selling Guide B3-3.3-02 (2026-03-04, read)`. Several
 * sources are separated by semicolons.
 */
export function formatCitation(policy: UnderwritingPolicy, subject: CitationSubject): string {
  let texts = citationTexts.get(policy)
  if (texts === undefined) {
    texts = formatCitations(policy.citations)
    citationTexts.set(policy, texts)
  }
  return texts.get(subject) ?? NO_CITATION
}

/** A caller's policy need not cite anything. */
const NO_CITATION = 'no citation'

function formatCitations(citations: readonly Citation[]): ReadonlyMap<CitationSubject, string> {
  const texts = new Map<CitationSubject, string>()
  for (const { source, section, date, reading, about } of citations) {
    const title = section === null ? source : `${source} ${section}`
    const label = reading === 'library' ? 'defined by this library' : reading
    const text = `${title} (${date === null ? label : `${date}, ${label}`})`
    for (const subject of about) {
      const earlierText = texts.get(subject)
      if (earlierText === undefined) texts.set(subject, text)
      else if (!earlierText.split('; ').includes(text)) texts.set(subject, `${earlierText}; ${text}`)
    }
  }
  return texts
}
