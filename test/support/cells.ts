import { tableFromIPC } from '@uwdata/flechette'
import type { CellValue, ColumnInfo, ColumnType, TableData } from '../../src/tables/table.js'
import type { Frame, Polars } from './polars.js'

/** The cells of a table as a reader returns them, each as text or null. */
export type Texts = (string | null)[][]

/** Formats a decimal with `places` decimals from a whole number of its smallest units. */
export function formatDecimal(units: bigint, places: number): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** Formats a cell without the library, so that a test does not check the library's formatting with itself. */
function formatCell(type: ColumnType | undefined, value: CellValue): string | null {
  if (value === null) return null
  if (type === 'money') return formatDecimal(BigInt(value), 2)
  if (type === 'ratio') return formatDecimal(BigInt(value), 6)
  return String(value)
}

/** Returns the expected cells of rows. */
export const formatCells = (columns: TableData['columns'], rows: TableData['rows']): Texts =>
  rows.map(row => row.map((value, i) => formatCell(columns[i]?.type, value)))

const makeColumn = (name: string, type: ColumnType): ColumnInfo => ({
  ...{ name, type, nullable: true },
  doc: `What ${name} is.`,
})

/** A table with difficult cells: both signs, limits of the ranges, nulls, dates before 1970, and unusual text. */
export const DIFFICULT_TABLE: TableData = {
  name: 'made_up',
  doc: 'Hard cells.',
  columns: [
    makeColumn('name', 'text'),
    makeColumn('whole', 'int'),
    makeColumn('flag', 'bool'),
    makeColumn('amount', 'money'),
    makeColumn('share', 'ratio'),
    makeColumn('day', 'date'),
  ],
  rows: [
    ['Žluťoučký kůň', 1, true, 9_999_999_999_999, 333_333, '2024-02-29'],
    ['Søren Ødegård & Søn', -1, false, -9_999_999_999_999, -1, '1969-12-31'],
    [null, null, null, null, null, null],
    ['日本電気株式会社', 2_147_483_647, true, 1, 1, '1970-01-01'],
    ['🐎👩‍👩‍👧‍👦 Emoji', -2_147_483_648, false, -1, 0, '1900-01-01'],
    ['comma, "quote"', 0, true, 0, 1_000_000, '2100-12-31'],
    ['two\nlines', 7, false, 115, 500_000, '2000-02-29'],
    ['عربي עברית', 8, true, 999_999_999_999_999_999n, 999_999_999_999_999_999n, '2023-06-30'],
    ['=1+1', 9, false, -999_999_999_999_999_999n, -999_999_999_999_999_999n, '1999-12-31'],
    ['-5', 10, null, 9_007_199_254_740_993n, 9_007_199_254_740_993n, null],
    [null, 11, true, -4_294_967_296, 4_294_967_296, '2024-12-31'],
    ['null', 12, false, 4_294_967_295, -4_294_967_295, '2024-01-01'],
    ['e\u0301 and \u00e9', null, true, null, null, '2024-03-10'],
    ['', 3, true, 5, 5, '2024-03-11'],
  ],
}

/** Reads the columns of an Arrow table with flechette. A decimal is a whole number of its smallest units. */
export function readWithFlechette(bytes: Uint8Array) {
  const read = tableFromIPC(bytes, { useDecimalInt: true, useBigInt: true })
  return {
    names: read.names,
    /** Returns the cells by row, as text. */
    readTexts(columns: readonly Pick<ColumnInfo, 'name' | 'type'>[]): Texts {
      const texts = columns.map(({ name, type }) =>
        Array.from(read.getChild(name) as Iterable<CellValue>, cell =>
          type === 'date' && cell !== null
            ? new Date(cell as number).toISOString().slice(0, 10)
            : formatCell(type, cell),
        ),
      )
      return Array.from({ length: read.numRows }, (_, i) => texts.map(cells => cells[i] ?? null))
    },
    /** Returns the cells of a column of decimals. */
    readDecimals: (name: string) => Array.from(read.getChild(name)) as (bigint | null)[],
  }
}

/** Reads every cell of a Polars frame as text. */
export function readTextsWithPolars(polars: Polars, frame: Frame): Texts {
  const names = frame.columns
  const rows = frame.select(...names.map(name => polars.col(name).cast(polars.Utf8))).toRecords()
  return rows.map(row => names.map(name => (row[name] ?? null) as string | null))
}
