import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDuckDB, type DuckDBBindings, NODE_RUNTIME, VoidLogger } from '@duckdb/duckdb-wasm/blocking'
import { DuckDBInstance } from '@duckdb/node-api'
import { tableFromIPC as readWithArrow } from 'apache-arrow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { computeResult } from '../../src/figures/taxpayer-result.js'
import { readDossiers } from '../../src/files/read/read-files.js'
import { Privacy } from '../../src/ingest/privacy.js'
import { readSourceDossier } from '../../src/ingest/read-dossier.js'
import { type ArrowFormat, toArrow } from '../../src/tables/arrow.js'
import { toCsv } from '../../src/tables/csv.js'
import {
  type CellValue,
  type ColumnInfo,
  type ColumnType,
  createTable,
  type TableData,
  type TaxpayerContext,
} from '../../src/tables/table.js'
import { selectTables } from '../../src/tables/tables.js'
import { parseUnderwritingOptions } from '../../src/underwriting/facts/options.js'
import type { StatedIncome } from '../../src/underwriting/facts/stated-income.js'
import {
  DIFFICULT_TABLE,
  formatCells,
  formatDecimal,
  readTextsWithPolars,
  readWithFlechette,
  type Texts,
} from '../support/cells.js'
import { sharedFolder } from '../support/folder.js'
import { type Frame, loadPolars } from '../support/polars.js'

const reader = loadPolars()
/** The Polars library, which is present only in tests that `withPolars` does not skip. */
const pl = reader as NonNullable<typeof reader>
const withPolars = test.skipIf(reader === null)

const FORMATS: readonly ArrowFormat[] = ['file', 'stream']

// ------------------------------------------------------------------------------------- expected content

/** Sums each column of decimals, by name. `readCells` returns the cells of a column, as whole numbers of units. */
function sumDecimals(
  { columns }: TableData,
  readCells: (column: ColumnInfo, index: number) => readonly (bigint | null)[],
): Record<string, string> {
  const sums: Record<string, string> = {}
  columns.forEach((column, i) => {
    if (column.type !== 'money' && column.type !== 'ratio') return
    const cells = readCells(column, i).filter(cell => cell !== null)
    const sum = cells.reduce((a, b) => a + b, 0n)
    if (cells.length > 0) sums[column.name] = formatDecimal(sum, column.type === 'money' ? 2 : 6)
  })
  return sums
}

/** Computes the exact sum of each decimal column of a table, by column name. */
const sumsOf = (table: TableData): Record<string, string> =>
  sumDecimals(table, (_, i) => table.rows.map(row => (row[i] === null ? null : BigInt(row[i] as number | bigint))))

let tables: readonly TableData[] = []

/** Creates every table, including wide ones, from every readable fixture file. */
async function tablesOfFixtures(): Promise<TableData[]> {
  const folder = fileURLToPath(new URL('../../fixtures/', import.meta.url))
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  const paths = names.filter(name => /\.(?:nd)?json(?:\.gz)?$/.test(name) && !name.endsWith('expected.json'))
  const scopes: TaxpayerContext[] = []
  const privacy = new Privacy({ identifiers: 'full' })
  const statedLines = readFileSync(join(folder, 'loan-files/stated.ndjson'), 'utf8').trimEnd().split('\n')
  const underwritingInputs = parseUnderwritingOptions({
    statedIncome: statedLines.map(line => JSON.parse(line) as StatedIncome),
  })
  for (const name of paths) {
    for await (const readerResult of readDossiers([join(folder, name)])) {
      if ('issue' in readerResult) continue
      const result = computeResult(readSourceDossier(readerResult.dossier))
      scopes.push({ result, taxpayerId: readerResult.dossier.taxpayerId, privacy, underwritingInputs })
    }
  }
  expect(scopes.length).toBeGreaterThan(100)
  return selectTables(['all']).tables.map(spec => createTable(spec, scopes))
}

