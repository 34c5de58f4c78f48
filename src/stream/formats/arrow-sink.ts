import { type ArrowFormat, ArrowWriter } from '../../export/arrow.js'
import { RowReader } from '../../export/data.js'
import { columnsIn } from './arrow-layout.js'
import type { OpenSink } from './writer.js'

/** Writes an Arrow file. */
export const arrowSink =
  (form: ArrowFormat): OpenSink =>
  (table, file) => {
    const reader = new RowReader(table)
    const writer = new ArrowWriter(table, form, bytes => file.bytes(bytes))
    return {
      rows: scope => {
        file.rows += reader.readRows(scope, cells => writer.row(cells))
      },
      issue: cells => {
        file.rows++
        writer.row(cells)
      },
      add: rows => {
        file.rows += rows.count
        writer.append(columnsIn(rows), rows.count)
      },
      end: () => writer.end(),
    }
  }
