import { type CellValue, type Column, isOutOfRange } from '../table.js'
import type { Tape } from './tape.js'

const MAX_WORDS = 500
/** A longer one is no word of a column. */
const LONGEST_WORD = 256

/** A text that stands in a column again and again. */
interface Word {
  readonly text: string
  /** The number under which it is kept. */
  readonly kept: number
  /** What came behind it the last time: categories, lines and indicators come in one order. */
  next: Word | undefined
}

/** A column, and the texts that stand in it again and again. */
export interface Writing {
  /** The column's own, held here since columns are objects of many shapes. */
  readonly of: Column<unknown>['of']
  readonly type: Column<unknown>['type']
  /** Its place on the tape. */
  readonly slot: number
  /** Null once they are too many: then the column is no such one. */
  words: Map<string, Word> | null
  /** The last text, where it is one of them. */
  word: Word | null
  /** The last text, where it is none; null where its slot is of another tape. */
  last: string | null
}

/** A column of which nothing is written yet. */
export const writingOf = ({ of, type }: Column<unknown>, slot: number): Writing => ({
  of,
  type,
  slot,
  words: new Map(),
  word: null,
  last: null,
})

/** Writes a cell of a column; `last` is LAST for the last one of a row, else 0. */
export function writeCell(tape: Tape, writing: Writing, value: CellValue, last: number): void {
  if (typeof value === 'string') writeText(tape, writing, value, last)
  // A figure that does not fit its column is empty.
  else if (value === null || (typeof value === 'bigint' && isOutOfRange(value))) tape.empty(last)
  else if (typeof value === 'boolean') tape.bool(value, last)
  else if (writing.type === 'money') tape.money(value, last)
  else if (writing.type === 'ratio') tape.ratio(value, last)
  else tape.int(value as number, last)
}

function writeText(tape: Tape, writing: Writing, value: string, last: number): void {
  const { words, word: before } = writing
  // Texts are compared with texts alone: what is compared with null too is compared by a call.
  if (before !== null && value === before.text) {
    tape.word(before.kept, last)
    return
  }
  if (before === null && writing.last !== null && value === writing.last) {
    tape.same(writing.slot, last)
    return
  }
  if (words !== null) {
    let word = before?.next
    if (word === undefined || word.text !== value) {
      word = words.get(value)
      if (before !== null) before.next = word
    }
    if (word !== undefined) {
      writing.word = word
      tape.word(word.kept, last)
      return
    }
  }
  tape.text(value, writing.slot, last)
  writing.word = null
  writing.last = value
  if (words === null) return
  if (words.size === MAX_WORDS) writing.words = null
  else if (value.length <= LONGEST_WORD) words.set(value, { text: value, kept: tape.keep(), next: undefined })
}
