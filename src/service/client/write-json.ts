/** Objects whose keys are the caller's own, and not the interface's. */
const OPEN_KEYS = new Set(['metadata', 'prefillData', 'types', 'forms'])

/**
 * A body in JSON, and every text in it: values, and keys that the interface does not name. `openKeys` are further keys
 * whose own keys are the caller's; null where the whole body is. What cannot be written is a TypeError; the platform's own
 * would quote keys.
 */
export function writeJson(
  operation: string,
  value: unknown,
  openKeys: readonly string[] | null = [],
): { body: string; texts: string[] } {
  const texts: string[] = []
  const open = new Set<unknown>()
  const isOpen = (key: string) => openKeys === null || OPEN_KEYS.has(key) || openKeys.includes(key)
  try {
    const body = JSON.stringify(value, function (this: unknown, key: string, item: unknown) {
      const inside = open.has(this)
      if (inside && !Array.isArray(this)) texts.push(key)
      if (typeof item === 'string' || typeof item === 'number') texts.push(String(item))
      else if (inside || isOpen(key)) open.add(item)
      return item
    })
    return { body, texts }
  } catch {
    throw new TypeError(`${operation}: what is sent cannot be written as JSON`)
  }
}
