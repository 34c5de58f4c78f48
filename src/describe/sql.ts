import type { ColumnInfo } from '../export/data.js'
import { COLUMN_TYPES, type TableSpec } from '../export/table.js'

type StringsLike<T extends readonly unknown[]> = { readonly [I in keyof T]: string }

/** The SQL of one database. Money has two decimals and ratios have six; both are exact. */
interface SqlDialect {
  /** The SQL type of each column type, in the order of `COLUMN_TYPES`. */
  readonly types: StringsLike<typeof COLUMN_TYPES>
  readonly name: (text: string) => string
  readonly words: (text: string) => string
  /** The text after the columns of a primary key. Null if the database has no keys. */
  readonly key: string | null
  /** Formats the comment of a column and of a table inside CREATE TABLE. Without it, COMMENT statements are used. */
  readonly inside?: (doc: string) => readonly [column: string, table: string]
  readonly load: (table: string) => string
}

const quoteWithDoubleQuotes = (text: string): string => `"${text}"`
const quoteWithBackticks = (text: string): string => `\`${text}\``
const quoteWithDoubledQuotes = (text: string): string => `'${text.replaceAll("'", "''")}'`
const quoteWithBackslashes = (text: string): string =>
  `'${text.replace(/[\\']/g, character => `\\${character}`)}'`

const DIALECTS = {
  duckdb: {
    types: ['VARCHAR', 'INTEGER', 'BOOLEAN', 'DECIMAL(18, 2)', 'DECIMAL(18, 6)', 'DATE'],
    name: quoteWithDoubleQuotes,
    words: quoteWithDoubledQuotes,
    key: '',
    load: table => `COPY "${table}" FROM '${table}.parquet' (FORMAT parquet);`,
  },
  postgresql: {
    types: ['text', 'integer', 'boolean', 'numeric(18, 2)', 'numeric(18, 6)', 'date'],
    name: quoteWithDoubleQuotes,
    words: quoteWithDoubledQuotes,
    key: '',
    load: table => `\\copy "${table}" FROM '${table}.csv' WITH (FORMAT csv, HEADER)`,
  },
  snowflake: {
    types: ['VARCHAR', 'INTEGER', 'BOOLEAN', 'NUMBER(18, 2)', 'NUMBER(18, 6)', 'DATE'],
    name: quoteWithDoubleQuotes,
    words: quoteWithBackslashes,
    key: '',
    load: table =>
      `COPY INTO "${table}" FROM @STAGE/${table}.parquet FILE_FORMAT = (TYPE = PARQUET) MATCH_BY_COLUMN_NAME = CASE_SENSITIVE;`,
  },
  bigquery: {
    types: ['STRING', 'INT64', 'BOOL', 'NUMERIC(18, 2)', 'NUMERIC(18, 6)', 'DATE'],
    name: quoteWithBackticks,
    words: quoteWithBackslashes,
    key: ' NOT ENFORCED',
    inside: doc => [
      `OPTIONS (description = ${quoteWithBackslashes(doc)})`,
      `OPTIONS (description = ${quoteWithBackslashes(doc)})`,
    ],
    load: table =>
      `LOAD DATA INTO \`${table}\` FROM FILES (format = 'PARQUET', uris = ['gs://BUCKET/${table}.parquet']);`,
  },
  spark: {
    types: ['STRING', 'INT', 'BOOLEAN', 'DECIMAL(18, 2)', 'DECIMAL(18, 6)', 'DATE'],
    name: quoteWithBackticks,
    words: quoteWithBackslashes,
    key: null,
    inside: doc => [
      `COMMENT ${quoteWithBackslashes(doc)}`,
      `USING PARQUET COMMENT ${quoteWithBackslashes(doc)}`,
    ],
    load: table => `INSERT INTO \`${table}\` SELECT * FROM parquet.\`FOLDER/${table}.parquet\`;`,
  },
} as const satisfies Record<string, SqlDialect>

export type Dialect = keyof typeof DIALECTS

export const SQL_DIALECTS = Object.keys(DIALECTS) as readonly Dialect[]

/** Tests whether a column is NOT NULL. Text is nullable because CSV writes empty text like null. Figures may not fit. */
const isNeverNull = ({ name, type, nullable }: ColumnInfo, key: readonly string[]): boolean =>
  key.includes(name) || (!nullable && (type === 'int' || type === 'bool' || type === 'date'))

function writeCreateTable({ name: table, doc, columns, key = [] }: TableSpec, dialect: Dialect): string {
  const { types, name, words, key: keySuffixText, inside, load }: SqlDialect = DIALECTS[dialect]
  const lines = columns.map(column => {
    const columnParts = [name(column.name), types[COLUMN_TYPES.indexOf(column.type)]]
    if (isNeverNull(column, key)) columnParts.push('NOT NULL')
    if (inside !== undefined) columnParts.push(inside(column.doc)[0])
    return `  ${columnParts.join(' ')}`
  })
  if (key.length > 0 && keySuffixText !== null)
    lines.push(`  PRIMARY KEY (${key.map(name).join(', ')})${keySuffixText}`)
  const tableSuffix = inside === undefined ? '' : ` ${inside(doc)[1]}`
  const comments = [
    `COMMENT ON TABLE ${name(table)} IS ${words(doc)};`,
    ...columns.map(
      column => `COMMENT ON COLUMN ${name(table)}.${name(column.name)} IS ${words(column.doc)};`,
    ),
  ]
  return [
    `CREATE TABLE ${name(table)} (\n${lines.join(',\n')}\n)${tableSuffix};`,
    ...(inside === undefined ? comments : []),
    `-- To load it: ${load(table)}`,
  ].join('\n')
}

/**
 * Writes the script that creates every table, in the order in which the tables are written. Each is followed by a comment
 * with the statement that loads it. The columns have the order of the files.
 */
export const writeSqlScript = (dialect: Dialect, tables: readonly TableSpec[]): string =>
  `${[
    '-- Made by `npm run generate` from the tables; edit those.',
    ...tables.map(table => writeCreateTable(table, dialect)),
  ].join('\n\n')}\n`
