import { extendByRespelledKey, extendByUnknownKey, isObject, type JsonPath } from '../../core/json-value.js'
import { NO_ITEMS } from '../../core/lists.js'
import { centsFromText } from '../../core/money.js'
import { compareText, isAbsent } from '../../core/text.js'
import { NearKeys } from '../../schema/compiled-form.js'
import type { Field } from '../../schema/field.js'
import type { ParseContext } from './parse-context.js'

type RawKeyedObject = Readonly<Record<string, unknown>>

/** The keys that a table has for an object, and an index to find similar ones. */
export interface KnownKeys {
  /**
   * The kind of object: the key of its form or the name of its shape. Some issues are reported only once per kind.
   */
  readonly kind: string
  readonly allKeys: { has(key: string): boolean }
  readonly nearKeys: NearKeys
  /** True if an amount under an unknown key is reported and counted. False for dossiers and taxpayers. */
  readonly hasAmounts: boolean
}

/** Makes the known keys of an object. `fixedKeys` must be exact: no unknown key is read as a variant of one of them. */
export const makeKnownKeys = (
  kind: string,
  keys: readonly string[],
  { hasAmounts, fixedKeys = [] }: { readonly hasAmounts: boolean; readonly fixedKeys?: readonly string[] },
): KnownKeys => ({
  kind,
  allKeys: new Set([...keys, ...fixedKeys]),
  nearKeys: new NearKeys(keys.filter(key => !fixedKeys.includes(key))),
  hasAmounts,
})

/** An object whose keys are spelled as in its table. */
export interface RespelledObject {
  readonly raw: RawKeyedObject
  /** The input's spelling of each key that it spells differently. Null if all keys are exact. */
  readonly spellings: ReadonlyMap<string, string> | null
}

/** An object after its unknown keys were handled. */
export interface UnknownKeyResult extends RespelledObject {
  /** Known keys that the input probably misspells. The values are not read, so the boxes count as unreadable. */
  readonly misspelledKeys: readonly string[]
}

/**
 * Handles the keys of an object that its table does not have.
 * A key that differs from an absent known key only in case or separators is read as that key. A key that is similar to
 * exactly one absent known key makes that key unreadable. Any other key is reported as unknown. The result does not
 * depend on the order of the keys.
 */
export function respellKeys(
  raw: RawKeyedObject,
  knownKeys: KnownKeys,
  context: ParseContext,
  path: JsonPath | null,
): UnknownKeyResult {
  let spellings: Map<string, string> | null = null
  const doubtfulKeys: string[] = []
  for (const key in raw) {
    if (knownKeys.allKeys.has(key)) continue
    const value = raw[key]
    context.checkDepth(value, path, 1)
    const { equalKey, closeKeys } = isEmptyValue(value) ? NO_NEAR_KEYS : context.findNearKeys(knownKeys.nearKeys, key)
    if (equalKey !== null && isEmptyValue(raw[equalKey], false)) {
      spellings ??= new Map()
      const otherSpelling = spellings.get(equalKey)
      const isFirst = otherSpelling === undefined || compareText(key, otherSpelling) < 0
      if (isFirst) spellings.set(equalKey, key)
      if (otherSpelling !== undefined) reportUnknownKey(isFirst ? otherSpelling : key, raw, knownKeys, context, path)
    } else if (closeKeys.length > 0) doubtfulKeys.push(key)
    else reportUnknownKey(key, raw, knownKeys, context, path)
  }
  const misspelledKeys =
    doubtfulKeys.length === 0 ? NO_ITEMS : findMisspelledKeys(doubtfulKeys, raw, spellings, knownKeys, context, path)
  if (spellings === null) return { raw, spellings, misspelledKeys }
  const respelledObject: Record<string, unknown> = { ...raw }
  for (const [key, spelling] of spellings) {
    delete respelledObject[spelling]
    respelledObject[key] = raw[spelling]
    const keyPath = extendByRespelledKey(path, spelling)
    context.reportOnce('field_respelled', keyPath, knownKeys.kind, describeExpectedKey(key), spelling)
  }
  return { raw: respelledObject, spellings, misspelledKeys }
}

