import { compareText } from './text.js'

/** JSON text with keys in byte order at every level: equal values have equal text. Shape: any JSON value. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined)
    entries.sort(([a], [b]) => compareText(a, b))
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/** True where every key and value of two JSON values is equal, in any order of keys. */
export function isEqualJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => isEqualJson(item, b[i]))
  }
  if (Array.isArray(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every(
      key =>
        Object.hasOwn(b, key) &&
        isEqualJson((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
    )
  )
}

/** The deepest nesting that is read. */
export const MAX_DEPTH = 64

/** True where a value is nested deeper than the limit. */
export function isTooDeep(value: unknown, limit: number = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (limit === 0) return true
  // Object.values is faster than a key at a time.
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  for (let i = 0; i < items.length; i++) {
    const item = items[i]
    if (typeof item === 'object' && item !== null && isTooDeep(item, limit - 1)) return true
  }
  return false
}
