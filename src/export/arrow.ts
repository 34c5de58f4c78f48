import { ArrowBatches, type ArrowFormat } from './arrow-batches.js'
import type { ColumnCells } from './column-cells.js'
import type { ColumnInfo, TableData } from './data.js'
import type { CellValue, Scope } from './table.js'

export type { ArrowFormat }

/** Writes rows of one table as Arrow IPC, a record batch at a time. */
export class ArrowWriter {
  readonly #batches: ArrowBatches

  /** `out` gets the bytes in order and must use or copy them before it returns. */
  constructor(
    table: { name: string; doc: string; columns: readonly ColumnInfo[] },
    format: ArrowFormat,
    out: (bytes: Uint8Array) => void,
  ) {
    this.#batches = new ArrowBatches(table, format, out)
  }

  /** Adds a row; its cells stand in the order of the columns. */
  row(cells: readonly CellValue[]): void {
    this.#batches.add(1, columns => columns.row(cells))
  }

  /** Adds the rows of a table: of a taxpayer's scope, or cells where there is none. */
  rows(rows: readonly unknown[], scope: unknown = null): void {
    this.#batches.add(rows.length, (columns, from) => columns.add(rows, from, scope as Scope))
  }

  /** Adds so many rows that others laid out: the bytes are those of the same rows one by one. */
  add(columns: readonly ColumnCells[], rows: number): void {
    this.#batches.add(rows, (own, from) => own.append(columns, from, rows))
  }

  /** Writes what is left and the end of the format. A table without rows is a schema and one empty batch. */
  end(): void {
    this.#batches.end()
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
