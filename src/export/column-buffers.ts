import { dayNumber } from '../core/date.js'
import { Bits, bitAt, larger } from './column-bits.js'
import { ColumnBuffer, type TapeValue } from './column-buffer.js'
import type { ColumnCells } from './column-cells.js'
import type { Runs } from './runs.js'
import type { ColumnType } from './table.js'
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
  protected put(values: readonly TapeValue[], { starts, count }: Runs, at: number): number {
    const rows = (starts[count] as number) - (starts[0] as number)
    this.reserve(at, rows)
    const { words } = this
    const shift = at - (starts[0] as number)
    for (let i = 0; i < count; i++) {
      const value = values[i] as TapeValue
      const number = value === null ? 0 : this.number(value)
      const end = (starts[i + 1] as number) + shift
      for (let to = (starts[i] as number) + shift; to < end; to++) words[to] = number
    }
    return rows
  }
  protected number(value: TapeValue): number {
    return value as number
  }
}

class DateBuffer extends IntBuffer {
  protected override number(value: TapeValue): number {
    return dayNumber(String(value)) as number
  }
}

/** 128-bit integers as four words, the lowest first. */
class DecimalBuffer extends WordsBuffer {
  constructor() {
    super(4)
  }
  protected put(values: readonly TapeValue[], { starts, count }: Runs, at: number): number {
    const rows = (starts[count] as number) - (starts[0] as number)
    this.reserve(at, rows)
    const { words } = this
    let to = at * 4
    for (let i = 0; i < count; i++) {
      const value = (values[i] ?? 0) as number | bigint
      let [low, high, sign] = [0, 0, 0]
      if (typeof value === 'bigint') {
        low = Number(BigInt.asIntN(32, value))
        high = Number(BigInt.asIntN(32, value >> 32n))
        sign = value < 0n ? -1 : 0
      } else if ((value | 0) === value) {
        low = value
        high = sign = value >> 31
      } else {
        low = (value % 0x100000000) | 0
        high = Math.floor(value / 0x100000000) | 0
        sign = value < 0 ? -1 : 0
      }
      const end = (at + (starts[i + 1] as number) - (starts[0] as number)) * 4
      for (; to < end; to += 4) {
        words[to] = low
        words[to + 1] = high
        words[to + 2] = words[to + 3] = sign
      }
    }
    return rows
  }
}

class BoolBuffer extends ColumnBuffer {
  readonly #bits = new Bits()
  protected put(values: readonly TapeValue[], { starts, count }: Runs): number {
    for (let i = 0; i < count; i++)
      this.#bits.add(values[i] === true, (starts[i + 1] as number) - (starts[i] as number))
    return (starts[count] as number) - (starts[0] as number)
  }
  override cut(length: number): void {
    super.cut(length)
    this.#bits.cut(length)
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
