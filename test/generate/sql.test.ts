import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { analyzeAll } from '../../src/api/analyze.js'
import { Decimal } from '../../src/core/money.js'
import { convertFiles } from '../../src/files/convert/convert.js'
import { DOUBTS } from '../../src/resolve/resolved-document.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { selectTables } from '../../src/tables/tables.js'
import type { Dialect } from '../../src/tools/generate/sql.js'
import type { StatedIncome } from '../../src/underwriting/facts/stated-income.js'
import { arbitraryDossier } from '../support/arbitraries.js'
import { analyzeEverything } from '../support/everything.js'
import { sharedFolder } from '../support/folder.js'
import { type Postgres, startPostgres } from '../support/postgres.js'
import { requireFor } from '../support/requirements.mjs'

type Row = Readonly<Record<string, unknown>>

const root = new URL('../../', import.meta.url)
const script = (dialect: Dialect) => readFileSync(new URL(`schemas/sql/${dialect}/tables.sql`, root), 'utf8')
const lines = (path: string): unknown[] =>
  readFileSync(new URL(`fixtures/${path}`, root), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as unknown)

const parse = (path: string) => JSON.parse(readFileSync(new URL(`fixtures/${path}`, root), 'utf8')) as object
/** Taxpayers with income, one with debts, one with a loan file, one with doubts, and one with every form. */
const INPUT = [
  ...lines('dossiers.ndjson'),
  parse('liabilities-dossier.json'),
  parse('loan-files/dossier.json'),
  { ...parse('../test/cases/field/35b-joint-software-no-ssn.json'), taxpayer: { id: 'joint' } },
  {
    taxpayer: { id: 'every-form' },
    records: readdirSync(new URL('fixtures/forms/', root)).map(name => parse(`forms/${name}`)),
  },
]
const { tables } = selectTables(['all'])
const statedIncomes = lines('loan-files/stated.ndjson') as StatedIncome[]
const everything = analyzeEverything(INPUT, FORMS, {}, { statedIncome: statedIncomes })

/** The folder of the files that these tests load. Its subfolder `tables` has each table as CSV. */
const folder = sharedFolder()
beforeAll(() => {
  mkdirSync(join(folder, 'tables'))
  for (const [name, csv] of Object.entries(everything.csv())) writeFileSync(join(folder, 'tables', `${name}.csv`), csv)
})

/** Returns the number of rows and the exact sum of each decimal column of a table, from the library. */
const computeSums = (name: string, { rows: listRows } = everything): string[] => {
  const table = tables.find(candidate => candidate.name === name)
  const rows = listRows(name)
  const sums = (table?.columns ?? []).flatMap(({ name: column, type }) => {
    if (type !== 'money' && type !== 'ratio') return []
    const cells = rows.flatMap(row => (row[column] === null ? [] : [String(row[column])]))
    if (cells.length === 0) return ['']
    const sum = cells.reduce((total, cell) => total + BigInt(cell.replace('.', '')), 0n)
    const places = type === 'money' ? 2 : 6
    const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, '0')
    return [`${sum < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`]
  })
  return [name, String(rows.length), ...sums]
}
const writeQuery = (name: string): string => {
  const table = tables.find(candidate => candidate.name === name)
  const sums = (table?.columns ?? []).flatMap(({ name: column, type }) =>
    type === 'money' || type === 'ratio' ? [`coalesce(sum("${column}")::text, '')`] : [],
  )
  return `SELECT ${[`'${name}'`, 'count(*)::text', ...sums].join(', ')} FROM "${name}"`
}

