/**
 * No items. It is a list as those of objects and texts are: code that has met a list of another kind is compiled anew, and an
 * empty literal counts as one of small numbers.
 */
export const NO_ITEMS: readonly never[] = [{}].slice(1) as never[]

/** Adds items behind others. Spread as arguments, some 100,000 items overflow the stack. */
export function addAll<T>(to: T[], items: readonly T[]): void {
  for (const item of items) to.push(item)
}

/** Adds an item behind those of its key. */
export function addTo<K, T>(lists: Map<K, T[]>, key: K, item: T): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}

/** Adds a number to those that stand in ascending order, once. */
export function addInOrder(numbers: number[], number: number): void {
  let at = numbers.length
  while (at > 0 && (numbers[at - 1] as number) > number) at--
  if (at > 0 && numbers[at - 1] === number) return
  // The ordinary case: documents stand by year.
  if (at === numbers.length) numbers.push(number)
  else numbers.splice(at, 0, number)
}

/** The value of a key, made and kept where there is none. */
export function getOrCreate<K, T>(
  held: { get(key: K): T | undefined; set(key: K, value: T): unknown },
  key: K,
  make: () => T,
): T {
  let value = held.get(key)
  if (value === undefined) {
    value = make()
    held.set(key, value)
  }
  return value
}

export const newMap = <K, T>(): Map<K, T> => new Map()

/** A function whose result is kept for each object that it was called with, as long as the object lives. */
export function memoize<K extends object, T extends object | string>(make: (key: K) => T): (key: K) => T {
  const results = new WeakMap<K, T>()
  return key => {
    let result = results.get(key)
    if (result === undefined) {
      result = make(key)
      results.set(key, result)
    }
    return result
  }
}

/** The largest of numbers; -Infinity of none. */
export function largestOf(numbers: readonly number[]): number {
  let largest = Number.NEGATIVE_INFINITY
  for (const number of numbers) if (number > largest) largest = number
  return largest
}

/** Items by their key. */
export function groupBy<K, T>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) addTo(groups, keyOf(item), item)
  return groups
}

/** Puts an item where it belongs in a sorted list: behind all that are before it. */
export function insert<T>(list: T[], item: T, isBefore: (other: T) => boolean): void {
  let from = 0
  let to = list.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (isBefore(list[middle] as T)) from = middle + 1
    else to = middle
  }
  list.splice(from, 0, item)
}

/** So few items are sorted by going through them. */
const FEW = 16

/** Sorts items in their place, equal ones as they stand, as `sort` does; few cost neither its start nor its memory. */
export function sortInPlace<T>(items: T[], compare: (a: T, b: T) => number): T[] {
  if (items.length > FEW) return items.sort(compare)
  for (let i = 1; i < items.length; i++) {
    const item = items[i] as T
    let at = i
    while (at > 0 && compare(items[at - 1] as T, item) > 0) {
      items[at] = items[at - 1] as T
      at--
    }
    if (at < i) items[at] = item
  }
  return items
}

/** What a module exports as `_0`, `_1` and so on, as a list with the type of each: an item is one line of such a module. */
export type Numbered<
  Module,
  Items extends readonly unknown[] = readonly [],
> = `_${Items['length'] & number}` extends infer Name extends keyof Module
  ? Numbered<Module, readonly [...Items, Module[Name]]>
  : Items

export const listOf = <Module extends object>(module: Module): Numbered<Module> =>
  Object.keys(module).map((_, i) => module[`_${i}` as keyof Module]) as unknown as Numbered<Module>
