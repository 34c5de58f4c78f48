import * as z from 'zod'
import type { ColumnInfo } from '../export/data.js'
import type { ColumnType, TableSpec } from '../export/table.js'

/** A JSON object. Its keys are written in this order. */
export interface Json {
  readonly [key: string]: JsonValue
}

export type JsonValue = string | number | boolean | null | Json | readonly JsonValue[]

/** Returns the schema of an object that has exactly these properties. */
export const closed = (properties: Json): Json => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  additionalProperties: false,
})

/** Builds an object with one entry per item. */
export const keyed = <T>(items: readonly T[], entryOf: (item: T) => readonly [string, JsonValue]): Json =>
  Object.fromEntries(items.map(entryOf))

export const ref = (name: string): Json => ({ $ref: `#/$defs/${name}` })

/** Returns the JSON Schema of the input of a zod schema, without `$schema`. */
export function jsonSchemaOf(schema: z.ZodType): Json {
  const { $schema, ...json } = z.toJSONSchema(schema, { io: 'input' })
  return json as Json
}

/** The JSON Schema of a cell by column type. Money is in dollars with two decimals, and ratios have six. */
const CELLS = {
  text: { type: 'string' },
  int: { type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 },
  bool: { type: 'boolean' },
  money: { type: 'string', pattern: '^-?(0|[1-9][0-9]{0,15})\\.[0-9]{2}$' },
  ratio: { type: 'string', pattern: '^-?(0|[1-9][0-9]{0,11})\\.[0-9]{6}$' },
  date: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' },
} as const satisfies Record<ColumnType, Json & { readonly type: string }>

/** Tests whether a column can be null. A figure that needs more than 18 digits is null even in a non-nullable column. */
const mayBeNull = ({ type, nullable }: ColumnInfo): boolean =>
  nullable || type === 'money' || type === 'ratio'

/** Returns the schema of a table row as JSON. Every column is required; a missing value is null. */
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