/** Returns the number of texts of each text column, and how many of them are empty. Null is not a text. */
const countTexts = (name: string): string[] => {
  const rows = everything.rows(name)
  return listTextColumns(name).flatMap(column => {
    const texts = rows.map(row => row[column]).filter(text => text !== null)
    return [String(texts.length), String(texts.filter(text => text === '').length)]
  })
}
const writeTextQuery = (name: string): string => {
  const counts = listTextColumns(name).flatMap(column => [
    `count("${column}")::text`,
    `count(*) FILTER (WHERE "${column}" = '')::text`,
  ])
  return `SELECT ${counts.join(', ')} FROM "${name}"`
}
const listTextColumns = (name: string): string[] =>
  (tables.find(table => table.name === name)?.columns ?? []).flatMap(column =>
    column.type === 'text' ? [column.name] : [],
  )

/** Lists the statements in the comments of a script that load each table. */
function listLoads(dialect: Dialect, format: 'CSV' | 'Parquet'): string[] {
  const loads = [...script(dialect).matchAll(new RegExp(`^-- From ${format}: (.*)$`, 'gm'))].map(([, sql = '']) => sql)
  expect(loads.length).toBe(tables.length)
  return loads
}

const TYPES = {
  duckdb: {
    text: 'VARCHAR',
    int: 'INTEGER',
    bool: 'BOOLEAN',
    money: 'DECIMAL(18,2)',
    ratio: 'DECIMAL(18,6)',
    date: 'DATE',
  },
  postgresql: {
    text: 'text',
    int: 'integer',
    bool: 'boolean',
    money: 'numeric(18,2)',
    ratio: 'numeric(18,6)',
    date: 'date',
  },
} as const

/** Lists every column in order, with its type and its comment. */
const listColumns = (dialect: keyof typeof TYPES) =>
  tables.flatMap(table => table.columns.map(({ name, type, doc }) => [table.name, name, TYPES[dialect][type], doc]))

const views = (dialect: Dialect) => readFileSync(new URL(`schemas/sql/${dialect}/views.sql`, root), 'utf8')

/** The number of rows of each view, and of the rows of `dropped_documents` with the document that decided. */
const countViews = (): readonly (readonly [sql: string, rows: number])[] => {
  const documents = everything.rows('documents')
  const dropped = documents.filter(({ status }) => status !== 'counted')
  const isOf = (document: Row, doubt: string): boolean => String(document['doubts']).split(';').includes(doubt)
  return [
    ['income_by_employer', everything.rows('employment').filter(row => row['in_documents']).length],
    ...DOUBTS.map(
      doubt =>
        [
          `doubts WHERE doubt = '${doubt}'`,
          documents.filter(document => document['status'] === 'counted' && isOf(document, doubt)).length,
        ] as const,
    ),
    ['open_conditions', everything.rows('conditions').filter(row => !row['met']).length],
    ['open_conditions WHERE supportable_monthly IS NOT NULL', listOpenStreamConditions().length],
    ['dropped_documents', dropped.length],
    [
      'dropped_documents WHERE decided_by_record IS NOT NULL',
      dropped.filter(row => row['decided_by_record'] !== null).length,
    ],
    [
      'dropped_documents WHERE counted_instead_record IS NOT NULL',
      dropped.filter(row => row['counted_instead_record'] !== null).length,
    ],
    // The join finds each document that counts.
    [
      'dropped_documents WHERE counted_instead_provider IS NOT NULL',
      dropped.filter(row => row['counted_instead_record'] !== null).length,
    ],
    ['household_totals', countHouseholds()],
    // Every total is the sum of its streams.
    [JOIN_OF_TOTALS, countHouseholds()],
  ]
}

const countHouseholds = (): number =>
  new Set(everything.rows('qualifying_totals').map(row => `${row['taxpayer_id']} ${row['policy']}`)).size

/** The totals that equal the sum of the streams. */
const JOIN_OF_TOTALS = `household_totals t JOIN (
  SELECT taxpayer_id, policy, sum(qualifying_monthly) AS parts FROM income_streams GROUP BY 1, 2
) s ON s.taxpayer_id = t.taxpayer_id AND s.policy = t.policy AND s.parts = t.qualifying_monthly`

