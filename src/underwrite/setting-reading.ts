import { dayNumber } from '../core/date.js'
import { readIdentifier } from '../core/identifier.js'
import type { IssueCode } from '../core/issue-table.js'
import { isObject } from '../core/shape-of.js'
import { centsOfStated } from './known-facts.js'
import type { Setting } from './setting.js'

/** The least and the most of the kinds that have one range. */
export const RANGES = { ratio: [0, 1], year: [1900, 2100] } as const

const isBetween = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most
const isText = (value: unknown): value is string => typeof value === 'string'
const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && isBetween(value, least, most)

/** True for a number that millionths hold, so that exact arithmetic means what the number says. */
export const isExactShare = (value: number): boolean => Math.round(value * 1e6) / 1e6 === value

/** True for an amount of 0 or more. */
export const isAmount = (value: number | string): boolean => (centsOfStated(value) ?? -1) >= 0

/** True for an amount, below 0 too. */
export const isSignedAmount = (value: number | string): boolean => centsOfStated(value) !== null

/** True for nine digits, of which all but the last four may be masked. */
export const isIdentifier = (value: string): boolean => value.length <= 20 && readIdentifier(value) !== null

/** True for a day of the calendar as YYYY-MM-DD. */
export const isDay = (value: string): boolean => dayNumber(value) !== null

/** Four digits, and nothing else. */
export const FOUR_DIGITS = /^[0-9]{4}$/

type Reading = readonly [expected: string, takes: (value: unknown) => boolean]

/** What a setting of each kind takes, in words, and whether it takes a value. */
const READINGS: {
  readonly [Is in Setting['is']]: (setting: Extract<Setting, { readonly is: Is }>) => Reading
} = {
  ratio: () => [
    'a share from 0 to 1, of six decimals at most',
    value => isBetween(value, ...RANGES.ratio) && isExactShare(value),
  ],
  count: ({ least, most }) => [
    `a whole number from ${least} to ${most}`,
    value => isWhole(value, least, most),
  ],
  year: () => ['a year from 1900 to 2100', value => isWhole(value, ...RANGES.year)],
  flag: () => ['true or false', value => typeof value === 'boolean'],
  text: ({ most }) => [
    most === undefined ? 'text' : `text of 1 to ${most} characters`,
    // In characters, as JSON Schema counts them.
    value => isText(value) && value !== '' && (most === undefined || [...value].length <= most),
  ],
  enum: ({ of }) => [`one of ${of.join(', ')}`, value => of.includes(value as string)],
  identifier: ({ whole }) =>
    whole === true
      ? [
          'nine digits, of which all but the last four may be X',
          value => isText(value) && isIdentifier(value),
        ]
      : ['four digits', value => isText(value) && FOUR_DIGITS.test(value)],
  money: ({ signed }) => [
    signed === true ? 'an amount' : 'an amount of 0 or more',
    value =>
      (typeof value === 'number' || isText(value)) && (signed === true ? isSignedAmount : isAmount)(value),
  ],
  date: () => ['a day as YYYY-MM-DD', value => isText(value) && isDay(value)],
  list: () => ['an array', Array.isArray],
  object: () => ['an object', isObject],
}

/** What a setting takes, in words, and whether it takes a value. */
export const readingOf = (setting: Setting): Reading => READINGS[setting.is](setting as never)

/** The code of a value that is not what a setting takes. */
export const codeOf = ({ is }: Setting): IssueCode => `${is}_unreadable`
