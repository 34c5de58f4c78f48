import type { CsvBytes } from './csv-bytes.js'
import { type CellValue, type Column, isOutOfRange } from './table.js'
import type { Written } from './written.js'

const MAX_WORDS = 500
/** A longer one is no word of a column. */
const LONGEST_WORD = 256

/** A text that stands in a column again and again. */
interface Word {
  readonly text: string
  readonly bytes: Written
  /** What came behind it the last time: categories, lines and indicators come in one order. */
  next: Word | undefined
}

/** A column, and the texts that stand in it again and again, as bytes. */
export interface Writing {
  /** The column's own, held here since columns are objects of many shapes. */
  readonly of: Column<unknown>['of']
  readonly type: Column<unknown>['type']
  /** Null once they are too many: then the column is no such one. */
  words: Map<string, Word> | null
  /** The last text, where it is one of them. */
  word: Word | null
  /** The last text, where it is none, and where its bytes stand. */
  last: CellValue
  from: number
  to: number
}

/** A column of which nothing is written yet. */
export const writingOf = ({ of, type }: Column<unknown>): Writing => ({
  of,
  type,
  words: new Map(),
  word: null,
  last: null,
  from: 0,
  to: 0,
})

/** Writes a cell of a column. */
export function writeCell(csv: CsvBytes, writing: Writing, value: CellValue): void {
  if (value === null) return
  if (typeof value === 'string') writeText(csv, writing, value)
  else if (typeof value === 'boolean') csv.bool(value)
  else if (typeof value === 'bigint' && isOutOfRange(value))
    return // A figure that does not fit its column is empty.
  else if (writing.type === 'money') csv.money(value)
  else if (writing.type === 'ratio') csv.ratio(value)
  else csv.int(value as number)
}

function writeText(csv: CsvBytes, writing: Writing, value: string): void {
  const { words, word: before } = writing
  if (before === null ? value === writing.last : value === before.text) {
    if (before === null) csv.again(writing.from, writing.to)
    else csv.copy(before.bytes)
    return
  }
  if (words !== null) {
    let word = before?.next
    if (word?.text !== value) {
      word = words.get(value)
      if (before !== null) before.next = word
    }
    if (word !== undefined) {
      writing.word = word
      csv.copy(word.bytes)
      return
    }
  }
  const from = csv.length
  csv.text(value)
  writing.word = null
  writing.last = value
  writing.from = from
  writing.to = csv.length
  if (words === null) return
  if (words.size === MAX_WORDS) writing.words = null
  else if (value.length <= LONGEST_WORD)
    words.set(value, { text: value, bytes: csv.since(from), next: undefined })
}