// -------------------------------------------------------------------------------------------------- the readers

const folder = sharedFolder()
let duck: Awaited<ReturnType<DuckDBInstance['connect']>>
let wasm: DuckDBBindings

beforeAll(async () => {
  duck = await (await DuckDBInstance.create(':memory:')).connect()
  const resolve = createRequire(import.meta.url).resolve
  const module = (kind: 'mvp' | 'eh') => ({
    mainModule: resolve(`@duckdb/duckdb-wasm/dist/duckdb-${kind}.wasm`),
    mainWorker: '',
  })
  wasm = await createDuckDB({ mvp: module('mvp'), eh: module('eh') }, new VoidLogger(), NODE_RUNTIME)
  await wasm.instantiate(() => {})
  tables = [DIFFICULT_TABLE, ...(await tablesOfFixtures())]
})

afterAll(() => duck?.closeSync())

const SQL: Readonly<Record<ColumnType, string>> = {
  text: 'VARCHAR',
  int: 'INTEGER',
  bool: 'BOOLEAN',
  money: 'DECIMAL(18,2)',
  ratio: 'DECIMAL(18,6)',
  date: 'DATE',
}

/** Returns SQL expressions that select every column of a table as text. */
const selectTexts = (table: TableData): string =>
  table.columns.map(({ name }) => `"${name}"::VARCHAR AS "${name}"`).join()
const selectSums = (table: TableData): string =>
  table.columns
    .filter(({ type }) => type === 'money' || type === 'ratio')
    .map(({ name }) => `sum("${name}")::VARCHAR AS "${name}"`)
    .join()

interface Read {
  readonly texts: Texts
  readonly sums: Record<string, string>
}

const present = (sums: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== null)) as Record<string, string>

async function readCsvWithDuckDb(table: TableData): Promise<Read> {
  const path = join(folder, 'table.csv')
  writeFileSync(path, toCsv(table, { rawText: true }))
  const types = table.columns.map(({ name, type }) => `'${name}': '${SQL[type]}'`)
  const source = `read_csv('${path}', header=true, delim=',', quote='"', escape='"', auto_detect=false,
    max_line_size=10000000, columns={${types.join()}})`
  const texts = await duck.runAndReadAll(`SELECT ${selectTexts(table)} FROM ${source}`)
  const wanted = selectSums(table)
  const sums = wanted === '' ? null : await duck.runAndReadAll(`SELECT ${wanted} FROM ${source}`)
  return { texts: texts.getRowsJson() as Texts, sums: present(sums?.getRowObjectsJson()[0] ?? {}) }
}

function sumWithPolars(table: TableData, frame: Frame): Record<string, string> {
  const names = table.columns.filter(({ type }) => type === 'money' || type === 'ratio').map(({ name }) => name)
  if (names.length === 0 || frame.height === 0) return {}
  const sums = frame.select(...names.map(name => pl.col(name).sum().cast(pl.Utf8))).toRecords()[0] ?? {}
  // Polars sums a column of nulls to zero. Omit these columns, because `sumsOf` omits them too.
  const filled = names.filter(name => frame.getColumn(name).nullCount() < frame.height)
  return Object.fromEntries(filled.map(name => [name, String(sums[name])]))
}

function readArrowWithPolars(table: TableData, format: ArrowFormat): Read {
  const bytes = Buffer.from(toArrow(table, format))
  const frame = format === 'file' ? pl.readIPC(bytes) : pl.readIPCStream(bytes)
  expect(frame.columns).toEqual(table.columns.map(({ name }) => name))
  return { texts: readTextsWithPolars(pl, frame), sums: sumWithPolars(table, frame) }
}

