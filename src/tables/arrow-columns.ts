// Builds Arrow columns as typed arrays, because the builders of apache-arrow are slow and throw on decimals. This
// module does not load apache-arrow, because worker threads use it too.
import {
  COLUMN_BUFFERS,
  type ColumnBuffer,
  type ColumnCells,
  type LaidOutColumn,
  MAX_TEXT_BYTES_PER_BATCH,
  TextBuffer,
} from './column-buffers.js'
import type { CellValue, ColumnInfo } from './table.js'

/** The maximum number of rows in a record batch. */
const MAX_ROWS_PER_BATCH = 4_096

/** Table rows, stored column by column in the Arrow layout. */
export class ArrowColumns {
  rows = 0
  readonly #maxRows: number
  readonly #columns: readonly ColumnBuffer[]
  readonly #texts: readonly TextBuffer[]
  readonly #textIndexes: readonly number[]

  /** @param maxRows - The maximum number of rows. The default is `MAX_ROWS_PER_BATCH`. */
  constructor(columns: readonly ColumnInfo[], maxRows = MAX_ROWS_PER_BATCH) {
    this.#maxRows = maxRows
    this.#columns = columns.map(({ type }) => new COLUMN_BUFFERS[type]())
    this.#texts = this.#columns.filter(column => column instanceof TextBuffer)
    this.#textIndexes = this.#texts.map(text => this.#columns.indexOf(text))
  }

  /** Adds a row by its cells. */
  addRow(cells: readonly CellValue[]): void {
    for (let i = 0; i < this.#columns.length; i++) (this.#columns[i] as ColumnBuffer).add(cells[i] as CellValue)
    this.rows++
  }

  /**
   * Adds encoded rows until all are added or this batch is full.
   * @returns The index of the first row that was not added.
   */
  appendRows(columns: readonly ColumnCells[], from: number, rows: number): number {
    let end = Math.min(rows, from + this.#maxRows - this.rows)
    for (const [i, text] of this.#texts.entries())
      end = text.findEndOfBatch(columns[this.#textIndexes[i] as number] as ColumnCells, from, end)
    for (const [i, column] of this.#columns.entries()) column.append(columns[i] as ColumnCells, from, end)
    this.rows += end - from
    return end
  }

  /**
   * True if the record batch is full: it has the maximum number of rows, or the text of a column has reached its limit.
   */
  get isFull(): boolean {
    return this.rows === this.#maxRows || this.#texts.some(text => text.bytes > MAX_TEXT_BYTES_PER_BATCH)
  }

  /** The size of all text cells in bytes. Other cells are small, so they are not counted. */
  get bytes(): number {
    return this.#texts.reduce((sum, text) => sum + text.bytes, 0)
  }

  /** Returns the columns and resets this object. The returned arrays are valid until the next row is added. */
  take(): LaidOutColumn[] {
    this.rows = 0
    return this.#columns.map(column => column.take())
  }
}
