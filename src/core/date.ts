// The one importer of date-fns, by subpath (the whole of it is slow to load). It works in local time unless told
// otherwise, so every call is made in UTC, and takes more than is a date here (24:00, missing digits), so a text's
// exact shape is looked at before it is parsed. Its seconds are floats: parts of one are added as whole milliseconds.
import { UTCDateMini } from '@date-fns/utc/date/mini'
import { addMilliseconds } from 'date-fns/addMilliseconds'
import { parseISO } from 'date-fns/parseISO'

const UTC = { in: (value: Date | number | string) => new UTCDateMini(value as number) }

const [DASH, SLASH] = [45, 47]
const STAMP =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(T(?:[01][0-9]|2[0-3]):[0-5][0-9])(?:(:[0-5][0-9])(?:[.,]([0-9]{1,9}))?)?(Z|[+-](?:[01][0-9]|2[0-3])(?::?[0-5][0-9])?)?$/
const CANONICAL = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z$/
const PERIOD = /^([0-9]{4})-?([0-9]{2})$/
const TAX_YEAR = /^(?:19[0-9]{2}|20[0-9]{2}|2100)$/

const DAY = /^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}$/
const DAY_MS = 86_400_000

/** The days after which the calendar repeats, and the years that they take. */
const [CYCLE_DAYS, CYCLE_YEARS] = [146_097, 400]

/** Days since 1970-01-01 of the ISO text of a day; null if the calendar has no such day. */
export function dayNumber(text: string): number | null {
  if (!DAY.test(text)) return null
  // `Date.UTC` reads years below 100 as years of the last century, so all years are moved by a cycle.
  const year = Number(text.slice(0, 4)) + CYCLE_YEARS
  const month = Number(text.slice(5, 7))
  const day = Number(text.slice(8))
  const milliseconds = Date.UTC(year, month - 1, day)
  const isDay = month >= 1 && month <= 12 && day >= 1 && milliseconds < Date.UTC(year, month, 1)
  return isDay ? milliseconds / DAY_MS - CYCLE_DAYS : null
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
