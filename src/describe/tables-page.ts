import { COLUMN_TYPES, type TableSpec } from '../export/table.js'
import { WRITERS } from '../stream/formats/index.js'
import { code, page, table } from './markdown.js'

/** A writer of each family. */
const families = [...new Map(Object.values(WRITERS).map(writer => [writer.family, writer])).values()]

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
    'Tables',
    'Columns are added at the end and never renamed. A figure that does not fit its column is null, with an issue `out_of_range`, even in a column that is otherwise never null.',
    table(
      ['format', 'what it is'],
      Object.entries(WRITERS).map(([name, { doc }]) => [code(name), doc]),
    ),
    table(
      ['type', ...families.map(({ family }) => family)],
      COLUMN_TYPES.map(type => [type, ...families.map(({ types }) => types[type])]),
    ),
    'Null is an empty field in CSV, and `null` in NDJSON. Parquet says what the table and its columns are, and their units, in the metadata `table`, `description` and `columns`. Lists are compact JSON text. Rows are ordered by their leading columns, taxpayers as in the input.',
    tables.map(({ name }) => `[${name}](#${name})`).join(', '),
    ...tables.flatMap(tableSection),
  )
