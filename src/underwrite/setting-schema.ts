import * as z from 'zod'
import { UNSIGNED_AMOUNT_PATTERN } from '../core/money.js'
import type { Setting } from './setting.js'
import {
  codeOf,
  FOUR_DIGITS,
  isAmount,
  isDay,
  isExactShare,
  isIdentifier,
  isSignedAmount,
  RANGES,
} from './setting-reading.js'
import { asSpelled } from './spelling.js'
import { STREAMS } from './subject.js'

/** The pattern of a nonnegative amount as text, for JSON Schema. */
const AMOUNT_PATTERN = `^\\s*\\+?\\$?${UNSIGNED_AMOUNT_PATTERN}\\s*$`

/** The zod schema of what callers give: keys may be in either spelling, and come out as the table spells them. */
export const inputSchema = (setting: Setting): z.ZodType =>
  z.preprocess(value => asSpelled(value, setting), schemaOf(setting))

/** The zod schema of a setting. Issues: the message is the code. */
export function schemaOf(setting: Setting): z.ZodType {
  let schema = bareSchema(setting)
  if (setting.orNull === true) schema = schema.nullable()
  if (setting.default !== undefined) schema = schema.default(setting.default)
  return setting.optional === true ? schema.optional() : schema
}

function bareSchema(setting: Setting): z.ZodType {
  const error = { error: codeOf(setting) }
  const whole = (least: number, most: number) => z.int(error).min(least, error).max(most, error)
  switch (setting.is) {
    case 'ratio':
      return z
        .number(error)
        .min(RANGES.ratio[0], error)
        .max(RANGES.ratio[1], error)
        .refine(isExactShare, error)
    case 'count':
      return whole(setting.least, setting.most)
    case 'year':
      return whole(...RANGES.year)
    case 'flag':
      return z.boolean(error)
    case 'text': {
      const text = z.string(error).min(1, error)
      return setting.most === undefined ? text : text.max(setting.most, error)
    }
    case 'enum':
      return z.enum(setting.of, error)
    case 'identifier':
      return setting.whole === true
        ? z.string(error).refine(isIdentifier, error)
        : z.string(error).regex(FOUR_DIGITS, error)
    case 'date':
      return z.string(error).refine(isDay, error).meta({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' })
    case 'money': {
      const amount = z.union([z.number(), z.string()], error)
      return setting.signed === true
        ? amount.refine(isSignedAmount, error).meta({ exclusiveMinimum: -9e13, exclusiveMaximum: 9e13 })
        : amount.refine(isAmount, error).meta({ minimum: 0, exclusiveMaximum: 9e13, pattern: AMOUNT_PATTERN })
    }
    case 'list':
      return z.array(schemaOf(setting.of), error)
    case 'object': {
      if (setting.each !== undefined) return z.partialRecord(z.enum(STREAMS), schemaOf(setting.each), error)
      const keys = Object.entries(setting.keys).map(([key, inner]) => [key, schemaOf(inner)])
      return z.strictObject(Object.fromEntries(keys), error)
    }
  }
}
