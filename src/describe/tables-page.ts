import type { ColumnType, TableSpec } from '../export/table.js'
import { code, MADE, page, table } from './markdown.js'

/** How a column of each type is written: in CSV, and in Arrow. */
const WRITTEN = {
  text: ['the text', 'Utf8'],
  int: ['digits', 'Int32'],
  bool: ['`true` or `false`', 'Bool'],
  money: ['US dollars with two decimals: `1234.50`', 'Decimal128, precision 18, scale 2'],
  ratio: ['six decimals: `0.098750`', 'Decimal128, precision 18, scale 6'],
  date: ['`YYYY-MM-DD`', 'Date32'],
} as const satisfies Record<ColumnType, readonly [csv: string, arrow: string]>

const tableSection = ({ name, doc, columns }: TableSpec): readonly string[] => [
  `## ${name}`,
  doc,
  table(
    ['column', 'type', 'nullable', 'documentation'],
    columns.map(column => [code(column.name), column.type, column.nullable ? 'yes' : '', column.doc]),
  ),
]

/** The data dictionary: every table with every column. */
export const tablesPage = (tables: readonly TableSpec[]): string =>
  page(
    '# Tables',
    MADE,
    'Columns are added at the end and never renamed. A figure that does not fit its column is null, with an issue `out_of_range`, even in a column that is otherwise never null.',
    table(
      ['type', 'CSV', 'Arrow'],
      Object.entries(WRITTEN).map(([type, written]) => [type, ...written]),
    ),
    'Null is an empty field in CSV. Lists are compact JSON text. Rows are ordered by their leading columns, taxpayers as in the input.',
    tables.map(({ name }) => `[${name}](#${name})`).join(', '),
    ...tables.flatMap(tableSection),
  )
