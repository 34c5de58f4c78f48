import { DOUBTS } from '../../resolve/resolved-document.js'
import { COLUMN_TYPES, type ColumnInfo, type TableSpec } from '../../tables/table.js'

type StringsLike<T extends readonly unknown[]> = { readonly [I in keyof T]: string }

/** The SQL dialect of one database. Money has two decimals and ratios have six. Both are exact. */
interface SqlDialect {
  /** The SQL type of each column type, in the order of `COLUMN_TYPES`. */
  readonly types: StringsLike<typeof COLUMN_TYPES>
  readonly quoteName: (text: string) => string
  readonly quoteText: (text: string) => string
  /** The text after the columns of a primary key. Null if the script defines no keys for this database. */
  readonly keySuffix: string | null
  /** Formats the comments inside CREATE TABLE from a quoted text. If absent, the script uses COMMENT statements. */
  readonly formatComments?: (text: string) => readonly [column: string, table: string]
  /** Writes the statements that load a file. Null if the database cannot read the format. */
  readonly formatParquetLoad: ((table: string) => string) | null
  /** `columns` has the names of the columns and their types. */
  readonly formatCsvLoad: (table: string, columns: string) => string
}

const quoteWithDoubleQuotes = (text: string): string => `"${text}"`
const quoteWithBackticks = (text: string): string => `\`${text}\``
const quoteWithSingleQuotes = (text: string): string => `'${text.replaceAll("'", "''")}'`
const quoteWithBackslashes = (text: string): string => `'${text.replace(/[\\']/g, character => `\\${character}`)}'`

/** Every SQL dialect. */
const SQL_DIALECT_TABLE = {
  duckdb: {
    types: ['VARCHAR', 'INTEGER', 'BOOLEAN', 'DECIMAL(18, 2)', 'DECIMAL(18, 6)', 'DATE'],
    quoteName: quoteWithDoubleQuotes,
    quoteText: quoteWithSingleQuotes,
    keySuffix: '',
    formatParquetLoad: table => `COPY "${table}" FROM '${table}.parquet' (FORMAT parquet);`,
    formatCsvLoad: table => `COPY "${table}" FROM '${table}.csv' (FORMAT csv, HEADER, ALLOW_QUOTED_NULLS false);`,
  },
  postgresql: {
    types: ['text', 'integer', 'boolean', 'numeric(18, 2)', 'numeric(18, 6)', 'date'],
    quoteName: quoteWithDoubleQuotes,
    quoteText: quoteWithSingleQuotes,
    keySuffix: '',
    formatParquetLoad: null,
    formatCsvLoad: table => `\\copy "${table}" FROM '${table}.csv' WITH (FORMAT csv, HEADER)`,
  },
  snowflake: {
    types: ['VARCHAR', 'INTEGER', 'BOOLEAN', 'NUMBER(18, 2)', 'NUMBER(18, 6)', 'DATE'],
    quoteName: quoteWithDoubleQuotes,
    quoteText: quoteWithBackslashes,
    keySuffix: '',
    formatParquetLoad: table =>
      `COPY INTO "${table}" FROM @STAGE/${table}.parquet FILE_FORMAT = (TYPE = PARQUET) MATCH_BY_COLUMN_NAME = CASE_SENSITIVE;`,
    formatCsvLoad: table =>
      `COPY INTO "${table}" FROM @STAGE/${table}.csv FILE_FORMAT = (TYPE = CSV SKIP_HEADER = 1 FIELD_OPTIONALLY_ENCLOSED_BY = '"' ESCAPE_UNENCLOSED_FIELD = NONE);`,
  },
  bigquery: {
    types: ['STRING', 'INT64', 'BOOL', 'NUMERIC(18, 2)', 'NUMERIC(18, 6)', 'DATE'],
    quoteName: quoteWithBackticks,
    quoteText: quoteWithBackslashes,
    keySuffix: ' NOT ENFORCED',
    formatComments: text => [`OPTIONS (description = ${text})`, `OPTIONS (description = ${text})`],
    formatParquetLoad: table =>
      `LOAD DATA INTO \`${table}\` FROM FILES (format = 'PARQUET', uris = ['gs://BUCKET/${table}.parquet']);`,
    formatCsvLoad: table =>
      `LOAD DATA INTO \`${table}\` FROM FILES (format = 'CSV', uris = ['gs://BUCKET/${table}.csv'], skip_leading_rows = 1, allow_quoted_newlines = true);`,
  },
  spark: {
    types: ['STRING', 'INT', 'BOOLEAN', 'DECIMAL(18, 2)', 'DECIMAL(18, 6)', 'DATE'],
    quoteName: quoteWithBackticks,
    quoteText: quoteWithBackslashes,
    keySuffix: null,
    formatComments: text => [`COMMENT ${text}`, `USING PARQUET COMMENT ${text}`],
    formatParquetLoad: table => `INSERT INTO \`${table}\` SELECT * FROM parquet.\`FOLDER/${table}.parquet\`;`,
    formatCsvLoad: (table, columns) =>
      `CREATE OR REPLACE TEMPORARY VIEW file (${columns}) USING CSV OPTIONS (path 'FOLDER/${table}.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO \`${table}\` SELECT * FROM file;`,
  },
} as const satisfies Record<string, SqlDialect>

