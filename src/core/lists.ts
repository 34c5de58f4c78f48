/**
 * A shared empty list. V8 treats the literal `[]` as a list of small integers. Code that has run on lists of objects is
 * compiled again when it receives such a list. To avoid that, this list is made from a list of objects.
 */
export const NO_ITEMS: readonly never[] = [{}].slice(1) as never[]

/**
 * Converts each item, like `map`. V8 has several internal kinds of arrays, and `map` returns up to three of them, depending
 * on the input and on whether the caller is compiled. This function always returns one kind, so that the functions that
 * read the result are not compiled again: in a conversion of 20 MB, compiling takes a third of the processor time.
 */
export function mapItems<T, R>(items: readonly T[], convert: (item: T, index: number) => R): R[] {
  const results: R[] = NO_ITEMS.slice()
  for (let i = 0; i < items.length; i++) results.push(convert(items[i] as T, i))
  return results
}

/** Returns a copy of exact length. A list that grew by `push` has room for 17 items, which takes 150 bytes. */
export const trimList = <T>(items: readonly T[]): readonly T[] => (items.length === 0 ? NO_ITEMS : items.slice())

/**
 * Returns a copy of a list, or the copy that it returned last if the items are equal. The rows of a taxpayer mostly have the
 * same flags and conditions as the row before.
 */
export class LastListCache<T> {
  #last: readonly T[] = NO_ITEMS

  reuseEqualOrCopy(items: readonly T[]): readonly T[] {
    const last = this.#last
    if (items.length !== last.length || !items.every((item, i) => item === last[i])) this.#last = trimList(items)
    return this.#last
  }
}

/**
 * Returns copies of objects with additional properties. In V8 of Node 20, each result of `{ ...item, name }` has an object
 * shape of its own, which takes 300 bytes and makes its properties slow to read. `Object.assign` makes one shape for all.
 */
export const extendEach = <T extends object, Extra extends object>(items: readonly T[], extra: Extra): (T & Extra)[] =>
  items.map(item => Object.assign({}, item, extra))

/** Appends items to a list. `push(...items)` overflows the stack at about 100,000 items. */
export function appendAll<T>(list: T[], items: readonly T[]): void {
  for (const item of items) list.push(item)
}

/** Appends an item to the list under a key. */
export function appendToGroup<K, T>(groups: Map<K, T[]>, key: K, item: T): void {
  const list = groups.get(key)
  if (list === undefined) groups.set(key, [item])
  else list.push(item)
}

/** Inserts a number into an ascending list unless the list already has it. */
export function insertNumber(numbers: number[], number: number): void {
  let at = numbers.length
  while (at > 0 && (numbers[at - 1] as number) > number) at--
  if (at > 0 && numbers[at - 1] === number) return
  // Appending is the usual case, because documents are often in the order of their years.
  if (at === numbers.length) numbers.push(number)
  else numbers.splice(at, 0, number)
}

/** Returns the value under a key. If there is none, makes it and stores it. */
export function getOrCreate<K, T>(
  map: { get(key: K): T | undefined; set(key: K, value: T): unknown },
  key: K,
  make: () => T,
): T {
  let value = map.get(key)
  if (value === undefined) {
    value = make()
    map.set(key, value)
  }
  return value
}

export const createMap = <K, T>(): Map<K, T> => new Map()

/** Looks up a key of the data in a table. Unlike `table[key]`, it never finds what every object inherits, such as `toString`. */
export const lookUp = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

/** Wraps a function so that it runs once for each object. A result is kept as long as its object exists. */
export function memoize<K extends object, T extends object | string>(make: (key: K) => T): (key: K) => T {
  const results = new WeakMap<K, T>()
  return key => getOrCreate(results, key, () => make(key))
}

/** Returns the largest number. -Infinity if there are none. */
export function findLargest(numbers: readonly number[]): number {
  let largest = Number.NEGATIVE_INFINITY
  for (const number of numbers) if (number > largest) largest = number
  return largest
}

/** Groups items by their key. */
export function groupBy<K, T>(items: readonly T[], getKey: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) appendToGroup(groups, getKey(item), item)
  return groups
}

/** Inserts an item into a sorted list. `isBefore` is true for the existing items that the new item must follow. */
export function insertSorted<T>(list: T[], item: T, isBefore: (existing: T) => boolean): void {
  let from = 0
  let to = list.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (isBefore(list[middle] as T)) from = middle + 1
    else to = middle
  }
  list.splice(from, 0, item)
}

/** The maximum number of items that `sortInPlace` sorts by insertion. */
const MAX_INSERTION_SORT_ITEMS = 16

/** Sorts a list in place, stably, like `sort`. A short list is sorted by insertion, which avoids the cost of `sort`. */
export function sortInPlace<T>(items: T[], compare: (a: T, b: T) => number): T[] {
  if (items.length > MAX_INSERTION_SORT_ITEMS) return items.sort(compare)
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

/**
 * The type of a list of all items that a module exports as `_0`, `_1` and so on. Each item keeps its own type. Such a
 * module has one line per item.
 */
export type NumberedExports<
  Module,
  Items extends readonly unknown[] = readonly [],
> = `_${Items['length'] & number}` extends infer Name extends keyof Module
  ? NumberedExports<Module, readonly [...Items, Module[Name]]>
  : Items

/** Returns the numbered exports of a module as a list. */
export const listNumberedExports = <Module extends object>(module: Module): NumberedExports<Module> =>
  Object.keys(module).map((_, i) => module[`_${i}` as keyof Module]) as unknown as NumberedExports<Module>
