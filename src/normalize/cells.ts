import { readDate, readPeriod, readTimestamp } from '../core/date.js'
import { readIdentifier } from '../core/identifier.js'
import { getOrCreate } from '../core/lists.js'
import { centsOfNumber, centsOfText, Decimal, type MoneyNote, quickCents } from '../core/money.js'
import { type Site, step } from '../core/path.js'
import { isObject } from '../core/shape-of.js'
import { hasControl, isAbsent, replaceEach, tidy, withoutControls } from '../core/text.js'
import type { Field, FieldType } from '../model/field.js'
import { EXPECTED, explainUnreadable } from '../wire/expected.js'
import type { Cell, ListItem } from './cell.js'
import type { Reading } from './reading.js'
import { fieldAsSpelled, type KnownKeys, knownKeys, mendedBy, type Spelled } from './unknown-keys.js'

/** Returned in place of a cell by a reader that found something and could not read it. */
const LOST: unique symbol = Symbol('lost')

type Reader = (
  raw: unknown,
  field: Field,
  reading: Reading,
  at: Site | null,
  unreadable: string[] | null,
) => Cell | typeof LOST

const isNothing = (raw: unknown): boolean =>
  raw === null || raw === undefined || (typeof raw === 'string' && isAbsent(raw))

const NUMERAL = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)$/

function numberOf(raw: unknown): Decimal | null {
  if (typeof raw === 'number') return Number.isFinite(raw) ? new Decimal(raw) : null
  if (typeof raw !== 'string') return null
  const text = raw.trim()
  return text.length <= 40 && NUMERAL.test(text)
    ? new Decimal(text.replace(/\.$/, '').replace(/^([+-]?)\./, '$10.'))
    : null
}

/** White space at the ends only: inner spaces would change what a value says. */
const trimmed = (raw: unknown): string | null =>
  typeof raw === 'string' ? raw.trim() : typeof raw === 'number' && Number.isFinite(raw) ? String(raw) : null

/** A text as it is put out; that it held control characters is noted where it stands. */
function tidied(raw: string, reading: Reading, at: Site | null, key: string | null): string {
  const text = tidy(raw)
  if (text !== raw && hasControl(raw)) reading.noteControl(key === null ? at : step(at, key))
  return text
}

function money(raw: unknown, field: Field, reading: Reading, at: Site | null): number | null | typeof LOST {
  let cents: number | null
  let note: MoneyNote | null
  if (typeof raw === 'number') [cents, note] = centsOfNumber(raw)
  else if (typeof raw === 'string') [cents, note] = centsOfText(raw.trim())
  else return LOST
  if (cents === null) return LOST
  if (typeof raw === 'string' && !field.textual)
    reading.note('money_coerced', step(at, field.key), { value: raw, expected: 'a number' })
  if (note !== null) {
    reading.note('money_rounded', step(at, field.key), {
      severity: note === 'artifact' ? 'info' : 'warning',
      ...(note === 'inexact'
        ? { more: 'Of a JSON number of this size the cent is not known; of text it is.' }
        : {}),
    })
  }
  return cents
}

const HUNDRED = new Decimal(100)

const TRUE = new Set(['true', '1', 'yes', 'y', 'x', 'tax amount not determined', 'total distribution'])
const FALSE = new Set(['false', '0', 'no', 'n', 'not statutory employee'])

function flag(raw: unknown, field: Field, reading: Reading, at: Site | null): boolean | null {
  if (typeof raw === 'boolean') return raw
  if (raw === 1 || raw === 0) return raw === 1
  if (typeof raw === 'string') {
    const words = tidy(raw).toLowerCase()
    if (FALSE.has(words)) return false
    if (TRUE.has(words)) return true
    if (words.includes('checked') && !words.includes('not') && !words.includes('unchecked')) return true
  }
  reading.note('flag_unreadable', step(at, field.key), { value: raw, expected: EXPECTED.flag[1] })
  return null
}

const isPlainYear = (raw: unknown): boolean => typeof raw === 'string' && PLAIN_YEAR.test(raw)
const PLAIN_YEAR = /^(?:19|20)[0-9]{2}$/
const CODE_DIGITS = /^[0-9]+$/
const ALPHANUMERIC = /[0-9A-Za-z]/
/** What is neither a mask nor punctuation. */
const UNMASKED = /[0-9A-WYZa-wyz]/

