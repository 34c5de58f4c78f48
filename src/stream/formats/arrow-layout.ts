import { ArrowColumns } from '../../export/arrow-columns.js'
import type { ColumnCells } from '../../export/column-cells.js'
import { RowReader } from '../../export/data.js'
import type { CellValue } from '../../export/table.js'
import type { LaidOutRows, Layout } from './writer.js'

const NONE = new Uint8Array(0)

/** Columns as they stand in record batches: of each the bits of what is not null, the cells, and the offsets of text. */
export const columns: Layout = {
  load: async () => (table, _, spend) => {
    // The bytes are bounded, not the rows.
    const laidOut = new ArrowColumns(table.columns, Number.POSITIVE_INFINITY)
    const reader = new RowReader(table)
    const addRow = (cells: readonly CellValue[]): void => {
      const before = laidOut.bytes
      laidOut.row(cells)
      spend(laidOut.bytes - before)
    }
    const take = (): LaidOutRows => {
      const count = laidOut.rows
      const chunks = laidOut
        .take()
        .flatMap(({ nullBitmap = NONE, data, valueOffsets = NONE }) => [nullBitmap, data, valueOffsets])
        .map(each => each.slice())
      return { count, chunks }
    }
    return {
      rows: scope => {
        reader.readRows(scope, addRow)
      },
      issue: addRow,
      take,
    }
  },
}

/** The columns of such rows. */
export const columnsIn = ({ chunks }: LaidOutRows): ColumnCells[] =>
  Array.from({ length: chunks.length / 3 }, (_, i) => {
    const [bits, data, offsets] = chunks.slice(3 * i) as [Uint8Array, Uint8Array | Int32Array, Int32Array]
    return { data, valueOffsets: offsets, ...(bits.length === 0 ? {} : { nullBitmap: bits }) }
  })
