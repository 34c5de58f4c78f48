import type { CsvOptions } from '../csv-text.js'
import { type CellValue, type Scope, sharingOf, type TableSpec } from '../table.js'
import { type Writing, writeCell, writingOf } from './cells.js'
import { LAST } from './ops.js'
import { Pieces } from './pieces.js'
import { NO_SLOT, Tape } from './tape.js'

/** Columns that stand together and share their values by one object of the row; or the others, between them. */
interface Segment {
  readonly columns: readonly Writing[]
  /** What of the row they share their values by; null where they are of their row alone. */
  readonly sharing: Sharing | null
  /** Its place on the tape. */
  readonly slot: number
  /** LAST where the row ends behind it, else 0. */
  last: number
}

/** What segments share their values by, and how that is in the row that is being written. */
interface Sharing {
  readonly by: (row: unknown) => unknown
  /** What was written for its objects, where they last. */
  readonly pieces: Pieces | null
  last: unknown
  fresh: boolean
  /** The numbers of what was written for the last object, by segment. Missing: null where it is not kept. */
  kept: (number | undefined)[] | null
}

const NOTHING = Symbol('nothing')
/** Words of a tape that are handed on: their lines are read back from the caches. With a row more they fill 1 << 14. */
const FULL = 14 << 10

/** Writes the rows of a table on tapes: what several rows share, such as their document's columns, is worked out once. */
export class RowTapes {
  readonly #spec: TableSpec
  readonly #writings: Writing[] = []
  readonly #segments: Segment[] = []
  readonly #sharings: readonly Sharing[]
  readonly #tape: Tape
  readonly #out: (tape: Int32Array) => void

  /**
   * `out` gets the tapes in order, and must use or copy them before it returns. `quoting`: they are for CSV, a header first
   * unless told; null for what takes texts as they are.
   */
  constructor(
    spec: TableSpec,
    quoting: (CsvOptions & { readonly withoutHeader?: boolean }) | null,
    out: (tape: Int32Array) => void,
  ) {
    this.#spec = spec
    const { columns } = spec
    this.#tape = new Tape(columns.length, quoting)
    this.#out = out
    const { bys, keys, lasting } = sharingOf(columns)
    this.#sharings = bys.map((by, i) => ({
      by,
      pieces: lasting[i] === true ? new Pieces() : null,
      last: NOTHING,
      fresh: true,
      kept: null,
    }))
    for (const [i, column] of columns.entries()) {
      const sharing = this.#sharings[keys[i] as number] ?? null
      const last = this.#segments.at(-1)
      // Slots are numbered from 1 on, those of segments behind those of columns.
      const writing = writingOf(column, i + 1)
      this.#writings.push(writing)
      if (last !== undefined && last.sharing === sharing) (last.columns as Writing[]).push(writing)
      else this.#segments.push({ columns: [writing], sharing, slot: columns.length + i + 1, last: 0 })
    }
    ;(this.#segments.at(-1) as Segment).last = LAST
    if (quoting !== null && quoting.withoutHeader !== true)
      this.#tape.raw(columns.map(({ name }) => name).join(), NO_SLOT, LAST)
  }

  /** Writes the rows of one taxpayer, and gives how many they are. */
  rows(scope: Scope): number {
    const rows = this.#spec.rows(scope)
    const tape = this.#tape
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
        if (sharing.fresh && sharing.pieces !== null) sharing.kept = sharing.pieces.keptFor(object)
      }
      tape.row()
      for (let i = 0; i < segments.length; i++) this.#segment(segments[i] as Segment, i, row, scope)
      if (tape.length > FULL) {
        this.#hand()
        this.#forget()
      }
    }
    return rows.length
  }

  #segment(segment: Segment, index: number, row: unknown, scope: Scope): void {
    const tape = this.#tape
    const { sharing, slot } = segment
    if (sharing === null) this.#cells(segment, row, scope)
    else if (sharing.pieces === null) {
      if (sharing.fresh) {
        tape.begin(slot)
        this.#cells(segment, row, scope)
        tape.end(slot)
      } else tape.again(slot)
    } else {
      const { kept } = sharing
      const known = kept === null ? undefined : kept[index]
      if (known !== undefined) tape.piece(known)
      else {
        tape.begin(slot)
        this.#cells(segment, row, scope)
        tape.end(slot)
        if (kept !== null) kept[index] = tape.keep()
      }
    }
  }

  /** Writes one row from its cells. */
  row(cells: readonly CellValue[]): void {
    const tape = this.#tape
    const writings = this.#writings
    tape.row()
    for (let i = 0; i < writings.length; i++)
      writeCell(tape, writings[i] as Writing, cells[i] as CellValue, i === writings.length - 1 ? LAST : 0)
    if (tape.length > FULL) this.#hand()
  }

  /** Hands on what is left. */
  end(): void {
    this.#hand()
  }

  #hand(): void {
    if (this.#tape.length > 0) this.#out(this.#tape.words)
    this.#tape.length = 0
    for (const writing of this.#writings) writing.last = null
  }

  /** What was written last stands here no more, or is of another taxpayer. */
  #forget(): void {
    for (const sharing of this.#sharings) sharing.last = NOTHING
  }

  #cells({ columns, last }: Segment, row: unknown, scope: Scope): void {
    const tape = this.#tape
    const end = columns.length - 1
    for (let i = 0; i <= end; i++) {
      const writing = columns[i] as Writing
      writeCell(tape, writing, writing.of(row, scope), i === end ? last : 0)
    }
  }
}
