/**
 * Parses JSON text or UTF-8 bytes. Undefined if they are not JSON. The error of `JSON.parse` is dropped because it quotes
 * the input.
 */
export function parseJson(json: string | Uint8Array): unknown {
  try {
    return JSON.parse(
      typeof json === 'string' ? json : new TextDecoder('utf-8', { fatal: true }).decode(json),
    )
  } catch {
    return undefined
  }
}

/** Describes the shape of a value, never the value: `string, 11 characters`, `array, 3 items`, `missing`. */
export function shapeOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (typeof value === 'string') return `string, ${value.length} characters`
  if (Array.isArray(value)) return `array, ${value.length} items`
  if (typeof value === 'object') return `object, ${Object.keys(value).length} keys`
  if (typeof value !== 'number') return typeof value
  if (Number.isInteger(value)) return 'whole number'
  return Number.isFinite(value) ? 'number with a fraction' : 'not a finite number'
}

/** True for a JSON object that is neither null nor an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
