/** Reads Parquet files of the command's writer with readers that are not part of this project. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { readParquet } from 'parquet-wasm/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WRITERS } from '../../src/files/formats/index.js'
import type { Outlet } from '../../src/files/formats/writer.js'
import {
  type CellValue,
  listCellRows,
  type TableData,
  type TableSpec,
  type TaxpayerContext,
} from '../../src/tables/table.js'
import { DIFFICULT_TABLE, formatCells, readTextsWithPolars, readWithFlechette, type Texts } from '../support/cells.js'
import { sharedFolder } from '../support/folder.js'
import { loadPolars } from '../support/polars.js'

class Bytes implements Outlet {
  rowCount = 0
  readonly #chunks: Uint8Array[] = []
  writeBytes(bytes: Uint8Array): void {
    this.#chunks.push(bytes.slice())
  }
  get allBytes(): Buffer {
    return Buffer.concat(this.#chunks)
  }
}

const { columns: COLUMNS, rows: DIFFICULT_ROWS } = DIFFICULT_TABLE
const NAMES = COLUMNS.map(({ name }) => name)
const MANY_ROWS = Array.from({ length: 200_000 }, (_, i) =>
  (DIFFICULT_ROWS[i % DIFFICULT_ROWS.length] as readonly CellValue[]).map((value, index) =>
    index === 1 ? i : index === 3 ? BigInt(i) : value,
  ),
)

const tableOf = (rows: readonly (readonly CellValue[])[], shared = 0): TableSpec<readonly CellValue[]> => ({
  ...DIFFICULT_TABLE,
  columns: COLUMNS.map((column, i) => ({
    ...column,
    readCell: row => row[i] as CellValue,
    // The first `shared` columns declare that they have the same cell if the row is the same object.
    ...(i < shared ? { by: (row: readonly CellValue[]) => row } : {}),
  })),
  rows: () => rows,
})

/** Writes the rows as two Parquet files: one directly, and one from batches in the encoding of worker threads. */
async function writeParquetTwice(
  rows: readonly (readonly CellValue[])[],
  shared = 0,
): Promise<readonly [Buffer, Buffer]> {
  const table = tableOf(rows, shared) as TableSpec
  const { load, openEncoder: openLayout } = WRITERS.parquet
  const open = await load()
  const [one, bytesFromThreads] = [new Bytes(), new Bytes()]
  const rowScope = {} as TaxpayerContext
  const sink = open(table, one, {})
  sink.writeRows(rowScope)
  sink.end()
  const threads = open(table, bytesFromThreads, {})
  const laid = openLayout(table, {}, () => {})
  let rowCount = 0
  for (const cells of listCellRows(table, rowScope)) {
    laid.writeIssue(cells)
    if (++rowCount % 777 === 0) threads.add(laid.take())
  }
  threads.add(laid.take())
  threads.end()
  expect([one.rowCount, bytesFromThreads.rowCount]).toEqual([rows.length, rows.length])
  return [one.allBytes, bytesFromThreads.allBytes]
}

const expected = (rows: TableData['rows']): Texts => formatCells(COLUMNS, rows)

const folder = sharedFolder()
let read = 0
let duck: Awaited<ReturnType<DuckDBInstance['connect']>>
beforeAll(async () => {
  duck = await (await DuckDBInstance.create(':memory:')).connect()
})
afterAll(() => duck?.closeSync())

/** Reads a Parquet file with DuckDB's reader, which is written in C++. */
async function readWithDuckDb(bytes: Buffer): Promise<Texts> {
  // Each file gets a unique name because DuckDB caches file contents by name and time.
  const path = join(folder, `table-${++read}.parquet`)
  writeFileSync(path, bytes)
  const texts = NAMES.map(name => `"${name}"::VARCHAR`).join()
  return (await duck.runAndReadAll(`SELECT ${texts} FROM '${path}'`)).getRowsJson() as Texts
}

/** Reads a Parquet file with the Rust reader of `parquet-wasm`, which returns an Arrow stream. */
function readWithRust(bytes: Buffer): Texts {
  const read = readWithFlechette(readParquet(bytes).intoIPCStream())
  expect(read.names).toEqual(NAMES)
  return read.readTexts(COLUMNS)
}

const pl = loadPolars()
/** Reads a Parquet file with Polars, which has its own Rust reader. */
function readWithPolars(bytes: Buffer): Texts {
  const reader = pl as NonNullable<typeof pl>
  const path = join(folder, 'polars.parquet')
  writeFileSync(path, bytes)
  return readTextsWithPolars(reader, reader.readParquet(path))
}

/** Rows in which every column except `whole` contains only nulls. */
const MOSTLY_NULL_ROWS = DIFFICULT_ROWS.map(row => row.map((value, i) => (i === 1 ? value : null)))

const SOURCES = [
  ['hard cells', DIFFICULT_ROWS],
  ['no rows', []],
  ['columns that contain only nulls', MOSTLY_NULL_ROWS],
  ['many row groups', MANY_ROWS],
] as const

