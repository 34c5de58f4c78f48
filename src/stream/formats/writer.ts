import type { CsvOptions } from '../../export/csv-text.js'
import { RowReader } from '../../export/data.js'
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

/** Is called before bytes are kept in memory, with their count. Throws if they are too many. */
export type Spend = (bytes: number) => void

/** Opens the layout of a table: how a thread lays out rows for a format. */
export type Layout = (table: TableSpec, options: CsvOptions, spend: Spend) => TableLayout

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

/** Makes the part of a sink that takes rows, from a function that takes the cells of one row. The cells are reused for the next row. */
export function rowsInto(
  table: Pick<TableSpec, 'columns' | 'rows'>,
  addRow: (cells: readonly CellValue[]) => void,
): RowSink {
  const reader = new RowReader(table as TableSpec)
  return { rows: scope => reader.readRows(scope, addRow), issue: addRow }
}

const encoder = new TextEncoder()

/** Lines are joined until they have this many characters, and then encoded at once. */
export const MAX_PENDING_LENGTH = 1 << 15

/** Rows in memory, until they are taken: either bytes, or lines of text. */
export class HeldRows implements Outlet {
  rows = 0
  #chunks: Uint8Array[] = []
  #pending = ''
  readonly #spend: Spend

  constructor(spend: Spend) {
    this.#spend = spend
  }

  bytes(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    this.#spend(bytes.length)
    this.#chunks.push(new Uint8Array(bytes))
  }

  /** Adds a row that is a line of text. */
  line(text: string): void {
    this.rows++
    this.#pending += `${text}\n`
    if (this.#pending.length > MAX_PENDING_LENGTH) this.#encode()
  }

  /** Returns what was added since the last call. A chunk of lines ends with a line. */
  take(): LaidOutRows {
    this.#encode()
    const rows = { count: this.rows, chunks: this.#chunks }
    this.rows = 0
    this.#chunks = []
    return rows
  }

  #encode(): void {
    const lines = this.#pending
    this.#pending = ''
    this.bytes(encoder.encode(lines))
  }
}

/** Adds rows that a thread laid out as bytes. */
export function addHeld(out: Outlet, { count, chunks }: LaidOutRows): void {
  out.rows += count
  for (const chunk of chunks) out.bytes(chunk as Uint8Array)
}

/** Makes the layout of a format whose files are bytes after bytes: the bytes are those of its file. */
export const layoutOf =
  (open: OpenSink): Layout =>
  (table, options, spend) => {
    const held = new HeldRows(spend)
    const { rows, issue, end } = open(table, held, options)
    const take = () => {
      end()
      return held.take()
    }
    return { rows, issue, take }
  }
