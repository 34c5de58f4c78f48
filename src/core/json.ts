import { compareText, replaceControls } from './text.js'

/** Serializes any JSON value with its keys in byte order at every level, so that equal values have equal text. */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined)
    entries.sort(([a], [b]) => compareText(a, b))
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${toCanonicalJson(item)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/** True if two JSON values are equal. The order of keys does not matter. */
export function isEqualJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a)) return Array.isArray(b) && isEqualList(a, b)
  if (Array.isArray(b)) return false
  const keys = Object.keys(a)
  const otherKeys = Object.keys(b)
  if (keys.length !== otherKeys.length) return false
  // A source usually writes its keys in one order. Comparing lists of values is then faster than looking up each key.
  if (keys.every((key, i) => key === otherKeys[i])) return isEqualList(Object.values(a), Object.values(b))
  return keys.every(
    key =>
      Object.hasOwn(b, key) && isEqualJson((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  )
}

function isEqualList(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i] && !isEqualJson(a[i], b[i])) return false
  return true
}

/** Returns a JSON value for output: in every string and key, U+FFFD replaces each control character. */
export function replaceJsonControls(value: unknown): unknown {
  if (typeof value === 'string') return replaceControls(value)
  if (Array.isArray(value)) return value.map(replaceJsonControls)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => [replaceControls(key), replaceJsonControls(item)])
  return Object.fromEntries(entries)
}

/** The maximum number of nesting levels. Deeper values are rejected. */
export const MAX_JSON_DEPTH = 64

/** True if a value is nested deeper than the limit. */
export function isTooDeep(value: unknown, limit: number = MAX_JSON_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (limit === 0) return true
  // `Object.values` is faster than looking up each key.
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  for (let i = 0; i < items.length; i++) {
    const item = items[i]
    if (typeof item === 'object' && item !== null && isTooDeep(item, limit - 1)) return true
  }
  return false
}

/** The number of members of each object that do not count as entries. Further members count, like array elements. */
export const MAX_UNCOUNTED_MEMBERS = 1000

/** Returns the bound that a value exceeds: the nesting depth, or `maxEntries` with the actual count. Null if none. */
export function findExceededBound(
  value: unknown,
  maxEntries: number,
): 'nesting_too_deep' | { readonly entries: number } | null {
  let entries = 0
  // Counts to the end, even after the limit, because the issue reports the total.
  const visit = (container: object, limit: number): boolean => {
    if (limit === 0) return false
    const isArray = Array.isArray(container)
    const items: readonly unknown[] = isArray ? container : Object.values(container)
    if (isArray) entries += items.length
    else if (items.length > MAX_UNCOUNTED_MEMBERS) entries += items.length - MAX_UNCOUNTED_MEMBERS
    for (let i = 0; i < items.length; i++) {
      const item = items[i]
      if (typeof item === 'object' && item !== null && !visit(item, limit - 1)) return false
    }
    return true
  }
  if (typeof value === 'object' && value !== null && !visit(value, MAX_JSON_DEPTH)) return 'nesting_too_deep'
  return entries > maxEntries ? { entries } : null
}
