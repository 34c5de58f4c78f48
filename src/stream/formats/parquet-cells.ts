import { dayNumber } from '../../core/date.js'
import { Bits, bitAt, larger } from '../../export/column-bits.js'
import type { CellValue, ColumnType } from '../../export/table.js'

/** The cells of one column, held small until their row group is written. */
export interface ParquetCells {
  /** Adds a cell, and gives how many bytes it takes by itself. */
  add(value: CellValue): number
  /** The cells so far as the library takes them. */
  values(): unknown[]
  clear(): void
}

/** Text as it is: what comes again is held once. */
class TextCells implements ParquetCells {
  #texts: CellValue[] = []
  #last: CellValue = null

  add(value: CellValue): number {
    // Not an equal one of its own, for each cell of a column that says the same.
    if (value !== this.#last) this.#last = value
    this.#texts.push(this.#last)
    return value === null ? 0 : 4 + (value as string).length
  }

  values(): unknown[] {
    return this.#texts
  }

  clear(): void {
    this.#texts = []
    this.#last = null
  }
}

/** Which rows hold something. */
abstract class PresentCells implements ParquetCells {
  readonly #present = new Bits()
  protected count = 0

  add(value: CellValue): number {
    this.#present.add(value !== null)
    return value === null ? 0 : this.put(value, this.count++)
  }

  values(): unknown[] {
    const { length } = this.#present
    const present = this.#present.take()
    let at = 0
    return Array.from({ length }, (_, row) => (bitAt(present, row) ? this.at(at++) : null))
  }

  clear(): void {
    this.count = 0
  }

  protected abstract put(value: NonNullable<CellValue>, at: number): number
  protected abstract at(at: number): unknown
}

class IntCells extends PresentCells {
  #values = new Int32Array(256)
  protected put(value: NonNullable<CellValue>, at: number): number {
    if (at === this.#values.length) this.#values = larger(this.#values, at, at + 1)
    this.#values[at] = typeof value === 'string' ? (dayNumber(value) ?? 0) : (value as number)
    return 4
  }
  protected at(at: number): unknown {
    return this.#values[at]
  }
}

class DecimalCells extends PresentCells {
  #values = new BigInt64Array(256)
  protected put(value: NonNullable<CellValue>, at: number): number {
    if (at === this.#values.length) this.#values = larger(this.#values, at, at + 1)
    this.#values[at] = BigInt(value)
    return 8
  }
  protected at(at: number): unknown {
    return this.#values[at]
  }
}

class BoolCells extends PresentCells {
  #values = new Uint8Array(256)
  protected put(value: NonNullable<CellValue>, at: number): number {
    if (at === this.#values.length) this.#values = larger(this.#values, at, at + 1)
    this.#values[at] = value === true ? 1 : 0
    return 1
  }
  protected at(at: number): unknown {
    return this.#values[at] === 1
  }
}

/** What holds the cells of a column of each type; a date is its text, or its days since 1970. */
export const PARQUET_CELLS: Readonly<Record<ColumnType, new () => ParquetCells>> = {
  text: TextCells,
  int: IntCells,
  bool: BoolCells,
  money: DecimalCells,
  ratio: DecimalCells,
  date: IntCells,
}