export type Dialect = keyof typeof SQL_DIALECT_TABLE

export const SQL_DIALECTS = Object.keys(SQL_DIALECT_TABLE) as readonly Dialect[]

/** Returns true if a column is NOT NULL. Money and ratios are nullable because a figure may not fit its column. */
const isNeverNull = ({ name, type, nullable }: ColumnInfo, key: readonly string[]): boolean =>
  key.includes(name) || (!nullable && type !== 'money' && type !== 'ratio')

function writeCreateTable({ name: table, doc, columns, key = [] }: TableSpec, dialect: Dialect): string {
  const { types, quoteName, quoteText, keySuffix, formatComments, ...loads }: SqlDialect = SQL_DIALECT_TABLE[dialect]
  const typedColumns = columns.map(({ name, type }) => `${quoteName(name)} ${types[COLUMN_TYPES.indexOf(type)]}`)
  const lines = columns.map((column, i) => {
    const columnParts = [typedColumns[i]]
    if (isNeverNull(column, key)) columnParts.push('NOT NULL')
    if (formatComments !== undefined) columnParts.push(formatComments(quoteText(column.doc))[0])
    return `  ${columnParts.join(' ')}`
  })
  if (key.length > 0 && keySuffix !== null) lines.push(`  PRIMARY KEY (${key.map(quoteName).join(', ')})${keySuffix}`)
  const tableSuffix = formatComments === undefined ? '' : ` ${formatComments(quoteText(doc))[1]}`
  const comments = [
    `COMMENT ON TABLE ${quoteName(table)} IS ${quoteText(doc)};`,
    ...columns.map(
      column => `COMMENT ON COLUMN ${quoteName(table)}.${quoteName(column.name)} IS ${quoteText(column.doc)};`,
    ),
  ]
  return [
    `CREATE TABLE IF NOT EXISTS ${quoteName(table)} (\n${lines.join(',\n')}\n)${tableSuffix};`,
    ...(formatComments === undefined ? comments : []),
    ...(loads.formatParquetLoad === null ? [] : [`-- From Parquet: ${loads.formatParquetLoad(table)}`]),
    `-- From CSV: ${loads.formatCsvLoad(table, typedColumns.join(', '))}`,
  ].join('\n')
}

/**
 * Writes the script that creates every table, in output order. After each table, comments contain the statements that
 * load it. The columns have the same order as in the files.
 */
export const writeSqlScript = (dialect: Dialect, tables: readonly TableSpec[]): string =>
  `${[
    '-- Made by `npm run generate` from the tables; edit those.',
    ...tables.map(table => writeCreateTable(table, dialect)),
  ].join('\n\n')}\n`

/** A view. `select` quotes names with double quotes. */
interface View {
  readonly name: string
  readonly doc: string
  readonly select: string
}

