import { ArrowColumns } from '../../export/arrow-columns.js'
import type { ColumnCells } from '../../export/column-cells.js'
import type { LaidOutRows, Layout } from './writer.js'

const NONE = new Uint8Array(0)

/** Columns as they stand in record batches: of each the bits of what is not null, the cells, and the offsets of text. */
export const columns: Layout = {
  load: async () => (table, _, spend) => {
    // What is held is bounded by its bytes.
    const held = new ArrowColumns(table.columns, Number.POSITIVE_INFINITY)
    const spending = (add: () => void): void => {
      const before = held.bytes
      add()
      spend(held.bytes - before)
    }
    const take = (): LaidOutRows => {
      const count = held.rows
      const chunks = held
        .take()
        .flatMap(({ nullBitmap = NONE, data, valueOffsets = NONE }) => [nullBitmap, data, valueOffsets])
        .map(each => each.slice())
      return { count, chunks }
    }
    return {
      rows: scope => spending(() => held.add(table.rows(scope), 0, scope)),
      issue: cells => spending(() => held.row(cells)),
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
