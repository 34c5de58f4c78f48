import { readDate, readPeriod, readTimestamp } from '../../core/date.js'
import { isPlaceholder, readIdentifier } from '../../core/identifier.js'
import { extendPath, type JsonPath } from '../../core/json-value.js'
import { centsFromText, Decimal, readCents } from '../../core/money.js'
import { hasControl, replaceControls, replaceEach, tidyText } from '../../core/text.js'
import type { Cell, Field, FieldType } from '../../schema/field.js'
import { EXPECTATIONS, FALSE_WORDS, TRUE_WORDS } from '../../schema/wire/expectations.js'
import type { ParseContext } from './parse-context.js'

/** The result of a cell reader for a value that is present but cannot be read. */
export const UNREADABLE: unique symbol = Symbol('unreadable')

/**
 * Reads the value of a field. `path` is the path of the object that has the field, so an issue about the value has this
 * path and the key of the field. `unreadable` collects the names of fields with an unreadable value or list item.
 */
export type FieldValueReader<T> = (
  raw: unknown,
  field: Field,
  context: ParseContext,
  path: JsonPath | null,
  unreadable: string[] | null,
) => T

/** Converts a value that is present to a cell. Returns `UNREADABLE` if that is not possible. */
export type JsonCellReader = FieldValueReader<Cell | typeof UNREADABLE>

/** Returns a string or number as trimmed text, otherwise null. Inner white space stays: it may be part of the value. */
export const trimValue = (raw: unknown): string | null =>
  typeof raw === 'string' ? raw.trim() : typeof raw === 'number' && Number.isFinite(raw) ? String(raw) : null

const NUMERAL = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)$/

function readDecimal(raw: unknown): Decimal | null {
  if (typeof raw === 'number') return Number.isFinite(raw) ? new Decimal(raw) : null
  if (typeof raw !== 'string') return null
  const text = raw.trim()
  return text.length <= 40 && NUMERAL.test(text)
    ? new Decimal(text.replace(/\.$/, '').replace(/^([+-]?)\./, '$10.'))
    : null
}

const HUNDRED = new Decimal(100)

const isYearText = (raw: unknown): boolean => typeof raw === 'string' && YEAR_TEXT.test(raw)

const YEAR_TEXT = /^(?:19|20)[0-9]{2}$/

/** Reports that an amount was read from text, unless the service always sends that field as text. */
function reportCoerced(raw: string, field: Field, context: ParseContext, path: JsonPath | null): void {
  if (!field.isSentAsText)
    context.report('money_coerced', extendPath(path, field.key), { value: raw, expected: 'a number' })
}

/** Tidies a text for the output. If control characters are replaced, reports that at the path of the value. */
export function tidyAndReport(raw: string, context: ParseContext, path: JsonPath | null, key: string | null): string {
  const text = tidyText(raw)
  if (text !== raw && hasControl(raw)) context.reportControl(key === null ? path : extendPath(path, key))
  return text
}

/** Matches text without digits that has a letter other than X, such as `APPLIED FOR`. */
const WORDS_PATTERN = /^[^0-9]*[A-WYZ][^0-9]*$/i

const CODE_DIGITS = /^[0-9]+$/

const ALPHANUMERIC = /[0-9A-Za-z]/

/** Matches a character that is neither a mask (X) nor punctuation. */
const UNMASKED_CHARACTER_PATTERN = /[0-9A-WYZa-wyz]/

const foldEnumValue = (text: string): string => replaceEach(tidyText(text).toLowerCase(), /[- ]/g, '_')

/**
 * The reader of each field type except `list`. Money cells are in cents. Rates, ratios and percentages are fractions
 * of 1. Dates and periods are ISO text, and timestamps are UTC.
 */
