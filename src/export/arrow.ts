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
import type { ColumnCells } from './column-cells.js'
import type { ColumnInfo, TableData } from './data.js'
import type { Runs } from './runs.js'
import type { CellValue, Scope } from './table.js'

/** The two forms of Arrow IPC: `file` (.arrow) can be read at random, `stream` (.arrows) as it comes. */
export type ArrowFormat = 'file' | 'stream'

/** Hands bytes on as they are made. */
class Outlet extends AsyncByteQueue {
  readonly #out: (bytes: Uint8Array) => void
  constructor(out: (bytes: Uint8Array) => void) {
    super()
    this.#out = out
  }
  override write(value: ArrayBufferLike | ArrayBufferView): void {
    const view = ArrayBuffer.isView(value) ? value : new Uint8Array(value)
    if (view.byteLength > 0) this.#out(new Uint8Array(view.buffer, view.byteOffset, view.byteLength))
  }
}

/** A writer of record batches. `out` gets the bytes in order and must use or copy them before it returns. */
function writerOf(
  format: ArrowFormat,
  schema: Schema,
  out: (bytes: Uint8Array) => void,
): RecordBatchFileWriter | RecordBatchStreamWriter {
  const writer = format === 'file' ? new RecordBatchFileWriter() : new RecordBatchStreamWriter()
  writer.reset(new Outlet(out) as never, schema)
  return writer
}

/** Writes rows of one table as Arrow IPC, a record batch at a time. */
export class ArrowWriter {
  readonly #schema: Schema
  readonly #columns: ArrowColumns
  readonly #writer: ReturnType<typeof writerOf>

  /** `out` gets the bytes in order and must use or copy them before it returns. */
  constructor(
    table: { name: string; doc: string; columns: readonly ColumnInfo[] },
    format: ArrowFormat,
    out: (bytes: Uint8Array) => void,
  ) {
    this.#schema = schemaOf(table)
    this.#columns = new ArrowColumns(table.columns)
    this.#writer = writerOf(format, this.#schema, out)
  }

  /** Adds a row; its cells stand in the order of the columns. */
  row(cells: readonly CellValue[]): void {
    this.#columns.row(cells)
    if (this.#columns.isFull) this.#flush()
  }

  /** Adds the rows of a table: of a taxpayer's scope, or cells where there is none. */
  rows(rows: readonly unknown[], scope: unknown = null): void {
    for (let from = 0; from < rows.length; ) {
      from = this.#columns.add(rows, from, scope as Scope)
      if (this.#columns.isFull) this.#flush()
    }
  }

  /** Adds so many rows that are runs of values in each column. */
  runs(values: readonly (readonly CellValue[])[], runs: readonly Runs[], rows: number): void {
    for (let from = 0; from < rows; ) {
      from = this.#columns.addRuns(values, runs, from, rows)
      if (this.#columns.isFull) this.#flush()
    }
  }

  /** Adds so many rows that others laid out: the bytes are those of the same rows one by one. */
  add(columns: readonly ColumnCells[], rows: number): void {
    for (let from = 0; from < rows; ) {
      from = this.#columns.append(columns, from, rows)
      if (this.#columns.isFull) this.#flush()
    }
  }

  /** Writes what is left and the end of the format. A table without rows is a schema and one empty batch. */
  end(): void {
    this.#flush()
    this.#writer.finish()
  }

  #flush(): void {
    const { fields } = this.#schema
    const length = this.#columns.rows
    const children = this.#columns
      .take()
      .map((cells, i) => makeData({ type: (fields[i] as Field).type, ...cells } as never) as Data)
    const data = makeData({ type: new Struct(fields), length, nullCount: 0, children })
    this.#writer.write(new RecordBatch(this.#schema, data))
  }
}

const FORMATS: readonly ArrowFormat[] = ['file', 'stream']

/**
 * A table as Arrow IPC bytes, uncompressed. Types: Utf8, Int32, Bool, Date32, Decimal128 (18,2) and (18,6); each field
 * carries its description and, for money, its unit. Missing: null. Throws a TypeError for a format that is neither `file` nor
 * `stream`.
 */
export function toArrow(table: TableData, format: ArrowFormat = 'file'): Uint8Array {
  if (!FORMATS.includes(format)) throw new TypeError(`toArrow takes ${FORMATS.join(' or ')} as its format.`)
  const chunks: Uint8Array[] = []
  const writer = new ArrowWriter(table, format, bytes => chunks.push(bytes.slice()))
  writer.rows(table.rows)
  writer.end()
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
