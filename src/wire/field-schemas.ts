import * as z from 'zod'
import { readDate, readPeriod, readTimestamp } from '../core/date.js'
import { Decimal, UNSIGNED_AMOUNT_PATTERN } from '../core/money.js'
import { ABSENT_PHRASES, isAbsent } from '../core/text.js'
import type { FieldType } from '../model/field.js'
import { EXPECTED, FALSE_WORDS, TRUE_WORDS } from './expected.js'

const NUMERAL = '[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)'
const ISO_DAY = '[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])'
const US_DAY = '(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01])-|/(0[1-9]|[12][0-9]|3[01])/)[0-9]{4}'
const STAMP = `${ISO_DAY}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.,][0-9]{1,9})?)?(Z|[+-][0-9]{2}(:?[0-9]{2})?)?)?`
const MONTH = '[0-9]{4}-?(0[1-9]|1[0-2])'

/** Returns a pattern that matches a phrase in any case and with any white space. JSON Schema patterns have no flags. */
const anyCase = (phrase: string): string =>
  phrase.replace(/[a-z]/g, letter => `[${letter.toUpperCase()}${letter}]`).replaceAll(' ', '\\s+')
const oneOf = (phrases: Iterable<string>): string => `(${[...phrases].map(anyCase).join('|')})`
const anchored = (pattern: string): string => `^\\s*${pattern}\\s*$`
const VARIOUS = anyCase('various')
const IS_VARIOUS = /^various$/i
export const ABSENT_PATTERN = anchored(`(${oneOf([...ABSENT_PHRASES].filter(phrase => phrase !== ''))})?`)

// A failed check aborts its union option. If all options abort, the union reports one issue with its own code.
const ABORT = { abort: true }

const decimalOf = (numeral: string): Decimal =>
  new Decimal(
    numeral
      .replace('+', '')
      .replace(/\.$/, '')
      .replace(/^(-?)\./, '$10.'),
  )

/** Makes the schema of a text that matches a pattern and passes a test. JSON Schema contains only the pattern. */
const textLike = (pattern: string, isReadable: (text: string) => boolean) =>
  z
    .string()
    .regex(new RegExp(anchored(pattern)), ABORT)
    .refine(text => isReadable(text.trim()), ABORT)

/** Makes the schema of a number as text, with at most 40 characters. */
const numeralLike = (isReadable: (value: Decimal) => boolean) =>
  textLike(NUMERAL, text => text.length <= 40 && isReadable(decimalOf(text)))

const isBetween = (value: Decimal, low: number, high: number) => value.gte(low) && value.lte(high)
const isBelowLimit = (value: Decimal) => value.abs().lt(9e13) && value.toDecimalPlaces(2).abs().lt(9e13)
const IS_NUMERAL = new RegExp(`^${NUMERAL}$`)
function isPercentText(text: string): boolean {
  const numeral = text.replace(/%$/, '')
  if (numeral.length > 40 || !IS_NUMERAL.test(numeral)) return false
  const value = decimalOf(numeral)
  return value.isZero() || (value.isPositive() && (/^\+?\d{4,}$/.test(text) || value.lte(100)))
}

/** The schema of a value that is read as absent. A missing key is also absent. */
export const ABSENT: z.ZodType = z
  .union([z.null(), z.string().refine(isAbsent, ABORT).meta({ pattern: ABSENT_PATTERN })])
  .meta({
    id: 'wire_absent',
    description: 'Absent: null, the empty text, or a phrase that means not answered, in any case.',
  })

type ScalarType = Exclude<FieldType, 'list'>
type Options = readonly [z.ZodType, ...z.ZodType[]]

const fieldSchema = (type: ScalarType, description: string, options: Options): z.ZodType =>
  z.union(options, { error: EXPECTED[type][0] }).meta({ id: `wire_${type}`, description })

/** Makes a schema that accepts any value. Its JSON Schema still describes the values that are read without a warning. */
const lenientSchema = (type: ScalarType, description: string, json: object): z.ZodType =>
  z.unknown().meta({ id: `wire_${type}`, description, ...json })

/**
 * The schema of each field type except lists. It accepts every value that the reader accepts without an error and transforms
 * nothing.
 */
