import type { Json, JsonObject } from './json.js'
import { isAbsent, readMoney, TEXT } from './money.js'
import { FRAME_KEYS, SHAPES, squeeze, UNREAD_FORM_KEYS } from './vocabulary.js'

const PRINTED_KEY = /^[A-Za-z][A-Za-z0-9_ /-]{0,63}$/
const PRINTED_FORM = /^(form|schedule)_[a-z0-9_]{1,24}$/

/** Every key that the interface has. */
export const OWN_WORDS = new Set<string>(FRAME_KEYS)
for (const shape of SHAPES) {
  OWN_WORDS.add(shape.key)
  for (const key of shape.keys) OWN_WORDS.add(key)
}

/** The keys of amounts, of all forms. */
export const MONEY_KEYS = new Set(SHAPES.flatMap(shape => [...shape.money.keys()]))
/** The forms by their key without case and separators. */
export const FORM_BY_SQUEEZED = new Map(SHAPES.map(shape => [squeeze(shape.key), shape]))
/** Whether income can stand on a form that nobody here reads. */
export const UNREAD_FORMS = new Map(UNREAD_FORM_KEYS)

/** Of a key that spells one of the library's otherwise only case and separators are not its own. */
const OWN_LETTERS = new Set([...OWN_WORDS].map(squeeze))

/** Whether a path may name a key. */
export const mayPrint = (key: string): boolean =>
  OWN_WORDS.has(key) ||
  PRINTED_FORM.test(key) ||
  (PRINTED_KEY.test(key) && (!/\d{4}/.test(key) || OWN_LETTERS.has(squeeze(key))))

/** Levenshtein's distance, up to 3. */
const distance = (first: string, second: string): number => {
  if (Math.abs(first.length - second.length) > 2) return 3
  let row = Array.from({ length: second.length + 1 }, (_, at) => at)
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
  /** Absent keys of the table that are this key in another spelling. */
  readonly equal: readonly string[]
  /** Those that are near by every reading of the rule, and by any. */
  readonly strict: readonly string[]
  readonly loose: readonly string[]
}

/** Whether a key stands near any. */
export const isNear = ({ equal, loose }: Near): boolean => equal.length + loose.length > 0

const NO_NEAR: Near = { equal: [], strict: [], loose: [] }

/** The absent keys of a table that a key stands near. */
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
    if (
      Math.abs(candidate.length - key.length) > 2 &&
      Math.abs(squeezedCandidate.length - squeezed.length) > 2
    )
      continue
    if (digitsOf(candidate) !== digitsOf(key)) continue
    const raw = distance(key, candidate)
    const lower = distance(key.toLowerCase(), candidate)
    const bare = distance(squeezed, squeezedCandidate)
    if (Math.min(raw, lower, bare) > 2) continue
    loose.push(candidate)
    const long = lettersOf(key) >= 8 && lettersOf(candidate) >= 8
    if (long && Math.max(raw, lower, bare) <= 2) strict.push(candidate)
  }
  return { equal, strict, loose }
}

/** Whether a character that no one calls a separator is in a key, so that `equal without separators` is open. */
export const hasUnusualCharacter = (key: string): boolean => /[^A-Za-z0-9 _/.-]/.test(key)

const EXEMPT_END = /(id|number|code|year|date|ssn|ein|tin|fin|zip)$/i

/** Whether the rule of unread amounts asks to be told of this box, by every reading. */
export const mustBeReported = (key: string, value: Json): boolean => {
  if (EXEMPT_END.test(key.trim())) return false
  // Whether a key that is no letter or digit has an end is not said; it is told or noted.
  if (typeof value === 'number') return value !== 0 && Number.isFinite(value)
  return typeof value === 'string' && /[$,.]/.test(value) && readMoney(value).kind === 'amount'
}

/** Whether the rule of unread amounts may be read so that it asks for this value. */
export const mayBeReported = (value: Json): boolean =>
  (typeof value === 'number' && value !== 0) ||
  // One too large is an amount too.
  (typeof value === 'string' &&
    (TEXT.test(value) || !['bad', 'absent', 'zero'].includes(readMoney(value).kind)))
