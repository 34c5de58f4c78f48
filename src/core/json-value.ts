/**
 * Parses JSON text or UTF-8 bytes. Returns undefined if they are not JSON. The error message of `JSON.parse` is dropped
 * because it quotes the input.
 */
export function parseJson(json: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof json === 'string' ? json : new TextDecoder('utf-8', { fatal: true }).decode(json))
  } catch {
    return undefined
  }
}

const countWithPlural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Describes the shape of a value, never the value: `text of 11 characters`, `an array of 3 items`, `missing`. */
export function describeShape(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (typeof value === 'string') return `text of ${countWithPlural(value.length, 'character')}`
  if (Array.isArray(value)) return `an array of ${countWithPlural(value.length, 'item')}`
  if (typeof value === 'object') return `an object with ${countWithPlural(Object.keys(value).length, 'key')}`
  if (typeof value !== 'number') return `a ${typeof value}`
  if (Number.isInteger(value)) return 'a whole number'
  return Number.isFinite(value) ? 'a number with a fraction' : 'a number that is not finite'
}

/** True for a plain JSON object, which is neither null nor an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
