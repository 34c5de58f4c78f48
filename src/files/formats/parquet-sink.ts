import type * as HyparquetWriter from 'hyparquet-writer'
import { countDays } from '../../core/date.js'
import type { ColumnCells } from '../../tables/column-buffers.js'
import type { CellValue, ColumnInfo, ColumnType, TableSpec } from '../../tables/table.js'
import { VERSION } from '../../version.js'
import { makeCellReader, readColumns } from './columns.js'
import { makeRowSink, type SinkOpener } from './writer.js'

/** The Parquet type of each column type. `scale` is the number of decimals: 2 for cents, 6 for millionths. */
const PARQUET_TYPES = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  int: { type: 'INT32' },
  bool: { type: 'BOOLEAN' },
  money: { type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: 2 },
  ratio: { type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: 6 },
  date: { type: 'INT32', converted_type: 'DATE' },
} as const satisfies Record<ColumnType, object>

const UNIT_BY_TYPE: Partial<Readonly<Record<ColumnType, string>>> = { money: 'USD', ratio: '1' }

/** Returns the Parquet schema of columns. Figures are optional, because a value that does not fit becomes null. */
const makeParquetSchema = (columns: readonly ColumnInfo[]) =>
  columns.map(({ name, type, nullable }) => ({
    name,
    ...PARQUET_TYPES[type],
    repetition_type: nullable || UNIT_BY_TYPE[type] !== undefined ? ('OPTIONAL' as const) : ('REQUIRED' as const),
  }))

/** Returns a file's metadata: the table's name and description, and the columns' descriptions and units as JSON. */
function makeParquetMetadata(table: TableSpec) {
  const columns = table.columns.map(({ name, doc, type }) => [name, { description: doc, unit: UNIT_BY_TYPE[type] }])
  return [
    { key: 'table', value: table.name },
    { key: 'description', value: table.doc },
    { key: 'columns', value: JSON.stringify(Object.fromEntries(columns)) },
  ]
}

/** The classes of hyparquet-writer that this module uses. */
export type ParquetLibrary = Pick<typeof HyparquetWriter, 'ByteWriter' | 'ParquetWriter'>

/** The estimated size at which a row group ends. Each table keeps one row group in memory. */
const ROW_GROUP_BYTES = 1 << 21
/** The estimated size of a cell in bytes, in addition to its text. */
const CELL_BYTES = 8

/** The length of the letters `PAR1` at the start of each file. */
const MAGIC_NUMBER_BYTES = 4n

type RowGroup = InstanceType<ParquetLibrary['ParquetWriter']>['row_groups'][number]

/** Makes the function that opens a Parquet sink. The library is a parameter because it is an optional dependency. */
export const makeParquetOpener =
  ({ ByteWriter, ParquetWriter }: ParquetLibrary): SinkOpener =>
  (table, out) => {
    const { columns } = table
    const bytes = new ByteWriter()
    const flush = (): void => {
      out.writeBytes(bytes.getBytes())
      bytes.index = 0
    }
    const writer = new ParquetWriter({
      writer: Object.assign(bytes, { flush, finish: flush }),
      schema: [{ name: table.name, num_children: columns.length }, ...makeParquetSchema(columns)],
      kvMetadata: makeParquetMetadata(table),
      createdBy: `taxtally version ${VERSION}`,
    })
    const isText = columns.map(({ type }) => type === 'text')
    let group: CellValue[][] = columns.map(() => [])
    let groupBytes = 0
    const endGroup = (): void => {
      if (group[0]?.length === 0) return
      const columnData = columns.map(({ name, type }, i) => ({
        name,
        data: toParquetValues(group[i] as CellValue[], type),
      }))
      writer.write({ columnData, rowGroupSize: group[0]?.length ?? 0 })
      group = columns.map(() => [])
      groupBytes = 0
    }
    const addRow = (cells: readonly CellValue[]): void => {
      out.rowCount++
      for (let i = 0; i < cells.length; i++) {
        const value = cells[i] as CellValue
        ;(group[i] as CellValue[]).push(value)
        groupBytes += isText[i] === true && value !== null ? (value as string).length + CELL_BYTES : CELL_BYTES
      }
      if (groupBytes >= ROW_GROUP_BYTES) endGroup()
    }
    return {
      ...makeRowSink(table, addRow),
      add: rows => {
        const laidOut = readColumns(rows)
        const cellReaders = columns.map(({ type }, i) => makeCellReader(type, laidOut[i] as ColumnCells))
        for (let row = 0; row < rows.count; row++) addRow(cellReaders.map(read => read(row)))
      },
      end: () => {
        endGroup()
        // hyparquet-writer writes no row group for an empty table, but Rust libraries reject a file without one.
        if (writer.row_groups.length === 0) writer.row_groups.push(makeEmptyGroup(columns))
        writer.finish()
      },
    }
  }

/** Converts cells to Parquet values: amounts and ratios become 64-bit integers, and dates become days since 1970. */
function toParquetValues(cells: readonly CellValue[], type: string): unknown[] {
  if (type === 'money' || type === 'ratio')
    return cells.map(cell => (cell === null ? null : BigInt(cell as number | bigint)))
  // Dates in rows from a thread are already days.
  if (type === 'date') return cells.map(cell => (typeof cell === 'string' ? countDays(cell) : cell))
  return cells as unknown[]
}

/** Makes the metadata of a row group that has no rows and no pages. */
const makeEmptyGroup = (columns: readonly ColumnInfo[]): RowGroup => ({
  columns: makeParquetSchema(columns).map(({ name, type }) => ({
    file_offset: MAGIC_NUMBER_BYTES,
    meta_data: {
      type,
      encodings: ['PLAIN'],
      path_in_schema: [name],
      codec: 'UNCOMPRESSED',
      num_values: 0n,
      total_uncompressed_size: 0n,
      total_compressed_size: 0n,
      data_page_offset: MAGIC_NUMBER_BYTES,
    },
  })),
  total_byte_size: 0n,
  num_rows: 0n,
})
