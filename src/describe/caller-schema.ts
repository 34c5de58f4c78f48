import { z } from 'zod'
import type { Setting } from '../underwrite/setting.js'
import { schemaOf } from '../underwrite/setting-schema.js'
import { otherSpelling } from '../underwrite/spelling.js'
import type { Json, JsonValue } from './json.js'

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

/** The same with each key in either spelling. Gap: not both of one key, which is not said. */
function inBothSpellings(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(inBothSpellings)
  if (typeof value !== 'object' || value === null) return value
  const both: Record<string, JsonValue> = {}
  for (const [word, inner] of Object.entries(value as Json)) {
    if (word === 'required') {
      const keys = inner as string[]
      const twins = keys.filter(key => otherSpelling(key) !== key)
      both['required'] = keys.filter(key => !twins.includes(key))
      if (twins.length > 0)
        both['allOf'] = twins.map(key => ({
          anyOf: [{ required: [key] }, { required: [otherSpelling(key)] }],
        }))
    } else if (word === 'properties')
      both[word] = Object.fromEntries(
        Object.entries(inner as Json).flatMap(([key, of]) =>
          [...new Set([key, otherSpelling(key)])].map(each => [each, inBothSpellings(of)]),
        ),
      )
    else if (word === 'propertyNames') {
      const names = (inner as Json)['enum'] as string[]
      both[word] = {
        ...(inner as Json),
        enum: [...new Set(names.flatMap(name => [name, otherSpelling(name)]))],
      }
    } else both[word] = inBothSpellings(inner as JsonValue)
  }
  return both
}

/**
 * What zod knows of a setting, in both spellings; a number or text is always an amount. Gap: JSON Schema cannot say that a
 * share has at most six decimals, nor that a day is one of the calendar.
 */
export function settingSchema(setting: Setting): Json {
  const { $schema, ...body } = z.toJSONSchema(schemaOf(setting), {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (Array.isArray(jsonSchema.anyOf) && jsonSchema.anyOf.length === 2) {
        const types = jsonSchema.anyOf.map(({ type }) => type)
        if (types.includes('number') && types.includes('string')) {
          const signed = jsonSchema['signed'] === true
          delete jsonSchema.anyOf
          delete jsonSchema['signed']
          Object.assign(jsonSchema, signed ? SIGNED : AMOUNT)
        }
      }
    },
  })
  return inBothSpellings(body as Json) as Json
}
