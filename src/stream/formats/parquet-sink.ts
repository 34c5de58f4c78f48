import type { ColumnCells } from '../../export/column-cells.js'
import { columnsIn } from './arrow-layout.js'
import { ParquetFile } from './parquet-file.js'
import { cellReader } from './parquet-laid-out.js'
import type { ParquetLibrary } from './parquet-library.js'
import { ParquetRows } from './parquet-rows.js'
import type { OpenSink } from './writer.js'

/** Makes the function that opens a Parquet file. */
export const parquetSink =
  (library: ParquetLibrary): OpenSink =>
  (table, out) => {
    const file = new ParquetFile(library, table, out)
    const rows = new ParquetRows(table, (columns, count) => file.group(columns, count))
    return {
      rows: scope => {
        out.rows += rows.rows(scope)
      },
      issue: cells => {
        out.rows++
        rows.row(cells)
      },
      add: ({ count, chunks }) => {
        const columns = columnsIn({ count, chunks })
        const reads = table.columns.map(({ type }, i) => cellReader(type, columns[i] as ColumnCells))
        out.rows += count
        for (let at = 0; at < count; at++) rows.row(reads.map(read => read(at)))
      },
      end: () => file.end(rows.end()),
    }
  }
