import { dayNumber } from '../core/date.js'
import { Bits, bitAt, growArray } from './column-bits.js'
import { ColumnBuffer } from './column-buffer.js'
import type { ColumnCells } from './column-cells.js'
import type { CellValue, ColumnType } from './table.js'
import { TextBuffer } from './text-buffer.js'

/** Cells of one or more 32-bit integers. */
abstract class Int32Buffer extends ColumnBuffer {
  protected int32s = new Int32Array(1024)
  readonly #width: number
  constructor(width: number) {
    super()
    this.#width = width
  }
  protected reserve(row: number, rows: number): void {
    const width = this.#width
    const needed = (row + rows) * width
    if (needed > this.int32s.length) this.int32s = growArray(this.int32s, row * width, needed)
  }
  protected putAll({ data }: ColumnCells, from: number, to: number, row: number): void {
    const width = this.#width
    this.reserve(row, to - from)
    this.int32s.set(data.subarray(from * width, to * width), row * width)
  }
  protected values(length: number): Pick<ColumnCells, 'data'> {
    return { data: this.int32s.subarray(0, length * this.#width) }
  }
}

class IntBuffer extends Int32Buffer {
  constructor() {
    super(1)
  }
  protected put(value: CellValue, row: number): void {
    this.reserve(row, 1)
    this.int32s[row] = value as number
  }
}

class DateBuffer extends Int32Buffer {
  constructor() {
    super(1)
  }
  protected put(value: CellValue, row: number): void {
    this.reserve(row, 1)
    this.int32s[row] = value === null ? 0 : (dayNumber(value as string) as number)
  }
}

/** 128-bit integers as four 32-bit integers, the lowest first. */
class DecimalBuffer extends Int32Buffer {
  constructor() {
    super(4)
  }
  protected put(value: CellValue, row: number): void {
    this.reserve(row, 1)
    const amount = (value ?? 0) as number | bigint
    let [low, high, sign] = [0, 0, 0]
    if (typeof amount === 'bigint') {
      low = Number(BigInt.asIntN(32, amount))
      high = Number(BigInt.asIntN(32, amount >> 32n))
      sign = amount < 0n ? -1 : 0
    } else if ((amount | 0) === amount) {
      low = amount
      high = sign = amount >> 31
    } else {
      low = (amount % 0x100000000) | 0
      high = Math.floor(amount / 0x100000000) | 0
      sign = amount < 0 ? -1 : 0
    }
    const { int32s } = this
    const at = row * 4
    int32s[at] = low
    int32s[at + 1] = high
    int32s[at + 2] = int32s[at + 3] = sign
  }
}

class BoolBuffer extends ColumnBuffer {
  readonly #bits = new Bits()
  protected put(value: CellValue): void {
    this.#bits.add(value === true)
  }
  protected putAll({ data }: ColumnCells, from: number, to: number): void {
    for (let row = from; row < to; row++) this.#bits.add(bitAt(data as Uint8Array, row))
  }
  protected values(): Pick<ColumnCells, 'data'> {
    return { data: this.#bits.take() }
  }
}

/** The buffer of each column type. */
export const BUFFERS: Readonly<Record<ColumnType, new () => ColumnBuffer>> = {
  text: TextBuffer,
  int: IntBuffer,
  bool: BoolBuffer,
  money: DecimalBuffer,
  ratio: DecimalBuffer,
  date: DateBuffer,
}
