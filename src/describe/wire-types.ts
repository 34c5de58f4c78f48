import { ABSENT as PHRASES } from '../core/text.js'
import type { FieldType } from '../model/field.js'
import { FLAG_WORDS } from '../normalize/text-cells.js'
import type { Json } from './json.js'

/** A pattern for a phrase in any case, with any white space between its words. */
const anyCase = (phrase: string): string =>
  phrase.replace(/[a-z]/g, letter => `[${letter.toUpperCase()}${letter}]`).replaceAll(' ', '\\s+')

const oneOf = (phrases: readonly string[]): string => `(${phrases.map(anyCase).join('|')})`

/** Text that matches, white space around it apart. */
const spelled = (pattern: string): Json => ({ type: 'string', pattern: `^\\s*${pattern}\\s*$` })

/** A reference to a definition of the same file. */
export const ref = (name: string): Json => ({ $ref: `#/$defs/${name}` })

const orAbsent = (description: string, ...some: readonly Json[]): Json => ({
  description,
  anyOf: [...some, ref('absent')],
})

const AMOUNT = '(([0-9]{1,3}(,[0-9]{3})+|[0-9]+)(\\.[0-9]*)?|\\.[0-9]+)'
const NUMERAL = '[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)'
const ISO_DAY = '[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])'
const US_DAY = '(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01])-|/(0[1-9]|[12][0-9]|3[01])/)[0-9]{4}'
const STAMP = `${ISO_DAY}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.,][0-9]{1,9})?)?(Z|[+-][0-9]{2}(:?[0-9]{2})?)?)?`
const MONTH = '[0-9]{4}-?(0[1-9]|1[0-2])'
const VARIOUS = anyCase('various')

/** What is read as absent: null, and phrases for not answered. A missing key is absent too. */
export const ABSENT: Json = {
  description: 'Absent: null, the empty text, or a phrase that means not answered, in any case.',
  anyOf: [
    { type: 'null' },
    { type: 'string', pattern: `^\\s*(${oneOf([...PHRASES].filter(phrase => phrase !== ''))}\\s*)?$` },
  ],
}

/** What a field of each type is read from without an error; lists are described by their items. */
export const WIRE_TYPES = {
  money: orAbsent(
    'An amount in US dollars below 90,000,000,000,000: a number, or text such as 1,234.56, $5 or (12.34).',
    { type: 'number', exclusiveMinimum: -90_000_000_000_000, exclusiveMaximum: 90_000_000_000_000 },
    spelled(`(\\(\\$?${AMOUNT}\\)|[+-]?\\$?${AMOUNT})`),
  ),
  rate: orAbsent(
    'A rate: a fraction below 1, a percent up to 100, or two implied decimals up to 10,000.',
    { type: 'number', minimum: 0, maximum: 10_000 },
    spelled(NUMERAL),
  ),
  ratio: orAbsent(
    'A ratio from 0 to 1; above 1 and up to 100 it is read as a percent; Various is absent.',
    { type: 'number', minimum: 0, maximum: 100 },
    spelled(`(${NUMERAL}|${VARIOUS})`),
  ),
  percentage: orAbsent(
    'A percentage from 0 to 100, with or without a percent sign; below 1 without one it is a fraction.',
    { type: 'number', minimum: 0, maximum: 100 },
    spelled(`${NUMERAL}\\s*%?`),
  ),
  count: orAbsent(
    'A whole number from 0.',
    { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
    spelled(NUMERAL),
  ),
  year: orAbsent(
    'A year from 1900 to 2100; 0 is absent.',
    { type: 'integer', minimum: 1900, maximum: 2100 },
    { const: 0 },
    spelled(NUMERAL),
  ),
  flag: orAbsent(
    'A box that is checked or not: a boolean, 1 or 0, or words for it.',
    { type: 'boolean' },
    { enum: [0, 1] },
    spelled(oneOf(FLAG_WORDS)),
    {
      type: 'string',
      pattern: anyCase('checked'),
      not: { type: 'string', pattern: oneOf(['not', 'unchecked']) },
    },
  ),
  text: {
    description: 'Text; phrases for not answered are absent.',
    type: ['string', 'number', 'boolean', 'null'],
  },
  code: orAbsent(
    'A code, as text or as a whole number.',
    { type: 'string' },
    { type: 'integer', minimum: 0 },
  ),
  enum: {
    description: 'One of some known words; another one is kept and noted.',
    type: ['string', 'null'],
  },
  date: orAbsent(
    'A day: YYYY-MM-DD, MM-DD-YYYY, MM/DD/YYYY or an ISO 8601 timestamp; Various is absent.',
    spelled(`(${STAMP}|${US_DAY}|${VARIOUS})`),
  ),
  period: orAbsent(
    'A month: YYYYMM, YYYY-MM or any date; 000000 is absent.',
    spelled(`(${MONTH}|${STAMP}|${US_DAY}|000000)`),
    { type: 'integer', minimum: 100_001, maximum: 999_912 },
    { const: 0 },
  ),
  timestamp: orAbsent('An ISO 8601 timestamp; without an offset it is UTC.', spelled(STAMP)),
  identifier: {
    description:
      'A taxpayer identifier: nine digits, or a mask of X and four digits; anything else compares as absent.',
    type: ['string', 'number', 'null'],
  },
  account: {
    description: 'An account number, of which the last four characters are kept.',
    type: ['string', 'number', 'null'],
  },
} as const satisfies Record<Exclude<FieldType, 'list'>, Json>
