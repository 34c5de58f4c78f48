import { dayNumber } from '../core/date.js'
import { Bits, bitAt, larger } from './column-bits.js'
import { ColumnBuffer } from './column-buffer.js'
import type { ColumnCells } from './column-cells.js'
import type { CellValue, ColumnType } from './table.js'
import { TextBuffer } from './text-buffer.js'

/** Cells of so many words of 32 bits each. */
abstract class WordsBuffer extends ColumnBuffer {
  protected words = new Int32Array(1024)
  readonly #width: number
  constructor(width: number) {
    super()
    this.#width = width
  }
  protected reserve(at: number, rows: number): void {
    const width = this.#width
    const least = (at + rows) * width
    if (least > this.words.length) this.words = larger(this.words, at * width, least)
  }
  protected putAll({ data }: ColumnCells, from: number, to: number, at: number): void {
    const width = this.#width
    this.reserve(at, to - from)
    this.words.set(data.subarray(from * width, to * width), at * width)
  }
  protected values(length: number): Pick<ColumnCells, 'data'> {
    return { data: this.words.subarray(0, length * this.#width) }
  }
}

class IntBuffer extends WordsBuffer {
  constructor() {
    super(1)
  }
  protected put(value: CellValue, at: number): void {
    this.reserve(at, 1)
    this.words[at] = value === null ? 0 : this.number(value)
  }
  protected number(value: CellValue): number {
    return value as number
  }
}

class DateBuffer extends IntBuffer {
  protected override number(value: CellValue): number {
    return dayNumber(value as string) as number
  }
}

/** 128-bit integers as four words, the lowest first. */
class DecimalBuffer extends WordsBuffer {
  constructor() {
    super(4)
  }
  protected put(value: CellValue, row: number): void {
    this.reserve(row, 1)
    const { words } = this
    const at = row * 4
    if (typeof value === 'bigint') {
      words[at] = Number(BigInt.asIntN(32, value))
      words[at + 1] = Number(BigInt.asIntN(32, value >> 32n))
      words[at + 2] = words[at + 3] = value < 0n ? -1 : 0
      return
    }
    const number = (value ?? 0) as number
    if ((number | 0) === number) {
      words[at] = number
      words[at + 1] = words[at + 2] = words[at + 3] = number >> 31
      return
    }
    words[at] = (number % 0x100000000) | 0
    words[at + 1] = Math.floor(number / 0x100000000) | 0
    words[at + 2] = words[at + 3] = number < 0 ? -1 : 0
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

/** What holds the cells of a column of each type. */
export const BUFFERS: Readonly<Record<ColumnType, new () => ColumnBuffer>> = {
  text: TextBuffer,
  int: IntBuffer,
  bool: BoolBuffer,
  money: DecimalBuffer,
  ratio: DecimalBuffer,
  date: DateBuffer,
}
