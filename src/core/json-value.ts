/**
 * Parses JSON text or UTF-8 bytes. Returns undefined if they are not JSON. The error message of `JSON.parse` is dropped
 * because it quotes the input.
 */
export function parseJson(json: string | Uint8Array): unknown {
  // Without the stack trace of an error that nobody sees, a short malformed line takes a tenth of the time.
  const { stackTraceLimit } = Error
  Reflect.set(Error, 'stackTraceLimit', 0)
  try {
    return JSON.parse(typeof json === 'string' ? json : new TextDecoder('utf-8', { fatal: true }).decode(json))
  } catch {
    return undefined
  } finally {
    Reflect.set(Error, 'stackTraceLimit', stackTraceLimit)
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

/** A path in a JSON value, as a linked list from the leaf to the root. It becomes text only if an issue needs it. */
export interface JsonPath {
  readonly parent: JsonPath | null
  /** A key that may be printed, or an array index. Null for a key that may be private data. */
  readonly key: string | number | null
  /** The actual key if `key` is null. It must not be printed and is only used to find the value. */
  readonly hiddenKey?: string
}

/** Extends a path by one key or index. */
export const extendPath = (parent: JsonPath | null, key: string | number): JsonPath => ({ parent, key })

/** Returns the longest path that two paths have in common. */
export function findCommonPath(a: JsonPath | null, b: JsonPath | null): JsonPath | null {
  const [steps, otherSteps] = [listSteps(a), listSteps(b)]
  let commonPath: JsonPath | null = null
  for (let i = 0; i < steps.length && steps[i]?.key === otherSteps[i]?.key; i++) commonPath = steps[i] as JsonPath
  return commonPath
}

function listSteps(path: JsonPath | null): JsonPath[] {
  const steps: JsonPath[] = []
  for (let step = path; step !== null; step = step.parent) steps.unshift(step)
  return steps
}

/**
 * Prints a path as an RFC 9535 normalized path: `$['forms'][0]['form_1099_r'][0]['Tax Withheld']`.
 * A key that may be private data prints as `[*]`.
 */
export function printPath(path: JsonPath | null): string {
  let text = ''
  for (let step = path; step !== null; step = step.parent) {
    const { key } = step
    text = (key === null ? '[*]' : typeof key === 'number' ? `[${key}]` : `['${key}']`) + text
  }
  return `$${text}`
}

// The next functions extend a path by a key that may be private data, and decide whether it may be printed.

/** Extends a path by an unknown key. The key is printed only if it is harmless. */
export const extendByUnknownKey = (parent: JsonPath | null, key: string): JsonPath =>
  isPrintableKey(key) ? { parent, key } : { parent, key: null, hiddenKey: key }

/** Extends a path by a variant of a known key. The variant differs from the key only in case and separators. */
export const extendByRespelledKey = (parent: JsonPath | null, key: string): JsonPath =>
  SAFE_KEY_PATTERN.test(key) ? { parent, key } : { parent, key: null, hiddenKey: key }

/** Extends a path by a known key, as the input spells it. `spelling` is undefined if the input has the exact key. */
export const extendBySpelling = (parent: JsonPath | null, key: string, spelling: string | undefined): JsonPath =>
  spelling === undefined ? extendPath(parent, key) : extendByRespelledKey(parent, spelling)

/** Extends a path by the key of an unknown form array. The key is printed if it looks like the name of a form. */
export const extendByFormKey = (parent: JsonPath | null, key: string): JsonPath => ({
  parent,
  key: isFormKey(key) || isPrintableKey(key) ? key : null,
})

/** True for a key like `form_1099_k`. False for a key with nine digits, which may be a Social Security number. */
export const isFormKey = (key: string): boolean => FORM_KEY_PATTERN.test(key) && !NINE_DIGITS_PATTERN.test(key)

const FORM_KEY_PATTERN = /^(?:form|schedule)_[a-z0-9_]{1,24}$/

const NINE_DIGITS_PATTERN = /(?:[0-9][^0-9]*){9}/

const SAFE_KEY_PATTERN = /^[A-Za-z][A-Za-z0-9_ /-]{0,63}$/

/** Matches four digits anywhere in the key, even apart, because a private number may be written in groups. */
const FOUR_DIGITS_PATTERN = /(?:[0-9][^0-9]*){4}/

/** True if an unknown key may be printed. A key with four digits or with unusual characters may be private data. */
const isPrintableKey = (key: string): boolean => SAFE_KEY_PATTERN.test(key) && !FOUR_DIGITS_PATTERN.test(key)
