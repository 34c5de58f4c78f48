import { countDays } from '../../core/date.js'
import { readIdentifier } from '../../core/identifier.js'
import { type Issue, makeIssue, type Origin } from '../../core/issues/issue.js'
import type { IssueCode } from '../../core/issues/issue-table.js'
import { extendByUnknownKey, extendPath, isObject, type JsonPath, printPath } from '../../core/json-value.js'
import { centsFromDollars } from '../../core/money.js'
import { parsePersonName } from '../../core/person-name.js'
import { toCamelCase, toSnakeCase } from '../../core/text.js'
import { INCOME_CATEGORIES } from '../../schema/role.js'

/** Streams of qualifying income: every category, and the pay of a business that the taxpayer owns a share of. */
export const STREAMS = [...INCOME_CATEGORIES, 'officer_compensation'] as const

/** A stream of qualifying income. */
export type StreamName = (typeof STREAMS)[number]

/**
 * What a citation can be about: a stream, every indicator, or those of debts or of continuance.
 * Missing: a citation about nothing named is about all.
 */
export const SUBJECTS = [...STREAMS, 'indicators', 'debt_indicators', 'continuance_indicators'] as const

/** What a rule is about. */
export type Subject = (typeof SUBJECTS)[number]

// What a table says of a setting, and which settings fit a type.

/** What a setting takes, in the words of the types of fields. `each` is of an object by stream. */
type Kind =
  | { readonly is: 'ratio' | 'year' | 'flag' | 'date' }
  /** `signed`: it may be below 0. */
  | { readonly is: 'money'; readonly signed?: true }
  /** Four digits, or with `whole` nine, which may be masked. With `orName`, a person's name is accepted, too. */
  | { readonly is: 'identifier'; readonly whole?: true; readonly orName?: true }
  | { readonly is: 'count'; readonly least: number; readonly most: number }
  | { readonly is: 'text'; readonly most?: number }
  | { readonly is: 'enum'; readonly of: readonly string[] }
  | { readonly is: 'list'; readonly of: Setting }
  | { readonly is: 'object'; readonly keys: Readonly<Record<string, Setting>>; readonly each?: never }
  | { readonly is: 'object'; readonly each: Setting; readonly keys?: never }

/** A setting. One with a `default`, or `optional`, may be left out. */
export type Setting = Kind & { readonly default?: unknown; readonly optional?: true; readonly orNull?: true }

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

// A setting has one name, as its table spells it; in what is read, its other spelling means the same.

/** A key of a table in its other spelling: snake_case of camelCase, and the reverse. A single word stays as it is. */
export const otherSpelling = (key: string): string => (key.includes('_') ? toCamelCase(key) : toSnakeCase(key))

/** The key under which an object has a setting: as the table spells it, else as it does not. */
function keyIn(value: object, key: string): string {
  if (Object.hasOwn(value, key)) return key
  const other = otherSpelling(key)
  return Object.hasOwn(value, other) ? other : key
}

/** The settings that an object can have. */
export const keysOf = ({ keys, each }: Setting & { readonly is: 'object' }): readonly string[] =>
  each === undefined ? Object.keys(keys) : STREAMS

/** A value with its keys as the table spells them; what is not known stays as it is. */
export function asSpelled(value: unknown, setting: Setting): unknown {
  if (setting.is === 'list') return Array.isArray(value) ? value.map(item => asSpelled(item, setting.of)) : value
  if (setting.is !== 'object' || !isObject(value)) return value
  const known = new Map(keysOf(setting).map(key => [keyIn(value, key), key]))
  return Object.fromEntries(
    Object.entries(value).map(([spelled, inner]) => {
      const key = known.get(spelled)
      if (key === undefined) return [spelled, inner]
      return [key, asSpelled(inner, setting.each ?? (setting.keys[key] as Setting))]
    }),
  )
}

/** The table of settings as files spell them. Categories are values of the data, and have one name everywhere. */
export function inFiles(setting: Setting): Setting {
  if (setting.is === 'list') return { ...setting, of: inFiles(setting.of) }
  if (setting.is !== 'object' || setting.each !== undefined) return setting
  const keys = Object.entries(setting.keys).map(([key, inner]) => [otherSpelling(key), inFiles(inner)])
  return { ...setting, keys: Object.fromEntries(keys) }
}

/** The least and the most of the kinds that have one range. */
export const RANGES = { ratio: [0, 1], year: [1900, 2100] } as const

const isBetween = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most
const isText = (value: unknown): value is string => typeof value === 'string'
const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && isBetween(value, least, most)

/** True for a number that millionths hold, so that exact arithmetic means what the number says. */
export const isExactShare = (value: number): boolean => Math.round(value * 1e6) / 1e6 === value