const listOpenStreamConditions = (): Row[] => {
  const toKey = (row: Row): string =>
    ['taxpayer_id', 'policy', 'borrower', 'stream'].map(column => String(row[column])).join()
  const streams = new Map(everything.rows('income_streams').map(row => [toKey(row), row]))
  return everything
    .rows('conditions')
    .filter(row => !row['met'] && (streams.get(toKey(row))?.['supportable_monthly'] ?? null) !== null)
}

/** The income of every taxpayer, from the library's own function. */
const INCOME = analyzeAll(INPUT).analyses.flatMap(({ taxpayerId, income }) =>
  income.map(({ taxYear, category, amount }) => [taxpayerId, taxYear, category, amount] as const),
)
const computeTotal = (category: string) =>
  INCOME.filter(row => row[2] === category)
    .reduce((sum, row) => sum.plus(row[3] ?? 0), new Decimal(0))
    .toFixed(2)
const CATEGORIES = [...new Set(INCOME.map(([, , category]) => category))].sort()

test('the fixtures fill the tables', () => {
  const empty = tables.filter(({ name }) => everything.rows(name).length === 0).map(({ name }) => name)
  expect(empty).toEqual([])
  expect(CATEGORIES.length).toBeGreaterThan(10)
})

describe('the script for DuckDB', () => {
  let duck: DuckDBConnection
  const rows = async (sql: string) => (await duck.runAndReadAll(sql)).getRowsJson()

  beforeAll(async () => {
    duck = await (await DuckDBInstance.create(':memory:')).connect()
    await duck.run(script('duckdb'))
  })
  afterAll(() => duck?.closeSync())

  test('makes every column with its type and its comment', async () => {
    const columns = await rows(`SELECT table_name, column_name, data_type, comment FROM duckdb_columns()
      WHERE NOT internal ORDER BY table_oid, column_index`)
    expect(columns).toEqual(listColumns('duckdb'))
  })

  test('has statements that load CSV with the sums of the library', async () => {
    for (const sql of listLoads('duckdb', 'CSV'))
      await duck.run(sql.replace("FROM '", `FROM '${join(folder, 'tables')}/`))
    for (const { name } of tables) expect(await rows(writeQuery(name))).toEqual([computeSums(name)])
    const sums = await rows('SELECT category, sum(amount)::text FROM income GROUP BY 1 ORDER BY 1')
    expect(sums).toEqual(CATEGORIES.map(category => [category, computeTotal(category)]))
  })

  test('loads null and empty text of CSV as such', async () => {
    for (const { name } of tables)
      expect([name, ...((await rows(writeTextQuery(name)))[0] as [])]).toEqual([name, ...countTexts(name)])
    expect(
      tables.flatMap(({ name }) => countTexts(name).filter((count, i) => i % 2 === 1 && count !== '0')).length,
    ).toBeGreaterThan(5)
  })

  test('has statements that load Parquet with the same sums', async () => {
    const out = join(folder, 'parquet')
    const input = join(folder, 'input.ndjson')
    writeFileSync(input, INPUT.map(value => `${JSON.stringify(value)}\n`).join(''))
    await convertFiles([input], {
      out,
      tables: ['all'],
      formats: ['parquet'],
      underwrite: { statedIncome: statedIncomes },
    })
    const loaded = await (await DuckDBInstance.create(':memory:')).connect()
    await loaded.run(script('duckdb'))
    for (const sql of listLoads('duckdb', 'Parquet')) await loaded.run(sql.replace("FROM '", `FROM '${out}/`))
    for (const { name } of tables.filter(spec => spec.name !== 'issues'))
      expect((await loaded.runAndReadAll(writeQuery(name))).getRowsJson()).toEqual([computeSums(name)])
    loaded.closeSync()
  })

  test('lets changed taxpayers be replaced in one transaction, with the rows of a complete run', async () => {
    // Two taxpayers lose their last record. docs/for-data-engineers.md has the statements.
    const changed = (INPUT.slice(0, 2) as { readonly records: readonly unknown[] }[]).map(dossier => ({
      ...dossier,
      records: dossier.records.slice(0, -1),
    }))
    const out = join(folder, 'changed')
    const input = join(folder, 'changed.ndjson')
    writeFileSync(input, changed.map(value => `${JSON.stringify(value)}\n`).join(''))
    const underwrite = { statedIncome: statedIncomes }
    await convertFiles([input], { out, tables: ['all'], formats: ['parquet'], underwrite })
    const daily = await (await DuckDBInstance.create(':memory:')).connect()
    await daily.run(script('duckdb'))
    for (const sql of listLoads('duckdb', 'CSV'))
      await daily.run(sql.replace("FROM '", `FROM '${join(folder, 'tables')}/`))
    await daily.run('BEGIN')
    for (const { name } of tables) {
      await daily.run(
        `DELETE FROM "${name}" WHERE taxpayer_id IN (SELECT taxpayer_id FROM '${join(out, 'taxpayers.parquet')}')`,
      )
      await daily.run(`INSERT INTO "${name}" BY NAME FROM '${join(out, `${name}.parquet`)}'`)
    }
    await daily.run('COMMIT')
    const complete = analyzeEverything([...changed, ...INPUT.slice(2)], FORMS, {}, underwrite)
    for (const { name } of tables)
      expect((await daily.runAndReadAll(writeQuery(name))).getRowsJson()).toEqual([computeSums(name, complete)])
    expect(computeSums('facts', complete)).not.toEqual(computeSums('facts'))
    daily.closeSync()
  })

  test('has views with the rows of the library', async () => {
    await duck.run(views('duckdb'))
    for (const [sql, count] of countViews())
      expect([sql, await rows(`SELECT count(*)::text FROM ${sql}`)]).toEqual([sql, [[String(count)]]])
  })

  test('keeps the tables and rows if the scripts are run again', async () => {
    await duck.run(script('duckdb'))
    await duck.run(views('duckdb'))
    expect(await rows(writeQuery('income'))).toEqual([computeSums('income')])
  })

  test('rejects a table that is loaded twice', async () => {
    const again = duck.run(`COPY income FROM '${join(folder, 'tables', 'income.csv')}' (HEADER)`)
    await expect(again).rejects.toThrow(/primary key/i)
  })
})

