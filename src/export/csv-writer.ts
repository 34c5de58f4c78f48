import { CSV_CELL, type CsvOptions } from './csv-text.js'
import { type Column, cellAt, type Scope, type TableSpec } from './table.js'

/** Columns that stand together and share their values by one object of the row; or the others, between them. */
interface Segment {
  readonly columns: readonly Column<unknown>[]
  readonly by: ((row: unknown) => unknown) | null
  last: unknown
  text: string
}

const NOTHING = Symbol('nothing')
const PIECE = 1 << 20

/** Writes the rows of a table as CSV: what several rows share, such as their document's columns, is written once. */
export class CsvWriter {
  readonly #spec: TableSpec
  readonly #options: CsvOptions
  readonly #segments: Segment[] = []

  constructor(spec: TableSpec, options: CsvOptions) {
    this.#spec = spec
    this.#options = options
    for (const column of spec.columns) {
      const by = column.by ?? null
      const last = this.#segments.at(-1)
      if (last !== undefined && last.by === by) (last.columns as Column<unknown>[]).push(column)
      else this.#segments.push({ columns: [column], by, last: NOTHING, text: '' })
    }
  }

  /** Hands the lines of one taxpayer on, in pieces that no long text makes too long; gives how many lines they are. */
  lines(scope: Scope, out: (text: string) => void): number {
    const rows = this.#spec.rows(scope)
    const segments = this.#segments
    for (const segment of segments) segment.last = NOTHING
    let text = ''
    for (let r = 0; r < rows.length; r++) {
      const row = rows[r]
      for (let i = 0; i < segments.length; i++) {
        const segment = segments[i] as Segment
        if (i > 0) text += ','
        if (segment.by === null) {
          text += this.#cells(segment.columns, row, scope)
          continue
        }
        const key = segment.by(row)
        if (key !== segment.last) {
          segment.last = key
          segment.text = this.#cells(segment.columns, row, scope)
        }
        text += segment.text
      }
      text += '\n'
      if (text.length > PIECE) {
        out(text)
        text = ''
      }
    }
    out(text)
    return rows.length
  }

  #cells(columns: readonly Column<unknown>[], row: unknown, scope: Scope): string {
    let text = ''
    for (let i = 0; i < columns.length; i++) {
      const column = columns[i] as Column<unknown>
      if (i > 0) text += ','
      const value = cellAt(column, row, scope)
      if (value !== null) text += CSV_CELL[column.type](value, this.#options)
    }
    return text
  }
}
