import type { Setting } from '../underwrite/setting.js'
import { schemaOf } from '../underwrite/setting-schema.js'
import { otherSpelling } from '../underwrite/spelling.js'
import { type Json, type JsonValue, jsonSchemaOf } from './json.js'

const spellingsOf = (key: string): string[] => [...new Set([key, otherSpelling(key)])]

/**
 * A schema with each key in either spelling. Gap: the schema accepts an object that has both spellings of one key; the reader
 * does not.
 */
function inBothSpellings(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(inBothSpellings)
  if (typeof value !== 'object' || value === null) return value
  const schema: Record<string, JsonValue> = {}
  for (const [keyword, inner] of Object.entries(value as Json)) {
    if (keyword === 'required') {
      const keys = inner as string[]
      const keysWithTwoSpellings = keys.filter(key => spellingsOf(key).length > 1)
      schema['required'] = keys.filter(key => !keysWithTwoSpellings.includes(key))
      if (keysWithTwoSpellings.length > 0)
        schema['allOf'] = keysWithTwoSpellings.map(key => ({
          anyOf: spellingsOf(key).map(spelling => ({ required: [spelling] })),
        }))
    } else if (keyword === 'properties')
      schema[keyword] = Object.fromEntries(
        Object.entries(inner as Json).flatMap(([key, property]) =>
          spellingsOf(key).map(spelling => [spelling, inBothSpellings(property)]),
        ),
      )
    else if (keyword === 'propertyNames') {
      const names = (inner as Json)['enum'] as string[]
      schema[keyword] = { ...(inner as Json), enum: names.flatMap(spellingsOf) }
    } else schema[keyword] = inBothSpellings(inner as JsonValue)
  }
  return schema
}

/**
 * The JSON Schema of a setting, with each key in either spelling. Gap: JSON Schema cannot say that a ratio has at most six
 * decimals or that a date exists.
 */
export const settingSchema = (setting: Setting): Json =>
  inBothSpellings(jsonSchemaOf(schemaOf(setting))) as Json
