import type { CellValue, Scope } from '../export/table.js'

/** Writes the rows of one table in one format. */
export interface TableSink {
  rows(scope: Scope): void
  issue(cells: readonly CellValue[]): void
  /** Adds rows that another process wrote, in chunks. */
  part?(chunks: AsyncIterable<Buffer>, rows: number): Promise<void>
  end(): Promise<void> | void
}
