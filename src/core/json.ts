import { compareText } from './text.js'

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
