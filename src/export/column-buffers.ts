import { dayNumber } from '../core/date.js'
import { Bits, bitAt, larger } from './column-bits.js'
import { BATCH_TEXT, type ColumnCells, type LaidOutColumn } from './column-cells.js'
import type { CellValue, ColumnType } from './table.js'

/** The cells of one column. */
export abstract class ColumnBuffer {
  readonly #valid = new Bits()

  add(value: CellValue): void {
    this.put(value, this.#valid.length)
    this.#valid.add(value !== null)
  }

  /** Adds cells of another such column. */
  append(cells: ColumnCells, from: number, to: number): void {
    const { nullBitmap } = cells
    this.putAll(cells, from, to, this.#valid.length)
    for (let row = from; row < to; row++) this.#valid.add(nullBitmap === undefined || bitAt(nullBitmap, row))
  }

  /** The column so far, as views that are good until the next cell is added; starts anew. */
  take(): LaidOutColumn {
    const { length, zeros } = this.#valid
    const nullBitmap = this.#valid.take()
    return { length, nullCount: zeros, ...(zeros === 0 ? {} : { nullBitmap }), ...this.values(length) }
  }

  protected abstract put(value: CellValue, at: number): void
  protected abstract putAll(cells: ColumnCells, from: number, to: number, at: number): void
  protected abstract values(length: number): Pick<ColumnCells, 'data' | 'valueOffsets'>
}

const encoder = new TextEncoder()

/** Text as UTF-8, and where each cell of it ends. */
export class TextBuffer extends ColumnBuffer {
  #text = new Uint8Array(1024)
  #offsets = new Int32Array(1024)
  /** The last text of the batch, and where it begins. */
  #last: string | null = null
  #from = 0
  /** Bytes of text so far. */
  bytes = 0

  /** Where text becomes too much for a batch: behind the cell with which it does. */
  endOfBatch({ valueOffsets }: ColumnCells, from: number, most: number): number {
    const offsets = valueOffsets as Int32Array
    const room = BATCH_TEXT - this.bytes + (offsets[from] as number)
    if ((offsets[most] as number) <= room) return most
    let to = from + 1
    while ((offsets[to] as number) <= room) to++
    return to
  }

  protected put(value: CellValue, at: number): void {
    if (at + 2 > this.#offsets.length) this.#offsets = larger(this.#offsets, at + 1, at + 2)
    if (value !== null) this.#encode(value as string)
    this.#offsets[at + 1] = this.bytes
  }

  protected putAll({ data, valueOffsets }: ColumnCells, from: number, to: number, at: number): void {
    const offsets = valueOffsets as Int32Array
    const [start, end] = [offsets[from] as number, offsets[to] as number]
    const rows = to - from
    if (at + rows + 1 > this.#offsets.length) this.#offsets = larger(this.#offsets, at + 1, at + rows + 1)
    for (let i = 1; i <= rows; i++) this.#offsets[at + i] = this.bytes + (offsets[from + i] as number) - start
    this.#last = null
    this.#reserve(end - start)
    this.#text.set((data as Uint8Array).subarray(start, end), this.bytes)
    this.bytes += end - start
  }

  protected values(length: number): Pick<ColumnCells, 'data' | 'valueOffsets'> {
    const data = this.#text.subarray(0, this.bytes)
    // What a heavy batch needed is not held for the light ones.
    if (this.#text.length > BATCH_TEXT) this.#text = new Uint8Array(1024)
    this.bytes = 0
    this.#last = null
    return { data, valueOffsets: this.#offsets.subarray(0, length + 1) }
  }

  #reserve(more: number): void {
    if (this.bytes + more > this.#text.length) this.#text = larger(this.#text, this.bytes, this.bytes + more)
  }

  #encode(text: string): void {
    const { bytes } = this
    // What stood in the row before is copied, and a loop is faster than the encoder for short texts.
    if (text === this.#last) {
      const length = bytes - this.#from
      this.#reserve(length)
      this.#text.copyWithin(bytes, this.#from, bytes)
      this.#from = bytes
      this.bytes += length
      return
    }
    this.#last = text
    this.#from = bytes
    this.#reserve(text.length)
    if (text.length < 100) {
      const array = this.#text
      let i = 0
      for (; i < text.length; i++) {
        const c = text.charCodeAt(i)
        if (c > 127) break
        array[bytes + i] = c
      }
      if (i === text.length) {
        this.bytes += i
        return
      }
    }
    this.#reserve(text.length * 3)
    this.bytes += encoder.encodeInto(text, this.#text.subarray(bytes)).written
  }
}

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
