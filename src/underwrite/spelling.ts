// A setting has one name, as its table spells it; in what is read, its other spelling means the same.
import { camelCase, snakeCase } from '../core/case.js'
import { isObject } from '../core/shape-of.js'
import type { Setting } from './setting.js'
import { STREAMS } from './subject.js'

/** A key of a table in its other spelling: snake_case of camelCase, and the reverse. A single word stays as it is. */
export const otherSpelling = (key: string): string => (key.includes('_') ? camelCase(key) : snakeCase(key))

/** The key under which an object has a setting: as the table spells it, else as it does not. */
export function keyIn(value: object, key: string): string {
  if (Object.hasOwn(value, key)) return key
  const other = otherSpelling(key)
  return Object.hasOwn(value, other) ? other : key
}

/** The settings that an object can have. */
export const keysOf = ({ keys, each }: Setting & { readonly is: 'object' }): readonly string[] =>
  each === undefined ? Object.keys(keys) : STREAMS

/** A value with its keys as the table spells them; what is not known stays as it is. */
export function asSpelled(value: unknown, setting: Setting): unknown {
  if (setting.is === 'list')
    return Array.isArray(value) ? value.map(item => asSpelled(item, setting.of)) : value
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
