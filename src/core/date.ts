// Only this file imports date-fns, and it imports single functions because the whole package loads slowly. date-fns
// works in local time by default, so `UTC_OPTIONS` makes `parseISO` use UTC. It also accepts text that this library
// rejects (24:00, missing digits), so a pattern checks the text before it is parsed. It keeps seconds as floats, so
// fractions of a second are added as whole milliseconds.
import { UTCDateMini } from '@date-fns/utc/date/mini'
import { addMilliseconds } from 'date-fns/addMilliseconds'
import { parseISO } from 'date-fns/parseISO'
import { isTaxYear } from './tax-year.js'

const UTC_OPTIONS = { in: (value: Date | number | string) => new UTCDateMini(value as number) }

const [DASH, SLASH] = [45, 47]
const TIMESTAMP_PATTERN =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(T(?:[01][0-9]|2[0-3]):[0-5][0-9])(?:(:[0-5][0-9])(?:[.,]([0-9]{1,9}))?)?(Z|[+-](?:[01][0-9]|2[0-3])(?::?[0-5][0-9])?)?$/
const CANONICAL_TIMESTAMP_PATTERN = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z$/
const PERIOD_PATTERN = /^([0-9]{4})-?([0-9]{2})$/

const DAY_PATTERN = /^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}$/
const DAY_MS = 86_400_000

/** The Gregorian calendar repeats every 400 years, which are 146,097 days. */
const [CYCLE_DAYS, CYCLE_YEARS] = [146_097, 400]

/** Returns the number of days from 1970-01-01 to an ISO date. Null if the calendar has no such day. */
export function countDays(text: string): number | null {
  if (!DAY_PATTERN.test(text)) return null
  // `Date.UTC` reads years below 100 as 1900 to 1999, so one cycle is added to every year.
  const year = Number(text.slice(0, 4)) + CYCLE_YEARS
  const month = Number(text.slice(5, 7))
  const day = Number(text.slice(8))
  const milliseconds = Date.UTC(year, month - 1, day)
  const isCalendarDay = month >= 1 && month <= 12 && day >= 1 && milliseconds < Date.UTC(year, month, 1)
  return isCalendarDay ? milliseconds / DAY_MS - CYCLE_DAYS : null
}

const isDay = (text: string): boolean => countDays(text) !== null

/** Converts an ISO date or timestamp, MM-DD-YYYY or MM/DD/YYYY to `YYYY-MM-DD`. Null if it is not a valid day. */
export function readDate(text: string): string | null {
  // The day of a timestamp is the day in its own time zone.
  if (text.length !== 10) return readTimestamp(text) === null ? null : text.slice(0, 10)
  if (isDay(text)) return text
  const separator = text.charCodeAt(2)
  if ((separator !== DASH && separator !== SLASH) || text.charCodeAt(5) !== separator) return null
  // `isDay` checks that all of these characters are digits.
  const iso = `${text.slice(6)}-${text.slice(0, 2)}-${text.slice(3, 5)}`
  return isDay(iso) ? iso : null
}

/** Converts YYYYMM, YYYY-MM or any date to `YYYY-MM`. Null if the text is not a month from 1900 to 2100. */
export function readPeriod(text: string): string | null {
  const match = PERIOD_PATTERN.exec(text)
  const date = match === null ? readDate(text) : `${match[1]}-${match[2]}-01`
  return date !== null && isDay(date) && isTaxYear(date.slice(0, 4)) ? date.slice(0, 7) : null
}

/** Converts a timestamp to UTC text with milliseconds. `hasOffset` is true if it has a time zone. Null if invalid. */
export function readTimestamp(text: string): { utc: string; hasOffset: boolean } | null {
  if (CANONICAL_TIMESTAMP_PATTERN.test(text) && isDay(text.slice(0, 10))) return { utc: text, hasOffset: true }
  const match = TIMESTAMP_PATTERN.exec(text.length === 10 ? `${text}T00:00` : text)
  if (match === null) return null
  const [, date = '', hourAndMinute = '', second = ':00', fraction = '', zone] = match
  if (!isDay(date)) return null
  const momentWithoutFraction = parseISO(`${date}${hourAndMinute}${second}${zone ?? 'Z'}`, UTC_OPTIONS)
  const moment = addMilliseconds(momentWithoutFraction, Number(fraction.slice(0, 3).padEnd(3, '0')))
  const utc = new Date(+moment).toISOString()
  // An offset can move a time on the first or last day of the calendar to a year without exactly four digits.
  return utc.length === 24 ? { utc, hasOffset: zone !== undefined } : null
}