export const CELL_READERS: Readonly<Record<Exclude<FieldType, 'list'>, JsonCellReader>> = {
  money(raw, field, context, path) {
    const [cents, rounding] = readCents(raw)
    if (cents === null) return UNREADABLE
    if (typeof raw === 'string') reportCoerced(raw, field, context, path)
    if (rounding !== null) {
      context.report('money_rounded', extendPath(path, field.key), {
        severity: rounding === 'artifact' ? 'info' : 'warning',
        ...(rounding === 'inexact'
          ? { explanation: 'A JSON number of this size does not give the exact cent. Send the amount as text.' }
          : {}),
      })
    }
    return cents
  },
  rate(raw, field, context, path) {
    const value = readDecimal(raw)
    if (value === null || value.isNegative() || value.gt(10_000))
      return value?.isZero() === true ? value.abs() : UNREADABLE
    if (value.eq(1)) {
      context.report('rate_ambiguous', extendPath(path, field.key))
      return null
    }
    return value.lt(1) ? value : value.lte(100) ? value.div(HUNDRED) : value.div(10_000)
  },
  ratio(raw, field, context, path) {
    if (typeof raw === 'string' && raw.trim().toLowerCase() === 'various') return null
    const value = readDecimal(raw)
    if (value === null || value.isNegative() || value.gt(100))
      return value?.isZero() === true ? value.abs() : UNREADABLE
    if (value.lte(1)) return value
    context.report('ratio_as_percent', extendPath(path, field.key))
    return value.div(HUNDRED)
  },
  percentage(raw, field, context, path) {
    const text = typeof raw === 'number' && Number.isFinite(raw) ? new Decimal(raw).toFixed() : trimValue(raw)
    if (text === null) return UNREADABLE
    const isPercent = text.endsWith('%')
    const value = readDecimal(isPercent ? text.slice(0, -1) : text)
    if (value === null || (value.isNegative() && !value.isZero())) return UNREADABLE
    if (value.isZero()) return value.abs()
    if (!isPercent && (value.eq(1) || /^[+-]?[0-9]{4,}$/.test(text))) {
      context.report('percentage_ambiguous', extendPath(path, field.key))
      return null
    }
    if (value.gt(100)) return UNREADABLE
    return isPercent || value.gt(1) ? value.div(HUNDRED) : value
  },
  count(raw) {
    if (typeof raw === 'number' && (raw | 0) === raw && raw >= 0) return raw + 0
    const value = readDecimal(raw)
    return value?.isInteger() === true && value.gte(0) && value.lte(2_147_483_647) ? value.toNumber() + 0 : UNREADABLE
  },
  year(raw) {
    if (typeof raw === 'number' ? raw >= 1900 && raw <= 2100 && (raw | 0) === raw : isYearText(raw)) return Number(raw)
    const value = readDecimal(raw)
    if (value === null || !value.isInteger()) return UNREADABLE
    if (value.isZero()) return null
    return value.gte(1900) && value.lte(2100) ? value.toNumber() : UNREADABLE
  },
  flag(raw, field, context, path, unreadable) {
    if (typeof raw === 'boolean') return raw
    if (raw === 1 || raw === 0) return raw === 1
    if (typeof raw === 'string') {
      const lowerText = tidyText(raw).toLowerCase()
      if (FALSE_WORDS.has(lowerText)) return false
      if (TRUE_WORDS.has(lowerText)) return true
      if (lowerText.includes('checked') && !lowerText.includes('not') && !lowerText.includes('unchecked')) return true
    }
    context.report('flag_unreadable', extendPath(path, field.key), { value: raw, expected: EXPECTATIONS.flag[1] })
    unreadable?.push(field.name)
    return null
  },
  text(raw, field, context, path) {
    const text = typeof raw === 'boolean' ? String(raw) : trimValue(raw)
    if (text === null) return UNREADABLE
    if (field.mayContainAmount && centsFromText(text)[0] !== null)
      context.report('text_holds_money', extendPath(path, field.key))
    return tidyAndReport(text, context, path, field.key)
  },
  code(raw, field, context, path) {
    const text = trimValue(raw)
    if (text === null || (typeof raw === 'number' && !CODE_DIGITS.test(text))) return UNREADABLE
    return field.width !== null && CODE_DIGITS.test(text)
      ? text.padStart(field.width, '0')
      : tidyAndReport(text, context, path, field.key)
  },
  enum(raw, field, context, path) {
    if (typeof raw !== 'string') return UNREADABLE
    const values = field.values ?? []
    if (values.includes(raw)) return raw
    const foldedValue = foldEnumValue(raw)
    const knownValue = values.find(value => foldEnumValue(value) === foldedValue)
    if (knownValue !== undefined) return knownValue
    context.report('enum_unknown', extendPath(path, field.key), { value: raw, expected: 'a known value' })
    if (hasControl(raw)) context.reportControl(extendPath(path, field.key))
    return values[0] === values[0]?.toUpperCase() ? foldedValue.toUpperCase() : foldedValue
  },
  date(raw) {
    if (typeof raw !== 'string') return UNREADABLE
    const text = raw.trim()
    return text.toLowerCase() === 'various' ? null : (readDate(text) ?? UNREADABLE)
  },
  period(raw) {
    const text = trimValue(raw)
    if (text === null) return UNREADABLE
    return text === '000000' || raw === 0 ? null : (readPeriod(text) ?? UNREADABLE)
  },
  timestamp(raw, field, context, path) {
    const moment = typeof raw === 'string' ? readTimestamp(raw.trim()) : null
    if (moment === null) return UNREADABLE
    if (!moment.hasOffset) context.report('timestamp_without_offset', extendPath(path, field.key))
    return moment.utc
  },
  identifier(raw, field, context, path) {
    const text = trimValue(raw)
    const id = text === null ? null : readIdentifier(text)
    if (id === null ? text !== null && WORDS_PATTERN.test(text) : isPlaceholder(id)) {
      context.reportPlaceholder(extendPath(path, field.key))
      return null
    }
    if (id === null)
      context.report('identifier_unreadable', extendPath(path, field.key), {
        value: raw,
        expected: EXPECTATIONS.identifier[1],
      })
    return id
  },
  account(raw) {
    const text = trimValue(raw)
    if (text === null) return UNREADABLE
    if (CODE_DIGITS.test(text)) return text.slice(-4)
    if (!UNMASKED_CHARACTER_PATTERN.test(text)) return null
    let lastFour = ''
    for (let i = text.length - 1; i >= 0 && lastFour.length < 4; i--)
      if (ALPHANUMERIC.test(text[i] as string)) lastFour = text[i] + lastFour
    return lastFour
  },
}

/** Returns a JSON value for output: in every string and key, U+FFFD replaces each control character. */
export function replaceJsonControls(value: unknown): unknown {
  if (typeof value === 'string') return replaceControls(value)
  if (Array.isArray(value)) return value.map(replaceJsonControls)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => [replaceControls(key), replaceJsonControls(item)])
  return Object.fromEntries(entries)
}
