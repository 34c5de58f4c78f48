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

/** True where a value is nested deeper than the limit; walks with a stack of its own. */
export function isTooDeep(value: unknown, limit: number = MAX_DEPTH): boolean {
  const stack: [unknown, number][] = [[value, 1]]
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const [item, depth] = top
    if (typeof item !== 'object' || item === null) continue
    if (depth > limit) return true
    for (const child of Array.isArray(item) ? item : Object.values(item)) {
      if (typeof child === 'object' && child !== null) stack.push([child, depth + 1])
    }
  }
  return false
}
