import * as z from 'zod'
import type { Setting } from '../underwrite/setting.js'
import { schemaOf } from '../underwrite/setting-schema.js'
import { inBothSpellings } from './both-spellings.js'
import type { Json } from './json.js'

/** An amount of dollars that is not below 0, as a number or as text. */
const AMOUNT: Json = {
  type: ['number', 'string'],
  minimum: 0,
  exclusiveMaximum: 90_000_000_000_000,
  pattern: '^\\s*\\+?\\$?(([0-9]{1,3}(,[0-9]{3})+|[0-9]+)(\\.[0-9]*)?|\\.[0-9]+)\\s*$',
}

/** The same, of an amount that may be below 0. */
const SIGNED: Json = {
  type: AMOUNT['type'] as Json[string],
  exclusiveMinimum: -90_000_000_000_000,
  exclusiveMaximum: 90_000_000_000_000,
}

/**
 * What zod knows of a setting, in both spellings; a number or text is always an amount. Gap: JSON Schema cannot say that a
 * share has at most six decimals, nor that a day is one of the calendar.
 */
export function settingSchema(setting: Setting): Json {
  const { $schema, ...body } = z.toJSONSchema(schemaOf(setting), {
    io: 'input',
    override: ({ jsonSchema }) => {
      const types = jsonSchema.anyOf?.map(({ type }) => type) ?? []
      if (types.length !== 2 || !types.includes('number') || !types.includes('string')) return
      const { signed } = jsonSchema
      delete jsonSchema.anyOf
      delete jsonSchema['signed']
      Object.assign(jsonSchema, signed === true ? SIGNED : AMOUNT)
    },
  })
  return inBothSpellings(body as Json) as Json
}
