// Columns as typed arrays: the builders of apache-arrow are slow and throw on decimals. Threads lay out rows with this too,
// so nothing of that library is loaded here.
import type { ColumnBuffer } from './column-buffer.js'
import { BUFFERS } from './column-buffers.js'
import { BATCH_TEXT, type ColumnCells, type LaidOutColumn } from './column-cells.js'
import type { ColumnInfo } from './data.js'
import type { CellValue } from './table.js'
import { TextBuffer } from './text-buffer.js'

/** A record batch has so many rows, the last one fewer. */
const BATCH_ROWS = 8_192

/** Rows of a table, laid out column by column. */
export class ArrowColumns {
  rows = 0
  readonly #columns: readonly ColumnBuffer[]
  readonly #texts: readonly TextBuffer[]
  readonly #textAt: readonly number[]

  constructor(columns: readonly ColumnInfo[]) {
    this.#columns = columns.map(({ type }) => new BUFFERS[type]())
    this.#texts = this.#columns.filter(column => column instanceof TextBuffer)
    this.#textAt = this.#texts.map(text => this.#columns.indexOf(text))
  }

  /** Adds a row; its cells stand in the order of the columns. */
  row(cells: readonly CellValue[]): void {
    for (let i = 0; i < this.#columns.length; i++)
      (this.#columns[i] as ColumnBuffer).add(cells[i] as CellValue)
    this.rows++
  }

  /** Adds rows of others from one on, until there are no more or this is full. Gives where it ended. */
  append(columns: readonly ColumnCells[], from: number, rows: number): number {
    let end = Math.min(rows, from + BATCH_ROWS - this.rows)
    for (const [i, text] of this.#texts.entries())
      end = text.endOfBatch(columns[this.#textAt[i] as number] as ColumnCells, from, end)
    for (const [i, column] of this.#columns.entries()) column.append(columns[i] as ColumnCells, from, end)
    this.rows += end - from
    return end
  }

  /** True where it is a record batch: it has all its rows, or a column so much text that it has no more. */
  get isFull(): boolean {
    if (this.rows === BATCH_ROWS) return true
    for (let i = 0; i < this.#texts.length; i++)
      if ((this.#texts[i] as TextBuffer).bytes > BATCH_TEXT) return true
    return false
  }

  /** Bytes of text held; other cells are small. */
  get bytes(): number {
    let bytes = 0
    for (let i = 0; i < this.#texts.length; i++) bytes += (this.#texts[i] as TextBuffer).bytes
    return bytes
  }

  /** The columns so far, as views that are good until the next row is added; starts anew. */
  take(): LaidOutColumn[] {
    this.rows = 0
    return this.#columns.map(column => column.take())
  }
}
