import { RowReader } from '../../export/data.js'
import { issues } from '../../export/issues-table.js'
import type { CellValue, Scope, TableSpec } from '../../export/table.js'
import type { RowSink } from '../formats/writer.js'

/** Keeps rows that somebody else looks at one by one: how many of an input are listed is known only when all are together. */
export class IssueCells implements RowSink {
  #cells: (readonly CellValue[])[] = []
  readonly #reader = new RowReader(issues as TableSpec)

  rows(scope: Scope): void {
    this.#reader.readRows(scope, cells => this.issue([...cells]))
  }

  issue(cells: readonly CellValue[]): void {
    this.#cells.push(cells)
  }

  /** The rows so far; starts anew. */
  take(): readonly (readonly CellValue[])[] {
    const cells = this.#cells
    this.#cells = []
    return cells
  }
}
