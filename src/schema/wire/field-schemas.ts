import * as z from 'zod'
import { readDate, readPeriod, readTimestamp } from '../../core/date.js'
import { Decimal, UNSIGNED_AMOUNT_PATTERN } from '../../core/money.js'
import { ABSENT_PHRASES, isAbsent } from '../../core/text.js'
import type { FieldType } from '../field.js'
import { EXPECTATIONS, FALSE_WORDS, TRUE_WORDS } from './expectations.js'

const NUMERAL_PATTERN = '[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)'
const ISO_DAY_PATTERN = '[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])'
const US_DAY_PATTERN = '(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01])-|/(0[1-9]|[12][0-9]|3[01])/)[0-9]{4}'
const TIMESTAMP_PATTERN = `${ISO_DAY_PATTERN}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.,][0-9]{1,9})?)?(Z|[+-][0-9]{2}(:?[0-9]{2})?)?)?`
const MONTH_PATTERN = '[0-9]{4}-?(0[1-9]|1[0-2])'

/** Returns a pattern for a phrase in any letter case, with any white space. JSON Schema patterns have no flags. */
const toAnyCasePattern = (phrase: string): string =>
  phrase.replace(/[a-z]/g, letter => `[${letter.toUpperCase()}${letter}]`).replaceAll(' ', '\\s+')
const toAlternatives = (phrases: Iterable<string>): string => `(${[...phrases].map(toAnyCasePattern).join('|')})`
const anchorPattern = (pattern: string): string => `^\\s*${pattern}\\s*$`
const VARIOUS_PATTERN = toAnyCasePattern('various')
const VARIOUS_REGEXP = /^various$/i
export const ABSENT_PATTERN = anchorPattern(`(${toAlternatives([...ABSENT_PHRASES].filter(phrase => phrase !== ''))})?`)

// A failed check aborts its union option. If all options abort, the union reports one issue with the union's own code.
const ABORT_UNION_OPTION = { abort: true }

const toDecimal = (numeral: string): Decimal =>
  new Decimal(
    numeral
      .replace('+', '')
      .replace(/\.$/, '')
      .replace(/^(-?)\./, '$10.'),
  )

/** Builds the schema of a string that matches a pattern and passes a test. Its JSON Schema has only the pattern. */
const buildTextSchema = (pattern: string, isReadable: (text: string) => boolean) =>
  z
    .string()
    .regex(new RegExp(anchorPattern(pattern)), ABORT_UNION_OPTION)
    .refine(text => isReadable(text.trim()), ABORT_UNION_OPTION)

/** Builds the schema of a number that is sent as text of at most 40 characters. */
const buildNumeralSchema = (isReadable: (value: Decimal) => boolean) =>
  buildTextSchema(NUMERAL_PATTERN, text => text.length <= 40 && isReadable(toDecimal(text)))

const isBetween = (value: Decimal, minimum: number, maximum: number) => value.gte(minimum) && value.lte(maximum)
const isBelowLimit = (value: Decimal) => value.abs().lt(9e13) && value.toDecimalPlaces(2).abs().lt(9e13)
const NUMERAL_REGEXP = new RegExp(`^${NUMERAL_PATTERN}$`)
function isPercentText(text: string): boolean {
  const numeral = text.replace(/%$/, '')
  if (numeral.length > 40 || !NUMERAL_REGEXP.test(numeral)) return false
  const value = toDecimal(numeral)
  return value.isZero() || (value.isPositive() && (/^\+?\d{4,}$/.test(text) || value.lte(100)))
}

/** The schema of a value that is read as absent. A missing key is also absent. */
export const ABSENT_SCHEMA: z.ZodType = z
  .union([z.null(), z.string().refine(isAbsent, ABORT_UNION_OPTION).meta({ pattern: ABSENT_PATTERN })])
  .meta({
    id: 'wire_absent',
    description: 'Absent: null, the empty text, or a phrase that means not answered, in any case.',
  })

type ScalarType = Exclude<FieldType, 'list'>
type UnionOptions = readonly [z.ZodType, ...z.ZodType[]]

const buildScalarSchema = (type: ScalarType, description: string, options: UnionOptions): z.ZodType =>
  z.union(options, { error: EXPECTATIONS[type][0] }).meta({ id: `wire_${type}`, description })

/** Builds a schema that accepts any value. Its JSON Schema describes the values that are read without a warning. */
const buildLenientSchema = (type: ScalarType, description: string, json: object): z.ZodType =>
  z.unknown().meta({ id: `wire_${type}`, description, ...json })

/**
 * The schema of each field type except `list`. It accepts every value that the reader accepts without an error, and it
 * does not transform the value.
 */
