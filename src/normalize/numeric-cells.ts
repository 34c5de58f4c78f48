import { Decimal, readCents } from '../core/money.js'
import { type Site, step } from '../core/path.js'
import type { Field } from '../model/field.js'
import { type CellReader, LOST, trimmed } from './cell-reader.js'
import type { Reading } from './reading.js'

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

/** The reader of money. Units: cents. Issues: `money_coerced`, `money_rounded`. */
const money: CellReader = (raw, field, reading, at) => {
  const [cents, note] = readCents(raw)
  if (cents === null) return LOST
  if (typeof raw === 'string') noteCoerced(raw, field, reading, at)
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

/** Notes that an amount was read from text, unless its form writes it so. */
export function noteCoerced(raw: string, field: Field, reading: Reading, at: Site | null): void {
  if (!field.textual) reading.note('money_coerced', step(at, field.key), { value: raw, expected: 'a number' })
}

/** The readers of numbers. Units: money is cents; rate, ratio and percentage are fractions of 1. */
export const NUMERIC_CELLS: Readonly<
  Record<'money' | 'rate' | 'ratio' | 'percentage' | 'count' | 'year', CellReader>
> = {
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
}