/** The one reader of each type. A reader is not called for a value that is absent. */
const READERS: Readonly<Record<FieldType, Reader>> = {
  money,
  rate(raw, field, reading, at) {
    const value = numberOf(raw)
    if (value === null || value.isNegative() || value.gt(10_000))
      return value?.isZero() === true ? value.abs() : LOST
    if (value.eq(1)) {
      reading.note('rate_ambiguous', step(at, field.key))
      return null
    }
    return value.lt(1) ? value : value.lte(100) ? value.div(HUNDRED) : value.div(10_000)
  },
  ratio(raw, field, reading, at) {
    if (typeof raw === 'string' && raw.trim().toLowerCase() === 'various') return null
    const value = numberOf(raw)
    if (value === null || value.isNegative() || value.gt(100))
      return value?.isZero() === true ? value.abs() : LOST
    if (value.lte(1)) return value
    reading.note('ratio_as_percent', step(at, field.key))
    return value.div(HUNDRED)
  },
  percentage(raw, field, reading, at) {
    const text = typeof raw === 'number' && Number.isFinite(raw) ? new Decimal(raw).toFixed() : trimmed(raw)
    if (text === null) return LOST
    const percent = text.endsWith('%')
    const value = numberOf(percent ? text.slice(0, -1) : text)
    if (value === null || (value.isNegative() && !value.isZero())) return LOST
    if (value.isZero()) return value.abs()
    if (!percent && (value.eq(1) || /^[+-]?[0-9]{4,}$/.test(text))) {
      reading.note('percentage_ambiguous', step(at, field.key))
      return null
    }
    if (value.gt(100)) return LOST
    return percent || value.gt(1) ? value.div(HUNDRED) : value
  },
  count(raw) {
    if (typeof raw === 'number' && (raw | 0) === raw && raw >= 0) return raw + 0
    const value = numberOf(raw)
    return value?.isInteger() === true && value.gte(0) && value.lte(2_147_483_647)
      ? value.toNumber() + 0
      : LOST
  },
  year(raw) {
    if (typeof raw === 'number' ? raw >= 1900 && raw <= 2100 && (raw | 0) === raw : isPlainYear(raw))
      return Number(raw)
    const value = numberOf(raw)
    if (value === null || !value.isInteger()) return LOST
    if (value.isZero()) return null
    return value.gte(1900) && value.lte(2100) ? value.toNumber() : LOST
  },
  flag,
  text(raw, field, reading, at) {
    const text = typeof raw === 'boolean' ? String(raw) : trimmed(raw)
    if (text === null) return LOST
    if (field.moneyLike && centsOfText(text)[0] !== null)
      reading.note('text_holds_money', step(at, field.key))
    return tidied(text, reading, at, field.key)
  },
  code(raw, field, reading, at) {
    const text = trimmed(raw)
    if (text === null || (typeof raw === 'number' && !CODE_DIGITS.test(text))) return LOST
    return field.width !== null && CODE_DIGITS.test(text)
      ? text.padStart(field.width, '0')
      : tidied(text, reading, at, field.key)
  },
  enum(raw, field, reading, at) {
    if (typeof raw !== 'string') return LOST
    const values = field.values ?? []
    if (values.includes(raw)) return raw
    const word = fold(raw)
    const known = values.find(value => fold(value) === word)
    if (known !== undefined) return known
    reading.note('enum_unknown', step(at, field.key), { value: raw, expected: 'a known value' })
    if (hasControl(word)) reading.noteControl(step(at, field.key))
    return withoutControls(values[0] === values[0]?.toUpperCase() ? word.toUpperCase() : word)
  },
  date(raw) {
    if (typeof raw !== 'string') return LOST
    const text = raw.trim()
    return text.toLowerCase() === 'various' ? null : (readDate(text) ?? LOST)
  },
  period(raw) {
    const text = trimmed(raw)
    if (text === null) return LOST
    return text === '000000' || raw === 0 ? null : (readPeriod(text) ?? LOST)
  },
  timestamp(raw, field, reading, at) {
    const moment = typeof raw === 'string' ? readTimestamp(raw.trim()) : null
    if (moment === null) return LOST
    if (!moment.offset) reading.note('timestamp_without_offset', step(at, field.key))
    return moment.utc
  },
  identifier(raw, field, reading, at) {
    const text = trimmed(raw)
    const id = text === null ? null : readIdentifier(text)
    if (id === null)
      reading.note('identifier_unreadable', step(at, field.key), {
        value: raw,
        expected: EXPECTED.identifier[1],
      })
    return id
  },
  account(raw) {
    const text = trimmed(raw)
    if (text === null) return LOST
    if (CODE_DIGITS.test(text)) return text.slice(-4)
    if (!UNMASKED.test(text)) return null
    let four = ''
    for (let i = text.length - 1; i >= 0 && four.length < 4; i--)
      if (ALPHANUMERIC.test(text[i] as string)) four = text[i] + four
    return four
  },
  list(raw, field, reading, at, unreadable) {
    if (!Array.isArray(raw)) return LOST
    const place = step(at, field.key)
    const inside: string[] = []
    const items = raw.map((item: unknown, i) => readItem(item, field, reading, step(place, i), inside))
    if (inside.length > 0) unreadable?.push(field.name)
    return items.filter(item => item !== null)
  },
}

