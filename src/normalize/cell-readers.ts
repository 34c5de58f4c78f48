import { readDate, readPeriod, readTimestamp } from '../core/date.js'
import { readIdentifier } from '../core/identifier.js'
import { centsOfText, Decimal, readCents } from '../core/money.js'
import { type Site, step } from '../core/path.js'
import { hasControl, replaceEach, tidy, withoutControls } from '../core/text.js'
import type { Cell, Field, FieldType } from '../model/field.js'
import { EXPECTED, FALSE_WORDS, TRUE_WORDS } from '../wire/expected.js'
import type { Reading } from './reading.js'

/** The result of a reader that finds a value and cannot read it. */
export const LOST: unique symbol = Symbol('lost')

/** Reads the value of a field. Adds the name of a list field to `unreadable` if an item of it cannot be read. */
export type Reads<T> = (
  raw: unknown,
  field: Field,
  reading: Reading,
  at: Site | null,
  unreadable: string[] | null,
) => T

/** Reads a value that is present. */
export type CellReader = Reads<Cell | typeof LOST>

/** Trims white space at both ends only, because white space inside may be part of the value. */
export const trimmed = (raw: unknown): string | null =>
  typeof raw === 'string' ? raw.trim() : typeof raw === 'number' && Number.isFinite(raw) ? String(raw) : null

const NUMERAL = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)$/

function numberOf(raw: unknown): Decimal | null {
  if (typeof raw === 'number') return Number.isFinite(raw) ? new Decimal(raw) : null
  if (typeof raw !== 'string') return null
  const text = raw.trim()
  return text.length <= 40 && NUMERAL.test(text)
    ? new Decimal(text.replace(/\.$/, '').replace(/^([+-]?)\./, '$10.'))
    : null
}

const HUNDRED = new Decimal(100)

const isPlainYear = (raw: unknown): boolean => typeof raw === 'string' && PLAIN_YEAR.test(raw)
const PLAIN_YEAR = /^(?:19|20)[0-9]{2}$/

/** Reports that an amount was read from text, unless its form always writes amounts as text. */
export function noteCoerced(raw: string, field: Field, reading: Reading, at: Site | null): void {
  if (!field.textual) reading.note('money_coerced', step(at, field.key), { value: raw, expected: 'a number' })
}

/** Returns a text as it appears in the output. Reports control characters at the path of the value. */
export function tidied(raw: string, reading: Reading, at: Site | null, key: string | null): string {
  const text = tidy(raw)
  if (text !== raw && hasControl(raw)) reading.noteControl(key === null ? at : step(at, key))
  return text
}

const CODE_DIGITS = /^[0-9]+$/
const ALPHANUMERIC = /[0-9A-Za-z]/

/** Matches a character that is neither a mask (X) nor punctuation. */
const UNMASKED = /[0-9A-WYZa-wyz]/

const fold = (text: string): string => replaceEach(text.trim().toLowerCase(), /[- ]/g, '_')

/**
 * The reader of each field type except lists. Money is in cents. Rates, ratios and percentages are fractions of 1. Dates and
 * periods are ISO text, and timestamps are UTC.
 */
export const CELL_READERS: Readonly<Record<Exclude<FieldType, 'list'>, CellReader>> = {
  money(raw, field, reading, at) {
    const [cents, note] = readCents(raw)
    if (cents === null) return LOST
    if (typeof raw === 'string') noteCoerced(raw, field, reading, at)
    if (note !== null) {
      reading.note('money_rounded', step(at, field.key), {
        severity: note === 'artifact' ? 'info' : 'warning',
        ...(note === 'inexact'
          ? { more: 'A JSON number of this size does not give the exact cent. Send the amount as text.' }
          : {}),
      })
    }
    return cents
  },
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
  flag(raw, field, reading, at) {
    if (typeof raw === 'boolean') return raw
    if (raw === 1 || raw === 0) return raw === 1
    if (typeof raw === 'string') {
      const words = tidy(raw).toLowerCase()
      if (FALSE_WORDS.has(words)) return false
      if (TRUE_WORDS.has(words)) return true
      if (words.includes('checked') && !words.includes('not') && !words.includes('unchecked')) return true
    }
    reading.note('flag_unreadable', step(at, field.key), { value: raw, expected: EXPECTED.flag[1] })
    return null
  },
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
}