const NO_NEAR_KEYS = { equalKey: null, closeKeys: NO_ITEMS }

const describeExpectedKey = (key: string): { readonly expected: string } => ({ expected: `the key ${key}` })

/** Reports the doubtful keys. Returns each absent known key that is the only one similar to a doubtful key. */
function findMisspelledKeys(
  doubtfulKeys: readonly string[],
  raw: RawKeyedObject,
  spellings: ReadonlyMap<string, string> | null,
  knownKeys: KnownKeys,
  context: ParseContext,
  path: JsonPath | null,
): readonly string[] {
  const misspelledKeys = new Set<string>()
  for (const key of doubtfulKeys) {
    const { closeKeys } = context.findNearKeys(knownKeys.nearKeys, key)
    const [intendedKey, ...otherKeys] = closeKeys.filter(
      closeKey => isEmptyValue(raw[closeKey], false) && spellings?.has(closeKey) !== true,
    )
    if (intendedKey === undefined || otherKeys.length > 0) {
      reportUnknownKey(key, raw, knownKeys, context, path)
      continue
    }
    misspelledKeys.add(intendedKey)
    context.report('field_misspelled', extendByUnknownKey(path, key), describeExpectedKey(intendedKey))
  }
  return [...misspelledKeys]
}

/** Reports a key whose value is not read, and once more if that value is an amount. */
function reportUnknownKey(
  key: string,
  raw: RawKeyedObject,
  knownKeys: KnownKeys,
  context: ParseContext,
  path: JsonPath | null,
): void {
  const keyPath = extendByUnknownKey(path, key)
  context.reportOnce('field_unknown', keyPath, knownKeys.kind)
  if (!knownKeys.hasAmounts || context.isTooDeep || !hasAmount(raw[key], key)) return
  context.unreadAmountCount++
  context.reportOnce('amount_unread', keyPath, knownKeys.kind, {}, key)
}

/** Endings of keys that contain a number or a date, not an amount. */
const NUMBER_KEY_ENDING = /(?:number|code|year|date|ssn|ein|tin|fin|zip)$/i
/** Matches a key that ends with `id` (but not `paid`) or with the word `count`. */
const ID_OR_COUNT_ENDING = /(?:^|[^Aa])[Ii][Dd]$|[a-z](?:I[Dd]|Count)$|(?:^|_)count$/

const isNumberKey = (key: string): boolean => NUMBER_KEY_ENDING.test(key) || ID_OR_COUNT_ENDING.test(key)

/** Text is an amount only if it contains one of these characters. */
const AMOUNT_PUNCTUATION = /[$,.()-]/

/** True if the value under a key is an amount other than 0, or contains one at any depth, as in `[500]`. */
function hasAmount(value: unknown, key: string): boolean {
  if (isNumberKey(key.trim())) return false
  if (Array.isArray(value)) return value.some(item => hasAmount(item, ''))
  if (isObject(value)) return Object.keys(value).some(innerKey => hasAmount(value[innerKey], innerKey))
  return isAmount(value)
}

/** True for a number other than 0, and for text that has such punctuation and is an amount of any size except 0. */
function isAmount(value: unknown): boolean {
  if (typeof value === 'number') return value !== 0
  if (typeof value !== 'string' || !AMOUNT_PUNCTUATION.test(value)) return false
  const [cents, rounding] = centsFromText(value.trim())
  return cents === null ? rounding === 'out_of_range' : cents !== 0
}

/** True for a value without information: absent, or 0 if `isZeroEmpty`. */
export function isEmptyValue(value: unknown, isZeroEmpty = true): boolean {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') return isAbsent(value) || (isZeroEmpty && centsFromText(value.trim())[0] === 0)
  return isZeroEmpty && value === 0
}

/** Returns a field with its key as the input spells it, for the path of an issue. */
export const respellField = <F extends Field>(field: F, spellings: ReadonlyMap<string, string> | null): F => {
  const key = spellings?.get(field.key)
  // The key of a path is null if the input's spelling must not be shown.
  return key === undefined ? field : { ...field, key: extendByRespelledKey(null, key).key as string }
}
