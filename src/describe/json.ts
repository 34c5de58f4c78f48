import * as z from 'zod'

/** A JSON object whose keys stand in the order in which they are written. */
export interface Json {
  readonly [key: string]: JsonValue
}

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | Json | readonly JsonValue[]

/** An object with these keys, all of them there, and no others. */
export const closed = (properties: Json): Json => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  additionalProperties: false,
})

/** What is made of each item, by a key of its own. */
export const keyed = <T>(items: readonly T[], entryOf: (item: T) => readonly [string, JsonValue]): Json =>
  Object.fromEntries(items.map(entryOf))

/** JSON text of a file: two spaces, keys as they stand, a line feed at the end. */
export const printJson = (value: Json): string => `${JSON.stringify(value, null, 2)}\n`

/** A reference to a definition of the same file. */
export const ref = (name: string): Json => ({ $ref: `#/$defs/${name}` })

/** The JSON Schema of what a zod schema takes, without its `$schema`. */
export function jsonSchemaOf(schema: z.ZodType): Json {
  const { $schema, ...json } = z.toJSONSchema(schema, { io: 'input' })
  return json as Json
}
