import type { ColumnType, TableSpec } from '../../tables/table.js'

/**
 * The pandas type of each column type, for `read_csv`. Money, ratios and dates are read as text, because pandas has no
 * exact decimals. Each of these types accepts an empty cell.
 */
const PANDAS_TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'string',
  int: 'Int64',
  bool: 'boolean',
  money: 'string',
  ratio: 'string',
  date: 'string',
}

/** Returns the pandas types of the columns of each table: the argument `dtype` of `read_csv`. */
export const buildPandasTypes = (tables: readonly TableSpec[]) =>
  Object.fromEntries(
    tables.map(({ name, columns }) => [
      name,
      Object.fromEntries(columns.map(column => [column.name, PANDAS_TYPES[column.type]])),
    ]),
  )
