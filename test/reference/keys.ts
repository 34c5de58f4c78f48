// Interprets unknown keys independently of the library, from the rules and the keys in the API document.
import INTERFACE from '../../fixtures/interface-keys.json' with { type: 'json' }
import { isAbsent, isObject, type Raw } from './values.js'

const FORMS = INTERFACE as Readonly<
  Record<string, { parties: Readonly<Record<string, readonly string[]>>; keys: Readonly<Record<string, string>> }>
>
/** Design choice: box 12 codes that are newer than the API document have keys that follow its pattern. */
const BEYOND: Readonly<Record<string, readonly string[]>> = { form_w2: ['code_ii', 'code_ta', 'code_tp', 'code_tt'] }
const NO_INCOME = /^form(?:1094[abc]?|1095[abc]?|1098[cef]|1098vli|1099ltc|1099q|1099sa|3921|3922|5498esa|5498sa|8300)$/
const RECORD_KEYS = ['id', 'name', 'taxpayer_id', 'tax_year', 'provider_id', 'date', 'raw_file', 'forms']
const EXEMPT = ['number', 'code', 'year', 'date', 'ssn', 'ein', 'tin', 'fin', 'zip']

/** Parses an amount in dollars. Returns null if the text is not an amount. */
function dollarsOf(raw: string): number | null {
  const text = raw.trim().replace(/^\(([^-+].*)\)$/, '$1')
  const match = /^[-+]?\$?((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)$/.exec(text)
  return match === null ? null : Number((match[1] as string).replaceAll(',', ''))
}

const isZero = (raw: unknown): boolean => raw === 0 || (typeof raw === 'string' && (dollarsOf(raw) ?? 1) < 0.005)

const letters = (key: string): string => key.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
const digits = (key: string): string => key.replaceAll(/\D/g, '')

/** Computes the Levenshtein distance with the textbook algorithm. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++)
      rows[i]![j] = Math.min(
        rows[i - 1]![j]! + 1,
        rows[i]![j - 1]! + 1,
        rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
      )
  return rows[a.length]![b.length]!
}

function isClose(a: string, b: string): boolean {
  const [x, y] = [letters(a), letters(b)]
  if (digits(x) !== digits(y)) return false
  if (x.length - digits(x).length < 8 || y.length - digits(y).length < 8) return false
  return distance(x, y) <= 2
}

/** An object with corrected keys, the keys whose values count as unreadable, and the number of unread amounts. */
export interface CorrectedObject {
  raw: Raw
  unreadableKeys: string[]
  unread: number
}

function correctKeys(raw: Raw, knownKeys: readonly string[]): CorrectedObject {
  const corrected: Raw = { ...raw }
  const unknownKeys = Object.keys(raw).filter(key => !knownKeys.includes(key))
  const free = new Set(knownKeys.filter(key => isAbsent(raw[key])))
  const nonzeroUnknownKeys = unknownKeys.filter(key => !isAbsent(raw[key]) && !isZero(raw[key])).sort()
  const handledKeys = new Set<string>()
  for (const key of nonzeroUnknownKeys) {
    const intendedKey = knownKeys.find(knownKey => letters(knownKey) === letters(key))
    if (intendedKey === undefined || !free.delete(intendedKey)) continue
    delete corrected[key]
    corrected[intendedKey] = raw[key]
    handledKeys.add(key)
  }
  const unreadableKeys: string[] = []
  for (const key of nonzeroUnknownKeys) {
    if (handledKeys.has(key) || knownKeys.some(knownKey => letters(knownKey) === letters(key))) continue
    const near = [...free].filter(freeKey => isClose(freeKey, key))
    if (near.length !== 1) continue
    unreadableKeys.push(near[0]!)
    // Design choice: a key that is reported as misspelled is not also counted as unread.
    handledKeys.add(key)
  }
  const unread = unknownKeys.filter(key => !handledKeys.has(key) && isAmount(key, raw[key])).length
  return { raw: corrected, unreadableKeys, unread }
}

/** Returns true if a value under an unknown key is an amount, or contains one at any depth. */
function isAmount(key: string, raw: unknown): boolean {
  const end = key.toLowerCase()
  if (EXEMPT.some(ending => end.endsWith(ending))) return false
  // Design choice: `amount_paid` ends in "id" but is not an identifier.
  if (end.endsWith('id') && !end.endsWith('aid')) return false
  // Design choice: `page_count` is a count, but `discount` is an amount.
  if (/(?:^|_)count$/.test(key) || /[a-z]Count$/.test(key)) return false
  if (Array.isArray(raw)) return raw.some(element => isAmount('', element))
  if (isObject(raw)) return Object.entries(raw).some(([innerKey, value]) => isAmount(innerKey, value))
  if (typeof raw === 'number') return raw !== 0
  return typeof raw === 'string' && /[-$,.()]/.test(raw) && dollarsOf(raw) !== null && !isZero(raw)
}

/** Counts the amounts under unknown keys of a record. */
export const countUnreadOfRecord = (record: Raw): number =>
  Object.entries(record).filter(([key, value]) => !RECORD_KEYS.includes(key) && isAmount(key, value)).length

/** Corrects the keys of a form entry and of its parties. Unread amounts of a party count as amounts of the entry. */
export function correctEntryKeys(form: string, entry: Raw): CorrectedObject {
  const { parties, keys } = FORMS[form]!
  const mended = correctKeys(entry, [...Object.keys(keys), ...Object.keys(parties), ...(BEYOND[form] ?? [])])
  for (const [party, partyKeys] of Object.entries(parties)) {
    const raw = mended.raw[party]
    if (!isObject(raw)) continue
    const mendedParty = correctKeys(raw, partyKeys)
    mended.raw[party] = mendedParty.raw
    mended.unread += mendedParty.unread
  }
  return mended
}

const isEntryOfUnknownForm = (key: string, value: unknown): boolean =>
  /^(?:form|schedule)_[a-z0-9_]{1,24}$/.test(key) &&
  isObject(value) &&
  Object.keys(value).length > 0 &&
  !Object.keys(FORMS).some(formKey => letters(formKey) === letters(key)) &&
  !NO_INCOME.test(letters(key))

/**
 * Corrects the form keys of a form object. `unknown` lists unknown forms that may contain income. `second` lists forms
 * that occur under two variants of their key. `unread` is the number of amounts outside of entries.
 */
export function correctFormKeys(form: Raw): { form: Raw; unknown: string[]; second: string[]; unread: number } {
  const formKeys = Object.keys(FORMS)
  const correctedForm: Raw = { ...form }
  const unknown: string[] = []
  const second: string[] = []
  for (const key of Object.keys(form).sort()) {
    const value = form[key]
    // Design choice: an object under the key of an unknown form counts as an entry without its array.
    if (isEntryOfUnknownForm(key, value)) unknown.push(key)
    if (formKeys.includes(key) || !Array.isArray(value)) continue
    const intendedKey = formKeys.find(formKey => letters(formKey) === letters(key))
    const currentValue = intendedKey === undefined ? null : correctedForm[intendedKey]
    if (
      intendedKey !== undefined &&
      (isAbsent(currentValue) || (Array.isArray(currentValue) && currentValue.length === 0))
    ) {
      delete correctedForm[key]
      correctedForm[intendedKey] = value
    } else if (!value.some(entry => !isAbsent(entry) && !isZero(entry)) || NO_INCOME.test(letters(key))) continue
    else if (intendedKey === undefined) unknown.push(key)
    else second.push(intendedKey)
  }
  const corrected = correctKeys(correctedForm, [...formKeys, 'type', 'year', 'ssn'])
  // Arrays and entries of unknown forms are reported as such, and not as amounts.
  const isForm = (key: string, value: unknown): boolean => Array.isArray(value) || isEntryOfUnknownForm(key, value)
  const others = Object.fromEntries(Object.entries(correctedForm).filter(([key, value]) => !isForm(key, value)))
  return {
    form: corrected.raw,
    unknown,
    second,
    unread: correctKeys(others, ['type', 'year', 'ssn', ...formKeys]).unread,
  }
}
