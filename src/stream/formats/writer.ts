import type { CsvOptions } from '../../export/csv-text.js'
import type { CellValue, ColumnType, Scope, TableSpec } from '../../export/table.js'
import type { OutputFile } from '../output.js'

/** Writes the rows of one table to its file. */
export interface TableSink {
  rows(scope: Scope): void
  issue(cells: readonly CellValue[]): void
  /** Adds rows that another process wrote as the format's `part`, in chunks. */
  part?(chunks: AsyncIterable<Buffer>, rows: number): Promise<void>
  end(): Promise<void> | void
}

/** Opens the file of a table. */
export type OpenSink = (table: TableSpec, file: OutputFile, options: CsvOptions) => TableSink

/** What a file is: whole, a part for another process to join, or whole and joined of such parts and own rows. */
export type FileRole = 'whole' | 'part' | 'joined'

/** A format of output; `FORMATS` is their record, and nothing else knows which there are. */
export interface Writer<Part extends string = string> {
  /** What the file is, for people. */
  readonly doc: string
  /** The family that it is of, and how a column of each type is written there. */
  readonly family: string
  readonly types: Readonly<Record<ColumnType, string>>
  /** The format in which another process hands on rows for it. */
  readonly part: Part
  /** Loads what opens files of the role; libraries that are slow to load are loaded here. */
  readonly load: (role: FileRole) => Promise<OpenSink>
}

/** Adds bytes of rows as they are. */
export async function addChunks(
  file: OutputFile,
  chunks: AsyncIterable<Buffer>,
  rows: number,
): Promise<void> {
  file.rows += rows
  for await (const chunk of chunks) file.bytes(chunk)
}
