import type { CsvOptions } from '../../export/csv-text.js'
import type { CellValue, ColumnType, Scope, TableSpec } from '../../export/table.js'

/** Takes the rows of one table. */
export interface RowSink {
  rows(scope: Scope): void
  issue(cells: readonly CellValue[]): void
}

/** Rows that a thread laid out, in buffers of their own that can be handed on without a copy. */
export interface LaidOutRows {
  readonly count: number
  readonly chunks: readonly (Uint8Array | Int32Array)[]
}

/** Writes the rows of one table to its file. */
export interface TableSink extends RowSink {
  /** Adds rows that a thread laid out. */
  add(rows: LaidOutRows): void
  end(): void
}

/** Lays out rows of one table, and hands them on. */
export interface TableLayout extends RowSink {
  take(): LaidOutRows
}

/** What a writer writes to: a file, or memory. Bytes are used or copied before the call returns. */
export interface Outlet {
  rows: number
  bytes(bytes: Uint8Array): void
}

/** Told of bytes that are held, before they are. Throws where they are too many. */
export type Spend = (bytes: number) => void

/** Opens what lays out the rows of a table. */
export type OpenLayout = (table: TableSpec, options: CsvOptions, spend: Spend) => TableLayout

/** How a thread lays out rows for a format; libraries that are slow to load are loaded by it. */
export interface Layout {
  readonly load: () => Promise<OpenLayout>
}

/** Opens the file of a table. */
export type OpenSink = (table: TableSpec, file: Outlet, options: CsvOptions) => TableSink

/** A format of output; `FORMATS` is their record, and nothing else knows which there are. */
export interface Writer {
  /** What the file is, for people. */
  readonly doc: string
  /** The family that it is of, and how a column of each type is written there. */
  readonly family: string
  readonly types: Readonly<Record<ColumnType, string>>
  /** Loads the function that opens files, with the libraries that it needs. @throws PeerMissing if one is not installed. */
  readonly load: () => Promise<OpenSink>
  /** Formats of one layout share what a thread laid out. */
  readonly layout: Layout
}
