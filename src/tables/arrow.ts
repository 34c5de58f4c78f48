// Output is not compressed, because other readers cannot read the compressed output of apache-arrow. The Node stream of
// apache-arrow has no back-pressure, so this module passes bytes on as soon as they are written.
import { ArrowColumns } from './arrow-columns.js'
import * as arrow from './arrow-library.js'
import type { ColumnCells } from './column-buffers.js'
import type { CellValue, ColumnInfo, ColumnType, TableData } from './table.js'

/** The two Arrow IPC formats: a `file` (.arrow) supports random access, and a `stream` (.arrows) is read in order. */
export type ArrowFormat = 'file' | 'stream'

// The constructor of Decimal takes scale before precision.
const ARROW_TYPES: Readonly<Record<ColumnType, () => arrow.DataType>> = {
  text: () => new arrow.Utf8(),
  int: () => new arrow.Int32(),
  bool: () => new arrow.Bool(),
  money: () => new arrow.Decimal(2, 18, 128),
  ratio: () => new arrow.Decimal(6, 18, 128),
  date: () => new arrow.DateDay(),
}

const COLUMN_UNITS: Partial<Readonly<Record<ColumnType, string>>> = { money: 'USD', ratio: '1' }

/** Returns the Arrow schema of a table. Each field has its description and, for money and ratios, its unit. */
function toArrowSchema(table: Pick<TableData, 'name' | 'doc' | 'columns'>): arrow.Schema {
  const fields = table.columns.map(({ name, type, nullable, doc }) => {
    const unit = COLUMN_UNITS[type]
    const metadata = new Map([['description', doc], ...(unit === undefined ? [] : [['unit', unit] as const])])
    // A figure that does not fit its column becomes null, so every money and ratio column is nullable.
    return new arrow.Field(name, ARROW_TYPES[type](), nullable || unit !== undefined, metadata)
  })
  return new arrow.Schema(
    fields,
    new Map([
      ['table', table.name],
      ['description', table.doc],
    ]),
  )
}

/** Chunks of at most this size are joined into blocks, because a record batch has hundreds of small chunks. */
const MAX_BYTES_TO_JOIN = 1 << 13
const BLOCK_BYTES = 1 << 15

/** Receives the bytes that apache-arrow writes, joins small chunks into blocks, and passes them on. */
class ByteOutlet extends arrow.AsyncByteQueue {
  readonly #passBytes: (bytes: Uint8Array) => void
  readonly #block = new Uint8Array(BLOCK_BYTES)
  #used = 0
  constructor(passBytes: (bytes: Uint8Array) => void) {
    super()
    this.#passBytes = passBytes
  }
  override write(value: ArrayBufferLike | ArrayBufferView): void {
    const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(value) ? value : new Uint8Array(value)
    const bytes = new Uint8Array(buffer, byteOffset, byteLength)
    const canJoin = byteLength <= MAX_BYTES_TO_JOIN
    if (!canJoin || byteLength > BLOCK_BYTES - this.#used) this.flush()
    if (canJoin) {
      this.#block.set(bytes, this.#used)
      this.#used += byteLength
    } else this.#passBytes(bytes)
  }
  flush(): void {
    if (this.#used > 0) this.#passBytes(this.#block.subarray(0, this.#used))
    this.#used = 0
  }
}

/** Writes rows of one table as Arrow IPC, a record batch at a time. */
export class ArrowWriter {
  readonly #columns: ArrowColumns
  readonly #schema: arrow.Schema
  readonly #outlet: ByteOutlet
  readonly #writer: arrow.RecordBatchFileWriter | arrow.RecordBatchStreamWriter

  /** @param passBytes - Receives the bytes in order, and must use or copy them before it returns. */
  constructor(
    table: { readonly name: string; readonly doc: string; readonly columns: readonly ColumnInfo[] },
    format: ArrowFormat,
    passBytes: (bytes: Uint8Array) => void,
  ) {
    this.#columns = new ArrowColumns(table.columns)
    this.#schema = toArrowSchema(table)
    this.#outlet = new ByteOutlet(passBytes)
    this.#writer = format === 'file' ? new arrow.RecordBatchFileWriter() : new arrow.RecordBatchStreamWriter()
    this.#writer.reset(this.#outlet as never, this.#schema)
  }

  /** Adds a row. Its cells must be in column order. */
  addRow(cells: readonly CellValue[]): void {
    this.#columns.addRow(cells)
    if (this.#columns.isFull) this.#flush()
  }

  /** Adds rows that a worker thread encoded. The output is the same as if they were added one by one. */
  appendRows(columns: readonly ColumnCells[], rows: number): void {
    for (let from = 0; from < rows; ) {
      from = this.#columns.appendRows(columns, from, rows)
      if (this.#columns.isFull) this.#flush()
    }
  }

  /** Writes the remaining rows and the end of the format. A table without rows has a schema and one empty batch. */
  finish(): void {
    this.#flush()
    this.#writer.finish()
    this.#outlet.flush()
  }

  #flush(): void {
    const { fields } = this.#schema
    const length = this.#columns.rows
    const children = this.#columns
      .take()
      .map((cells, i) => arrow.makeData({ type: (fields[i] as arrow.Field).type, ...cells } as never) as arrow.Data)
    const data = arrow.makeData({ type: new arrow.Struct(fields), length, nullCount: 0, children })
    this.#writer.write(new arrow.RecordBatch(this.#schema, data))
    this.#outlet.flush()
  }
}

const ARROW_FORMATS: readonly ArrowFormat[] = ['file', 'stream']

/**
 * Converts a table to Arrow IPC bytes, uncompressed. Types: Utf8, Int32, Bool, Date32, Decimal128 (18,2) and (18,6).
 * Each field has its description and, for money and ratios, its unit.
 *
 * @throws TypeError if the format is neither `file` nor `stream`.
 */
export function toArrow(table: TableData, format: ArrowFormat = 'file'): Uint8Array {
  if (!ARROW_FORMATS.includes(format)) throw new TypeError(`toArrow takes ${ARROW_FORMATS.join(' or ')} as its format.`)
  const chunks: Uint8Array[] = []
  const writer = new ArrowWriter(table, format, bytes => chunks.push(bytes.slice()))
  for (const row of table.rows) writer.addRow(row)
  writer.finish()
  const arrowBytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    arrowBytes.set(chunk, offset)
    offset += chunk.length
  }
  return arrowBytes
}
