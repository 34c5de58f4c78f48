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
