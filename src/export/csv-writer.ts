import { CsvBytes } from './csv-bytes.js'
import type { CsvOptions } from './csv-text.js'
import { type CellValue, type Column, isOutOfRange, type Scope, sharingOf, type TableSpec } from './table.js'

/** A column, and the texts that stand in it again and again, as bytes. */
interface Writing {
  readonly column: Column<unknown>
  /** Null once they are too many: then the column is no such one. */
  words: Map<string, Uint8Array> | null
  last: CellValue
  /** Where the bytes of the last text stand. */
  from: number
  to: number
}

/** Columns that stand together and share their values by one object of the row; or the others, between them. */
interface Segment {
  readonly columns: readonly Writing[]
  /** Which of the table's keys its values depend on; -1 where they are of their row alone. */
  readonly key: number
}

const NOTHING = Symbol('nothing')
const FULL = 1 << 18
const MOST_WORDS = 500
const LONGEST_WORD = 64

/** Writes the rows of a table as CSV: what several rows share, such as their document's columns, is worked out once. */
export class CsvWriter {
  readonly #spec: TableSpec
  readonly #writings: Writing[] = []
  readonly #segments: Segment[] = []
  readonly #bys: readonly ((row: unknown) => unknown)[]
  /** Where the last bytes of each segment stand. */
  readonly #starts: Int32Array
  readonly #ends: Int32Array
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
    const { bys, keys } = sharingOf(spec.columns)
    this.#bys = bys
    for (const [i, column] of spec.columns.entries()) {
      const key = keys[i] as number
      const last = this.#segments.at(-1)
      const writing: Writing = { column, words: new Map(), last: null, from: 0, to: 0 }
      this.#writings.push(writing)
      if (last !== undefined && last.key === key) (last.columns as Writing[]).push(writing)
      else this.#segments.push({ columns: [writing], key })
    }
    this.#ends = new Int32Array(this.#segments.length)
    this.#starts = new Int32Array(this.#segments.length)
    if (options.withoutHeader !== true) this.#csv.raw(`${spec.columns.map(({ name }) => name).join()}\n`)
  }

  /** Writes the rows of one taxpayer, and gives how many they are. */
  rows(scope: Scope): number {
    const rows = this.#spec.rows(scope)
    const csv = this.#csv
    const segments = this.#segments
    const bys = this.#bys
    const last: unknown[] = bys.map(() => NOTHING)
    const fresh: boolean[] = bys.map(() => true)
    for (let r = 0; r < rows.length; r++) {
      const row = rows[r]
      for (let k = 0; k < bys.length; k++) {
        const key = (bys[k] as (row: unknown) => unknown)(row)
        fresh[k] = key !== last[k]
        last[k] = key
      }
      for (let i = 0; i < segments.length; i++) {
        const { columns, key } = segments[i] as Segment
        if (i > 0) csv.comma()
        if (key === -1) this.#cells(columns, row, scope)
        else if (fresh[key] === false) csv.again(this.#starts[i] as number, this.#ends[i] as number)
        else {
          this.#starts[i] = csv.length
          this.#cells(columns, row, scope)
          this.#ends[i] = csv.length
        }
      }
      csv.byte(10)
      if (csv.length > FULL) {
        this.#hand()
        last.fill(NOTHING)
      }
    }
    return rows.length
  }

  /** Writes one row from its cells. */
  row(cells: readonly CellValue[]): void {
    for (let i = 0; i < this.#writings.length; i++) {
      if (i > 0) this.#csv.comma()
      this.#cell(this.#writings[i] as Writing, cells[i] as CellValue)
    }
    this.#csv.byte(10)
    if (this.#csv.length > FULL) this.#hand()
  }

  /** Hands on what is left. */
  end(): void {
    this.#hand()
  }

  #hand(): void {
    this.#out(this.#csv.bytes.subarray(0, this.#csv.length))
    this.#csv.length = 0
    for (const writing of this.#writings) writing.last = null
  }

  #cells(columns: readonly Writing[], row: unknown, scope: Scope): void {
    for (let i = 0; i < columns.length; i++) {
      const writing = columns[i] as Writing
      if (i > 0) this.#csv.comma()
      this.#cell(writing, writing.column.of(row, scope))
    }
  }

  #cell(writing: Writing, value: CellValue): void {
    if (value === null) return
    const csv = this.#csv
    if (typeof value === 'string') this.#text(writing, value)
    else if (typeof value === 'boolean') csv.bool(value)
    else if (typeof value === 'bigint' && isOutOfRange(value))
      return // A figure that does not fit its column is empty.
    else if (writing.column.type === 'money') csv.money(value)
    else if (writing.column.type === 'ratio') csv.ratio(value)
    else csv.int(value as number)
  }

  #text(writing: Writing, value: string): void {
    const csv = this.#csv
    if (value === writing.last) {
      csv.again(writing.from, writing.to)
      return
    }
    const { words } = writing
    const known = words?.get(value)
    if (known !== undefined) {
      csv.copy(known)
      return
    }
    const from = csv.length
    csv.text(value)
    if (words === null) {
      writing.last = value
      writing.from = from
      writing.to = csv.length
    } else if (words.size === MOST_WORDS || value.length > LONGEST_WORD) writing.words = null
    else words.set(value, csv.bytes.slice(from, csv.length))
  }
}
