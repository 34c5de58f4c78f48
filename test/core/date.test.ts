import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { countDays, readDate, readTimestamp } from '../../src/core/date.js'

fc.configureGlobal({ seed: 1040 })

const padTwoDigits = (part: number): string => String(part).padStart(2, '0')
const padFourDigits = (part: number): string => String(part).padStart(4, '0')

/** Returns true if the day exists in the calendar, according to Date.UTC. */
function isDay(year: number, month: number, day: number): boolean {
  const moment = new Date(Date.UTC(2000, month - 1, day))
  moment.setUTCFullYear(year, month - 1, day)
  return moment.getUTCFullYear() === year && moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day
}

describe('dates', () => {
  test('accepts every calendar day in every format, and no other day', () => {
    const part = (max: number) => fc.integer({ min: 0, max })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), part(14), part(33), (year, month, day) => {
        const date = `${padFourDigits(year)}-${padTwoDigits(month)}-${padTwoDigits(day)}`
        const expected = isDay(year, month, day) ? date : null
        expect(readDate(date)).toBe(expected)
        expect(readDate(`${padTwoDigits(month)}-${padTwoDigits(day)}-${padFourDigits(year)}`)).toBe(expected)
        expect(readDate(`${padTwoDigits(month)}/${padTwoDigits(day)}/${padFourDigits(year)}`)).toBe(expected)
        expect(readDate(`${date}T10:20:30Z`)).toBe(expected)
      }),
      { numRuns: 5000 },
    )
    for (let year = 1896; year <= 2104; year++) expect(readDate(`${year}-02-29`) !== null).toBe(isDay(year, 2, 29))
  })

  test('countDays counts the days since January 1, 1970', () => {
    expect(countDays('1970-01-01')).toBe(0)
    expect(countDays('1969-12-31')).toBe(-1)
    expect(countDays('2024-02-29')).toBe(19782)
    fc.assert(
      fc.property(fc.integer({ min: -200_000, max: 200_000 }), day => {
        expect(countDays(new Date(day * 86_400_000).toISOString().slice(0, 10))).toBe(day)
      }),
    )
  })
})

describe('timestamps', () => {
  test.each([
    ['2024-08-31T23:30:00Z', '2024-08-31T23:30:00.000Z', true],
    ['2024-08-31T23:30:00.5Z', '2024-08-31T23:30:00.500Z', true],
    ['2024-08-31T23:30:00.123456Z', '2024-08-31T23:30:00.123Z', true],
    ['2024-08-31T23:30:00,25Z', '2024-08-31T23:30:00.250Z', true],
    ['2024-09-01T01:30:00+02:00', '2024-08-31T23:30:00.000Z', true],
    ['2024-09-01T01:30:00+0200', '2024-08-31T23:30:00.000Z', true],
    ['2024-09-01T01:30:00+02', '2024-08-31T23:30:00.000Z', true],
    ['2024-08-31T20:00:00-03:30', '2024-08-31T23:30:00.000Z', true],
    ['2024-12-31T23:30:00-05:00', '2025-01-01T04:30:00.000Z', true],
    ['2024-08-31T23:30', '2024-08-31T23:30:00.000Z', false],
    ['2024-08-31T23:30:00', '2024-08-31T23:30:00.000Z', false],
    ['2024-08-31', '2024-08-31T00:00:00.000Z', false],
    ['2024-03-10T02:30:00', '2024-03-10T02:30:00.000Z', false],
  ])('%s is %s', (text, utc, hasOffset) => {
    expect(readTimestamp(text)).toEqual({ utc, hasOffset })
  })

  test.each([
    ...['2024-08-31T24:00:00Z', '2024-08-31T23:60:00Z', '2024-08-31T23:59:60Z', '2024-08-31T23:30:00+24:00'],
    ...['2024-08-31T23:30:00+02:60', '2024-02-30T00:00:00Z', '2024-08-31 23:30:00Z', '2024-08-31T23Z'],
    ...['2024-8-31T23:30:00Z', '1725147000', '9999-12-31T23:59:59-23:59', 'yesterday', ''],
  ])('%j is not a timestamp', text => {
    expect(readTimestamp(text)).toBeNull()
  })

  test('agrees with Date.parse on any time with any offset', () => {
    const moment = fc.date({
      min: new Date('1900-01-02T00:00:00Z'),
      max: new Date('2100-12-30T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(moment, fc.integer({ min: -14 * 60, max: 14 * 60 }), (date, minutes) => {
        const size = Math.abs(minutes)
        const offset = `${minutes < 0 ? '-' : '+'}${padTwoDigits(Math.floor(size / 60))}:${padTwoDigits(size % 60)}`
        const text = date.toISOString().slice(0, 23)
        const utc = new Date(Date.parse(`${text}${offset}`)).toISOString()
        expect(readTimestamp(`${text}${offset}`)).toEqual({ utc, hasOffset: true })
      }),
      { numRuns: 3000 },
    )
  })
})

describe('no value depends on the time zone of the machine', () => {
  const zone = process.env['TZ']
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  })

  test.each([
    ['UTC', 0],
    ['America/New_York', 300],
    ['Pacific/Kiritimati', -840],
    ['Pacific/Pago_Pago', 660],
    ['Asia/Kathmandu', -345],
    ['Africa/Cairo', -120],
  ])('%s', (name, minutes) => {
    process.env['TZ'] = name
    expect(new Date('2023-01-15T12:00:00Z').getTimezoneOffset()).toBe(minutes)
    for (let day = 1; day <= 31; day++) {
      for (const month of [1, 3, 10, 12]) {
        const date = `2023-${padTwoDigits(month)}-${padTwoDigits(day)}`
        expect(readDate(date)).toBe(date)
        expect(readDate(`${date}T23:59:59Z`)).toBe(date)
        expect(readTimestamp(`${date}T02:30:00`)?.utc).toBe(`${date}T02:30:00.000Z`)
        expect(countDays(date)).toBe(Date.UTC(2023, month - 1, day) / 86_400_000)
      }
    }
    expect(readDate('2023-02-29')).toBeNull()
    expect(readTimestamp('2023-11-05T01:30:00-04:00')?.utc).toBe('2023-11-05T05:30:00.000Z')
  })
})