export const WIRE_SCHEMAS: Readonly<Record<ScalarType, z.ZodType>> = {
  money: buildScalarSchema(
    'money',
    'An amount in US dollars below 90,000,000,000,000: a number, or text such as 1,234.56, $5 or (12.34).',
    [
      z
        .number()
        .gt(-9e13, ABORT_UNION_OPTION)
        .lt(9e13, ABORT_UNION_OPTION)
        .refine(value => isBelowLimit(new Decimal(value)), ABORT_UNION_OPTION),
      buildTextSchema(`(\\(\\$?${UNSIGNED_AMOUNT_PATTERN}\\)|[+-]?\\$?${UNSIGNED_AMOUNT_PATTERN})`, text =>
        isBelowLimit(toDecimal(text.replace(/[$,()]/g, ''))),
      ),
      ABSENT_SCHEMA,
    ],
  ),
  rate: buildScalarSchema(
    'rate',
    'A rate: a fraction below 1, a percent up to 100, or two implied decimals up to 10,000.',
    [
      z.number().min(0, ABORT_UNION_OPTION).max(10_000, ABORT_UNION_OPTION),
      buildNumeralSchema(value => isBetween(value, 0, 10_000)),
      ABSENT_SCHEMA,
    ],
  ),
  ratio: buildScalarSchema(
    'ratio',
    'A ratio from 0 to 1; above 1 and up to 100 it is read as a percent; Various is absent.',
    [
      z.number().min(0, ABORT_UNION_OPTION).max(100, ABORT_UNION_OPTION),
      buildNumeralSchema(value => isBetween(value, 0, 100)),
      buildTextSchema(VARIOUS_PATTERN, () => true),
      ABSENT_SCHEMA,
    ],
  ),
  percentage: buildScalarSchema(
    'percentage',
    'A percentage from 0 to 100, with or without a percent sign; below 1 without one it is a fraction.',
    [
      z
        .number()
        .refine(value => isPercentText(new Decimal(value).toFixed()), ABORT_UNION_OPTION)
        .meta({ minimum: 0, maximum: 100 }),
      buildTextSchema(`${NUMERAL_PATTERN}\\s*%?`, isPercentText),
      ABSENT_SCHEMA,
    ],
  ),
  count: buildScalarSchema('count', 'A whole number from 0.', [
    z.int(ABORT_UNION_OPTION).min(0, ABORT_UNION_OPTION).max(2_147_483_647, ABORT_UNION_OPTION),
    buildNumeralSchema(value => value.isInteger() && isBetween(value, 0, 2_147_483_647)),
    ABSENT_SCHEMA,
  ]),
  year: buildScalarSchema('year', 'A year from 1900 to 2100; 0 is absent.', [
    z.int(ABORT_UNION_OPTION).min(1900, ABORT_UNION_OPTION).max(2100, ABORT_UNION_OPTION),
    z.literal(0),
    buildNumeralSchema(value => value.isInteger() && (value.isZero() || isBetween(value, 1900, 2100))),
    ABSENT_SCHEMA,
  ]),
  flag: buildLenientSchema('flag', 'A box that is checked or not: a boolean, 1 or 0, or text such as yes or no.', {
    anyOf: [
      { type: ['boolean', 'null'] },
      { enum: [0, 1] },
      { type: 'string', pattern: anchorPattern(toAlternatives([...TRUE_WORDS, ...FALSE_WORDS])) },
      {
        type: 'string',
        pattern: toAnyCasePattern('checked'),
        not: { type: 'string', pattern: toAlternatives(['not', 'unchecked']) },
      },
      { type: 'string', pattern: ABSENT_PATTERN },
    ],
  }),
  text: buildScalarSchema('text', 'Text. A phrase that means "not answered" is absent.', [
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
  ]),
  code: buildScalarSchema('code', 'A code, as text or as a whole number.', [
    z.string(),
    z
      .number()
      .refine(value => /^\d+$/.test(String(value)), ABORT_UNION_OPTION)
      .meta({ type: 'integer', minimum: 0 }),
    z.null(),
  ]),
  enum: buildScalarSchema('enum', 'One of the known values. Any other text is kept and reported as an issue.', [
    z.string(),
    z.null(),
  ]),
  date: buildScalarSchema(
    'date',
    'A day: YYYY-MM-DD, MM-DD-YYYY, MM/DD/YYYY or an ISO 8601 timestamp; Various is absent.',
    [
      buildTextSchema(
        `(${TIMESTAMP_PATTERN}|${US_DAY_PATTERN}|${VARIOUS_PATTERN})`,
        text => VARIOUS_REGEXP.test(text) || readDate(text) !== null,
      ),
      ABSENT_SCHEMA,
    ],
  ),
  period: buildScalarSchema('period', 'A month: YYYYMM, YYYY-MM or any date; 000000 is absent.', [
    buildTextSchema(
      `(${MONTH_PATTERN}|${TIMESTAMP_PATTERN}|${US_DAY_PATTERN}|000000)`,
      text => text === '000000' || readPeriod(text) !== null,
    ),
    z
      .int(ABORT_UNION_OPTION)
      .min(100_001, ABORT_UNION_OPTION)
      .max(999_912, ABORT_UNION_OPTION)
      .refine(value => readPeriod(String(value)) !== null, ABORT_UNION_OPTION),
    z.literal(0),
    ABSENT_SCHEMA,
  ]),
  timestamp: buildScalarSchema('timestamp', 'An ISO 8601 timestamp; without an offset it is UTC.', [
    buildTextSchema(TIMESTAMP_PATTERN, text => readTimestamp(text) !== null),
    ABSENT_SCHEMA,
  ]),
  identifier: buildLenientSchema(
    'identifier',
    'A taxpayer identifier: nine digits, or a mask of X and four digits; anything else compares as absent.',
    { type: ['string', 'number', 'null'] },
  ),
  account: buildScalarSchema('account', 'An account number, of which the last four characters are kept.', [
    z.string(),
    z.number(),
    z.null(),
  ]),
}
