import { Bits, bitAt } from './column-bits.js'
import type { ColumnCells, LaidOutColumn } from './column-cells.js'
import type { CellValue } from './table.js'

/** The cells of one column. */
export abstract class ColumnBuffer {
  readonly #valid = new Bits()

  add(value: CellValue): void {
    this.put(value, this.#valid.length)
    this.#valid.add(value !== null)
  }

  /** Adds cells of another such column. */
  append(cells: ColumnCells, from: number, to: number): void {
    const { nullBitmap } = cells
    this.putAll(cells, from, to, this.#valid.length)
    for (let row = from; row < to; row++) this.#valid.add(nullBitmap === undefined || bitAt(nullBitmap, row))
  }

  /** The column so far, as views that are good until the next cell is added; starts anew. */
  take(): LaidOutColumn {
    const { length, zeros } = this.#valid
    const nullBitmap = this.#valid.take()
    return { length, nullCount: zeros, ...(zeros === 0 ? {} : { nullBitmap }), ...this.values(length) }
  }

  protected abstract put(value: CellValue, at: number): void
  protected abstract putAll(cells: ColumnCells, from: number, to: number, at: number): void
  protected abstract values(length: number): Pick<ColumnCells, 'data' | 'valueOffsets'>
}
