import type { Setting } from '../underwrite/setting.js'
import { schemaOf } from '../underwrite/setting-schema.js'
import { otherSpelling } from '../underwrite/spelling.js'
import { type Json, type JsonValue, jsonSchemaOf } from './json.js'

const spellingsOf = (key: string): string[] => [...new Set([key, otherSpelling(key)])]

/** A schema with each key in either spelling. Gap: not both of one key, which is not said. */
function inBothSpellings(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(inBothSpellings)
  if (typeof value !== 'object' || value === null) return value
  const both: Record<string, JsonValue> = {}
  for (const [word, inner] of Object.entries(value as Json)) {
    if (word === 'required') {
      const keys = inner as string[]
      const twins = keys.filter(key => spellingsOf(key).length > 1)
      both['required'] = keys.filter(key => !twins.includes(key))
      if (twins.length > 0)
        both['allOf'] = twins.map(key => ({ anyOf: spellingsOf(key).map(each => ({ required: [each] })) }))
    } else if (word === 'properties')
      both[word] = Object.fromEntries(
        Object.entries(inner as Json).flatMap(([key, of]) =>
          spellingsOf(key).map(each => [each, inBothSpellings(of)]),
        ),
      )
    else if (word === 'propertyNames') {
      const names = (inner as Json)['enum'] as string[]
      both[word] = { ...(inner as Json), enum: names.flatMap(spellingsOf) }
    } else both[word] = inBothSpellings(inner as JsonValue)
  }
  return both
}

/**
 * The JSON Schema of a setting, with each key in either spelling. Gap: JSON Schema cannot say that a share has at most six
 * decimals, nor that a day is one of the calendar.
 */
export const settingSchema = (setting: Setting): Json =>
  inBothSpellings(jsonSchemaOf(schemaOf(setting))) as Json
