import { isObject, type Json, type JsonObject } from './json.js'
import { isAbsent, readMoney, TEXT } from './money.js'
import { FRAME_KEYS, SHAPES, squeeze, UNREAD_FORM_KEYS } from './vocabulary.js'

const PRINTED_KEY = /^[A-Za-z][A-Za-z0-9_ /-]{0,63}$/
const PRINTED_FORM = /^(form|schedule)_[a-z0-9_]{1,24}$/

/** Every key that the service's API defines. */
export const API_KEYS = new Set<string>(FRAME_KEYS)
for (const shape of SHAPES) {
  API_KEYS.add(shape.key)
  for (const key of shape.keys) API_KEYS.add(key)
}

/** The keys of all money boxes. */
export const MONEY_KEYS = new Set(SHAPES.flatMap(shape => [...shape.money.keys()]))
/** The form kinds by squeezed key, which has no separators and is in lower case. */
export const FORM_BY_SQUEEZED = new Map(SHAPES.map(shape => [squeeze(shape.key), shape]))
/** The forms that the library does not read, by key. True if the form can report income. */
export const UNREAD_FORMS = new Map(UNREAD_FORM_KEYS)

/** The squeezed keys of `API_KEYS`. */
const SQUEEZED_API_KEYS = new Set([...API_KEYS].map(squeeze))

/** Returns true if a printed path may contain the key. */
export const mayPrint = (key: string): boolean =>
  API_KEYS.has(key) ||
  PRINTED_FORM.test(key) ||
  (PRINTED_KEY.test(key) && (!/\d{4}/.test(key) || SQUEEZED_API_KEYS.has(squeeze(key))))

/** Computes the Levenshtein distance of two keys, but at most 3. */
const distance = (first: string, second: string): number => {
  if (Math.abs(first.length - second.length) > 2) return 3
  let row = Array.from({ length: second.length + 1 }, (_, index) => index)
  for (let i = 1; i <= first.length; i++) {
    const next = [i]
    for (let j = 1; j <= second.length; j++) {
      const same = first[i - 1] === second[j - 1] ? 0 : 1
      next.push(Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + same))
    }
    row = next
  }
  return Math.min(3, row[second.length] as number)
}

const digitsOf = (key: string): string => key.replace(/\D/g, '')
const lettersOf = (key: string): number => key.replace(/[^A-Za-z]/g, '').length

interface Near {
  /** Keys of the form that are absent from the entry and differ from this key only in case or separators. */
  readonly equal: readonly string[]
  /** Absent keys that are similar under every interpretation of the rules (`strict`) or at least one (`loose`). */
  readonly strict: readonly string[]
  readonly loose: readonly string[]
}

/** Returns true if the key is similar to at least one absent key. */
export const isNear = ({ equal, loose }: Near): boolean => equal.length + loose.length > 0

const NO_NEAR: Near = { equal: [], strict: [], loose: [] }

/** Finds the keys of `table` that are similar to a key and absent from `holder`. */
export const nearKeys = (key: string, table: readonly string[], holder: JsonObject): Near => {
  if (!/[A-Za-z]/.test(key) || key.length > 100) return NO_NEAR
  const squeezed = squeeze(key)
  const equal: string[] = []
  const strict: string[] = []
  const loose: string[] = []
  for (const candidate of table) {
    if (Object.hasOwn(holder, candidate) && !isAbsent(holder[candidate])) continue
    const squeezedCandidate = squeeze(candidate)
    if (squeezedCandidate === squeezed) {
      equal.push(candidate)
      continue
    }
    if (Math.abs(candidate.length - key.length) > 2 && Math.abs(squeezedCandidate.length - squeezed.length) > 2)
      continue
    if (digitsOf(candidate) !== digitsOf(key)) continue
    const raw = distance(key, candidate)
    const lower = distance(key.toLowerCase(), candidate)
    const squeezedDistance = distance(squeezed, squeezedCandidate)
    if (Math.min(raw, lower, squeezedDistance) > 2) continue
    loose.push(candidate)
    const long = lettersOf(key) >= 8 && lettersOf(candidate) >= 8
    if (long && Math.max(raw, lower, squeezedDistance) <= 2) strict.push(candidate)
  }
  return { equal, strict, loose }
}

/** Returns true if the rules do not define whether some character of the key is a separator. */
export const hasUnusualCharacter = (key: string): boolean => /[^A-Za-z0-9 _/.-]/.test(key)

const EXEMPT_END = /(id|number|code|year|date|ssn|ein|tin|fin|zip|count)$/i

/** Returns true if an unread value under this key needs an issue under every interpretation of the rules. */
export const mustBeReported = (key: string, value: Json): boolean => {
  if (EXEMPT_END.test(key.trim())) return false
  if (typeof value === 'number') return value !== 0 && Number.isFinite(value)
  if (Array.isArray(value)) return value.some(element => mustBeReported('', element))
  if (isObject(value)) return Object.entries(value).some(([innerKey, inner]) => mustBeReported(innerKey, inner))
  return typeof value === 'string' && /[$,.]/.test(value) && readMoney(value).kind === 'amount'
}

/** Returns true if an unread value needs an issue under at least one interpretation of the rules. */
export const mayBeReported = (value: Json): boolean =>
  (typeof value === 'object' && value !== null && Object.values(value).some(mayBeReported)) ||
  (typeof value === 'number' && value !== 0) ||
  // An amount that is too large also needs an issue.
  (typeof value === 'string' && (TEXT.test(value) || !['bad', 'absent', 'zero'].includes(readMoney(value).kind)))