export const WIRE: Readonly<Record<ScalarType, z.ZodType>> = {
  money: fieldSchema(
    'money',
    'An amount in US dollars below 90,000,000,000,000: a number, or text such as 1,234.56, $5 or (12.34).',
    [
      z
        .number()
        .gt(-9e13, ABORT)
        .lt(9e13, ABORT)
        .refine(value => isBelowLimit(new Decimal(value)), ABORT),
      textLike(`(\\(\\$?${UNSIGNED_AMOUNT_PATTERN}\\)|[+-]?\\$?${UNSIGNED_AMOUNT_PATTERN})`, text =>
        isBelowLimit(decimalOf(text.replace(/[$,()]/g, ''))),
      ),
      ABSENT,
    ],
  ),
  rate: fieldSchema(
    'rate',
    'A rate: a fraction below 1, a percent up to 100, or two implied decimals up to 10,000.',
    [z.number().min(0, ABORT).max(10_000, ABORT), numeralLike(value => isBetween(value, 0, 10_000)), ABSENT],
  ),
  ratio: fieldSchema(
    'ratio',
    'A ratio from 0 to 1; above 1 and up to 100 it is read as a percent; Various is absent.',
    [
      z.number().min(0, ABORT).max(100, ABORT),
      numeralLike(value => isBetween(value, 0, 100)),
      textLike(VARIOUS, () => true),
      ABSENT,
    ],
  ),
  percentage: fieldSchema(
    'percentage',
    'A percentage from 0 to 100, with or without a percent sign; below 1 without one it is a fraction.',
    [
      z
        .number()
        .refine(value => isPercentText(new Decimal(value).toFixed()), ABORT)
        .meta({ minimum: 0, maximum: 100 }),
      textLike(`${NUMERAL}\\s*%?`, isPercentText),
      ABSENT,
    ],
  ),
  count: fieldSchema('count', 'A whole number from 0.', [
    z.int(ABORT).min(0, ABORT).max(2_147_483_647, ABORT),
    numeralLike(value => value.isInteger() && isBetween(value, 0, 2_147_483_647)),
    ABSENT,
  ]),
  year: fieldSchema('year', 'A year from 1900 to 2100; 0 is absent.', [
    z.int(ABORT).min(1900, ABORT).max(2100, ABORT),
    z.literal(0),
    numeralLike(value => value.isInteger() && (value.isZero() || isBetween(value, 1900, 2100))),
    ABSENT,
  ]),
  flag: lenientSchema('flag', 'A box that is checked or not: a boolean, 1 or 0, or text such as yes or no.', {
    anyOf: [
      { type: ['boolean', 'null'] },
      { enum: [0, 1] },
      { type: 'string', pattern: anchored(oneOf([...TRUE_WORDS, ...FALSE_WORDS])) },
      {
        type: 'string',
        pattern: anyCase('checked'),
        not: { type: 'string', pattern: oneOf(['not', 'unchecked']) },
      },
      { type: 'string', pattern: ABSENT_PATTERN },
    ],
  }),
  text: fieldSchema('text', 'Text. A phrase that means "not answered" is absent.', [
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
  ]),
  code: fieldSchema('code', 'A code, as text or as a whole number.', [
    z.string(),
    z
      .number()
      .refine(value => /^\d+$/.test(String(value)), ABORT)
      .meta({ type: 'integer', minimum: 0 }),
    z.null(),
  ]),
  enum: fieldSchema('enum', 'One of the known values. Any other text is kept and reported as an issue.', [
    z.string(),
    z.null(),
  ]),
  date: fieldSchema(
    'date',
    'A day: YYYY-MM-DD, MM-DD-YYYY, MM/DD/YYYY or an ISO 8601 timestamp; Various is absent.',
    [
      textLike(`(${STAMP}|${US_DAY}|${VARIOUS})`, text => IS_VARIOUS.test(text) || readDate(text) !== null),
      ABSENT,
    ],
  ),
  period: fieldSchema('period', 'A month: YYYYMM, YYYY-MM or any date; 000000 is absent.', [
    textLike(`(${MONTH}|${STAMP}|${US_DAY}|000000)`, text => text === '000000' || readPeriod(text) !== null),
    z
      .int(ABORT)
      .min(100_001, ABORT)
      .max(999_912, ABORT)
      .refine(value => readPeriod(String(value)) !== null, ABORT),
    z.literal(0),
    ABSENT,
  ]),
  timestamp: fieldSchema('timestamp', 'An ISO 8601 timestamp; without an offset it is UTC.', [
    textLike(STAMP, text => readTimestamp(text) !== null),
    ABSENT,
  ]),
  identifier: lenientSchema(
    'identifier',
    'A taxpayer identifier: nine digits, or a mask of X and four digits; anything else compares as absent.',
    { type: ['string', 'number', 'null'] },
  ),
  account: fieldSchema('account', 'An account number, of which the last four characters are kept.', [
    z.string(),
    z.number(),
    z.null(),
  ]),
}
