/** What is said of texts, by their length. */
const TEXTS: string[] = []
for (let length = 0; length < 100; length++) TEXTS.push(`string, ${length} characters`)

/** The shape of a value, never the value: `string, 11 characters`, `array, 3 items`, `missing`. */
export function shapeOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (typeof value === 'string') return TEXTS[value.length] ?? `string, ${value.length} characters`
  if (Array.isArray(value)) return `array, ${value.length} items`
  if (typeof value === 'object') return `object, ${Object.keys(value).length} keys`
  if (typeof value === 'number') {
    return Number.isInteger(value)
      ? 'whole number'
      : Number.isFinite(value)
        ? 'number with a fraction'
        : 'not a finite number'
  }
  return typeof value
}

/** A plain JSON object: not null, not an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
