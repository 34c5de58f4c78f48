// What a caller can set, as tables: `problems` interprets them for the library, `setting-schema` for those who load zod.
import { dayNumber } from '../core/date.js'
import { readIdentifier } from '../core/identifier.js'
import type { IssueCode } from '../core/issue-table.js'
import { isObject } from '../core/shape-of.js'
import { centsOfStated, type KnownFacts, PLAN_STATES } from './known-facts.js'
import type { Policy } from './policy.js'
import { SUBJECTS } from './subject.js'

/** What a setting takes, in the words of the types of fields. `each` is of an object by stream. */
type Kind =
  | { readonly is: 'ratio' | 'year' | 'flag' | 'date' }
  /** `signed`: it may be below 0. */
  | { readonly is: 'money'; readonly signed?: true }
  /** Four digits, or with `whole` nine, which may be masked. */
  | { readonly is: 'identifier'; readonly whole?: true }
  | { readonly is: 'count'; readonly least: number; readonly most: number }
  | { readonly is: 'text'; readonly most?: number }
  | { readonly is: 'enum'; readonly of: readonly string[] }
  | { readonly is: 'list'; readonly of: Setting }
  | { readonly is: 'object'; readonly keys: Readonly<Record<string, Setting>>; readonly each?: never }
  | { readonly is: 'object'; readonly each: Setting; readonly keys?: never }

/** A setting. One with a `default`, or `optional`, may be left out. */
export type Setting = Kind & {
  readonly default?: unknown
  readonly optional?: true
  readonly orNull?: true
}

/** The kinds that fit a type. */
type KindFor<T> = [T] extends [boolean]
  ? { readonly is: 'flag' }
  : [T] extends [number]
    ? { readonly is: 'ratio' | 'year' | 'count' }
    : number extends T
      ? { readonly is: 'money' }
      : string extends T
        ? { readonly is: 'text' | 'identifier' | 'date' }
        : [T] extends [string]
          ? { readonly is: 'enum'; readonly of: readonly T[] }
          : [T] extends [readonly (infer Item)[]]
            ? { readonly is: 'list'; readonly of: SettingFor<Item> }
            : { readonly is: 'object'; readonly keys: SettingsFor<T> } | { readonly each: Setting }

/** The setting that fits a type. */
export type SettingFor<T> = Setting &
  KindFor<Exclude<T, null | undefined>> &
  (undefined extends T ? { readonly optional: true } : { readonly default?: T; readonly optional?: never })

type SettingsFor<T> = { readonly [K in keyof T]-?: SettingFor<T[K]> }

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
    taxpayer_id: { is: 'text' },
    monthly_obligations: AMOUNT,
    recipients: { is: 'list', of: { is: 'identifier' }, optional: true },
    continuance: { is: 'object', each: { is: 'count', least: 0, most: MAX_COUNT }, optional: true },
    plan: {
      is: 'object',
      keys: { state: { is: 'enum', of: PLAN_STATES }, monthly_payment: AMOUNT },
      optional: true,
    },
    nontaxable_share: { is: 'object', each: { is: 'ratio' }, optional: true },
    as_of_year: { is: 'year', optional: true },
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

/** The least and the most of the kinds that have one range. */
export const RANGES = { ratio: [0, 1], year: [1900, 2100] } as const

const isBetween = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most
const isText = (value: unknown): value is string => typeof value === 'string'
const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && isBetween(value, least, most)

/** True for a number that millionths hold, so that exact arithmetic means what the number says. */
export const isExactShare = (value: number): boolean => Math.round(value * 1e6) / 1e6 === value

/** True for an amount of 0 or more. */
export const isAmount = (value: number | string): boolean => (centsOfStated(value) ?? -1) >= 0

/** True for an amount, below 0 too. */
export const isSignedAmount = (value: number | string): boolean => centsOfStated(value) !== null

/** True for nine digits, of which all but the last four may be masked. */
export const isIdentifier = (value: string): boolean => value.length <= 20 && readIdentifier(value) !== null

/** True for a day of the calendar as YYYY-MM-DD. */
export const isDay = (value: string): boolean => dayNumber(value) !== null

/** Four digits, and nothing else. */
export const FOUR_DIGITS = /^[0-9]{4}$/

/** What a setting takes, in words, and whether it takes a value. */
export function readingOf(setting: Setting): readonly [expected: string, takes: (value: unknown) => boolean] {
  switch (setting.is) {
    case 'ratio':
      return [
        'a share from 0 to 1, of six decimals at most',
        value => isBetween(value, ...RANGES.ratio) && isExactShare(value),
      ]
    case 'count': {
      const { least, most } = setting
      return [`a whole number from ${least} to ${most}`, value => isWhole(value, least, most)]
    }
    case 'year':
      return ['a year from 1900 to 2100', value => isWhole(value, ...RANGES.year)]
    case 'flag':
      return ['true or false', value => typeof value === 'boolean']
    case 'text': {
      const { most } = setting
      return [
        most === undefined ? 'text' : `text of 1 to ${most} characters`,
        // In characters, as JSON Schema counts them.
        value => isText(value) && value !== '' && (most === undefined || [...value].length <= most),
      ]
    }
    case 'enum':
      return [`one of ${setting.of.join(', ')}`, value => setting.of.includes(value as string)]
    case 'identifier':
      return setting.whole === true
        ? [
            'nine digits, of which all but the last four may be X',
            value => isText(value) && isIdentifier(value),
          ]
        : ['four digits', value => isText(value) && FOUR_DIGITS.test(value)]
    case 'money': {
      const takes = setting.signed === true ? isSignedAmount : isAmount
      return [
        setting.signed === true ? 'an amount' : 'an amount of 0 or more',
        value => (typeof value === 'number' || isText(value)) && takes(value),
      ]
    }
    case 'date':
      return ['a day as YYYY-MM-DD', value => isText(value) && isDay(value)]
    case 'list':
      return ['an array', Array.isArray]
    default:
      return ['an object', isObject]
  }
}

/** The code of a value that is not what a setting takes. */
export const codeOf = ({ is }: Setting): IssueCode => `${is}_unreadable`
