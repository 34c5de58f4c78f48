import { CsvBytes } from './csv-bytes.js'
import type { CsvOptions } from './csv-text.js'
import { type CellValue, type Column, isOutOfRange, type Scope, type TableSpec } from './table.js'

/** Columns that stand together and share their values by one object of the row; or the others, between them. */
interface Segment {
  readonly columns: readonly Column<unknown>[]
  readonly by: ((row: unknown) => unknown) | null
  last: unknown
  /** Where the bytes of the last one stand. */
  from: number
  to: number
}

const NOTHING = Symbol('nothing')
const FULL = 1 << 18

/** Writes the rows of a table as CSV: what several rows share, such as their document's columns, is worked out once. */
export class CsvWriter {
  readonly #spec: TableSpec
  readonly #segments: Segment[] = []
  readonly #csv: CsvBytes
  readonly #out: (bytes: Uint8Array) => void

  /** `out` gets the bytes in order, the header first, and must use or copy them before it returns. */
  constructor(
    spec: TableSpec,
    options: CsvOptions & { readonly withoutHeader?: boolean },
    out: (bytes: Uint8Array) => void,
  ) {
    this.#spec = spec
    this.#csv = new CsvBytes(options)
    this.#out = out
    for (const column of spec.columns) {
      const by = column.by ?? null
      const last = this.#segments.at(-1)
      if (last !== undefined && last.by === by) (last.columns as Column<unknown>[]).push(column)
      else this.#segments.push({ columns: [column], by, last: NOTHING, from: 0, to: 0 })
    }
    if (options.withoutHeader !== true) this.#csv.raw(`${spec.columns.map(({ name }) => name).join()}\n`)
  }

  /** Writes the rows of one taxpayer, and gives how many they are. */
  rows(scope: Scope): number {
    const rows = this.#spec.rows(scope)
    const csv = this.#csv
    const segments = this.#segments
    this.#forget()
    for (let r = 0; r < rows.length; r++) {
      const row = rows[r]
      for (let i = 0; i < segments.length; i++) {
        const segment = segments[i] as Segment
        if (i > 0) csv.comma()
        if (segment.by === null) {
          this.#cells(segment.columns, row, scope)
          continue
        }
        const key = segment.by(row)
        if (key === segment.last) csv.again(segment.from, segment.to)
        else {
          segment.last = key
          segment.from = csv.length
          this.#cells(segment.columns, row, scope)
          segment.to = csv.length
        }
      }
      csv.byte(10)
      if (csv.length > FULL) this.#hand()
    }
    return rows.length
  }

  /** Writes one row from its cells. */
  row(cells: readonly CellValue[]): void {
    const { columns } = this.#spec
    for (let i = 0; i < columns.length; i++) {
      if (i > 0) this.#csv.comma()
      this.#cell(columns[i] as Column<unknown>, cells[i] as CellValue)
    }
    this.#csv.byte(10)
  }

  /** Hands on what is left. */
  end(): void {
    this.#hand()
  }

  #hand(): void {
    this.#out(this.#csv.bytes.subarray(0, this.#csv.length))
    this.#csv.length = 0
    this.#forget()
  }

  #forget(): void {
    for (const segment of this.#segments) segment.last = NOTHING
  }

  #cells(columns: readonly Column<unknown>[], row: unknown, scope: Scope): void {
    for (let i = 0; i < columns.length; i++) {
      const column = columns[i] as Column<unknown>
      if (i > 0) this.#csv.comma()
      this.#cell(column, column.of(row, scope))
    }
  }

  #cell({ type }: Column<unknown>, value: CellValue): void {
    // A figure that does not fit its column is empty.
    if (value === null || (typeof value === 'bigint' && isOutOfRange(value))) return
    const csv = this.#csv
    if (typeof value === 'string') csv.text(value)
    else if (typeof value === 'boolean') csv.bool(value)
    else if (type === 'money') csv.money(value)
    else if (type === 'ratio') csv.ratio(value)
    else csv.int(value as number)
  }
}