describe.each(SOURCES)('%s', (_, rows) => {
  let bytes: Buffer
  beforeAll(async () => {
    const [one, threads] = await writeParquetTwice(rows)
    expect(threads.equals(one)).toBe(true)
    bytes = one
  })

  test('are read back by DuckDB', async () => {
    expect(await readWithDuckDb(bytes)).toEqual(expected(rows))
  })
  test("are read back by Rust's reader", () => {
    expect(readWithRust(bytes)).toEqual(expected(rows))
  })
  test.skipIf(pl === null)('are read back by Polars', () => {
    expect(readWithPolars(bytes)).toEqual(expected(rows))
  })
})

/** Generators of cells for each column. They mix a few common values with arbitrary ones. */
const cells = [
  fc.oneof(fc.constantFrom('', 'a', 'wages', 'Ž'), fc.string({ unit: 'binary', maxLength: 300 })),
  fc.oneof(fc.constantFrom(0, 1), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
  fc.boolean(),
  ...[0, 1].map(() =>
    fc.oneof(
      fc.constantFrom(0, 100),
      fc.integer({ min: -(2 ** 40), max: 2 ** 40 }),
      fc.bigInt({ min: -999_999_999_999_999_999n, max: 999_999_999_999_999_999n }),
    ),
  ),
  fc
    .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map(date => date.toISOString().slice(0, 10)),
].map(cell => fc.option(cell as fc.Arbitrary<CellValue>))
const rowOf = fc.tuple(...cells) as fc.Arbitrary<readonly CellValue[]>
/** Generates rows. Each row is repeated up to 40 times. */
const runsOf = fc
  .array(fc.tuple(rowOf, fc.oneof(fc.constant(1), fc.nat(40))), { maxLength: 60 })
  .map(runs => runs.flatMap(([row, times]) => Array.from({ length: times }, () => row)))

test('DuckDB and the Rust reader read back any rows, even if they repeat', async () => {
  await fc.assert(
    fc.asyncProperty(runsOf, fc.nat(NAMES.length), async (rows, shared) => {
      const [one, threads] = await writeParquetTwice(rows, shared)
      expect(threads.equals(one)).toBe(true)
      expect(await readWithDuckDb(one)).toEqual(expected(rows))
      expect(readWithRust(one)).toEqual(expected(rows))
    }),
    { numRuns: 60 },
  )
})

test('each row group has the smallest value, the largest value and the number of nulls of each column', async () => {
  const path = join(folder, 'statistics.parquet')
  // The texts are short because statistics truncate long texts. The fullwidth tilde sorts before the horse emoji by
  // UTF-8 bytes, but after it by UTF-16 units.
  const names = ['Ž', '', null, '日本', '🐎', '\uff5e', '=1+1', '-5', null, 'é']
  writeFileSync(
    path,
    (await writeParquetTwice(DIFFICULT_ROWS.map((row, i) => [names[i % 10] as CellValue, ...row.slice(1)])))[0],
  )
  const statistics = await duck.runAndReadAll(
    `SELECT path_in_schema, stats_min_value, stats_max_value, stats_null_count::INTEGER FROM parquet_metadata('${path}')`,
  )
  expect(statistics.getRowsJson()).toEqual([
    ['name', '', '🐎', 3],
    ['whole', '-2147483648', '2147483647', 2],
    ['flag', 'false', 'true', 2],
    ['amount', '-9999999999999999.99', '9999999999999999.99', 2],
    ['share', '-999999999999.999999', '999999999999.999999', 2],
    ['day', '1900-01-01', '2100-12-31', 2],
  ])
})

test('columns have types, descriptions and units, and large tables have several row groups', async () => {
  const [bytes] = await writeParquetTwice(MANY_ROWS)
  const path = join(folder, 'typed.parquet')
  writeFileSync(path, bytes)
  const rows = async (sql: string) => (await duck.runAndReadAll(sql)).getRowsJson()
  expect(await rows(`SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM '${path}')`)).toEqual([
    ['name', 'VARCHAR'],
    ['whole', 'INTEGER'],
    ['flag', 'BOOLEAN'],
    ['amount', 'DECIMAL(18,2)'],
    ['share', 'DECIMAL(18,6)'],
    ['day', 'DATE'],
  ])
  const [[amount, groups]] = (await rows(
    `SELECT (SELECT type FROM parquet_schema('${path}') WHERE name = 'amount'),
       (SELECT count(DISTINCT row_group_id)::INTEGER FROM parquet_metadata('${path}'))`,
  )) as [[string, number]]
  expect(amount).toBe('INT64')
  expect(groups).toBeGreaterThan(1)
  const keyValues = await rows(`SELECT decode(key), decode(value) FROM parquet_kv_metadata('${path}')`)
  expect(keyValues.slice(0, 2)).toEqual([
    ['table', 'made_up'],
    ['description', 'Hard cells.'],
  ])
  expect(JSON.parse(String(keyValues[2]?.[1]))).toEqual(
    Object.fromEntries(
      NAMES.map(name => [
        name,
        {
          description: `What ${name} is.`,
          ...(name === 'amount' ? { unit: 'USD' } : name === 'share' ? { unit: '1' } : {}),
        },
      ]),
    ),
  )
})
