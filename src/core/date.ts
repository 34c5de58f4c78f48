// The one importer of date-fns, by subpath (the whole of it is slow to load). It works in local time unless told
// otherwise, so every date here is a UTCDate, and texts are checked for their exact width before anything is parsed.
import { UTCDateMini } from '@date-fns/utc/date/mini'
import { getDaysInMonth } from 'date-fns/getDaysInMonth'

const days = new Map<number, number>()

function daysInMonth(year: number, month: number): number {
  const key = year * 12 + month
  let count = days.get(key)
  if (count === undefined) {
    const first = new UTCDateMini(2000, month - 1, 1)
    first.setFullYear(year, month - 1, 1)
    count = getDaysInMonth(first)
    days.set(key, count)
  }
  return count
}

const STAMP =
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]{1,9}))?)?(Z|[+-][0-9]{2}(?::?[0-9]{2})?)?$/
const CANONICAL = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z$/
const PERIOD = /^([0-9]{4})-?([0-9]{2})$/

/** The number that some digits of a text spell; NaN where anything else stands among them. */
function digitsAt(text: string, from: number, count: number): number {
  let number = 0
  for (let i = from; i < from + count; i++) {
    const digit = text.charCodeAt(i) - 48
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    number = number * 10 + digit
  }
  return number
}

const exists = (year: number, month: number, day: number): boolean =>
  year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)

/** True where a text begins with a day, spelled as ISO. */
const beginsWithDay = (text: string): boolean =>
  text[4] === '-' &&
  text[7] === '-' &&
  exists(digitsAt(text, 0, 4), digitsAt(text, 5, 2), digitsAt(text, 8, 2))

/** `YYYY-MM-DD` from an ISO date or timestamp, MM-DD-YYYY or MM/DD/YYYY; null where it is no such day. */
export function readDate(text: string): string | null {
  // A timestamp names the day that it was written on.
  if (text.length !== 10) return readTimestamp(text) === null ? null : text.slice(0, 10)
  const mark = text[2]
  if ((mark !== '-' && mark !== '/') || text[5] !== mark) return beginsWithDay(text) ? text : null
  return exists(digitsAt(text, 6, 4), digitsAt(text, 0, 2), digitsAt(text, 3, 2))
    ? `${text.slice(6)}-${text.slice(0, 2)}-${text.slice(3, 5)}`
    : null
}

/** True for the text of a year from 1900 to 2100. */
export const isTaxYear = (year: string): boolean =>
  /^[0-9]{4}$/.test(year) && year >= '1900' && year <= '2100'

/** `YYYY-MM` of 1900 to 2100 from YYYYMM, YYYY-MM or any date; null where it is no such month. */
export function readPeriod(text: string): string | null {
  const match = PERIOD.exec(text)
  if (match === null) {
    const date = readDate(text)
    return date !== null && isTaxYear(date.slice(0, 4)) ? date.slice(0, 7) : null
  }
  const [, year = '', month = ''] = match
  return exists(Number(year), Number(month), 1) && isTaxYear(year) ? `${year}-${month}` : null
}

/** A moment as UTC text with milliseconds, and whether the text had an offset; null where it is none. */
export function readTimestamp(text: string): { utc: string; offset: boolean } | null {
  if (CANONICAL.test(text) && beginsWithDay(text)) return { utc: text, offset: true }
  const match = STAMP.exec(text.length === 10 ? `${text}T00:00` : text)
  if (match === null) return null
  const [, hour = '', minute = '', second = '0', fraction = '', zone] = match
  if (!beginsWithDay(text) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  let shift = 0
  if (zone !== undefined && zone !== 'Z') {
    const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2)) * (zone.length > 3 ? 1 : 0)]
    if (hours > 23 || minutes > 59) return null
    shift = (hours * 60 + minutes) * (zone.startsWith('-') ? -1 : 1)
  }
  const moment = new UTCDateMini(2000, 0, 1)
  moment.setFullYear(digitsAt(text, 0, 4), digitsAt(text, 5, 2) - 1, digitsAt(text, 8, 2))
  moment.setHours(
    Number(hour),
    Number(minute) - shift,
    Number(second),
    Number(fraction.slice(0, 3).padEnd(3, '0')),
  )
  const utc = new Date(moment.getTime()).toISOString()
  return utc.length === 24 ? { utc, offset: zone !== undefined } : null
}

/** Days since 1970-01-01 of a `YYYY-MM-DD` text. */
export const dayNumber = (date: string): number =>
  Math.round(Date.parse(`${date}T00:00:00.000Z`) / 86_400_000)
