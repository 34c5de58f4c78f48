import { isObject } from '../core/json-value.js'
import { getOrCreate } from '../core/lists.js'

/** An object of the FDX input, unchanged. */
export type FdxRawObject = Readonly<Record<string, unknown>>

/** The keys and indexes that lead to a value in the FDX input. */
export type FdxPath = readonly (string | number)[]

/** A value of the FDX input and the path to it. */
export interface FdxNode {
  readonly path: FdxPath
  readonly value: unknown
}

/** Returns true if a value is absent: undefined, null or the empty text. */
export const isAbsentValue = (value: unknown): value is null | undefined | '' =>
  value === undefined || value === null || value === ''

/**
 * Returns an own property of an object, or undefined if it is absent. A list of one element is treated as the element.
 */
export function getOwnValue(value: unknown, key: string): unknown {
  const object = Array.isArray(value) && value.length === 1 ? (value as unknown[])[0] : value
  return isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined
}

/** Returns the value at a path such as `a.b`, or undefined if it is absent. */
export function readPath(value: unknown, path: string): unknown {
  let currentValue = value
  for (const key of path.split('.')) currentValue = getOwnValue(currentValue, key)
  return isAbsentValue(currentValue) ? undefined : currentValue
}

/** Lists the items of a list. Any other present value is treated as a list with one item. */
export const listItems = (value: unknown): readonly unknown[] =>
  isAbsentValue(value) ? [] : Array.isArray(value) ? (value as unknown[]) : [value]

/** Records which paths of an object were read. `collectUnreadProperties` returns all other properties. */
export class ConsumedPaths {
  readonly #paths = new Set<string>()
  readonly #items = new Map<string, Map<number, Set<string>>>()

  /** Marks a property as read completely. */
  add(path: string): void {
    this.#paths.add(path)
  }

  /** Adds all property paths that `source` marks as read, but not its list items. */
  addAll(source: ConsumedPaths): void {
    for (const path of source.#paths) this.#paths.add(path)
  }

  /** Returns true if a property was read completely. */
  has(path: string): boolean {
    return this.#paths.has(path)
  }

  /** Marks properties of a list item as read. */
  addItem(list: string, index: number, ...keys: readonly string[]): void {
    const items = getOrCreate(this.#items, list, () => new Map<number, Set<string>>())
    const readKeys = getOrCreate(items, index, () => new Set<string>())
    for (const key of keys) readKeys.add(key)
  }

  /** Returns the properties of an object that were not read. */
  collectUnreadProperties(raw: FdxRawObject, parentPath = ''): Record<string, unknown> {
    const unreadProperties: [key: string, value: unknown][] = []
    for (const [key, value] of Object.entries(raw)) {
      const path = `${parentPath}${key}`
      if (isAbsentValue(value) || this.#paths.has(path)) continue
      const items = this.#items.get(path)
      if (items !== undefined) {
        const unreadItems = listItems(value).filter((item, i) => !isFullyRead(item, items.get(i)))
        if (unreadItems.length > 0) unreadProperties.push([key, unreadItems])
        continue
      }
      const singleValue = Array.isArray(value) && value.length === 1 ? (value as unknown[])[0] : value
      if (isObject(singleValue) && [...this.#paths].some(consumedPath => consumedPath.startsWith(`${path}.`))) {
        const innerRest = this.collectUnreadProperties(singleValue, `${path}.`)
        if (Object.keys(innerRest).length > 0) unreadProperties.push([key, innerRest])
      } else unreadProperties.push([key, value])
    }
    return Object.fromEntries(unreadProperties)
  }
}

function isFullyRead(item: unknown, keys: ReadonlySet<string> | undefined): boolean {
  if (isAbsentValue(item)) return true
  if (keys === undefined) return false
  return !isObject(item) || Object.keys(item).every(key => keys.has(key) || isAbsentValue(item[key]))
}