export const FOUR_DIGITS = /^[0-9]{4}$/

type Reading = readonly [expected: string, takes: (value: unknown) => boolean]

/** What a setting of each kind takes, in words, and whether it takes a value. */
const READINGS: {
  readonly [Is in Setting['is']]: (setting: Extract<Setting, { readonly is: Is }>) => Reading
} = {
  ratio: () => [
    'a share from 0 to 1, of six decimals at most',
    value => isBetween(value, ...RANGES.ratio) && isExactShare(value),
  ],
  count: ({ least, most }) => [`a whole number from ${least} to ${most}`, value => isWhole(value, least, most)],
  year: () => ['a year from 1900 to 2100', value => isWhole(value, ...RANGES.year)],
  flag: () => ['true or false', value => typeof value === 'boolean'],
  text: ({ most }) => [
    most === undefined ? 'text' : `text of 1 to ${most} characters`,
    // In characters, as JSON Schema counts them.
    value => isText(value) && value !== '' && (most === undefined || [...value].length <= most),
  ],
  enum: ({ of }) => [`one of ${of.join(', ')}`, value => of.includes(value as string)],
  identifier: ({ whole, orName }) =>
    whole === true
      ? [
          'nine digits, of which all but the last four may be X',
          value => isText(value) && value.length <= 20 && readIdentifier(value) !== null,
        ]
      : [
          orName === true ? "four digits or a person's first and last name" : 'four digits',
          value => isText(value) && (FOUR_DIGITS.test(value) || (orName === true && parsePersonName(value) !== null)),
        ],
  money: ({ signed }) => [
    signed === true ? 'an amount' : 'an amount of 0 or more',
    value => {
      const cents = typeof value === 'number' || isText(value) ? centsFromDollars(value) : null
      return cents !== null && (signed === true || cents >= 0)
    },
  ],
  date: () => ['a day as YYYY-MM-DD', value => isText(value) && countDays(value) !== null],
  list: () => ['an array', Array.isArray],
  object: () => ['an object', isObject],
}

/** What a setting takes, in words, and whether it takes a value. */
export const readingOf = (setting: Setting): Reading => READINGS[setting.is](setting as never)

/** The code of a value that is not what a setting takes. */
export const codeOf = ({ is }: Setting): IssueCode => `${is}_unreadable`

/** A value that a setting does not take, or a setting that is not known. */
export interface Problem {
  readonly at: JsonPath | null
  /** Null where it is not known. */
  readonly setting: Setting | null
  readonly expected: string
  readonly value: unknown
}

/** All that is wrong with a value: first what its settings do not take, then settings that are not known. */
export function problemsIn(value: unknown, setting: Setting, at: JsonPath | null = null): readonly Problem[] {
  if (value === undefined && (setting.optional === true || setting.default !== undefined)) return []
  if (value === null && setting.orNull === true) return []
  const [expected, takes] = readingOf(setting)
  if (!takes(value)) return [{ at, setting, expected, value }]
  if (setting.is === 'list')
    return Array.from(value as unknown[]).flatMap((item, i) => problemsIn(item, setting.of, extendPath(at, i)))
  return setting.is === 'object' ? problemsOfKeys(value as Record<string, unknown>, setting, at) : []
}

function problemsOfKeys(
  value: Readonly<Record<string, unknown>>,
  setting: Setting & { readonly is: 'object' },
  at: JsonPath | null,
): readonly Problem[] {
  const { keys, each } = setting
  const known = keysOf(setting)
  const spelled = known.map(key => keyIn(value, key))
  const expected = `one of ${known.join(', ')}`
  return [
    ...known.flatMap((key, i) => {
      const name = spelled[i] as string
      if (each !== undefined && !Object.hasOwn(value, name)) return []
      return problemsIn(value[name], each ?? (keys[key] as Setting), extendPath(at, name))
    }),
    ...Object.keys(value)
      .filter(key => !spelled.includes(key))
      .map(key => ({ at: extendByUnknownKey(at, key), setting: null, expected, value: null })),
  ]
}

/** The place and what was expected there, never the value. */
export const wordsOf = ({ at, setting, expected }: Problem): string =>
  `${printPath(at)}: ${setting === null ? 'unknown setting, ' : ''}expected ${expected}`

/** The same as an issue. Its sentence is about settings, not about boxes of a document. */
export function issueOf({ at, setting, expected, value }: Problem, origin: Origin | null = null): Issue {
  const severity = 'error'
  if (setting === null) {
    const message = `The setting is unknown. Expected ${expected}.`
    return { ...makeIssue('field_unknown', at, { severity, expected, origin }), message }
  }
  const issue = makeIssue(codeOf(setting), at, { severity, expected, value, origin })
  return { ...issue, message: `Expected ${expected}; got ${issue.received}.` }
}
