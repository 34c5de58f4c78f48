import { type Setting, type SettingFor, type StreamName, SUBJECTS, type Subject } from './setting.js'

/** What the taxpayer arranged with the authority about a balance. */
const PLAN_STATES = ['unknown', 'none', 'applied', 'approved_current'] as const

/**
 * What only the caller knows of a taxpayer. Shape: one object of `--known-facts`, where files spell the keys in snake_case.
 * Units: dollars (number or text), months, shares from 0 to 1. Missing: every key but `taxpayerId`.
 */
export interface KnownFacts {
  /** The taxpayer whose facts these are, as `taxpayerId` of its dossier has it: they count for no other. */
  readonly taxpayerId: string
  /** Debt payments of a month. */
  readonly monthlyObligations?: number | string | undefined
  /** The other persons whose documents these are: the last four digits of their numbers, or their names. */
  readonly recipients?: readonly string[] | undefined
  /** Other identifiers of the taxpayer, such as an earlier ITIN. All but the last four digits may be masked. */
  readonly identifiers?: readonly string[] | undefined
  /** Lists of identifiers that belong to one employer. */
  readonly sameEmployer?: readonly (readonly string[])[] | undefined
  /** For how many months each stream will continue. */
  readonly continuance?: Readonly<Partial<Record<StreamName, number>>> | undefined
  /** The installment agreement about a balance due, and its payment of a month. */
  readonly plan?:
    | {
        /** How far the taxpayer came with it. */
        readonly state: (typeof PLAN_STATES)[number]
        /** The payment of a month. US dollars. */
        readonly monthlyPayment?: number | string | undefined
      }
    | undefined
  /** The nontaxable share of each stream. */
  readonly nontaxableShare?: Readonly<Partial<Record<StreamName, number>>> | undefined
  /** The year to work for; the option `asOfYear` stands before it. */
  readonly asOfYear?: number | undefined
}

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

// What a caller can set, as tables: `problems` interprets them for the library, `setting-schema` for those who load zod.

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
    unemployment: { is: 'enum', of: ['seasonal_pattern', 'continuance_stated'], default: 'seasonal_pattern' },
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
    recipients: { is: 'list', of: { is: 'identifier', orName: true }, optional: true },
    identifiers: { is: 'list', of: { is: 'identifier', whole: true }, optional: true },
    sameEmployer: { is: 'list', of: { is: 'list', of: { is: 'identifier', whole: true } }, optional: true },
    continuance: { is: 'object', each: { is: 'count', least: 0, most: MAX_COUNT }, optional: true },
    plan: { is: 'object', keys: { state: { is: 'enum', of: PLAN_STATES }, monthlyPayment: AMOUNT }, optional: true },
    nontaxableShare: { is: 'object', each: { is: 'ratio' }, optional: true },
    asOfYear: { is: 'year', optional: true },
  },
} as const satisfies SettingFor<KnownFacts>

/** Settings that a caller's own policy may leave out: those of `latest-year`. */
export const DEFAULTS = Object.fromEntries(
  Object.entries<Setting>(POLICY.keys).flatMap(([key, each]) =>
    each.default === undefined ? [] : [[key, each.default]],
  ),
) as Omit<Policy, 'name' | 'ruleVersion' | 'citations'>
