import { type ArrowFormat, ArrowWriter } from '../../export/arrow.js'
import { RowReader } from '../../export/data.js'
import type { CellValue } from '../../export/table.js'
import { columnsIn } from './arrow-layout.js'
import type { OpenSink } from './writer.js'

/** Writes an Arrow file. */
export const arrowSink =
  (form: ArrowFormat): OpenSink =>
  (table, file) => {
    const writer = new ArrowWriter(table, form, bytes => file.bytes(bytes))
    const row = (cells: readonly CellValue[]): void => {
      file.rows++
      writer.row(cells)
    }
    const reader = new RowReader(table)
    return {
      rows: scope => reader.each(scope, row),
      issue: row,
      add: rows => {
        file.rows += rows.count
        writer.add(columnsIn(rows), rows.count)
      },
      end: () => writer.end(),
    }
  }
