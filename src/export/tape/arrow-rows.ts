import { ArrowBatches, type ArrowFormat } from '../arrow-batches.js'
import type { TapeValue } from '../column-buffer.js'
import type { ColumnInfo } from '../data.js'
import { Runs } from '../runs.js'
import { Written } from '../written.js'
import {
  AGAIN,
  BEGIN,
  BOOL,
  EMPTY,
  END,
  INT,
  KEEP,
  LONG,
  NUMBER,
  PIECE,
  SAME,
  TEXT,
  WHAT,
  WIDE,
  WORD,
} from './ops.js'
import type { TapeReader } from './reader.js'

/**
 * Of each column, the values of the tape that is read, and where the run of rows with each begins: one tape is read at a
 * time, of whichever table.
 */
const VALUES: TapeValue[][] = []
const RUNS: Runs[] = []

/** Makes Arrow IPC of the cells on tapes. Cells of text are never strings: their bytes go from the tape into their column. */
export class ArrowRows implements TapeReader {
  readonly #batches: ArrowBatches
  readonly #width: number
  /** Where the next cell stands. */
  #row = 0
  #column = 0
  /** What is kept, and what slots hold: a text, or the cells from one column to another. */
  readonly #kept: (Written | readonly TapeValue[])[] = []
  readonly #texts: Written[] = []
  readonly #from: number[] = []
  readonly #to: number[] = []
  #slot = 0

  /** `out` gets the bytes in order and must use or copy them before it returns. */
  constructor(
    table: { readonly name: string; readonly doc: string; readonly columns: readonly ColumnInfo[] },
    format: ArrowFormat,
    out: (bytes: Uint8Array) => void,
  ) {
    this.#batches = new ArrowBatches(table, format, out)
    this.#width = table.columns.length
    for (let i = RUNS.length; i < this.#width; i++) {
      RUNS.push(new Runs(null))
      VALUES.push([])
    }
  }

  read(tape: Int32Array): void {
    for (const runs of RUNS) runs.count = 0
    for (let at = 0; at < tape.length; ) {
      const word = tape[at++] as number
      const what = word & WHAT
      let number = word >> NUMBER
      if (what === EMPTY) this.#cell(null)
      else if (what === WORD) this.#cell(this.#kept[number - 1] as Written)
      else if (what === SAME) this.#cell(this.#texts[number] as Written)
      else if (what === TEXT || what === LONG) {
        const length = tape[at++] as number
        const text = new Written(tape, at, length)
        at += (length + 3) >> 2
        this.#slot = number
        this.#texts[number] = text
        this.#cell(what === TEXT ? text : numberOf(text))
      } else if (what >= INT && what <= BOOL) {
        if ((word & WIDE) !== 0) number = tape[at++] as number
        this.#cell(what === BOOL ? number === 1 : number)
      } else if (what === BEGIN) {
        this.#slot = number
        this.#from[number] = this.#column
      } else if (what === END) {
        this.#slot = number
        this.#to[number] = this.#column === 0 ? this.#width : this.#column
      } else if (what === AGAIN)
        // Where nothing is said, the cells are those of the row before.
        this.#pass((this.#to[number] as number) - (this.#from[number] as number))
      else if (what === PIECE) {
        const values = this.#kept[number - 1] as readonly TapeValue[]
        for (let i = 0; i < values.length; i++) this.#cell(values[i] as TapeValue)
      } else if (what === KEEP) this.#kept.push(this.#last())
    }
    this.#hand()
  }

  end(): void {
    this.#batches.end()
  }

  #cell(value: TapeValue): void {
    const runs = RUNS[this.#column] as Runs
    ;(VALUES[this.#column] as TapeValue[])[runs.count] = value
    runs.begin(this.#row)
    this.#pass(1)
  }

  #pass(columns: number): void {
    this.#column += columns
    if (this.#column < this.#width) return
    this.#column = 0
    this.#row++
  }

  /** What the last slot holds: those of segments stand behind those of columns. Tapes are written over. */
  #last(): Written | readonly TapeValue[] {
    const slot = this.#slot
    if (slot <= this.#width) return Written.of((this.#texts[slot] as Written).bytes)
    const cells: TapeValue[] = []
    for (let i = this.#from[slot] as number; i < (this.#to[slot] as number); i++) {
      const value = (VALUES[i] as TapeValue[])[(RUNS[i] as Runs).count - 1] as TapeValue
      cells.push(value instanceof Written ? Written.of(value.bytes) : value)
    }
    // A list that grew has room for more; its copy does not.
    return cells.slice()
  }

  /** Hands on the rows of the tape. */
  #hand(): void {
    const rows = this.#row
    for (const runs of RUNS) runs.end(rows)
    this.#batches.add(rows, (columns, from) => columns.addRuns(VALUES, RUNS, from, rows))
    // What is left of longer tapes would hold them.
    for (let i = 0; i < RUNS.length; i++) (VALUES[i] as TapeValue[]).length = (RUNS[i] as Runs).count
    this.#row = 0
  }
}

function numberOf(text: Written): number | bigint {
  const digits = text.toString()
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number : BigInt(digits)
}
