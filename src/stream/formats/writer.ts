import type { CsvOptions } from '../../export/csv-text.js'
import { RowReader } from '../../export/data.js'
import type { CellValue, ColumnType, TableSpec, TaxpayerContext } from '../../export/table.js'

/** Receives the rows of one table. */
export interface RowSink {
  rows(context: TaxpayerContext): void
  issue(cells: readonly CellValue[]): void
}

/** Rows that a thread laid out. Each chunk has its own buffer, so that it can be transferred without a copy. */
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

/** Lays out rows of one table in memory. `take` returns them and resets the layout. */
export interface TableLayout extends RowSink {
  take(): LaidOutRows
}

/** The destination of a writer: a file or memory. It uses or copies bytes before the call returns. */
export interface Outlet {
  rows: number
  bytes(bytes: Uint8Array): void
}

/** Called with the number of bytes before they are kept in memory. Throws if they exceed the limit. */
export type SpendBytes = (bytes: number) => void

/** Opens the layout with which a thread lays out the rows of a table for a format. */
export type OpenLayout = (table: TableSpec, options: CsvOptions, spend: SpendBytes) => TableLayout

export type OpenSink = (table: TableSpec, file: Outlet, options: CsvOptions) => TableSink

/** The writer of one output format. `WRITERS` is the only list of formats. */
export interface FormatWriter {
  /** A short description of the file for people. */
  readonly doc: string
  /** The family of the format, and a description of how it stores each column type. */
  readonly family: string
  readonly types: Readonly<Record<ColumnType, string>>
  /** Loads the function that opens files, and the libraries that it needs. @throws PeerMissing if one is not installed. */
  readonly load: () => Promise<OpenSink>
  /** The layout for threads. Formats with the same layout share the rows that a thread laid out. */
  readonly layout: OpenLayout
}

/** Makes a row sink from a function that takes the cells of one row. The array of cells is reused for the next row. */
export function makeRowSink(
  table: Pick<TableSpec, 'columns' | 'rows'>,
  addRow: (cells: readonly CellValue[]) => void,
): RowSink {
  const reader = new RowReader(table as TableSpec)
  return { rows: context => reader.readRows(context, addRow), issue: addRow }
}

const encoder = new TextEncoder()

/** Lines are collected up to this many characters and then encoded together. */
export const MAX_PENDING_LENGTH = 1 << 15

/** Rows that are kept in memory until `take` returns them. They are added either as bytes or as lines of text. */
export class BufferedRows implements Outlet {
  rows = 0
  #chunks: Uint8Array[] = []
  #pending = ''
  readonly #spend: SpendBytes

  constructor(spend: SpendBytes) {
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

  /** Returns the rows since the last call. A chunk of lines ends with a complete line. */
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

/** Adds rows that a thread laid out as the bytes of the format. */
export function addLaidOutRows(out: Outlet, { count, chunks }: LaidOutRows): void {
  out.rows += count
  for (const chunk of chunks) out.bytes(chunk as Uint8Array)
}

/** Makes the layout of a format whose files can be concatenated. Its rows are laid out as the bytes of the file. */
export const makeByteLayout =
  (open: OpenSink): OpenLayout =>
  (table, options, spend) => {
    const bufferedRows = new BufferedRows(spend)
    const { rows, issue, end } = open(table, bufferedRows, options)
    const take = () => {
      end()
      return bufferedRows.take()
    }
    return { rows, issue, take }
  }
