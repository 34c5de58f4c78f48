import { countDays } from '../core/date.js'
import { BitList, growArray, readBit } from './bit-list.js'
import type { CellValue, ColumnType } from './table.js'

/**
 * A record batch ends with the row that makes the text of a column exceed this size in bytes. A limit is needed because
 * text offsets have 32 bits and a whole batch is kept in memory.
 */
export const MAX_TEXT_BYTES_PER_BATCH = 1 << 26

/** The cells of a column in the Arrow layout. No `nullBitmap` means no nulls. Only text columns have `valueOffsets`. */
export interface ColumnCells {
  readonly nullBitmap?: Uint8Array
  readonly data: Uint8Array | Int32Array
  readonly valueOffsets?: Int32Array
}

/** The cells of a column with the counts that `makeData` of apache-arrow needs. */
export interface LaidOutColumn extends ColumnCells {
  readonly length: number
  readonly nullCount: number
}

/** A buffer for the cells of one column in the Arrow layout. */
export abstract class ColumnBuffer {
  readonly #valid = new BitList()

  add(value: CellValue): void {
    this.put(value, this.#valid.length)
    this.#valid.add(value !== null)
  }

  /** Adds the cells of rows `from` to `to` (exclusive) of another column of the same type. */
  append(cells: ColumnCells, from: number, to: number): void {
    const { nullBitmap } = cells
    this.putAll(cells, from, to, this.#valid.length)
    for (let row = from; row < to; row++) this.#valid.add(nullBitmap === undefined || readBit(nullBitmap, row))
  }

  /** Returns the column and resets this object. The returned arrays are valid until the next cell is added. */
  take(): LaidOutColumn {
    const { length, zeroCount } = this.#valid
    const nullBitmap = this.#valid.take()
    return { length, nullCount: zeroCount, ...(zeroCount === 0 ? {} : { nullBitmap }), ...this.takeValues(length) }
  }

  /** Stores the value of a row. A null also takes up a position. */
  protected abstract put(value: CellValue, row: number): void
  protected abstract putAll(cells: ColumnCells, from: number, to: number, row: number): void
  protected abstract takeValues(length: number): Pick<ColumnCells, 'data' | 'valueOffsets'>
}

const encoder = new TextEncoder()
/** Shorter ASCII texts are copied in a loop, which avoids the fixed cost of a call to the encoder. */
const MAX_LOOP_LENGTH = 100

/** A buffer for text cells: their UTF-8 bytes and the end offset of each cell. */
export class TextBuffer extends ColumnBuffer {
  #text = new Uint8Array(1024)
  // A column has one more offset than cells. With 1025 elements, two doublings are enough for a full record batch.
  #offsets = new Int32Array(1025)
  /** The text that was added last, and the offset of its first byte in `#text`. */
  #lastText: string | null = null
  #lastStart = 0
  /** The number of bytes of text in this batch. */
  bytes = 0

  /** Returns the end (exclusive) of the rows to add. The last one may exceed `MAX_TEXT_BYTES_PER_BATCH`. */
  findEndOfBatch({ valueOffsets }: ColumnCells, from: number, end: number): number {
    const offsets = valueOffsets as Int32Array
    const limit = MAX_TEXT_BYTES_PER_BATCH - this.bytes + (offsets[from] as number)
    if ((offsets[end] as number) <= limit) return end
    let to = from + 1
    while ((offsets[to] as number) <= limit) to++
    return to
  }

  protected put(value: CellValue, row: number): void {
    if (value !== null) this.#encode(value as string)
    if (row + 1 === this.#offsets.length) this.#offsets = growArray(this.#offsets, row + 1, row + 2)
    this.#offsets[row + 1] = this.bytes
  }

  protected putAll({ data, valueOffsets }: ColumnCells, from: number, to: number, row: number): void {
    const offsets = valueOffsets as Int32Array
    const [start, end] = [offsets[from] as number, offsets[to] as number]
    const rows = to - from
    if (row + rows + 1 > this.#offsets.length) this.#offsets = growArray(this.#offsets, row + 1, row + rows + 1)
    for (let i = 1; i <= rows; i++) this.#offsets[row + i] = this.bytes + (offsets[from + i] as number) - start
    this.#lastText = null
    this.#reserve(end - start)
    this.#text.set((data as Uint8Array).subarray(start, end), this.bytes)
    this.bytes += end - start
  }

  protected takeValues(length: number): Pick<ColumnCells, 'data' | 'valueOffsets'> {
    const data = this.#text.subarray(0, this.bytes)
    // Do not keep the memory of an unusually large batch.
    if (this.#text.length > MAX_TEXT_BYTES_PER_BATCH) this.#text = new Uint8Array(1024)
    this.bytes = 0
    this.#lastText = null
    return { data, valueOffsets: this.#offsets.subarray(0, length + 1) }
  }

  #reserve(count: number): void {
    const needed = this.bytes + count
    if (needed > this.#text.length) this.#text = growArray(this.#text, this.bytes, needed)
  }

  #encode(text: string): void {
    const start = this.bytes
    // If the text equals the previous one, copy the previous bytes instead of encoding the text again.
    if (text === this.#lastText) {
      const length = start - this.#lastStart
      this.#reserve(length)
      this.#text.copyWithin(start, this.#lastStart, start)
      this.bytes += length
    } else this.#write(text)
    this.#lastText = text
    this.#lastStart = start
  }

  #write(text: string): void {
    const { length } = text
    this.#reserve(length * 3)
    const array = this.#text
    const start = this.bytes
    let i = 0
    if (length < MAX_LOOP_LENGTH)
      for (; i < length; i++) {
        const code = text.charCodeAt(i)
        if (code > 127) break
        array[start + i] = code
      }
    this.bytes += i === length ? i : encoder.encodeInto(text, array.subarray(start)).written
  }
}

/** A buffer for 32-bit integers. */
class IntBuffer extends ColumnBuffer {
  protected int32s = new Int32Array(1024)
  /** The number of integers per cell. */
  protected readonly width: number = 1

  protected put(value: CellValue, row: number): void {
    this.reserve(row, 1)
    this.int32s[row] = value as number
  }
  protected reserve(row: number, rows: number): void {
    const needed = (row + rows) * this.width
    if (needed > this.int32s.length) this.int32s = growArray(this.int32s, row * this.width, needed)
  }
  protected putAll({ data }: ColumnCells, from: number, to: number, row: number): void {
    this.reserve(row, to - from)
    this.int32s.set(data.subarray(from * this.width, to * this.width), row * this.width)
  }
  protected takeValues(length: number): Pick<ColumnCells, 'data'> {
    return { data: this.int32s.subarray(0, length * this.width) }
  }
}

class DateBuffer extends IntBuffer {
  protected override put(value: CellValue, row: number): void {
    super.put(value === null ? 0 : countDays(value as string), row)
  }
}

/** A buffer for 128-bit integers. Each consists of four 32-bit integers, lowest first. */
class DecimalBuffer extends IntBuffer {
  protected override readonly width = 4

  protected override put(value: CellValue, row: number): void {
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
    const offset = row * 4
    int32s[offset] = low
    int32s[offset + 1] = high
    int32s[offset + 2] = int32s[offset + 3] = sign
  }
}

class BoolBuffer extends ColumnBuffer {
  readonly #bits = new BitList()
  protected put(value: CellValue): void {
    this.#bits.add(value === true)
  }
  protected putAll({ data }: ColumnCells, from: number, to: number): void {
    for (let row = from; row < to; row++) this.#bits.add(readBit(data as Uint8Array, row))
  }
  protected takeValues(): Pick<ColumnCells, 'data'> {
    return { data: this.#bits.take() }
  }
}

export const COLUMN_BUFFERS: Readonly<Record<ColumnType, new () => ColumnBuffer>> = {
  text: TextBuffer,
  int: IntBuffer,
  bool: BoolBuffer,
  money: DecimalBuffer,
  ratio: DecimalBuffer,
  date: DateBuffer,
}