const postgresql = requireFor('the script for PostgreSQL', 'postgresql')

describe.skipIf(postgresql === undefined)('the script for PostgreSQL', () => {
  let postgres: Postgres
  const rows = (sql: string): unknown => JSON.parse(postgres.run(sql) || 'null')

  beforeAll(async () => {
    postgres = await startPostgres()
    postgres.run(script('postgresql'))
  }, 120_000)
  afterAll(() => postgres?.stop())

  test('makes every column with its type and its comment', () => {
    const columns = rows(`SELECT json_agg(json_build_array(c.relname, a.attname,
        format_type(a.atttypid, a.atttypmod), col_description(c.oid, a.attnum)) ORDER BY c.oid, a.attnum)
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE n.nspname = 'public' AND c.relkind = 'r' AND a.attnum > 0`)
    expect(columns).toEqual(listColumns('postgresql'))
  })

  test('has statements that load CSV with the sums of the library', () => {
    postgres.run(listLoads('postgresql', 'CSV').join('\n'), join(folder, 'tables'))
    const jsonRow = (sql: string) => sql.replace(/^SELECT (.*) FROM/, 'SELECT json_build_array($1) FROM')
    for (const { name } of tables) expect(rows(jsonRow(writeQuery(name)))).toEqual(computeSums(name))
    const sums = postgres.run('SELECT category, sum(amount) FROM income GROUP BY 1 ORDER BY 1')
    expect(sums.trimEnd().split('\n')).toEqual(CATEGORIES.map(category => `${category}|${computeTotal(category)}`))
  })

  test('loads null and empty text of CSV as such', () => {
    for (const { name } of tables)
      expect([name, ...postgres.run(writeTextQuery(name)).trim().split('|')]).toEqual([name, ...countTexts(name)])
  })

  test('has views with the rows of the library', () => {
    postgres.run(views('postgresql'))
    for (const [sql, count] of countViews())
      expect([sql, postgres.run(`SELECT count(*) FROM ${sql}`).trim()]).toEqual([sql, String(count)])
    expect(countViews().some(([sql, count]) => sql.startsWith('doubts') && count > 0)).toBe(true)
  })

  test('keeps the tables and rows if the scripts are run again', () => {
    postgres.run(script('postgresql'))
    postgres.run(views('postgresql'))
    expect(postgres.run('SELECT count(*) FROM income').trim()).toBe(String(everything.rows('income').length))
  })

  test('rejects a table that is loaded twice', () => {
    const again = "\\copy income from 'tables/income.csv' with (format csv, header)"
    expect(() => postgres.run(again, folder)).toThrow(/duplicate key/)
  })
})

