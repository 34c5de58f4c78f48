import * as z from 'zod'
import { readDate, readPeriod, readTimestamp } from '../core/date.js'
import { Decimal } from '../core/money.js'
import { isAbsent } from '../core/text.js'
import type { FieldType } from '../model/field.js'

const NUMERAL = /^[+-]?(?:\d+\.?\d*|\.\d+)$/
const GROUPED = String.raw`(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)`
const MONEY = new RegExp(String.raw`^(?:\(\$?${GROUPED}\)|[+-]?\$?${GROUPED})$`)
const VARIOUS = /^various$/i

type Test<T> = (value: T) => boolean

/** Text that means not answered, or null. */
const absent = z.union([z.null(), z.string().refine(isAbsent)])
const trimmed = (test: Test<string>) => z.string().refine(text => test(text.trim()))
const finite = (test: Test<Decimal>) => z.number().refine(value => test(new Decimal(value)))
const decimal = (figures: string) =>
  new Decimal(
    figures
      .replace('+', '')
      .replace(/\.$/, '')
      .replace(/^(-?)\./, '$10.'),
  )
const isNumeral = (text: string) => text.length <= 40 && NUMERAL.test(text)
const figure = (test: Test<Decimal>) => [
  finite(test),
  trimmed(text => isNumeral(text) && test(decimal(text))),
]

const between = (low: number, high: number) => (value: Decimal) => value.gte(low) && value.lte(high)
const isYear = (value: Decimal) => value.isInteger() && (value.isZero() || between(1900, 2100)(value))
const isCount = (value: Decimal) => value.isInteger() && between(0, 2_147_483_647)(value)
const isBelowLimit = (value: Decimal) => value.abs().lt(9e13) && value.toDecimalPlaces(2).abs().lt(9e13)
const isMoneyText = (text: string) => MONEY.test(text) && isBelowLimit(decimal(text.replace(/[$,()]/g, '')))
function isPercentText(text: string): boolean {
  const figures = text.replace(/%$/, '')
  if (!isNumeral(figures)) return false
  const value = decimal(figures)
  return value.isZero() || (value.isPositive() && (/^\+?\d{4,}$/.test(text) || value.lte(100)))
}

/** The wire schema of each type of field but lists: all that is read without an error, and no transforms. */
export const WIRE: Readonly<Record<Exclude<FieldType, 'list'>, z.ZodType>> = {
  money: z.union([finite(isBelowLimit), trimmed(isMoneyText), absent]),
  rate: z.union([...figure(between(0, 10_000)), absent]),
  ratio: z.union([...figure(between(0, 100)), trimmed(text => VARIOUS.test(text)), absent]),
  percentage: z.union([finite(value => isPercentText(value.toFixed())), trimmed(isPercentText), absent]),
  count: z.union([...figure(isCount), absent]),
  year: z.union([...figure(isYear), absent]),
  flag: z.unknown(),
  text: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  code: z.union([z.string(), z.number().refine(value => /^\d+$/.test(String(value))), z.null()]),
  enum: z.union([z.string(), z.null()]),
  date: z.union([trimmed(text => VARIOUS.test(text) || readDate(text) !== null), absent]),
  period: z.union([
    z.number().refine(value => value === 0 || readPeriod(String(value)) !== null),
    trimmed(text => text === '000000' || readPeriod(text) !== null),
    absent,
  ]),
  timestamp: z.union([trimmed(text => readTimestamp(text) !== null), absent]),
  identifier: z.unknown(),
  account: z.union([z.string(), z.number(), z.null()]),
}
