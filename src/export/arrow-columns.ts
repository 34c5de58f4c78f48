// Columns as typed arrays. The builders of apache-arrow are slow and throw on decimals. Worker threads use this module too, so
// it does not load apache-arrow.
import {
  COLUMN_BUFFERS,
  type ColumnBuffer,
  type ColumnCells,
  type LaidOutColumn,
  MAX_TEXT_BYTES_PER_BATCH,
  TextBuffer,
} from './column-buffers.js'
import type { ColumnInfo } from './data.js'
import type { CellValue } from './table.js'

/** The number of rows in a record batch. The last batch has fewer. */
const MAX_ROWS_PER_BATCH = 4_096

/** Rows of a table, laid out column by column. */
export class ArrowColumns {
  rows = 0
  readonly #maxRows: number
  readonly #columns: readonly ColumnBuffer[]
  readonly #texts: readonly TextBuffer[]
  readonly #textIndexes: readonly number[]

  /** @param maxRows - The maximum number of rows. The default is that of a record batch. */
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

  /** Adds rows that were laid out elsewhere, until all are added or this batch is full. @returns The first row that was not added. */
  appendRows(columns: readonly ColumnCells[], from: number, rows: number): number {
    let end = Math.min(rows, from + this.#maxRows - this.rows)
    for (const [i, text] of this.#texts.entries())
      end = text.findEndOfBatch(columns[this.#textIndexes[i] as number] as ColumnCells, from, end)
    for (const [i, column] of this.#columns.entries()) column.append(columns[i] as ColumnCells, from, end)
    this.rows += end - from
    return end
  }

  /** True if a record batch is complete: it has all of its rows, or the text of a column reached its limit. */
  get isFull(): boolean {
    return this.rows === this.#maxRows || this.#texts.some(text => text.bytes > MAX_TEXT_BYTES_PER_BATCH)
  }

  /** Bytes of text. Other cells are small. */
  get bytes(): number {
    return this.#texts.reduce((sum, text) => sum + text.bytes, 0)
  }

  /** Returns the columns and resets this object. The views are valid until the next row is added. */
  take(): LaidOutColumn[] {
    this.rows = 0
    return this.#columns.map(column => column.take())
  }
}
