// Columns as typed arrays: the builders of apache-arrow are slow and throw on decimals. Threads lay out rows with this too,
// so nothing of that library is loaded here.
import type { ColumnBuffer, TapeValue } from './column-buffer.js'
import { BUFFERS } from './column-buffers.js'
import { BATCH_TEXT, type ColumnCells, type LaidOutColumn } from './column-cells.js'
import type { ColumnInfo } from './data.js'
import { Runs } from './runs.js'
import { type CellValue, type Column, type Scope, sharingOf } from './table.js'
import { TextBuffer } from './text-buffer.js'

/** A record batch has so many rows, the last one fewer. */
const BATCH_ROWS = 4_096

/** Who reads a row's cells asks nothing of the taxpayer. */
const NO_SCOPE = null as never

type Read = Column<unknown>['of']

/** Rows of a table, laid out column by column. */
export class ArrowColumns {
  rows = 0
  readonly #most: number
  readonly #columns: readonly ColumnBuffer[]
  readonly #reads: readonly Read[]
  /** The same of rows that are their cells. */
  readonly #readsOfCells: readonly Read[]
  readonly #runs: readonly Runs[]
  /** Which of these the cells of each column come in. */
  readonly #runsOf: readonly Runs[]
  readonly #texts: readonly TextBuffer[]
  readonly #textAt: readonly number[]

  /** Holds a record batch, or with `most` so many rows. Rows of columns without `of` are their cells. */
  constructor(columns: readonly (ColumnInfo & Partial<Column<unknown>>)[], most = BATCH_ROWS) {
    this.#most = most
    this.#columns = columns.map(({ type }) => new BUFFERS[type]())
    this.#readsOfCells = columns.map((_, i) => row => (row as readonly CellValue[])[i] as CellValue)
    this.#reads = columns.map(({ of }, i) => of ?? (this.#readsOfCells[i] as Read))
    const { bys, keys } = sharingOf(columns)
    this.#runs = [...bys, null].map(by => new Runs(by))
    this.#runsOf = keys.map(key => this.#runs.at(key) as Runs)
    this.#texts = this.#columns.filter(column => column instanceof TextBuffer)
    this.#textAt = this.#texts.map(text => this.#columns.indexOf(text))
  }

  /** Adds a row by its cells, and gives how many that is. */
  row(cells: readonly CellValue[]): number {
    for (let i = 0; i < this.#columns.length; i++)
      (this.#columns[i] as ColumnBuffer).add(this.#readsOfCells[i] as Read, [cells], NO_SCOPE, Runs.one)
    this.rows++
    return 1
  }

  /** Adds rows of a taxpayer from one on, until there are no more or this is full. Gives where it ended. */
  add(rows: readonly unknown[], from: number, scope: Scope): number {
    const end = Math.min(rows.length, from + this.#most - this.rows)
    for (let k = 0; k < this.#runs.length; k++) (this.#runs[k] as Runs).find(rows, from, end)
    for (let i = 0; i < this.#columns.length; i++)
      (this.#columns[i] as ColumnBuffer).add(this.#reads[i] as Read, rows, scope, this.#runsOf[i] as Runs)
    return this.#added(from, end)
  }

  /** The same of rows that are runs of values in each column. */
  addRuns(
    values: readonly (readonly TapeValue[])[],
    runs: readonly Runs[],
    from: number,
    rows: number,
  ): number {
    const end = Math.min(rows, from + this.#most - this.rows)
    for (let i = 0; i < this.#columns.length; i++)
      (this.#columns[i] as ColumnBuffer).addRuns(
        values[i] as readonly TapeValue[],
        runs[i] as Runs,
        from,
        end,
      )
    return this.#added(from, end)
  }

  /** Rows were added up to one, or less where a column got so much text. Gives where they end. */
  #added(from: number, end: number): number {
    let least = this.rows + end - from
    for (const { length } of this.#columns) if (length < least) least = length
    const added = least - this.rows
    if (from + added < end) for (const column of this.#columns) column.cut(least)
    this.rows = least
    return from + added
  }

  /** Adds rows of others from one on, until there are no more or this is full. Gives where it ended. */
  append(columns: readonly ColumnCells[], from: number, rows: number): number {
    let end = Math.min(rows, from + this.#most - this.rows)
    for (const [i, text] of this.#texts.entries())
      end = text.endOfBatch(columns[this.#textAt[i] as number] as ColumnCells, from, end)
    for (const [i, column] of this.#columns.entries()) column.append(columns[i] as ColumnCells, from, end)
    this.rows += end - from
    return end
  }

  /** True where it is a record batch: it has all its rows, or a column so much text that it has no more. */
  get isFull(): boolean {
    return this.rows === this.#most || this.#texts.some(text => text.bytes > BATCH_TEXT)
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
