import type * as HyparquetWriter from 'hyparquet-writer'
import { dayNumber } from '../../core/date.js'
import type { ColumnCells } from '../../export/column-cells.js'
import { RowReader } from '../../export/data.js'
import type { CellValue, TableSpec } from '../../export/table.js'
import { VERSION } from '../../version.js'
import { columnsIn } from './arrow-layout.js'
import { cellReader } from './parquet-laid-out.js'
import { parquetColumns, parquetMetadata } from './parquet-schema.js'
import type { OpenSink } from './writer.js'

/** The part of hyparquet-writer that writes files. */
export type ParquetLibrary = Pick<typeof HyparquetWriter, 'ByteWriter' | 'ParquetWriter'>

/** A row group ends when its cells reach this size. Each table keeps one row group in memory. */
const ROW_GROUP_BYTES = 1 << 21
/** Memory of a cell in addition to its text. */
const CELL_BYTES = 8

/** The letters PAR1 begin each file. */
const MAGIC_BYTES = 4n

type RowGroup = InstanceType<ParquetLibrary['ParquetWriter']>['row_groups'][number]

/** Makes the function that opens a Parquet file. */
export const parquetSink =
  ({ ByteWriter, ParquetWriter }: ParquetLibrary): OpenSink =>
  (table, out) => {
    const { columns } = table
    const bytes = new ByteWriter()
    const flush = (): void => {
      out.bytes(bytes.getBytes())
      bytes.index = 0
    }
    const writer = new ParquetWriter({
      writer: Object.assign(bytes, { flush, finish: flush }),
      schema: [{ name: table.name, num_children: columns.length }, ...parquetColumns(table)],
      kvMetadata: parquetMetadata(table),
      createdBy: `taxtally version ${VERSION}`,
    })
    const reader = new RowReader(table)
    const isText = columns.map(({ type }) => type === 'text')
    let group: CellValue[][] = columns.map(() => [])
    let groupBytes = 0
    const endGroup = (): void => {
      if (group[0]?.length === 0) return
      writer.write({
        columnData: columns.map(({ name, type }, i) => ({
          name,
          data: toParquetValues(group[i] as CellValue[], type),
        })),
        rowGroupSize: group[0]?.length ?? 0,
      })
      group = columns.map(() => [])
      groupBytes = 0
    }
    const addRow = (cells: readonly CellValue[]): void => {
      for (let i = 0; i < cells.length; i++) {
        const value = cells[i] as CellValue
        ;(group[i] as CellValue[]).push(value)
        groupBytes +=
          isText[i] === true && value !== null ? (value as string).length + CELL_BYTES : CELL_BYTES
      }
      if (groupBytes >= ROW_GROUP_BYTES) endGroup()
    }
    return {
      rows: scope => {
        out.rows += reader.readRows(scope, addRow)
      },
      issue: cells => {
        out.rows++
        addRow(cells)
      },
      add: ({ count, chunks }) => {
        const laidOut = columnsIn({ count, chunks })
        const cellReaders = columns.map(({ type }, i) => cellReader(type, laidOut[i] as ColumnCells))
        out.rows += count
        for (let row = 0; row < count; row++) addRow(cellReaders.map(read => read(row)))
      },
      end: () => {
        endGroup()
        // Readers in Rust reject a file without row groups, and hyparquet-writer writes no row group for an empty table.
        if (writer.row_groups.length === 0) writer.row_groups.push(makeEmptyGroup(table))
        writer.finish()
      },
    }
  }

/** Turns cells into values of Parquet: amounts and ratios are 64-bit integers, dates the days since 1970. */
function toParquetValues(cells: readonly CellValue[], type: string): unknown[] {
  if (type === 'money' || type === 'ratio')
    return cells.map(cell => (cell === null ? null : BigInt(cell as number | bigint)))
  // Rows that a thread laid out have days already.
  if (type === 'date') return cells.map(cell => (typeof cell === 'string' ? dayNumber(cell) : cell))
  return cells as unknown[]
}

/** A row group without rows, and without pages. */
const makeEmptyGroup = ({ columns }: Pick<TableSpec, 'columns'>): RowGroup => ({
  columns: parquetColumns({ columns }).map(({ name, type }) => ({
    file_offset: MAGIC_BYTES,
    meta_data: {
      type,
      encodings: ['PLAIN'],
      path_in_schema: [name],
      codec: 'UNCOMPRESSED',
      num_values: 0n,
      total_uncompressed_size: 0n,
      total_compressed_size: 0n,
      data_page_offset: MAGIC_BYTES,
    },
  })),
  total_byte_size: 0n,
  num_rows: 0n,
})
