import { NO_ITEMS } from '../core/lists.js'
import { centsOfText } from '../core/money.js'
import { type Site, stepSpelled, stepUnknown } from '../core/path.js'
import { compareText, isAbsent } from '../core/text.js'
import type { Field } from '../model/field.js'
import { NearKeys } from '../model/near-keys.js'
import type { Reading } from './reading.js'

type Raw = Readonly<Record<string, unknown>>

/** The keys that a table knows of an object, and what stands near them. */
export interface KnownKeys {
  /** What the object is called where a key of it is noted once: the form's key, or the shape's name. */
  readonly kind: string
  readonly all: { has(key: string): boolean }
  readonly near: NearKeys
  /** The object is an entry of a form array, or part of one: money behind an unknown key is told. */
  readonly holdsMoney: boolean
}

/** The known keys of an object; `fixed` are known and stand near nothing. */
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

/** An object with its keys as its table spells them. */
export interface Spelled {
  readonly raw: Raw
  /** How the keys that were spelled otherwise came. Missing: null where there are none. */
  readonly spelled: ReadonlyMap<string, string> | null
}

/** What the unknown keys of an object stand for. */
export interface Met extends Spelled {
  /** Keys of the table that are misspelt, so that their boxes are lost. */
  readonly misspelt: readonly string[]
}

/**
 * Meets the keys of an object that its table does not know. One that spells an absent key of the table otherwise is
 * read as that key; one that is nearly the only such key loses it; whatever else there is is told. The result does not
 * hang on the order of the keys. `strange` holds those keys at least, `wholeOf` all. Missing: null where it is read as it
 * came.
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

/** The keys of the table that others are, each, nearly the only absent one of. */
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

/** Tells a key whose value is left out. */
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

/** Words that end the keys of what is numbered or dated, not paid. */
const NO_MONEY = /(?:number|code|year|date|ssn|ein|tin|fin|zip)$/i
/** So does `id`, but not as the last letters of `paid`. */
const ID = /(?:^|[^Aa])[Ii][Dd]$|[a-z]I[Dd]$/

const MONEY_SIGN = /[$,.]/

/** True for a number other than 0, and for text that is written as an amount and reads as one; one too large is one too. */
function isAmount(value: unknown): boolean {
  if (typeof value === 'number') return value !== 0
  if (typeof value !== 'string' || !MONEY_SIGN.test(value)) return false
  const [cents, note] = centsOfText(value.trim())
  return cents === null ? note === 'out_of_range' : cents !== 0
}

/** True for what says nothing: absent, or 0 where that is nothing too. */
export function isNothing(value: unknown, orZero = true): boolean {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') return isAbsent(value) || (orZero && centsOfText(value.trim())[0] === 0)
  return orZero && value === 0
}

/** True where an object has a key that its table does not know. */
export function hasUnknownKey(raw: Raw, { all }: Pick<KnownKeys, 'all'>): boolean {
  for (const key in raw) if (!all.has(key)) return true
  return false
}

/** An object with its keys as its table spells them. */
export const mendedBy = (raw: Raw, known: KnownKeys, reading: Reading, at: Site | null): Met =>
  (hasUnknownKey(raw, known) ? meetUnknownKeys(raw, known, reading, at) : null) ?? {
    raw,
    spelled: null,
    misspelt: NO_ITEMS,
  }

/** A field under the key that it came with, so that what is noted of it names its place. */
export const fieldAsSpelled = <F extends Field>(field: F, spelled: ReadonlyMap<string, string> | null): F => {
  const key = spelled?.get(field.key)
  // A key that cannot be shown is null in a place.
  return key === undefined ? field : { ...field, key: stepSpelled(null, key).key as string }
}
