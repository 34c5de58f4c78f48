import {
  type CellValue,
  type Column,
  cellAt,
  type Scope,
  sharingOf,
  type TableSpec,
} from '../../export/table.js'
import type { ParquetCells } from './parquet-cells.js'
import { PARQUET_CELLS } from './parquet-columns.js'

/** A row group ends with the row that makes its cells so many bytes: every table holds one, and all may be open. */
const GROUP = 1 << 22

const NOTHING = Symbol('nothing')

/** Columns that share their values by one object of the row. */
interface Sharing {
  readonly by: (row: unknown) => unknown
  readonly at: readonly number[]
  last: unknown
  /** Rows that have the last one's cells too, and are not added yet. */
  again: number
  /** Bytes that these cells take in each row. */
  bytes: number
}

/** Rows of a table, until they are a row group: what rows of one document share is worked out and looked up once. */
export class ParquetRows {
  readonly #table: TableSpec
  readonly #cells: readonly ParquetCells[]
  readonly #sharings: readonly Sharing[]
  /** Columns that share nothing. */
  readonly #own: readonly number[]
  readonly #group: (columns: readonly ParquetCells[], rows: number) => void
  #rows = 0
  #bytes = 0

  /** `group` writes the columns of a row group, which start anew. */
  constructor(table: TableSpec, group: (columns: readonly ParquetCells[], rows: number) => void) {
    this.#table = table
    this.#group = group
    this.#cells = table.columns.map(({ type }) => new PARQUET_CELLS[type]())
    const { bys, keys } = sharingOf(table.columns)
    const placesOf = (key: number) => keys.flatMap((each, i) => (each === key ? [i] : []))
    this.#own = placesOf(-1)
    this.#sharings = bys.map((by, key) => ({ by, at: placesOf(key), last: NOTHING, again: 0, bytes: 0 }))
  }

  /** Adds the rows of a taxpayer, and gives how many they are. */
  rows(scope: Scope): number {
    const rows = this.#table.rows(scope)
    const sharings = this.#sharings
    for (let r = 0; r < rows.length; r++) {
      const row = rows[r]
      for (let k = 0; k < sharings.length; k++) {
        const sharing = sharings[k] as Sharing
        const by = sharing.by(row)
        if (by === sharing.last) {
          sharing.again++
          this.#bytes += sharing.bytes
        } else {
          this.#repeat(sharing)
          sharing.last = by
          sharing.bytes = this.#add(sharing.at, row, scope)
        }
      }
      this.#add(this.#own, row, scope)
      this.#count()
    }
    this.#settle()
    return rows.length
  }

  /** Adds one row by its cells. */
  row(values: readonly CellValue[]): void {
    const cells = this.#cells
    for (let i = 0; i < cells.length; i++)
      this.#bytes += (cells[i] as ParquetCells).add(values[i] as CellValue)
    this.#count()
  }

  /** Ends the row group, and gives its columns. */
  end(): readonly ParquetCells[] {
    if (this.#rows > 0) this.#end()
    return this.#cells
  }

  /** Adds cells of a row, and gives how many bytes they take where they come again. */
  #add(at: readonly number[], row: unknown, scope: Scope): number {
    const { columns } = this.#table
    let again = 0
    for (let i = 0; i < at.length; i++) {
      const place = at[i] as number
      const cells = this.#cells[place] as ParquetCells
      this.#bytes += cells.add(cellAt(columns[place] as Column<unknown>, row, scope))
      again += cells.bytes
    }
    return again
  }

  #count(): void {
    this.#rows++
    if (this.#bytes >= GROUP) this.#end()
  }

  #end(): void {
    this.#settle()
    this.#group(this.#cells, this.#rows)
    this.#rows = 0
    this.#bytes = 0
  }

  /** Adds what is due, and forgets what it was. */
  #settle(): void {
    for (const sharing of this.#sharings) {
      this.#repeat(sharing)
      sharing.last = NOTHING
    }
  }

  #repeat(sharing: Sharing): void {
    const { at, again } = sharing
    if (again === 0) return
    for (let i = 0; i < at.length; i++) (this.#cells[at[i] as number] as ParquetCells).repeat(again)
    sharing.again = 0
  }
}
