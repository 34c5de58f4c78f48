import * as z from 'zod'
import type { ColumnInfo, ColumnType, TableSpec } from '../../tables/table.js'

/** A JSON object for a generated file. The file has its keys in the same order. */
export interface JsonObjectValue {
  readonly [key: string]: JsonValue
}

export type JsonValue = string | number | boolean | null | JsonObjectValue | readonly JsonValue[]

/** Returns the schema of an object that requires these properties and allows no others. */
export const buildClosedObject = (properties: JsonObjectValue): JsonObjectValue => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  additionalProperties: false,
})

/** Builds an object with one key and value per item. */
export const buildObject = <T>(
  items: readonly T[],
  makeEntry: (item: T) => readonly [string, JsonValue],
): JsonObjectValue => Object.fromEntries(items.map(makeEntry))

export const buildReference = (name: string): JsonObjectValue => ({ $ref: `#/$defs/${name}` })

/** Returns the JSON Schema of the values that a zod schema accepts, without `$schema`. */
export function toJsonSchema(schema: z.ZodType): JsonObjectValue {
  const { $schema, ...json } = z.toJSONSchema(schema, { io: 'input' })
  return json as JsonObjectValue
}

/** The JSON Schema of a cell, by column type. Money is in dollars with two decimals, and ratios have six. */
const CELL_SCHEMAS = {
  text: { type: 'string' },
  int: { type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 },
  bool: { type: 'boolean' },
  money: { type: 'string', pattern: '^-?(0|[1-9][0-9]{0,15})\\.[0-9]{2}$' },
  ratio: { type: 'string', pattern: '^-?(0|[1-9][0-9]{0,11})\\.[0-9]{6}$' },
  date: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' },
} as const satisfies Record<ColumnType, JsonObjectValue & { readonly type: string }>

/** Returns true if a column can be null. A figure of more than 18 digits becomes null even in a non-nullable column. */
const canBeNull = ({ type, nullable }: ColumnInfo): boolean => nullable || type === 'money' || type === 'ratio'

/** Returns the schema of a table row as JSON. Every column is required, and a missing value is null. */
export const buildTableSchema = ({ columns }: Pick<TableSpec, 'columns'>): JsonObjectValue =>
  buildClosedObject(
    buildObject(columns, column => {
      const { type, ...otherKeywords } = CELL_SCHEMAS[column.type]
      return [
        column.name,
        { description: column.doc, type: canBeNull(column) ? [type, 'null'] : type, ...otherKeywords },
      ]
    }),
  )
