/** A JSON object whose keys stand in the order in which they are written. */
export interface Json {
  readonly [key: string]: JsonValue
}

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | Json | readonly JsonValue[]

/** What a schema says of itself: where it stands under `schemas/`, its title and its description. */
export interface SchemaHead {
  readonly path: string
  readonly title: string
  readonly description: string
}

/** The address that the `$id` of every schema begins with. */
export const SCHEMA_BASE = 'https://taxtally.dev/schemas/'

/** A whole schema file: JSON Schema 2020-12, its head first and its definitions last. */
export const schemaFile = ({ path, title, description }: SchemaHead, body: Json): Json => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `${SCHEMA_BASE}${path}`,
  title,
  description,
  ...body,
})

/** JSON text of a file: two spaces, keys as they stand, a line feed at the end. */
export const printJson = (value: Json): string => `${JSON.stringify(value, null, 2)}\n`

/** The definitions that a schema refers to, and those that these refer to, in the order of `all`. */
export function definitionsOf(body: Json, all: Json): Json {
  const used = new Set<string>()
  const visit = (value: JsonValue): void => {
    if (Array.isArray(value)) for (const item of value as readonly JsonValue[]) visit(item)
    else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value as Json)) {
        if (key === '$ref' && typeof item === 'string') refer(item.slice('#/$defs/'.length))
        else visit(item)
      }
    }
  }
  const refer = (name: string): void => {
    if (used.has(name)) return
    used.add(name)
    visit(all[name] as Json)
  }
  visit(body)
  return Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)))
}
