import type { ColumnInfo } from '../export/data.js'
import type { ColumnType, TableSpec } from '../export/table.js'
import { closed, type Json, keyed } from './json.js'

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
