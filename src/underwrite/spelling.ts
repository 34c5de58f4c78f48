import { isObject } from '../core/shape-of.js'
import type { Setting } from './setting.js'
import { STREAMS } from './subject.js'

type Camel<Key> = Key extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Key

/** The same with its keys in camelCase, as the library writes them; files write snake_case, and both are read. */
export type CamelCased<T> = T extends readonly (infer Item)[]
  ? readonly CamelCased<Item>[]
  : T extends object
    ? { readonly [Key in keyof T as Camel<Key>]: CamelCased<T[Key]> }
    : T

const camelCased = new Map<string, string>()

/** A key as the library spells it. */
export function inCamelCase(key: string): string {
  let spelled = camelCased.get(key)
  if (spelled === undefined) {
    spelled = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    if (camelCased.size < 1000) camelCased.set(key, spelled)
  }
  return spelled
}

/** The key under which an object has a setting: as files spell it, else as the library does. */
export function keyIn(value: object, key: string): string {
  if (Object.hasOwn(value, key)) return key
  const spelled = inCamelCase(key)
  return Object.hasOwn(value, spelled) ? spelled : key
}

/** The settings that an object can have. */
export const keysOf = ({ keys, each }: Setting & { readonly is: 'object' }): readonly string[] =>
  each === undefined ? Object.keys(keys) : STREAMS

/** A value with its keys as files spell them; what is not known stays as it is. */
export function inSnakeCase(value: unknown, setting: Setting): unknown {
  if (setting.is === 'list')
    return Array.isArray(value) ? value.map(item => inSnakeCase(item, setting.of)) : value
  if (setting.is !== 'object' || !isObject(value)) return value
  const known = new Map(keysOf(setting).map(key => [keyIn(value, key), key]))
  return Object.fromEntries(
    Object.entries(value).map(([spelled, inner]) => {
      const key = known.get(spelled)
      if (key === undefined) return [spelled, inner]
      return [key, inSnakeCase(inner, setting.each ?? (setting.keys[key] as Setting))]
    }),
  )
}
