import type { ColumnInfo } from '../export/data.js'
import type { ColumnType, TableSpec } from '../export/table.js'

/** The SQL type of each column type. Units: US dollars with two decimals, fractions with six, both exact. */
const DIALECTS = {
  duckdb: {
    text: 'VARCHAR',
    int: 'INTEGER',
    bool: 'BOOLEAN',
    money: 'DECIMAL(18, 2)',
    ratio: 'DECIMAL(18, 6)',
    date: 'DATE',
  },
  postgresql: {
    text: 'text',
    int: 'integer',
    bool: 'boolean',
    money: 'numeric(18, 2)',
    ratio: 'numeric(18, 6)',
    date: 'date',
  },
} as const satisfies Record<string, Record<ColumnType, string>>

/** A database for which there is a script. */
export type Dialect = keyof typeof DIALECTS

/** The databases for which there are scripts. */
export const SQL_DIALECTS = Object.keys(DIALECTS) as readonly Dialect[]

const name = (text: string): string => `"${text}"`
const words = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** An empty text is an empty field of CSV, as null is, and a figure beyond its type is null: neither can be refused. */
const isAlwaysThere = ({ name, type, nullable }: ColumnInfo, key: readonly string[]): boolean =>
  key.includes(name) || (!nullable && (type === 'int' || type === 'bool' || type === 'date'))

function createTable({ name: table, doc, columns, key = [] }: TableSpec, dialect: Dialect) {
  const lines = columns.map(column => {
    const type = DIALECTS[dialect][column.type]
    return `  ${name(column.name)} ${type}${isAlwaysThere(column, key) ? ' NOT NULL' : ''}`
  })
  if (key.length > 0) lines.push(`  PRIMARY KEY (${key.map(name).join(', ')})`)
  return [
    `CREATE TABLE ${name(table)} (\n${lines.join(',\n')}\n);`,
    `COMMENT ON TABLE ${name(table)} IS ${words(doc)};`,
    ...columns.map(
      column => `COMMENT ON COLUMN ${name(table)}.${name(column.name)} IS ${words(column.doc)};`,
    ),
  ].join('\n')
}

/** The script that makes every table, in the order in which they are written; columns stand as in the CSV. */
export const sqlScript = (dialect: Dialect, tables: readonly TableSpec[]): string =>
  `${[
    '-- Made by `npm run generate` from the tables; edit those.',
    ...tables.map(table => createTable(table, dialect)),
  ].join('\n\n')}\n`
