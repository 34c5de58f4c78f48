import { growArray } from './column-bits.js'
import { ColumnBuffer } from './column-buffer.js'
import { BATCH_TEXT, type ColumnCells } from './column-cells.js'
import type { CellValue } from './table.js'

const encoder = new TextEncoder()
/** Shorter texts are encoded by a loop, which is faster than a call of the encoder. */
const MAX_LOOP_LENGTH = 100

/** Text as UTF-8, and where each cell of it ends. */
export class TextBuffer extends ColumnBuffer {
  #text = new Uint8Array(1024)
  // One more than cells, so that the offsets of a full record batch fit after this has doubled.
  #offsets = new Int32Array(1025)
  /** The last text of the batch, and where it begins. */
  #last: string | null = null
  #lastStart = 0
  /** Bytes of text so far. */
  bytes = 0

  /** Returns the end (exclusive) of the rows that fit: the row whose text exceeds `BATCH_TEXT` is the last one included. */
  endOfBatch({ valueOffsets }: ColumnCells, from: number, end: number): number {
    const offsets = valueOffsets as Int32Array
    const limit = BATCH_TEXT - this.bytes + (offsets[from] as number)
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
    if (row + rows + 1 > this.#offsets.length)
      this.#offsets = growArray(this.#offsets, row + 1, row + rows + 1)
    for (let i = 1; i <= rows; i++)
      this.#offsets[row + i] = this.bytes + (offsets[from + i] as number) - start
    this.#last = null
    this.#reserve(end - start)
    this.#text.set((data as Uint8Array).subarray(start, end), this.bytes)
    this.bytes += end - start
  }

  protected values(length: number): Pick<ColumnCells, 'data' | 'valueOffsets'> {
    const data = this.#text.subarray(0, this.bytes)
    // The memory of an unusually large batch is not held for the next ones.
    if (this.#text.length > BATCH_TEXT) this.#text = new Uint8Array(1024)
    this.bytes = 0
    this.#last = null
    return { data, valueOffsets: this.#offsets.subarray(0, length + 1) }
  }

  #reserve(count: number): void {
    const needed = this.bytes + count
    if (needed > this.#text.length) this.#text = growArray(this.#text, this.bytes, needed)
  }

  #encode(text: string): void {
    const start = this.bytes
    // The text of the row before is copied.
    if (text === this.#last) {
      const length = start - this.#lastStart
      this.#reserve(length)
      this.#text.copyWithin(start, this.#lastStart, start)
      this.bytes += length
    } else this.#write(text)
    this.#last = text
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
