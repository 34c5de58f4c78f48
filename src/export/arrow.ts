// The builders of apache-arrow are slow and throw on decimals, so columns are typed arrays given to makeData; compressed
// output is unreadable to others, so there is none; its Node stream has no back-pressure, so bytes are handed on as they
// are made.
import { dayNumber } from '../core/date.js'
import {
  type Data,
  type DataType,
  type Field,
  makeData,
  RecordBatch,
  type Schema,
  Struct,
} from './arrow-library.js'
import { type ArrowFormat, writerOf } from './arrow-outlet.js'
import { BATCH_ROWS, BATCH_TEXT, schemaOf } from './arrow-schema.js'
import type { ColumnInfo, TableData } from './data.js'
import type { CellValue, ColumnType } from './table.js'

export type { ArrowFormat } from './arrow-outlet.js'

/** A growing array of bytes. */
class Bytes {
  array = new Uint8Array(1024)
  length = 0
  reserve(more: number): void {
    if (this.length + more <= this.array.length) return
    const larger = new Uint8Array(Math.max(this.array.length * 2, this.length + more))
    larger.set(this.array.subarray(0, this.length))
    this.array = larger
  }
}

const encoder = new TextEncoder()

/** The cells of one column, as Arrow lays them out. */
abstract class ColumnBuffer {
  readonly #valid = new Bytes()
  #nulls = 0
  protected length = 0
  protected readonly type: DataType
  constructor(type: DataType) {
    this.type = type
  }

  add(value: CellValue): void {
    const at = this.length >> 3
    if ((this.length & 7) === 0) {
      this.#valid.reserve(1)
      this.#valid.array[at] = 0
      this.#valid.length = at + 1
    }
    if (value === null) this.#nulls++
    else this.#valid.array[at] = (this.#valid.array[at] as number) | (1 << (this.length & 7))
    this.put(value)
    this.length++
  }

  /** The column so far, as views that are good until the next cell is added; starts anew. */
  take(): Data {
    const validity =
      this.#nulls === 0 ? {} : { nullBitmap: this.#valid.array.subarray(0, this.#valid.length) }
    const data = makeData({
      type: this.type,
      length: this.length,
      nullCount: this.#nulls,
      ...validity,
      ...this.values(),
    } as never)
    this.#valid.length = 0
    this.#nulls = 0
    this.length = 0
    this.clear()
    return data as Data
  }

  /** Bytes of text held; other cells are small. */
  get bytes(): number {
    return 0
  }

  protected abstract put(value: CellValue): void
  protected abstract values(): object
  protected abstract clear(): void
}

