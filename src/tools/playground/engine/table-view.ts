import { CSV_FORMATTERS } from '../../../tables/csv-text.js'
import type { CellValue, TableSpec } from '../../../tables/table.js'
import { MAX_SHOWN_ROWS, type RowQuery, type ShownRows } from '../protocol.js'

/** The maximum number of rows that are kept to be sorted and filtered. More could fill the memory of the page. */
const MAX_ROWS_KEPT = 100_000

const collator = new Intl.Collator('en-US', { numeric: true })

/** Compares two cells of one column that are not null. */
const compareCells = (a: NonNullable<CellValue>, b: NonNullable<CellValue>): number =>
  typeof a === 'string' ? collator.compare(a, b as string) : a < b ? -1 : a > b ? 1 : 0

/** The rows of one table, which can be sorted and filtered. */
export class TableView {
  readonly #rows: (readonly CellValue[])[] = []
  #rowCount = 0

  constructor(readonly table: TableSpec) {}

  addRow(cells: readonly CellValue[]): void {
    this.#rowCount++
    if (this.#rows.length < MAX_ROWS_KEPT) this.#rows.push(cells)
  }

  /** Returns the first rows that contain the filter's text, in the requested order. Cells without a value come last. */
  selectRows({ filter, sortColumn, isDescending }: RowQuery): ShownRows {
    const { columns } = this.table
    const filterText = filter.trim().toLowerCase()
    const matches =
      filterText === ''
        ? [...this.#rows]
        : this.#rows.filter(row => this.#formatRow(row).some(text => text.toLowerCase().includes(filterText)))
    if (sortColumn !== null)
      matches.sort((one, second) => {
        const [a = null, b = null] = [one[sortColumn], second[sortColumn]]
        if (a === null || b === null) return Number(a === null) - Number(b === null)
        return isDescending ? compareCells(b, a) : compareCells(a, b)
      })
    return {
      columns: columns.map(({ name, type, doc }) => ({ name, doc, isText: type === 'text' })),
      rows: matches.slice(0, MAX_SHOWN_ROWS).map(row => this.#formatRow(row)),
      matchCount: matches.length,
      keptCount: this.#rows.length,
      rowCount: this.#rowCount,
    }
  }

  /** Formats the cells as in CSV, but text without the additions for spreadsheets. */
  #formatRow(row: readonly CellValue[]): string[] {
    return this.table.columns.map(({ type }, i) => {
      const cell = row[i] ?? null
      if (cell === null) return ''
      return typeof cell === 'string' ? cell : CSV_FORMATTERS[type](cell, {})
    })
  }
}
