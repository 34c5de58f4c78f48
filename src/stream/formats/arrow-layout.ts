import { ArrowColumns } from '../../export/arrow-columns.js'
import type { ColumnCells } from '../../export/column-cells.js'
import { RowReader } from '../../export/data.js'
import type { CellValue } from '../../export/table.js'
import type { LaidOutRows, Layout } from './writer.js'

const NONE = new Uint8Array(0)

/** Columns as they stand in record batches: of each the bits of what is not null, the cells, and the offsets of text. */
export const columns: Layout = {
  load: async () => (table, _, spend) => {
    const held = new ArrowColumns(table.columns)
    const row = (cells: readonly CellValue[]): void => {
      const before = held.bytes
      held.row(cells)
      spend(held.bytes - before)
    }
    const reader = new RowReader(table)
    const take = (): LaidOutRows => {
      const count = held.rows
      const chunks = held
        .take()
        .flatMap(({ nullBitmap = NONE, data, valueOffsets = NONE }) => [nullBitmap, data, valueOffsets])
        .map(each => each.slice())
      return { count, chunks }
    }
    return { rows: scope => reader.each(scope, row), issue: row, take }
  },
}

/** The columns of such rows. */
export const columnsIn = ({ chunks }: LaidOutRows): ColumnCells[] =>
  Array.from({ length: chunks.length / 3 }, (_, i) => {
    const [bits, data, offsets] = chunks.slice(3 * i) as [Uint8Array, Uint8Array | Int32Array, Int32Array]
    return { data, valueOffsets: offsets, ...(bits.length === 0 ? {} : { nullBitmap: bits }) }
  })