/**
 * The type names in the scripts for databases that cannot run here. The test checks the name and type of every column,
 * in order.
 */
const OTHER_DIALECTS = {
  snowflake: { text: 'VARCHAR', int: 'INTEGER', bool: 'BOOLEAN', money: 'NUMBER(18, 2)', ratio: 'NUMBER(18, 6)' },
  bigquery: { text: 'STRING', int: 'INT64', bool: 'BOOL', money: 'NUMERIC(18, 2)', ratio: 'NUMERIC(18, 6)' },
  spark: { text: 'STRING', int: 'INT', bool: 'BOOLEAN', money: 'DECIMAL(18, 2)', ratio: 'DECIMAL(18, 6)' },
} as const

test.each(Object.keys(OTHER_DIALECTS) as (keyof typeof OTHER_DIALECTS)[])('the %s script is complete', dialect => {
  const types: Readonly<Record<string, string>> = { ...OTHER_DIALECTS[dialect], date: 'DATE' }
  const made = [...script(dialect).matchAll(/CREATE TABLE IF NOT EXISTS ["`](\w+)["`] \(\n([\s\S]*?)\n\)/g)].flatMap(
    ([, table, body = '']) =>
      [...body.matchAll(/^ {2}["`](\w+)["`] ([A-Z0-9]+(?:\([^)]*\))?)/gm)].map(([, name, type]) => [table, name, type]),
  )
  expect(made).toEqual(tables.flatMap(table => table.columns.map(({ name, type }) => [table.name, name, types[type]])))
  // Outside of comments, every text literal is closed. An unescaped apostrophe in a text would end it too soon.
  const code = script(dialect).replace(/^--.*$/gm, '')
  const bare = code.replace(/'(?:[^'\\]|\\['\\])*'/g, '')
  expect(bare).not.toMatch(/['\\]/)
  expect(code.match(/\\'/g)?.length).toBeGreaterThan(5)
  for (const [i, { name }] of tables.entries()) {
    expect(listLoads(dialect, 'Parquet')[i]).toContain(`${name}.parquet`)
    expect(listLoads(dialect, 'CSV')[i]).toContain(`${name}.csv`)
  }
})

test('a key identifies the rows of any dossier and is never null', () => {
  const keys = [...script('duckdb').matchAll(/CREATE TABLE IF NOT EXISTS "(\w+)" \([^;]*PRIMARY KEY \(([^)]*)\)/g)].map(
    ([, name = '', columns = '']) => [name, columns.replaceAll('"', '').split(', ')] as const,
  )
  expect(keys.length).toBe(16 + FORMS.length)
  fc.assert(
    fc.property(arbitraryDossier(), dossier => {
      const result = analyzeEverything(dossier)
      for (const [name, columns] of keys) {
        const rows = result.rows(name).map(row => columns.map(column => row[column]))
        expect(rows.flat()).not.toContain(null)
        expect(new Set(rows.map(row => JSON.stringify(row))).size, name).toBe(rows.length)
      }
    }),
    { numRuns: 100 },
  )
})
