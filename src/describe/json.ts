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

const REFERENCE = /"\$ref":"#\/\$defs\/(\w+)"/g

/** The definitions that a schema refers to, and those that these refer to, in the order of `all`. */
export function definitionsOf(body: Json, all: Json): Json {
  const used = new Set<string>()
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(REFERENCE)) {
      if (used.has(name)) continue
      used.add(name)
      visit(all[name])
    }
  }
  visit(body)
  return Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)))
}
