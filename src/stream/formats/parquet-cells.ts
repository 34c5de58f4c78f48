import { Bits } from '../../export/column-bits.js'
import type { CellValue } from '../../export/table.js'
import type { PageBytes } from './parquet-bytes.js'
import { writeLevels } from './parquet-hybrid.js'

/** What a column chunk holds beside its pages. Missing: no smallest and largest value where all are null. */
export interface ChunkValues {
  readonly nulls: number
  /** Values in the page of the dictionary; null where there is none. */
  readonly distinct: number | null
  readonly least?: string | number | bigint | boolean
  readonly most?: string | number | bigint | boolean
}

/** The cells of one column, held small until their row group is written. */
export abstract class ParquetCells {
  /** Bytes that the last cell takes where it comes again. */
  bytes = 0
  /** Values so far, nulls left out. */
  protected count = 0
  readonly #present = new Bits()
  readonly #width: number

  /** Each value takes so many bytes. */
  constructor(width: number) {
    this.#width = width
  }

  /** Adds a cell, and gives how many bytes it takes. */
  add(value: CellValue): number {
    if (value === null) {
      this.#present.add(false)
      this.bytes = 0
      return 0
    }
    this.#present.add(true)
    this.bytes = this.#width
    return this.#width + this.put(value)
  }

  /** Adds the last cell so many times more. */
  repeat(times: number): void {
    const isValue = this.bytes > 0
    for (let i = 0; i < times; i++) this.#present.add(isValue)
    if (isValue) this.putAgain(times)
  }

  /** Writes the pages of the cells so far, and starts anew. */
  write(isNullable: boolean, dictionary: PageBytes, data: PageBytes): ChunkValues {
    const { length: rows, zeros: nulls } = this.#present
    const present = this.#present.take()
    if (isNullable) writeLevels(data, present, rows, nulls)
    else if (nulls > 0) throw new TypeError('A column that has no nulls has one.')
    const values = this.values(dictionary, data)
    this.count = 0
    return { nulls, ...values }
  }

  /** Adds a value, and gives how many bytes it takes beside its width. */
  protected abstract put(value: NonNullable<CellValue>): number
  protected abstract putAgain(times: number): void
  protected abstract values(dictionary: PageBytes, data: PageBytes): Omit<ChunkValues, 'nulls'>
}
