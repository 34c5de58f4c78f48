// A setting is a row of a table that says what a caller may write under one key: a policy, known facts and stated income
// are tables of settings. This file has the types of settings and the spelling of their keys. `setting-problems.ts` checks
// a value against a table, without zod, which the core does not load. `setting-schema.ts` makes zod schemas from the same
// tables.

import { isObject } from '../../core/json-value.js'
import { toCamelCase, toSnakeCase } from '../../core/text.js'

/** The keys of an object whose entries all have one setting: a list of names, or tax years. */
type EntryNames = readonly string[] | 'year'

type SettingKind =
  | { readonly is: 'year' | 'flag' | 'date' }
  /** A number with at most six decimals, from 0 to `max`, which is 1 by default. */
  | { readonly is: 'ratio'; readonly max?: number }
  /** `isSigned`: may be negative. */
  | { readonly is: 'money'; readonly isSigned?: true }
  /**
   * `last_four`: four digits. `full`: nine digits, which may be masked. `person`: either of them. `borrower`: `self`,
   * four digits, or the name of a person.
   */
  | { readonly is: 'identifier'; readonly format: 'last_four' | 'full' | 'person' | 'borrower' }
  | { readonly is: 'count'; readonly min: number; readonly max: number }
  | { readonly is: 'text'; readonly max?: number }
  | { readonly is: 'enum'; readonly values: readonly string[] }
  | { readonly is: 'list'; readonly items: Setting }
  | {
      readonly is: 'object'
      readonly keys: Readonly<Record<string, Setting>>
      /** Keys of earlier versions and the keys that replace them. */
      readonly successors?: Readonly<Record<string, string>>
      readonly entries?: never
      readonly names?: never
    }
  | {
      readonly is: 'object'
      readonly entries: Setting
      readonly names: EntryNames
      readonly keys?: never
      readonly successors?: never
    }

/** A setting. One that has a `default` or is `optional` may be left out. `orText` lists texts that it also accepts. */
export type Setting = SettingKind & {
  readonly default?: unknown
  readonly optional?: true
  readonly orNull?: true
  readonly orText?: readonly string[]
}

export type ObjectSetting = Setting & { readonly is: 'object' }

/** The kinds of settings that fit a type. */
type KindFor<T> = [T] extends [boolean]
  ? { readonly is: 'flag' }
  : [T] extends [number]
    ? { readonly is: 'ratio' | 'year' | 'count' }
    : string extends T
      ? number extends T
        ? { readonly is: 'money' }
        : { readonly is: 'text' | 'identifier' | 'date' }
      : [T] extends [string]
        ? { readonly is: 'enum'; readonly values: readonly T[] }
        : [Extract<T, string>] extends [never]
          ? [T] extends [readonly (infer Item)[]]
            ? { readonly is: 'list'; readonly items: SettingFor<Item> }
            : { readonly is: 'object'; readonly keys: SettingsFor<T> } | { readonly entries: Setting }
          : KindFor<Exclude<T, string>> & { readonly orText: readonly Extract<T, string>[] }

export type SettingFor<T> = Setting &
  KindFor<Exclude<T, null | undefined>> &
  (undefined extends T ? { readonly optional: true } : { readonly optional?: never })

type SettingsFor<T> = { readonly [K in keyof T]-?: SettingFor<T[K]> }

// A table spells each key in camelCase. In input, the snake_case spelling of the key means the same.

/** Returns the other spelling of a key: snake_case for camelCase, and the reverse. A single word has only one. */
export const otherSpelling = (key: string): string => (key.includes('_') ? toCamelCase(key) : toSnakeCase(key))

/** Returns the key under which an object has a setting: in the spelling of the table if the object has it. */
export function findInputKey(value: object, key: string): string {
  if (Object.hasOwn(value, key)) return key
  const respelled = otherSpelling(key)
  return Object.hasOwn(value, respelled) ? respelled : key
}

export const YEAR_KEY_PATTERN = /^(?:19[0-9]{2}|20[0-9]{2}|2100)$/

/** Lists the keys that an object may have. Of tax years, lists only those that the value has. */
export function listKeys({ keys, names }: ObjectSetting, value: object = {}): readonly string[] {
  if (names === undefined) return Object.keys(keys)
  return names === 'year' ? Object.keys(value).filter(key => YEAR_KEY_PATTERN.test(key)) : names
}

export const getInnerSetting = ({ keys, entries }: ObjectSetting, key: string): Setting =>
  entries ?? (keys?.[key] as Setting)

/** Converts the keys of a value to the spelling of the table. Unknown keys stay as they are. */
export function normalizeKeys(value: unknown, setting: Setting): unknown {
  if (setting.is === 'list') return Array.isArray(value) ? value.map(item => normalizeKeys(item, setting.items)) : value
  if (setting.is !== 'object' || !isObject(value)) return value
  const tableKeys = new Map(listKeys(setting, value).map(key => [findInputKey(value, key), key]))
  return Object.fromEntries(
    Object.entries(value).map(([inputKey, inner]) => {
      const key = tableKeys.get(inputKey)
      return key === undefined ? [inputKey, inner] : [key, normalizeKeys(inner, getInnerSetting(setting, key))]
    }),
  )
}

/**
 * Converts a table to the spelling of files. Categories and condition codes are values of the data, and have one spelling
 * everywhere.
 */
export function toFileSetting(setting: Setting): Setting {
  if (setting.is === 'list') return { ...setting, items: toFileSetting(setting.items) }
  if (setting.is !== 'object') return setting
  if (setting.entries !== undefined) return { ...setting, entries: toFileSetting(setting.entries) }
  const respell = <T>(object: Readonly<Record<string, T>>, convert: (value: T) => T): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [otherSpelling(key), convert(value)]))
  const { successors } = setting
  return {
    ...setting,
    keys: respell(setting.keys, toFileSetting),
    ...(successors !== undefined && { successors: respell(successors, respellPath) }),
  }
}

/** Converts each key of a path like `borrowers[].taxPlan` to its other spelling. */
const respellPath = (path: string): string => path.replaceAll(/[A-Za-z_]+/g, otherSpelling)

export const FOUR_DIGITS = /^[0-9]{4}$/
