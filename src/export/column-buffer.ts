import { Bits, bitAt } from './column-bits.js'
import type { ColumnCells, LaidOutColumn } from './column-cells.js'
import type { Runs } from './runs.js'
import { type CellValue, type Column, isOutOfRange, type Scope } from './table.js'
import type { Written } from './written.js'

/** What a tape says of a cell: text is its bytes. */
export type TapeValue = CellValue | Written

/** The values of the runs of rows that are being added: held for the next column of any table. */
const values: CellValue[] = []

/** The cells of one column. */
export abstract class ColumnBuffer {
  readonly #valid = new Bits()

  get length(): number {
    return this.#valid.length
  }

  /** Adds the cells of rows, each run's worked out once. A text may be too much for a batch: then it is the last one. */
  add(of: Column<unknown>['of'], rows: readonly unknown[], scope: Scope, runs: Runs): void {
    const { starts, count } = runs
    let hasNull = false
    for (let i = 0; i < count; i++) {
      const value = of(rows[starts[i] as number], scope)
      const cell = typeof value === 'bigint' && isOutOfRange(value) ? null : value
      if (cell === null) hasNull = true
      values[i] = cell
    }
    this.#put(values, runs, hasNull)
  }

  /** Adds rows from one on, up to another, of runs with these values. A text may be too much for a batch, as above. */
  addRuns(all: readonly TapeValue[], of: Runs, from: number, end: number): void {
    const { runs, first } = of.part(from, end)
    const own = first === 0 ? all : all.slice(first, first + runs.count)
    let hasNull = false
    for (let i = 0; i < runs.count && !hasNull; i++) hasNull = own[i] === null
    this.#put(own, runs, hasNull)
  }

  #put(values: readonly TapeValue[], runs: Runs, hasNull: boolean): void {
    const { starts, count } = runs
    const valid = this.#valid
    const added = this.put(values, runs, valid.length)
    if (hasNull) {
      const end = (starts[0] as number) + added
      for (let i = 0; i < count && (starts[i] as number) < end; i++)
        valid.add(values[i] !== null, Math.min(starts[i + 1] as number, end) - (starts[i] as number))
    } else valid.add(true, added)
  }

  /** Adds cells of another such column. */
  append(cells: ColumnCells, from: number, to: number): void {
    const { nullBitmap } = cells
    this.putAll(cells, from, to, this.#valid.length)
    for (let row = from; row < to; row++) this.#valid.add(nullBitmap === undefined || bitAt(nullBitmap, row))
  }

  /** Leaves out what stands behind so many cells. */
  cut(length: number): void {
    this.#valid.cut(length)
  }

  /** The column so far, as views that are good until the next cell is added; starts anew. */
  take(): LaidOutColumn {
    const { length, zeros } = this.#valid
    const nullBitmap = this.#valid.take()
    return { length, nullCount: zeros, ...(zeros === 0 ? {} : { nullBitmap }), ...this.values(length) }
  }

  /** Adds the value of each run for all of its rows, and gives how many rows were added. */
  protected abstract put(values: readonly TapeValue[], runs: Runs, at: number): number
  protected abstract putAll(cells: ColumnCells, from: number, to: number, at: number): void
  protected abstract values(length: number): Pick<ColumnCells, 'data' | 'valueOffsets'>
}
