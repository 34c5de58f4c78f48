import * as z from 'zod'
import type { ColumnInfo } from '../export/data.js'
import type { ColumnType, TableSpec } from '../export/table.js'

/** A JSON object whose keys stand in the order in which they are written. */
export interface Json {
  readonly [key: string]: JsonValue
}

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

export const ref = (name: string): Json => ({ $ref: `#/$defs/${name}` })

/** The JSON Schema of what a zod schema takes, without its `$schema`. */
export function jsonSchemaOf(schema: z.ZodType): Json {
  const { $schema, ...json } = z.toJSONSchema(schema, { io: 'input' })
  return json as Json
}

/** What a cell of each column type holds as JSON. Units: money in dollars with two decimals, ratios with six. */
const CELLS = {
  text: { type: 'string' },
  int: { type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 },
  bool: { type: 'boolean' },
  money: { type: 'string', pattern: '^-?(0|[1-9][0-9]{0,15})\\.[0-9]{2}$' },
  ratio: { type: 'string', pattern: '^-?(0|[1-9][0-9]{0,11})\\.[0-9]{6}$' },
  date: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' },
} as const satisfies Record<ColumnType, Json & { readonly type: string }>

/** A figure that does not fit 18 digits is null, in a column that has no other nulls too. */
const mayBeNull = ({ type, nullable }: ColumnInfo): boolean =>
  nullable || type === 'money' || type === 'ratio'

/** The schema of a row of a table as JSON: every column is there. Missing: null. */
export const tableSchema = ({ columns }: Pick<TableSpec, 'columns'>): Json =>
  closed(
    keyed(columns, column => {
      const { type, ...rest } = CELLS[column.type]
      return [
        column.name,
        { description: column.doc, type: mayBeNull(column) ? [type, 'null'] : type, ...rest },
      ]
    }),
  )
