import { Bits } from '../../export/column-bits.js'
import type { CellValue, ColumnType } from '../../export/table.js'
import type { PageBytes } from './parquet-bytes.js'
import { ParquetCells } from './parquet-cells.js'
import { DecimalCells, IntCells } from './parquet-numbers.js'
import { TextCells } from './parquet-text.js'

class BoolCells extends ParquetCells {
  readonly #bits = new Bits()
  #last = false
  constructor() {
    super(1)
  }
  protected put(value: NonNullable<CellValue>): number {
    this.#last = value === true
    this.#bits.add(this.#last)
    return 0
  }
  protected putAgain(times: number): void {
    for (let i = 0; i < times; i++) this.#bits.add(this.#last)
  }
  protected values(_: PageBytes, data: PageBytes) {
    const { length, zeros } = this.#bits
    data.copy(this.#bits.take())
    return { distinct: null, ...(length === 0 ? {} : { least: zeros === 0, most: zeros < length }) }
  }
}

/** What holds the cells of a column of each type. */
export const PARQUET_CELLS: Readonly<Record<ColumnType, new () => ParquetCells>> = {
  text: TextCells,
  int: IntCells,
  bool: BoolCells,
  money: DecimalCells,
  ratio: DecimalCells,
  date: IntCells,
}
