import type { CsvOptions } from '../../tables/csv-text.js'
import { type CellValue, type ColumnType, readRows, type TableSpec, type TaxpayerContext } from '../../tables/table.js'

/** Receives rows of one table: all rows of a taxpayer (`writeRows`), or one row of the issues table (`writeIssue`). */
export interface RowSink {
  writeRows(context: TaxpayerContext): void
  writeIssue(cells: readonly CellValue[]): void
}

/** Rows that a thread encoded. Each chunk has its own buffer, so that it can be transferred without a copy. */
export interface EncodedRows {
  readonly count: number
  readonly chunks: readonly (Uint8Array | Int32Array)[]
}

/** Writes the rows of one table to an output file. */
export interface TableSink extends RowSink {
  /** Adds rows that a thread encoded. */
  add(rows: EncodedRows): void
  end(): void
}

/** Encodes the rows of one table in memory. `take` returns them and resets the encoder. */
export interface TableEncoder extends RowSink {
  take(): EncodedRows
}

/** The destination of a writer: a file or memory. `writeBytes` keeps no reference to its argument after it returns. */
export interface Outlet {
  rowCount: number
  writeBytes(bytes: Uint8Array): void
}

/** An encoder calls this with the number of bytes that it adds to memory. Throws if the total exceeds the limit. */
export type SpendBytes = (bytes: number) => void

/** Opens an encoder, with which a thread encodes a table's rows for one or more formats. */
export type EncoderOpener = (table: TableSpec, options: CsvOptions, spendBytes: SpendBytes) => TableEncoder

export type SinkOpener = (table: TableSpec, file: Outlet, options: CsvOptions) => TableSink

/** The writer of one output format. `WRITERS` is the only list of formats. */
export interface FormatWriter {
  /** A short description of the format, for the documentation. */
  readonly doc: string
  /** The format's family name. `types` describes how the family stores each column type. */
  readonly family: string
  readonly types: Readonly<Record<ColumnType, string>>
  /** Loads the format's libraries and returns the opener. Throws PeerMissing if one is not installed. */
  readonly load: () => Promise<SinkOpener>
  /** The encoder for threads. Formats with the same encoder share the rows that a thread encoded. */
  readonly openEncoder: EncoderOpener
}

/** Makes a row sink that calls `addRow` with the cells of each row. */
export const makeRowSink = (table: TableSpec, addRow: (cells: readonly CellValue[]) => void): RowSink => ({
  writeRows: context => readRows(table, context, addRow),
  writeIssue: addRow,
})

const textEncoder = new TextEncoder()

/** Pending lines are encoded together when they have more than this number of characters. */
export const MAX_PENDING_LENGTH = 1 << 15

/** An outlet that buffers rows in memory until `take` returns them. Rows are added as bytes or as lines of text. */
export class BufferedRows implements Outlet {
  rowCount = 0
  #chunks: Uint8Array[] = []
  #pendingText = ''

  constructor(private readonly spendBytes: SpendBytes) {}

  writeBytes(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    this.spendBytes(bytes.length)
    this.#chunks.push(new Uint8Array(bytes))
  }

  /** Adds a row as a line of text. */
  writeLine(text: string): void {
    this.rowCount++
    this.#pendingText += `${text}\n`
    if (this.#pendingText.length > MAX_PENDING_LENGTH) this.#encode()
  }

  /** Returns the rows added since the last call. Lines are never split between chunks. */
  take(): EncodedRows {
    this.#encode()
    const rows = { count: this.rowCount, chunks: this.#chunks }
    this.rowCount = 0
    this.#chunks = []
    return rows
  }

  #encode(): void {
    const lines = this.#pendingText
    this.#pendingText = ''
    this.writeBytes(textEncoder.encode(lines))
  }
}

/** Adds rows that a thread encoded as bytes of the output file. */
export function addEncodedRows(out: Outlet, { count, chunks }: EncodedRows): void {
  out.rowCount += count
  for (const chunk of chunks) out.writeBytes(chunk as Uint8Array)
}

/** Makes the encoder for a format whose files can be concatenated. It encodes rows as bytes of the output file. */
export const makeByteEncoder =
  (open: SinkOpener): EncoderOpener =>
  (table, options, spendBytes) => {
    const bufferedRows = new BufferedRows(spendBytes)
    const { writeRows, writeIssue, end } = open(table, bufferedRows, options)
    const take = () => {
      end()
      return bufferedRows.take()
    }
    return { writeRows, writeIssue, take }
  }
