// Compressed output of apache-arrow is unreadable to others, so there is none; its Node stream has no back-pressure, so bytes
// are handed on as they are made.
import { ArrowColumns } from './arrow-columns.js'
import {
  AsyncByteQueue,
  type Data,
  type Field,
  makeData,
  RecordBatch,
  RecordBatchFileWriter,
  RecordBatchStreamWriter,
  type Schema,
  Struct,
} from './arrow-library.js'
import { schemaOf } from './arrow-schema.js'
import type { ColumnInfo } from './data.js'

/** The two forms of Arrow IPC: `file` (.arrow) can be read at random, `stream` (.arrows) as it comes. */
export type ArrowFormat = 'file' | 'stream'

/** So many bytes of short pieces go together. */
const ROOM = 1 << 15
const SHORT = 1 << 13

/** Hands bytes on as they are made; of a batch most pieces are short, and go together. */
class Outlet extends AsyncByteQueue {
  readonly #out: (bytes: Uint8Array) => void
  readonly #room = new Uint8Array(ROOM)
  #used = 0
  constructor(out: (bytes: Uint8Array) => void) {
    super()
    this.#out = out
  }
  override write(value: ArrayBufferLike | ArrayBufferView): void {
    const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(value) ? value : new Uint8Array(value)
    const bytes = new Uint8Array(buffer, byteOffset, byteLength)
    if (byteLength > SHORT || byteLength > ROOM - this.#used) this.handOn()
    if (byteLength > SHORT) this.#out(bytes)
    else {
      this.#room.set(bytes, this.#used)
      this.#used += byteLength
    }
  }
  handOn(): void {
    if (this.#used > 0) this.#out(this.#room.subarray(0, this.#used))
    this.#used = 0
  }
}

/** A table as Arrow IPC: rows are laid out in columns, and written a record batch at a time. */
export class ArrowBatches {
  readonly columns: ArrowColumns
  readonly #schema: Schema
  readonly #outlet: Outlet
  readonly #writer: RecordBatchFileWriter | RecordBatchStreamWriter

  /** `out` gets the bytes in order and must use or copy them before it returns. */
  constructor(
    table: { readonly name: string; readonly doc: string; readonly columns: readonly ColumnInfo[] },
    format: ArrowFormat,
    out: (bytes: Uint8Array) => void,
  ) {
    this.columns = new ArrowColumns(table.columns)
    this.#schema = schemaOf(table)
    this.#outlet = new Outlet(out)
    this.#writer = format === 'file' ? new RecordBatchFileWriter() : new RecordBatchStreamWriter()
    this.#writer.reset(this.#outlet as never, this.#schema)
  }

  /** Adds so many rows; `add` adds those from one on to the columns until they are full, and gives where it ended. */
  add(rows: number, add: (columns: ArrowColumns, from: number) => number): void {
    for (let from = 0; from < rows; ) {
      from = add(this.columns, from)
      if (this.columns.isFull) this.#flush()
    }
  }

  /** Writes what is left and the end of the format. A table without rows is a schema and one empty batch. */
  end(): void {
    this.#flush()
    this.#writer.finish()
    this.#outlet.handOn()
  }

  #flush(): void {
    const { fields } = this.#schema
    const length = this.columns.rows
    const children = this.columns
      .take()
      .map((cells, i) => makeData({ type: (fields[i] as Field).type, ...cells } as never) as Data)
    const data = makeData({ type: new Struct(fields), length, nullCount: 0, children })
    this.#writer.write(new RecordBatch(this.#schema, data))
    this.#outlet.handOn()
  }
}
