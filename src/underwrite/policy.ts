import type { StreamName, Subject } from './subject.js'

/** A source of a rule. */
export interface Citation {
  /** What it says, in our words. */
  readonly text: string
  /** What it is called: `Fannie Mae Selling Guide B3-3`. */
  readonly source: string
  /** The date of the source; null where it states none. */
  readonly date: string | null
  /** Read in quotation or in part. */
  readonly secondHand?: boolean | undefined
  /** What the rule is about. Missing: about everything. */
  readonly about?: readonly Subject[] | undefined
}

/**
 * A policy: settings, the version of the rules behind them, and where they were read.
 * Units: shares from 0 to 1, months, years. Missing: none; `readPolicy` fills the settings that a caller leaves out.
 */
export interface Policy {
  /** What the tables call it; that of a preset no other policy has. */
  readonly name: string
  /** Which rules, of which date: it stands beside every figure. */
  readonly ruleVersion: string
  /** Where the rules were read. */
  readonly citations: readonly Citation[]
  /**
   * What two years of one income count a month: their `average`, (latest + prior) / 24; the lesser of one year and
   * two, `lesser_of_1y_2y`; or the `latest` alone, latest / 12.
   */
  readonly averaging: 'average' | 'lesser_of_1y_2y' | 'latest'
  /** With `average`: what a declining income counts as. */
  readonly onDecline: 'exclude' | 'latest' | 'lesser_of'
  /** Fewer years in a row than this count 0. */
  readonly minHistoryYears: number
  /** The same by category, before the general one. */
  readonly minHistoryByCategory: Readonly<Partial<Record<StreamName, number>>>
  /** How interest, dividends, capital gains and tax-exempt interest are averaged; royalties that count, too. */
  readonly investmentAveraging: 'average' | 'lesser_of_1y_2y' | 'latest'
  /** Whether a month of capital losses counts, or is left out. */
  readonly capitalLosses: 'count' | 'leave_out'
  /** Whether royalties count as they are, or only where their continuance is stated. */
  readonly royalties: 'count' | 'need_schedule_e'
  /** When unemployment counts: with wages in both years, or only where its continuance is stated. */
  readonly unemployment: 'seasonal_pattern' | 'continuance_stated'
  /** The share of gross self-employment that expenses take; null where gross is no income. */
  readonly selfEmployedExpenses: number | null
  /** What becomes of software's documents that a complete transcript lacks. */
  readonly requireAuthority: 'flag' | 'exclude'
  /** Share added to the nontaxable part. */
  readonly grossUp: number
  /** Whether the gross-up is income, or counts in ratios only. */
  readonly grossUpUse: 'income' | 'ratio_only'
  /** Nontaxable share of Social Security benefits without documents of it. */
  readonly socialSecurityNontaxable: number
  /** The box of Form W-2 that wages are read from. */
  readonly wageBasis: 'box1' | 'box5' | 'max'
  /** A change up to this share is stable. */
  readonly stableBand: number
  /** A fall by more than this share is material. */
  readonly materialDecline: number
  /** Whether a material fall of a business income asks for a person: flag `manual_underwrite`. */
  readonly manualUnderwriteOnMaterialDecline: boolean
  /** Months of continuance that are long enough. */
  readonly continuanceMonths: number
  /** An owner from this share on is self-employed. */
  readonly selfEmployedOwnership: number
  /** Months to pay a balance due over, where no plan is stated. */
  readonly imputeMonths: number
}