function readArrowWithWasm(table: TableData): Read {
  const connection = wasm.connect()
  try {
    connection.query('DROP TABLE IF EXISTS "read"')
    connection.insertArrowFromIPCStream(toArrow(table, 'stream'), { name: 'read', create: true })
    const rows = connection.query(`SELECT ${selectTexts(table)} FROM "read"`).toArray()
    const wanted = selectSums(table)
    const [sums] = wanted === '' ? [] : connection.query(`SELECT ${wanted} FROM "read"`).toArray()
    return {
      texts: rows.map(row => table.columns.map(({ name }) => (row[name] ?? null) as string | null)),
      sums: present((sums?.toJSON() ?? {}) as Record<string, unknown>),
    }
  } finally {
    connection.close()
  }
}

function readArrowWithFlechette(table: TableData, format: ArrowFormat): Read {
  const read = readWithFlechette(toArrow(table, format))
  expect(read.names).toEqual(table.columns.map(({ name }) => name))
  return { texts: read.readTexts(table.columns), sums: sumDecimals(table, ({ name }) => read.readDecimals(name)) }
}

function compare(table: TableData, { texts, sums }: Read, expected = formatCells(table.columns, table.rows)): void {
  expect(texts.length, table.name).toBe(table.rows.length)
  expect(texts, table.name).toEqual(expected)
  expect(sums, table.name).toEqual(sumsOf(table))
}

// ---------------------------------------------------------------------------------------------------- the tests

test('the tables have rows, negative amounts, nulls, dates and ratios', () => {
  const cells = tables.flatMap(({ rows, columns }) =>
    rows.flatMap(row => row.map((value, i) => ({ value, type: columns[i]?.type }))),
  )
  const some = (matches: (cell: (typeof cells)[number]) => boolean) => cells.filter(matches).length
  expect(tables.length).toBeGreaterThan(28)
  expect(tables.filter(({ rows }) => rows.length === 0)).toEqual([])
  expect(some(({ value }) => value === null)).toBeGreaterThan(1000)
  expect(some(({ value, type }) => type === 'money' && typeof value === 'number' && value < 0)).toBeGreaterThan(5)
  expect(some(({ value, type }) => type === 'date' && value !== null)).toBeGreaterThan(5)
  expect(some(({ type, value }) => type === 'ratio' && value !== null)).toBeGreaterThan(5)
})

