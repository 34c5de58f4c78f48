import { isObject } from '../core/json-value.js'
import { getOrCreate } from '../core/lists.js'

/** A JSON object as it came. */
export type Raw = Readonly<Record<string, unknown>>

/** The keys and indexes that lead to a value of the input. */
export type Way = readonly (string | number)[]

/** Absent, in the ways that JSON has. */
export const isMissing = (value: unknown): value is null | undefined | '' =>
  value === undefined || value === null || value === ''

/** An own property; a list of one stands for its element. Missing: undefined. */
export function ownOf(value: unknown, key: string): unknown {
  const object = Array.isArray(value) && value.length === 1 ? (value as unknown[])[0] : value
  return isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined
}

/** What stands at `a.b`. Missing: undefined. */
export function valueAt(value: unknown, path: string): unknown {
  let found = value
  for (const key of path.split('.')) found = ownOf(found, key)
  return isMissing(found) ? undefined : found
}

/** The items of a list; one that is no list is its only item. */
export const itemsIn = (value: unknown): readonly unknown[] =>
  isMissing(value) ? [] : Array.isArray(value) ? (value as unknown[]) : [value]

/** What was read of an object, so that the rest of it is kept. */
export class Taken {
  readonly #paths = new Set<string>()
  readonly #items = new Map<string, Map<number, Set<string>>>()

  /** A property was read whole. */
  add(path: string): void {
    this.#paths.add(path)
  }

  /** What was read elsewhere was read. */
  addAll(other: Taken): void {
    for (const path of other.#paths) this.#paths.add(path)
  }

  /** True for a property that was read whole. */
  has(path: string): boolean {
    return this.#paths.has(path)
  }

  /** A property of a list's item was read, and nothing of it is lost. */
  addItem(list: string, index: number, ...keys: readonly string[]): void {
    const items = getOrCreate(this.#items, list, () => new Map<number, Set<string>>())
    const read = getOrCreate(items, index, () => new Set<string>())
    for (const key of keys) read.add(key)
  }

  /** What was not read of an object. Missing: an empty one. */
  restOf(raw: Raw, above = ''): Record<string, unknown> {
    const rest: Record<string, unknown> = {}
    const put = (key: string, value: unknown): void => {
      Object.defineProperty(rest, key, { value, enumerable: true, writable: true, configurable: true })
    }
    for (const key of Object.keys(raw)) {
      const value = raw[key]
      const path = `${above}${key}`
      if (isMissing(value) || this.#paths.has(path)) continue
      const items = this.#items.get(path)
      if (items !== undefined) {
        const left = itemsIn(value).filter((item, i) => !isRead(item, items.get(i)))
        if (left.length > 0) put(key, left)
        continue
      }
      const only = Array.isArray(value) && value.length === 1 ? (value as unknown[])[0] : value
      if (isObject(only) && [...this.#paths].some(each => each.startsWith(`${path}.`))) {
        const below = this.restOf(only, `${path}.`)
        if (Object.keys(below).length > 0) put(key, below)
      } else put(key, value)
    }
    return rest
  }
}

function isRead(item: unknown, keys: ReadonlySet<string> | undefined): boolean {
  if (isMissing(item)) return true
  if (keys === undefined) return false
  return !isObject(item) || Object.keys(item).every(key => keys.has(key) || isMissing(item[key]))
}