const VIEWS: readonly View[] = [
  {
    name: 'income_by_employer',
    doc: 'The wages of each employer by year and recipient, from counted W-2s. employer_key is the same in all years.',
    select: `SELECT "taxpayer_id", "recipient", "employer_key", "employer_name", "tax_year", "wages", "wage_share", "doubts"
FROM "employment"
WHERE "in_documents"`,
  },
  {
    name: 'doubts',
    doc: 'A row for each reason to doubt a document that counts.',
    select: `SELECT d."taxpayer_id", d."tax_year", d."record_id", d."form", d."form_index", d."entry_index", d."issuer_name", c."doubt"
FROM "documents" d
JOIN (
  ${DOUBTS.map((doubt, i) => (i === 0 ? `SELECT '${doubt}' AS "doubt"` : `SELECT '${doubt}'`)).join(' UNION ALL\n  ')}
) c ON CONCAT(';', d."doubts", ';') LIKE CONCAT('%;', c."doubt", ';%')
WHERE d."status" = 'counted'`,
  },
  {
    name: 'open_conditions',
    doc: 'The conditions that are not met, with the amounts of their streams. Two conditions of one stream name the same money.',
    select: `SELECT c."taxpayer_id", c."policy", c."borrower", c."stream", c."condition", c."severity", c."document", c."amount",
  s."qualifying_monthly", s."supportable_monthly", c."about", c."tax_year", c."message", c."citation"
FROM "conditions" c
LEFT JOIN "income_streams" s
  ON s."taxpayer_id" = c."taxpayer_id" AND s."policy" = c."policy"
  AND s."borrower" = c."borrower" AND s."stream" = c."stream"
WHERE NOT c."met"`,
  },
  {
    name: 'dropped_documents',
    doc: 'The documents that do not count, each with the document that counts in its place. Null if none does.',
    select: `SELECT d."taxpayer_id", d."tax_year", d."record_id", d."form", d."form_index", d."entry_index", d."provider_id",
  d."issuer_name", d."status", d."decided_by_record", d."decided_by_form", d."decided_by_form_index", d."decided_by_entry_index",
  d."counted_instead_record", d."counted_instead_form", d."counted_instead_form_index", d."counted_instead_entry_index",
  w."provider_id" AS "counted_instead_provider"
FROM "documents" d
LEFT JOIN "documents" w
  ON w."taxpayer_id" = d."taxpayer_id" AND w."record_id" = d."counted_instead_record" AND w."form" = d."counted_instead_form"
  AND w."form_index" = d."counted_instead_form_index" AND w."entry_index" = d."counted_instead_entry_index"
WHERE d."status" <> 'counted'`,
  },
  {
    name: 'household_totals',
    doc: 'The qualifying income of all borrowers together: one row per taxpayer and policy. Select one policy before you add anything.',
    select: `SELECT "taxpayer_id", "policy", MAX("as_of_year") AS "as_of_year", COUNT(*) AS "borrowers", SUM("qualifying_monthly") AS "qualifying_monthly",
  SUM("supportable_monthly") AS "supportable_monthly", SUM("verified_monthly") AS "verified_monthly", SUM("gross_up") AS "gross_up",
  SUM("open_blocking") AS "open_blocking", SUM("open_review") AS "open_review"
FROM "qualifying_totals"
GROUP BY "taxpayer_id", "policy"`,
  },
]

/** Writes the script that creates the views of the tables. */
export function writeSqlViews(dialect: Dialect): string {
  const { quoteName } = SQL_DIALECT_TABLE[dialect]
  const toDialect = (select: string): string => select.replace(/"(\w+)"/g, (_, name: string) => quoteName(name))
  const views = VIEWS.map(
    ({ name, doc, select }) => `-- ${doc}\nCREATE OR REPLACE VIEW ${quoteName(name)} AS\n${toDialect(select)};`,
  )
  return `${['-- Made by `npm run generate`. Run it after tables.sql.', ...views].join('\n\n')}\n`
}