describe('CSV', () => {
  // An empty text is `""` and a null is an empty field. DuckDB reads both as null unless it is told not to.
  const expected = (table: TableData): Texts => formatCells(table.columns, table.rows)
  const withoutEmptyTexts = (texts: Texts): Texts => texts.map(row => row.map(text => (text === '' ? null : text)))

  test('is read back by DuckDB, every cell and every sum', async () => {
    for (const table of tables) compare(table, await readCsvWithDuckDb(table), withoutEmptyTexts(expected(table)))
  })

  withPolars('is read back by Polars, every cell', () => {
    for (const table of tables) {
      const text = toCsv(table, { rawText: true })
      const frame = pl.readCSV(Buffer.from(text), { inferSchemaLength: 0 })
      expect(frame.columns, table.name).toEqual(table.columns.map(({ name }) => name))
      expect(readTextsWithPolars(pl, frame), table.name).toEqual(expected(table))
    }
  })

  withPolars('changes only text cells that begin a formula, by an apostrophe, unless raw text is requested', () => {
    for (const table of tables) {
      const frame = pl.readCSV(Buffer.from(toCsv(table)), { inferSchemaLength: 0 })
      const guarded = expected(table).map(row =>
        row.map((text, i) =>
          table.columns[i]?.type === 'text' && text !== null
            ? text.replace(/(^|;[ "]*)([=+\-@\t\r\n＝＋－＠])/g, "$1'$2")
            : text,
        ),
      )
      expect(readTextsWithPolars(pl, frame), table.name).toEqual(guarded)
    }
  })

  test('has only a header line if the table has no rows', () => {
    expect(toCsv({ ...DIFFICULT_TABLE, rows: [] })).toBe('name,whole,flag,amount,share,day\n')
  })
})

describe.each(FORMATS)('Arrow %s', format => {
  withPolars('is read by Polars, every cell and every sum', () => {
    for (const table of tables) compare(table, readArrowWithPolars(table, format))
  })

  test('is read by flechette, every cell and every sum', () => {
    for (const table of tables) compare(table, readArrowWithFlechette(table, format))
  })

  test('is read by apache-arrow, with the field metadata', () => {
    for (const table of tables) {
      const read = readWithArrow(toArrow(table, format))
      expect(read.numRows).toBe(table.rows.length)
      expect(read.schema.metadata.get('table')).toBe(table.name)
      expect(read.schema.metadata.get('description')).toBe(table.doc)
      read.schema.fields.forEach((field, i) => {
        const { name, type, doc } = table.columns[i] as (typeof table.columns)[number]
        expect(field.name).toBe(name)
        expect(field.metadata.get('description'), `${table.name} ${name}`).toBe(doc)
        expect(doc.length, `${table.name} ${name}`).toBeGreaterThan(3)
        expect(field.metadata.get('unit')).toBe(type === 'money' ? 'USD' : type === 'ratio' ? '1' : undefined)
        expect(String(field.type)).toBe(
          {
            text: 'Utf8',
            int: 'Int32',
            bool: 'Bool',
            money: 'Decimal[18e+2]',
            ratio: 'Decimal[18e+6]',
            date: 'Date32<DAY>',
          }[type],
        )
        const vector = read.getChildAt(i)
        expect(vector?.nullCount, `${table.name} ${name}`).toBe(table.rows.filter(row => row[i] === null).length)
      })
    }
  })

  test('has the columns of a table without rows', () => {
    const empty = { ...DIFFICULT_TABLE, rows: [] }
    if (reader !== null) compare(empty, readArrowWithPolars(empty, format))
    compare(empty, readArrowWithFlechette(empty, format))
    expect(readWithArrow(toArrow(empty, format)).schema.fields.length).toBe(6)
  })

  test('has every cell of a table with several record batches', () => {
    const rows = Array.from({ length: 150_001 }, (_, i) =>
      (DIFFICULT_TABLE.rows[i % DIFFICULT_TABLE.rows.length] as readonly CellValue[]).map((value, index) =>
        index === 1 ? i : index === 3 && value !== null ? BigInt(value) / 1_000_000n + BigInt(i) : value,
      ),
    )
    const narrow = (value: CellValue): CellValue => (typeof value === 'bigint' ? Number(value) : value)
    const large: TableData = {
      ...DIFFICULT_TABLE,
      columns: DIFFICULT_TABLE.columns.filter(({ name }) => name !== 'share'),
      rows: rows.map(row => row.filter((_, index) => index !== 4).map(narrow)),
    }
    expect(readWithArrow(toArrow(large, format)).batches.length).toBeGreaterThan(1)
    if (reader !== null) compare(large, readArrowWithPolars(large, format))
    compare(large, readArrowWithFlechette(large, format))
    if (format === 'stream') compare(large, readArrowWithWasm(large))
  })
})

describe('Arrow stream', () => {
  // The Arrow reader of DuckDB supports only the stream format.
  test('is read by the Arrow reader of DuckDB, every cell and every sum', () => {
    for (const table of tables) compare(table, readArrowWithWasm(table))
  })

  test('has the expected types in DuckDB', () => {
    const connection = wasm.connect()
    connection.query('DROP TABLE IF EXISTS "read"')
    connection.insertArrowFromIPCStream(toArrow(DIFFICULT_TABLE, 'stream'), { name: 'read', create: true })
    const types = connection.query('SELECT column_name, column_type FROM (DESCRIBE "read")').toArray()
    expect(Object.fromEntries(types.map(row => [row['column_name'], row['column_type']]))).toEqual(
      Object.fromEntries(DIFFICULT_TABLE.columns.map(({ name, type }) => [name, SQL[type]])),
    )
    connection.close()
  })
})
