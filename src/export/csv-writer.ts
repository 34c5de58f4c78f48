import { CsvBytes } from './csv-bytes.js'
import { type Writing, writeCell, writingOf } from './csv-cells.js'
import { Pieces } from './csv-pieces.js'
import type { CsvOptions } from './csv-text.js'
import { type CellValue, type Scope, sharingOf, type TableSpec } from './table.js'
import type { Written } from './written.js'

/** Columns that stand together and share their values by one object of the row; or the others, between them. */
interface Segment {
  readonly columns: readonly Writing[]
  /** What of the row they share their values by; null where they are of their row alone. */
  readonly sharing: Sharing | null
  /** What stands behind it: a comma, or the end of the line. */
  end: number
  /** Where its last bytes stand. */
  from: number
  to: number
}

/** What segments share their values by, and how that is in the row that is being written. */
interface Sharing {
  readonly by: (row: unknown) => unknown
  /** What was written for its objects, where they last. */
  readonly pieces: Pieces | null
  last: unknown
  fresh: boolean
  /** What was written for the last object, by segment. Missing: null where it is not kept. */
  written: (Written | undefined)[] | null
}

const [COMMA, LINE_FEED] = [44, 10]
const NOTHING = Symbol('nothing')
const FULL = 1 << 18

/** Writes the rows of a table as CSV: what several rows share, such as their document's columns, is worked out once. */
export class CsvWriter {
  readonly #spec: TableSpec
  readonly #writings: Writing[] = []
  readonly #segments: Segment[] = []
  readonly #sharings: readonly Sharing[]
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
    const { bys, keys, lasting } = sharingOf(spec.columns)
    this.#sharings = bys.map((by, i) => ({
      by,
      pieces: lasting[i] === true ? new Pieces() : null,
      last: NOTHING,
      fresh: true,
      written: null,
    }))
    for (const [i, column] of spec.columns.entries()) {
      const sharing = this.#sharings[keys[i] as number] ?? null
      const last = this.#segments.at(-1)
      const writing = writingOf(column)
      this.#writings.push(writing)
      if (last !== undefined && last.sharing === sharing) (last.columns as Writing[]).push(writing)
      else this.#segments.push({ columns: [writing], sharing, end: COMMA, from: 0, to: 0 })
    }
    ;(this.#segments.at(-1) as Segment).end = LINE_FEED
    if (options.withoutHeader !== true) this.#csv.raw(`${spec.columns.map(({ name }) => name).join()}\n`)
  }

  /** Writes the rows of one taxpayer, and gives how many they are. */
  rows(scope: Scope): number {
    const rows = this.#spec.rows(scope)
    const csv = this.#csv
    const segments = this.#segments
    const sharings = this.#sharings
    this.#forget()
    for (let r = 0; r < rows.length; r++) {
      const row = rows[r]
      for (let k = 0; k < sharings.length; k++) {
        const sharing = sharings[k] as Sharing
        const object = sharing.by(row)
        sharing.fresh = object !== sharing.last
        sharing.last = object
        if (sharing.fresh && sharing.pieces !== null) sharing.written = sharing.pieces.writtenFor(object)
      }
      for (let i = 0; i < segments.length; i++) this.#segment(segments[i] as Segment, i, row, scope)
      if (csv.length > FULL) {
        this.#hand()
        this.#forget()
      }
    }
    return rows.length
  }

  #segment(segment: Segment, index: number, row: unknown, scope: Scope): void {
    const csv = this.#csv
    const { sharing } = segment
    if (sharing === null) this.#cells(segment, row, scope)
    else if (sharing.pieces === null) {
      if (sharing.fresh) {
        segment.from = csv.length
        this.#cells(segment, row, scope)
        segment.to = csv.length
      } else csv.again(segment.from, segment.to)
    } else {
      const { written } = sharing
      const known = written === null ? undefined : written[index]
      if (known !== undefined) csv.copy(known)
      else {
        const from = csv.length
        this.#cells(segment, row, scope)
        if (written !== null) written[index] = csv.since(from)
      }
    }
  }

  /** Writes one row from its cells. */
  row(cells: readonly CellValue[]): void {
    for (let i = 0; i < this.#writings.length; i++) {
      if (i > 0) this.#csv.comma()
      writeCell(this.#csv, this.#writings[i] as Writing, cells[i] as CellValue)
    }
    this.#csv.byte(LINE_FEED)
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

  /** What was written last stands here no more, or is of another taxpayer. */
  #forget(): void {
    for (const sharing of this.#sharings) sharing.last = NOTHING
  }

  #cells({ columns, end }: Segment, row: unknown, scope: Scope): void {
    const csv = this.#csv
    for (let i = 0; i < columns.length; i++) {
      const writing = columns[i] as Writing
      if (i > 0) csv.comma()
      writeCell(csv, writing, writing.of(row, scope))
    }
    csv.byte(end)
  }
}
