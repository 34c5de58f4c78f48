import { compareText, withoutControls } from './text.js'

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
  if (Array.isArray(a)) return Array.isArray(b) && isEqualList(a, b)
  if (Array.isArray(b)) return false
  const keys = Object.keys(a)
  const others = Object.keys(b)
  if (keys.length !== others.length) return false
  // One source writes its keys in one order; all values at once are faster than a key at a time.
  if (keys.every((key, i) => key === others[i])) return isEqualList(Object.values(a), Object.values(b))
  return keys.every(
    key =>
      Object.hasOwn(b, key) &&
      isEqualJson((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  )
}

function isEqualList(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i] && !isEqualJson(a[i], b[i])) return false
  return true
}

/** A JSON value as it is put out: U+FFFD for control characters in its texts and keys, at every level. */
export function jsonWithoutControls(value: unknown): unknown {
  if (typeof value === 'string') return withoutControls(value)
  if (Array.isArray(value)) return value.map(jsonWithoutControls)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => [
    withoutControls(key),
    jsonWithoutControls(item),
  ])
  return Object.fromEntries(entries)
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

/** So many members of one object are its own; each beyond them counts as an entry, as an element of an array does. */
export const OWN_MEMBERS = 1000

/** Why a value is not to be read: it is too deep, or has more entries than the limit; null where it may be. */
export function beyondBounds(
  value: unknown,
  maxEntries: number,
): 'nesting_too_deep' | { readonly entries: number } | null {
  let entries = 0
  // Goes on behind the limit: the issue says how many there are.
  const visit = (each: object, limit: number): boolean => {
    if (limit === 0) return false
    const isArray = Array.isArray(each)
    const items: readonly unknown[] = isArray ? each : Object.values(each)
    if (isArray) entries += items.length
    else if (items.length > OWN_MEMBERS) entries += items.length - OWN_MEMBERS
    for (let i = 0; i < items.length; i++) {
      const item = items[i]
      if (typeof item === 'object' && item !== null && !visit(item, limit - 1)) return false
    }
    return true
  }
  if (typeof value === 'object' && value !== null && !visit(value, MAX_DEPTH)) return 'nesting_too_deep'
  return entries > maxEntries ? { entries } : null
}
