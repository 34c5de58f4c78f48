import { type ArrowFormat, ArrowWriter } from '../../export/arrow.js'
import { columnsIn } from './arrow-layout.js'
import type { OpenSink } from './writer.js'

/** Writes an Arrow file. */
export const arrowSink =
  (form: ArrowFormat): OpenSink =>
  (table, file) => {
    const writer = new ArrowWriter(table, form, bytes => file.bytes(bytes))
    return {
      rows: scope => {
        const rows = table.rows(scope)
        file.rows += rows.length
        writer.rows(rows, scope)
      },
      issue: cells => {
        file.rows++
        writer.row(cells)
      },
      add: rows => {
        file.rows += rows.count
        writer.add(columnsIn(rows), rows.count)
      },
      end: () => writer.end(),
    }
  }