class TextBuffer extends ColumnBuffer {
  readonly #text = new Bytes()
  /** The last text of the batch, and where it begins. */
  #last: string | null = null
  #from = 0
  #offsets = new Int32Array(1024)
  override get bytes(): number {
    return this.#text.length
  }
  protected put(value: CellValue): void {
    if (this.length + 2 > this.#offsets.length) {
      const larger = new Int32Array(this.#offsets.length * 2)
      larger.set(this.#offsets)
      this.#offsets = larger
    }
    if (value !== null) this.#encode(value as string)
    this.#offsets[this.length + 1] = this.#text.length
  }
  #encode(text: string): void {
    const { length } = this.#text
    // What stood in the row before is copied, and a loop is faster than the encoder for short texts.
    if (text === this.#last) {
      this.#text.reserve(length - this.#from)
      this.#text.array.copyWithin(length, this.#from, length)
      this.#text.length += length - this.#from
      this.#from = length
      return
    }
    this.#last = text
    this.#from = length
    this.#text.reserve(text.length)
    if (text.length < 100) {
      const { array } = this.#text
      let i = 0
      for (; i < text.length; i++) {
        const c = text.charCodeAt(i)
        if (c > 127) break
        array[length + i] = c
      }
      if (i === text.length) {
        this.#text.length += i
        return
      }
    }
    this.#text.reserve(text.length * 3)
    this.#text.length += encoder.encodeInto(text, this.#text.array.subarray(length)).written
  }
  protected values(): object {
    return {
      valueOffsets: this.#offsets.subarray(0, this.length + 1),
      data: this.#text.array.subarray(0, this.#text.length),
    }
  }
  protected clear(): void {
    // What a heavy batch needed is not held for the light ones.
    if (this.#text.array.length > BATCH_TEXT) this.#text.array = new Uint8Array(1024)
    this.#text.length = 0
    this.#last = null
  }
}

class IntBuffer extends ColumnBuffer {
  #values = new Int32Array(1024)
  protected number(value: CellValue): number {
    return value as number
  }
  protected put(value: CellValue): void {
    if (this.length === this.#values.length) {
      const larger = new Int32Array(this.#values.length * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.length] = value === null ? 0 : this.number(value)
  }
  protected values(): object {
    return { data: this.#values.subarray(0, this.length) }
  }
  protected clear(): void {}
}

class DateBuffer extends IntBuffer {
  protected override number(value: CellValue): number {
    return dayNumber(value as string) as number
  }
}

class BoolBuffer extends ColumnBuffer {
  readonly #bits = new Bytes()
  protected put(value: CellValue): void {
    const at = this.length >> 3
    if ((this.length & 7) === 0) {
      this.#bits.reserve(1)
      this.#bits.array[at] = 0
      this.#bits.length = at + 1
    }
    if (value === true) this.#bits.array[at] = (this.#bits.array[at] as number) | (1 << (this.length & 7))
  }
  protected values(): object {
    return { data: this.#bits.array.subarray(0, this.#bits.length) }
  }
  protected clear(): void {
    this.#bits.length = 0
  }
}

/** 128-bit integers as four words of 32 bits, the lowest first. */
class DecimalBuffer extends ColumnBuffer {
  #words = new Int32Array(4096)
  protected put(value: CellValue): void {
    const at = this.length * 4
    if (at + 4 > this.#words.length) {
      const larger = new Int32Array(this.#words.length * 2)
      larger.set(this.#words)
      this.#words = larger
    }
    const words = this.#words
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
  protected values(): object {
    return { data: new Uint32Array(this.#words.buffer, 0, this.length * 4) }
  }
  protected clear(): void {}
}

const BUFFERS: Readonly<Record<ColumnType, new (type: DataType) => ColumnBuffer>> = {
  text: TextBuffer,
  int: IntBuffer,
  bool: BoolBuffer,
  money: DecimalBuffer,
  ratio: DecimalBuffer,
  date: DateBuffer,
}

/** Writes rows of one table as Arrow IPC, a record batch at a time. */
export class ArrowWriter {
  readonly #schema: Schema
  readonly #columns: readonly ColumnBuffer[]
  readonly #texts: readonly ColumnBuffer[]
  readonly #writer: ReturnType<typeof writerOf>
  #rows = 0

  /** `out` gets the bytes in order and must use or copy them before it returns. */
  constructor(
    table: { name: string; doc: string; columns: readonly ColumnInfo[] },
    format: ArrowFormat,
    out: (bytes: Uint8Array) => void,
  ) {
    this.#schema = schemaOf(table)
    this.#columns = table.columns.map(
      ({ type }, i) => new BUFFERS[type]((this.#schema.fields[i] as Field).type),
    )
    this.#texts = this.#columns.filter(column => column instanceof TextBuffer)
    this.#writer = writerOf(format, this.#schema, out)
  }

  /** Adds a row; its cells stand in the order of the columns. */
  row(cells: readonly CellValue[]): void {
    for (let i = 0; i < this.#columns.length; i++)
      (this.#columns[i] as ColumnBuffer).add(cells[i] as CellValue)
    if (++this.#rows === BATCH_ROWS || this.#isHeavy()) this.#flush()
  }

  /** Writes what is left and the end of the format. A table without rows is a schema and one empty batch. */
  end(): void {
    this.#flush()
    this.#writer.finish()
  }

  /** True where a column holds so much text that the batch is written before it has all its rows. */
  #isHeavy(): boolean {
    for (let i = 0; i < this.#texts.length; i++)
      if ((this.#texts[i] as ColumnBuffer).bytes > BATCH_TEXT) return true
    return false
  }

  #flush(): void {
    const children = this.#columns.map(column => column.take())
    const data = makeData({
      type: new Struct(this.#schema.fields),
      length: this.#rows,
      nullCount: 0,
      children,
    })
    this.#writer.write(new RecordBatch(this.#schema, data))
    this.#rows = 0
  }
}

/**
 * A table as Arrow IPC bytes, uncompressed. Types: Utf8, Int32, Bool, Date32, Decimal128 (18,2) and (18,6); each field
 * carries its description and, for money, its unit. Missing: null.
 */
export function toArrow(table: TableData, format: ArrowFormat = 'file'): Uint8Array {
  const chunks: Uint8Array[] = []
  const writer = new ArrowWriter(table, format, bytes => chunks.push(bytes.slice()))
  for (const row of table.rows) writer.row(row)
  writer.end()
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
