// The one importer of date-fns, by subpath (the whole of it is slow to load). It works in local time unless told
// otherwise, so every call is made in UTC, and takes more than is a date here (24:00, missing digits), so a text's
// exact shape is looked at before it is parsed. Its seconds are floats: parts of one are added as whole milliseconds.
import { UTCDateMini } from '@date-fns/utc/date/mini'
import { addMilliseconds } from 'date-fns/addMilliseconds'
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { getDaysInMonth } from 'date-fns/getDaysInMonth'
import { isValid } from 'date-fns/isValid'
import { parseISO } from 'date-fns/parseISO'

const UTC = { in: (value: Date | number | string) => new UTCDateMini(value as number) }

const [DASH, SLASH] = [45, 47]
const STAMP =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(T(?:[01][0-9]|2[0-3]):[0-5][0-9])(?:(:[0-5][0-9])(?:[.,]([0-9]{1,9}))?)?(Z|[+-](?:[01][0-9]|2[0-3])(?::?[0-5][0-9])?)?$/
const CANONICAL = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z$/
const PERIOD = /^([0-9]{4})-?([0-9]{2})$/
const TAX_YEAR = /^(?:19[0-9]{2}|20[0-9]{2}|2100)$/

const EPOCH = parseISO('1970-01-01', UTC)

/** The days of a month that was asked for: how many there are, and the number of the first. */
interface Month {
  readonly first: number
  readonly length: number
}

/** Forms name days millions of times, and each takes microseconds; a century has 1,200 months. */
const months = new Map<number, Month | null>()
const MAX_MONTHS = 5000

/** The month of a day's text, known by the digits of its year and its own; null where the calendar has none such. */
function monthOf(text: string, digits: number): Month | null {
  const known = months.get(digits)
  if (known !== undefined) return known
  const day = parseISO(`${text.slice(0, 8)}01`, UTC)
  const month = isValid(day)
    ? { first: differenceInCalendarDays(day, EPOCH, UTC), length: getDaysInMonth(day, UTC) }
    : null
  if (months.size < MAX_MONTHS) months.set(digits, month)
  return month
}

/** The digits of `YYYY-MM-DD` as one number, by which a day is found faster than by its text; 0 for any other text. */
function digitsOf(text: string): number {
  if (text.length !== 10) return 0
  let digits = 0
  for (let i = 0; i < 10; i++) {
    const c = text.charCodeAt(i)
    if (i === 4 || i === 7 ? c !== 45 : c < 48 || c > 57) return 0
    if (c !== 45) digits = digits * 10 + c - 48
  }
  return digits < 10_000 ? 0 : digits
}

/** Days since 1970-01-01 of the ISO text of a day; null where the calendar has no such day. */
export function dayNumber(text: string): number | null {
  const digits = digitsOf(text)
  if (digits === 0) return null
  const month = monthOf(text, (digits / 100) | 0)
  const day = digits % 100
  return month !== null && day >= 1 && day <= month.length ? month.first + day - 1 : null
}

const isDay = (text: string): boolean => dayNumber(text) !== null

/** `YYYY-MM-DD` from an ISO date or timestamp, MM-DD-YYYY or MM/DD/YYYY; null where it is no such day. */
export function readDate(text: string): string | null {
  // A timestamp names the day that it was written on.
  if (text.length !== 10) return readTimestamp(text) === null ? null : text.slice(0, 10)
  if (isDay(text)) return text
  const mark = text.charCodeAt(2)
  if ((mark !== DASH && mark !== SLASH) || text.charCodeAt(5) !== mark) return null
  // All of its digits are looked at with the day.
  const iso = `${text.slice(6)}-${text.slice(0, 2)}-${text.slice(3, 5)}`
  return isDay(iso) ? iso : null
}

/** True for the text of a year from 1900 to 2100. */
export const isTaxYear = (year: string): boolean => TAX_YEAR.test(year)

/** `YYYY-MM` of 1900 to 2100 from YYYYMM, YYYY-MM or any date; null where it is no such month. */
export function readPeriod(text: string): string | null {
  const match = PERIOD.exec(text)
  const date = match === null ? readDate(text) : `${match[1]}-${match[2]}-01`
  return date !== null && isDay(date) && isTaxYear(date.slice(0, 4)) ? date.slice(0, 7) : null
}

/** A moment as UTC text with milliseconds, and whether the text had an offset; null where it is none. */
export function readTimestamp(text: string): { utc: string; offset: boolean } | null {
  if (CANONICAL.test(text) && isDay(text.slice(0, 10))) return { utc: text, offset: true }
  const match = STAMP.exec(text.length === 10 ? `${text}T00:00` : text)
  if (match === null) return null
  const [, day = '', minute = '', second = ':00', fraction = '', zone] = match
  if (!isDay(day)) return null
  const whole = parseISO(`${day}${minute}${second}${zone ?? 'Z'}`, UTC)
  const moment = addMilliseconds(whole, Number(fraction.slice(0, 3).padEnd(3, '0')))
  const utc = new Date(+moment).toISOString()
  // An offset may carry the first and the last days of the calendar out of it.
  return utc.length === 24 ? { utc, offset: zone !== undefined } : null
}
