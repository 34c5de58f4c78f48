import type { ColumnInfo } from '../../export/data.js'
import type { ColumnType, TableSpec } from '../../export/table.js'

/** The type of each column type. Units: cents and millionths, which the scale makes dollars and fractions. */
const TYPES = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  int: { type: 'INT32' },
  bool: { type: 'BOOLEAN' },
  money: { type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: 2 },
  ratio: { type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: 6 },
  date: { type: 'INT32', converted_type: 'DATE' },
} as const satisfies Record<ColumnType, object>

const UNITS: Partial<Readonly<Record<ColumnType, string>>> = { money: 'USD', ratio: '1' }

// A figure that does not fit its column is null, in a column that has no other nulls too.
const elementOf = ({ name, type, nullable }: ColumnInfo) => ({
  name,
  ...TYPES[type],
  repetition_type: nullable || UNITS[type] !== undefined ? ('OPTIONAL' as const) : ('REQUIRED' as const),
})

/** The Parquet types of a table's columns. */
export const parquetColumns = ({ columns }: Pick<TableSpec, 'columns'>) => columns.map(elementOf)

/** What the file says of the table: its name and description, and as JSON each column's description and unit. */
export const parquetMetadata = ({ name, doc, columns }: Pick<TableSpec, 'name' | 'doc' | 'columns'>) => [
  { key: 'table', value: name },
  { key: 'description', value: doc },
  {
    key: 'columns',
    value: JSON.stringify(
      Object.fromEntries(
        columns.map(column => [column.name, { description: column.doc, unit: UNITS[column.type] }]),
      ),
    ),
  },
]
