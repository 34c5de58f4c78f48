import { NO_ITEMS } from '../core/lists.js'
import { centsOfText } from '../core/money.js'
import { type Site, stepSpelled, stepUnknown } from '../core/path.js'
import { compareText, isAbsent } from '../core/text.js'
import type { Field } from '../model/field.js'
import { NearKeys } from '../model/near-keys.js'
import type { Reading } from './reading.js'

type Raw = Readonly<Record<string, unknown>>

/** The keys that a table has for an object, and a search for similar ones. */
export interface KnownKeys {
  /**
   * The name of the kind of object, for issues that are reported once per kind: the key of the form or the name of the shape.
   */
  readonly kind: string
  readonly all: { has(key: string): boolean }
  readonly near: NearKeys
  /** True if the object is a form entry or a part of one. Then an amount under an unknown key is reported. */
  readonly holdsMoney: boolean
}

/** Makes the known keys of an object. The `fixed` keys are known, and no unknown key is similar to them. */
export const knownKeys = (
  kind: string,
  keys: readonly string[],
  holdsMoney: boolean,
  fixed: readonly string[] = [],
): KnownKeys => ({
  kind,
  all: new Set([...keys, ...fixed]),
  near: new NearKeys(keys.filter(key => !fixed.includes(key))),
  holdsMoney,
})

/** An object whose keys are spelled as in its table. */
export interface Spelled {
  readonly raw: Raw
  /** The original spelling of each key that was spelled differently; null if all keys are exact. */
  readonly spelled: ReadonlyMap<string, string> | null
}

/** An object after its unknown keys were handled. */
export interface Met extends Spelled {
  /** Keys of the table that were misspelled too much to be read. Their boxes count as unreadable. */
  readonly misspelt: readonly string[]
}

/**
 * Handles the keys of an object that its table does not have.
 * A key that differs from an absent key of the table only in case or separators is read as that key. A key that is similar to
 * exactly one absent key makes that key unreadable. Any other key is reported as unknown. The result does not depend on the
 * order of the keys.
 * @param strange An object with at least the unknown keys.
 * @param wholeOf Returns the object with all keys.
 * @returns null if the object can be read unchanged.
 */
export function meetUnknownKeys(
  strange: Raw,
  known: KnownKeys,
  reading: Reading,
  at: Site | null,
  wholeOf: () => Raw = () => strange,
): Met | null {
  let spelled: Map<string, string> | null = null
  let doubtful: string[] | null = null
  for (const key in strange) {
    if (known.all.has(key)) continue
    const value = strange[key]
    reading.look(value, at, 1)
    const { equal, close } = isNothing(value) ? NOT_MET : reading.near(known.near, key)
    if (equal !== null && isNothing(wholeOf()[equal], false)) {
      spelled ??= new Map()
      const other = spelled.get(equal)
      const isFirst = other === undefined || compareText(key, other) < 0
      if (isFirst) spelled.set(equal, key)
      if (other !== undefined) leave(isFirst ? other : key, strange, known, reading, at)
    } else if (close.length > 0) {
      doubtful ??= []
      doubtful.push(key)
    } else leave(key, strange, known, reading, at)
  }
  if (doubtful === null && spelled === null) return null
  const raw = wholeOf()
  const misspelt = doubtful === null ? NO_ITEMS : misspeltOf(doubtful, raw, spelled, known, reading, at)
  if (spelled === null) return { raw, spelled, misspelt }
  const mended: Record<string, unknown> = { ...raw }
  for (const [key, spelling] of spelled) {
    delete mended[spelling]
    mended[key] = raw[spelling]
    reading.noteOnce('field_respelled', stepSpelled(at, spelling), known.kind, keyNamed(key), spelling)
  }
  return { raw: mended, spelled, misspelt }
}

const NOT_MET = { equal: null, close: NO_ITEMS }

const keyNamed = (key: string): { readonly expected: string } => ({ expected: `the key ${key}` })

/** Returns the absent keys of the table that are the only similar key of a doubtful one. */
function misspeltOf(
  doubtful: readonly string[],
  raw: Raw,
  spelled: ReadonlyMap<string, string> | null,
  known: KnownKeys,
  reading: Reading,
  at: Site | null,
): readonly string[] {
  const misspelt = new Set<string>()
  for (const key of doubtful) {
    const { close } = reading.near(known.near, key)
    const [meant, ...more] = close.filter(each => isNothing(raw[each], false) && spelled?.has(each) !== true)
    if (meant === undefined || more.length > 0) {
      leave(key, raw, known, reading, at)
      continue
    }
    misspelt.add(meant)
    reading.note('field_misspelled', stepUnknown(at, key), keyNamed(meant))
  }
  return [...misspelt]
}

/** Reports a key whose value is not read. */
function leave(key: string, raw: Raw, known: KnownKeys, reading: Reading, at: Site | null): void {
  const place = stepUnknown(at, key)
  reading.noteOnce('field_unknown', place, known.kind)
  tellAmount(key, raw, known, reading, place)
}

function tellAmount(key: string, raw: Raw, known: KnownKeys, reading: Reading, place: Site): void {
  if (!known.holdsMoney || !isAmount(raw[key]) || NO_MONEY.test(key.trim()) || ID.test(key.trim())) return
  reading.unread++
  reading.noteOnce('amount_unread', place, known.kind, {}, key)
}

/** Endings of keys that contain a number or a date, not an amount. */
const NO_MONEY = /(?:number|code|year|date|ssn|ein|tin|fin|zip)$/i
/** Matches a key that ends with `id`, unless these are the last letters of `paid`. */
const ID = /(?:^|[^Aa])[Ii][Dd]$|[a-z]I[Dd]$/

const MONEY_SIGN = /[$,.]/

/** True for a number other than 0 and for text that is written as an amount and reads as one, even if it is too large. */
function isAmount(value: unknown): boolean {
  if (typeof value === 'number') return value !== 0
  if (typeof value !== 'string' || !MONEY_SIGN.test(value)) return false
  const [cents, note] = centsOfText(value.trim())
  return cents === null ? note === 'out_of_range' : cents !== 0
}

/** True for a value without information: absent, or 0 if 0 counts as absent. */
export function isNothing(value: unknown, orZero = true): boolean {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') return isAbsent(value) || (orZero && centsOfText(value.trim())[0] === 0)
  return orZero && value === 0
}

/** True if an object has a key that its table does not have. */
export function hasUnknownKey(raw: Raw, { all }: KnownKeys): boolean {
  for (const key in raw) if (!all.has(key)) return true
  return false
}

/** Returns an object with its keys spelled as in its table. */
export const mendedBy = (raw: Raw, known: KnownKeys, reading: Reading, at: Site | null): Met =>
  (hasUnknownKey(raw, known) ? meetUnknownKeys(raw, known, reading, at) : null) ?? {
    raw,
    spelled: null,
    misspelt: NO_ITEMS,
  }

/** Returns a field under its original spelling, so that the path of an issue names it. */
export const fieldAsSpelled = <F extends Field>(field: F, spelled: ReadonlyMap<string, string> | null): F => {
  const key = spelled?.get(field.key)
  // A key that cannot be printed is null in a path.
  return key === undefined ? field : { ...field, key: stepSpelled(null, key).key as string }
}
