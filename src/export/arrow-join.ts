import {
  type Data,
  type Field,
  makeData,
  RecordBatch,
  RecordBatchReader,
  type Schema,
  Struct,
} from './arrow-library.js'
import type { ArrowFormat } from './arrow-outlet.js'
import { writerOf } from './arrow-outlet.js'
import { BATCH_ROWS, BATCH_TEXT, schemaOf } from './arrow-schema.js'
import type { ColumnInfo } from './data.js'
import type { ColumnType } from './table.js'

/** Rows of a record batch. */
interface Slice {
  readonly batch: RecordBatch
  readonly from: number
  readonly to: number
}

type Column = Data & {
  readonly values: Int32Array | Uint32Array | Uint8Array
  readonly valueOffsets: Int32Array
}

const columnOf = (slice: Slice, index: number): Column => slice.batch.data.children[index] as Column

const bitAt = (bits: Uint8Array, at: number): number => ((bits[at >> 3] as number) >> (at & 7)) & 1

/** Values of a fixed width, so many numbers each. */
const joinFixed =
  <T extends Int32Array | Uint32Array>(make: (length: number) => T, width: number) =>
  (slices: readonly Slice[], index: number, rows: number): object => {
    const data = make(rows * width)
    let at = 0
    for (const slice of slices) {
      const values = columnOf(slice, index).values
      data.set(values.subarray(slice.from * width, slice.to * width), at)
      at += (slice.to - slice.from) * width
    }
    return { data }
  }

function joinBits(
  slices: readonly Slice[],
  rows: number,
  bitsOf: (slice: Slice) => Uint8Array | null,
): { readonly bits: Uint8Array; readonly zeros: number } {
  const bits = new Uint8Array((rows + 7) >> 3)
  let [at, zeros] = [0, 0]
  for (const slice of slices) {
    const source = bitsOf(slice)
    for (let row = slice.from; row < slice.to; row++, at++) {
      if (source === null || bitAt(source, row) === 1)
        bits[at >> 3] = (bits[at >> 3] as number) | (1 << (at & 7))
      else zeros++
    }
  }
  return { bits, zeros }
}

function joinText(slices: readonly Slice[], index: number, rows: number): object {
  const valueOffsets = new Int32Array(rows + 1)
  const texts: Uint8Array[] = []
  let [at, length] = [0, 0]
  for (const slice of slices) {
    const { values, valueOffsets: offsets } = columnOf(slice, index)
    const start = offsets[slice.from] as number
    for (let row = slice.from; row < slice.to; row++) {
      valueOffsets[++at] = length + (offsets[row + 1] as number) - start
    }
    texts.push((values as Uint8Array).subarray(start, offsets[slice.to] as number))
    length = valueOffsets[at] as number
  }
  const data = new Uint8Array(length)
  let to = 0
  for (const text of texts) {
    data.set(text, to)
    to += text.length
  }
  return { valueOffsets, data }
}

const joinInts = joinFixed(length => new Int32Array(length), 1)
const joinDecimals = joinFixed(length => new Uint32Array(length), 4)

const JOINS: Readonly<Record<ColumnType, (slices: readonly Slice[], index: number, rows: number) => object>> =
  {
    text: joinText,
    int: joinInts,
    bool: (slices, index, rows) => ({
      data: joinBits(slices, rows, slice => columnOf(slice, index).values as Uint8Array).bits,
    }),
    money: joinDecimals,
    ratio: joinDecimals,
    date: joinInts,
  }

/** Puts Arrow streams of one table together: the bytes are those of `ArrowWriter` for the same rows. */
export class ArrowJoiner {
  readonly #columns: readonly ColumnInfo[]
  readonly #schema: Schema
  readonly #writer: ReturnType<typeof writerOf>
  readonly #texts: readonly number[]
  /** Bytes of each column of text so far. */
  readonly #held: number[]
  #slices: Slice[] = []
  #rows = 0

  /** `out` gets the bytes in order and must use or copy them before it returns. */
  constructor(
    table: { name: string; doc: string; columns: readonly ColumnInfo[] },
    format: ArrowFormat,
    out: (bytes: Uint8Array) => void,
  ) {
    this.#columns = table.columns
    this.#texts = table.columns.flatMap(({ type }, i) => (type === 'text' ? [i] : []))
    this.#held = this.#texts.map(() => 0)
    this.#schema = schemaOf(table)
    this.#writer = writerOf(format, this.#schema, out)
  }

  /** Adds the rows of a stream that `ArrowWriter` made of the same table; memory holds a batch of it at a time. */
  async add(stream: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const batch of await RecordBatchReader.from(stream)) this.#take(batch)
  }

  /** Adds the rows of such a stream that is all there. */
  addWhole(stream: Uint8Array): void {
    for (const batch of RecordBatchReader.from(stream)) this.#take(batch)
  }

  #take(batch: RecordBatch): void {
    for (let from = 0; from < batch.numRows; ) {
      const most = Math.min(batch.numRows, from + BATCH_ROWS - this.#rows)
      const [to, heavy] = this.#endOfBatch(batch, from, most)
      this.#slices.push({ batch, from, to })
      this.#rows += to - from
      from = to
      if (heavy || this.#rows === BATCH_ROWS) this.#flush()
    }
  }

  /** Where the text of a batch becomes too much, else the most rows there are. */
  #endOfBatch(batch: RecordBatch, from: number, most: number): [to: number, heavy: boolean] {
    let to = most
    for (const [i, index] of this.#texts.entries()) {
      const { valueOffsets } = batch.data.children[index] as Column
      const room = BATCH_TEXT - (this.#held[i] as number) + (valueOffsets[from] as number)
      if ((valueOffsets[to] as number) <= room) continue
      to = from + 1
      while ((valueOffsets[to] as number) <= room) to++
    }
    let heavy = false
    for (const [i, index] of this.#texts.entries()) {
      const { valueOffsets } = batch.data.children[index] as Column
      const bytes = (this.#held[i] as number) + (valueOffsets[to] as number) - (valueOffsets[from] as number)
      this.#held[i] = bytes
      heavy ||= bytes > BATCH_TEXT
    }
    return [to, heavy]
  }

  /** Writes what is left and the end of the format. */
  end(): void {
    this.#flush()
    this.#writer.finish()
  }

  #flush(): void {
    const [slices, rows] = [this.#slices, this.#rows]
    this.#slices = []
    this.#rows = 0
    this.#held.fill(0)
    const children = this.#columns.map(({ type }, i) => {
      const { bits, zeros } = joinBits(slices, rows, slice => {
        const { nullCount, nullBitmap } = columnOf(slice, i)
        return nullCount === 0 ? null : nullBitmap
      })
      return makeData({
        type: (this.#schema.fields[i] as Field).type,
        length: rows,
        nullCount: zeros,
        ...(zeros === 0 ? {} : { nullBitmap: bits }),
        ...JOINS[type](slices, i, rows),
      } as never) as Data
    })
    const data = makeData({ type: new Struct(this.#schema.fields), length: rows, nullCount: 0, children })
    this.#writer.write(new RecordBatch(this.#schema, data))
  }
}