const fold = (text: string): string => replaceEach(text.trim().toLowerCase(), /[- ]/g, '_')

function readItem(
  raw: unknown,
  field: Field,
  reading: Reading,
  at: Site,
  unreadable: string[],
): ListItem | null {
  if (field.items === null) {
    const text = isNothing(raw) ? null : trimmed(raw)
    if (text !== null) return tidied(text, reading, at, null)
    if (!isNothing(raw)) {
      reading.note('list_unreadable', at, { value: raw, expected: 'text' })
      unreadable.push(field.name)
    }
    return null
  }
  if (!isObject(raw)) {
    reading.note('list_unreadable', at, { value: raw, expected: 'an object' })
    unreadable.push(field.name)
    return null
  }
  const met = mendedBy(raw, itemKeysOf(field.items, field.key), reading, at)
  const item: Record<string, Cell> = {}
  for (const inner of field.items) item[inner.name] = readField(met, inner, reading, at, unreadable)
  for (const key of met.misspelt) unreadable.push(key)
  return item
}

const itemKeys = new WeakMap<readonly Field[], KnownKeys>()

const itemKeysOf = (items: readonly Field[], list: string): KnownKeys =>
  getOrCreate(itemKeys, items, () =>
    knownKeys(
      list,
      items.map(({ key }) => key),
      true,
    ),
  )

/** The cell of one value; null where it is absent or was lost. What was lost has its issue and its place in `lost`. */
export function readCell(
  raw: unknown,
  field: Field,
  reading: Reading,
  at: Site | null,
  unreadable: string[] | null,
): Cell {
  if (raw === null || raw === undefined) return null
  if (field.type === 'money') {
    const cents = typeof raw === 'number' ? quickCents(raw) : undefined
    if (cents !== undefined) return cents
  }
  if (typeof raw === 'string') {
    if (isAbsent(raw)) return null
    if (field.type === 'text' && !field.moneyLike) return tidied(raw, reading, at, field.key)
  } else if (typeof raw === 'boolean' && field.type === 'flag') return raw
  const shares = typeof raw === 'number' ? SHARES[field.type] : undefined
  if (shares === undefined) return readOther(raw, field, reading, at, unreadable)
  const known = shares.get(raw as number)
  if (known !== undefined) return known
  const noted = reading.noted
  const cell = readOther(raw, field, reading, at, unreadable)
  if (reading.noted === noted && cell !== null && shares.size < MAX_SHARES) shares.set(raw as number, cell)
  return cell
}

/** Shares are the same few numbers again and again, and a decimal is slow to make: each is made once. */
const SHARES: Partial<Readonly<Record<FieldType, Map<number, Cell>>>> = {
  rate: new Map(),
  ratio: new Map(),
  percentage: new Map(),
}
const MAX_SHARES = 10_000

function readOther(
  raw: unknown,
  field: Field,
  reading: Reading,
  at: Site | null,
  unreadable: string[] | null,
): Cell {
  if (typeof raw === 'object') reading.look(raw, at, 1)
  const cell = READERS[field.type](raw, field, reading, at, unreadable)
  if (cell !== LOST) return cell
  const [code, expected] = explainUnreadable(field.type, raw)
  reading.note(code, step(at, field.key), { value: raw, expected })
  unreadable?.push(field.name)
  return null
}

/** The cell of one field of an object. */
export const readField = (
  { raw, spelled }: Spelled,
  field: Field,
  reading: Reading,
  at: Site | null,
  unreadable: string[] | null,
): Cell =>
  readCell(raw[field.key], spelled === null ? field : fieldAsSpelled(field, spelled), reading, at, unreadable)
