import { larger } from './column-bits.js'
import { ColumnBuffer, type TapeValue } from './column-buffer.js'
import { BATCH_TEXT, type ColumnCells } from './column-cells.js'
import type { Runs } from './runs.js'
import { Written } from './written.js'

const encoder = new TextEncoder()
const MAX_WORDS = 500
/** A longer one is no word of a column. */
const LONGEST_WORD = 256
/** Words of four bytes are written beyond the end of a text. */
const BEYOND = 3

/** Text as UTF-8, and where each cell of it ends. */
export class TextBuffer extends ColumnBuffer {
  #text = new Uint8Array(1024)
  #view = new DataView(this.#text.buffer)
  // One more than cells: so those of a record batch end where this has doubled, and not behind it.
  #offsets = new Int32Array(1025)
  /** Texts that stand here again and again, as bytes; null once they are too many. */
  #words: Map<string, Written> | null = new Map()
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

  protected put(values: readonly TapeValue[], { starts, count }: Runs, at: number): number {
    const rows = (starts[count] as number) - (starts[0] as number)
    if (at + rows + 1 > this.#offsets.length) this.#offsets = larger(this.#offsets, at + 1, at + rows + 1)
    const offsets = this.#offsets
    let to = at
    for (let i = 0; i < count; i++) {
      const value = values[i] as string | Written | null
      const end = at + (starts[i + 1] as number) - (starts[0] as number)
      while (to < end) {
        if (typeof value === 'string') this.#encode(value)
        else if (value !== null) {
          this.#last = null
          this.#copy(value)
        }
        offsets[++to] = this.bytes
        if (this.bytes > BATCH_TEXT) return to - at
      }
    }
    return rows
  }

  override cut(length: number): void {
    super.cut(length)
    this.bytes = this.#offsets[length] as number
    this.#last = null
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
    if (this.#text.length > BATCH_TEXT) this.#hold(new Uint8Array(1024))
    this.bytes = 0
    this.#last = null
    return { data, valueOffsets: this.#offsets.subarray(0, length + 1) }
  }

  #reserve(more: number): void {
    const least = this.bytes + more + BEYOND
    if (least > this.#text.length) this.#hold(larger(this.#text, this.bytes, least))
  }

  #hold(text: Uint8Array<ArrayBuffer>): void {
    this.#text = text
    this.#view = new DataView(text.buffer)
  }

  #copy(written: Written): void {
    this.#reserve(written.length)
    written.to(this.#view, this.bytes)
    this.bytes += written.length
  }

  #encode(text: string): void {
    const { bytes } = this
    // What stood in the row before is copied, and a loop is faster than the encoder for short texts.
    if (text === this.#last) {
      const from = this.#from
      const length = bytes - from
      this.#reserve(length)
      const view = this.#view
      for (let i = 0; i < length; i += 4) view.setInt32(bytes + i, view.getInt32(from + i, true), true)
      this.#from = bytes
      this.bytes += length
      return
    }
    this.#last = text
    this.#from = bytes
    const words = this.#words
    const known = words === null ? undefined : words.get(text)
    if (known !== undefined) {
      this.#copy(known)
      return
    }
    this.#write(text)
    if (words === null) return
    if (words.size === MAX_WORDS) this.#words = null
    else if (text.length <= LONGEST_WORD) words.set(text, Written.of(this.#text.subarray(bytes, this.bytes)))
  }

  #write(text: string): void {
    const { bytes } = this
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
