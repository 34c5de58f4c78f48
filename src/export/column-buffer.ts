import { Bits, bitAt } from './column-bits.js'
import type { ColumnCells, LaidOutColumn } from './column-cells.js'
import type { CellValue } from './table.js'

/** The cells of one column, as Arrow lays them out. */
export abstract class ColumnBuffer {
  readonly #valid = new Bits()

  /** Adds a cell. */
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

  /** Returns the column and resets this object. The views are valid until the next cell is added. */
  take(): LaidOutColumn {
    const { length, zeros } = this.#valid
    const nullBitmap = this.#valid.take()
    return { length, nullCount: zeros, ...(zeros === 0 ? {} : { nullBitmap }), ...this.values(length) }
  }

  /** Stores a value in a row. A null has a place too. */
  protected abstract put(value: CellValue, row: number): void
  protected abstract putAll(cells: ColumnCells, from: number, to: number, row: number): void
  protected abstract values(length: number): Pick<ColumnCells, 'data' | 'valueOffsets'>
}
