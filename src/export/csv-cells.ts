import type { CsvBytes } from './csv-bytes.js'
import { type CellValue, type Column, isOutOfRange } from './table.js'
import type { Written } from './written.js'

const MAX_WORDS = 500
/** A longer one is no word of a column. */
const LONGEST_WORD = 256

/** A column, and the texts that stand in it again and again, as bytes. */
export interface Writing {
  /** The column's own, held here since columns are objects of many shapes. */
  readonly of: Column<unknown>['of']
  readonly type: Column<unknown>['type']
  /** Null once they are too many: then the column is no such one. */
  words: Map<string, Written> | null
  last: CellValue
  /** Of the last text, while there are words. */
  word: Written | null
  /** Where the bytes of the last text stand, once there are none. */
  from: number
  to: number
}

/** A column of which nothing is written yet. */
export const writingOf = ({ of, type }: Column<unknown>): Writing => ({
  of,
  type,
  words: new Map(),
  last: null,
  word: null,
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
  if (value === writing.last) {
    if (writing.word === null) csv.again(writing.from, writing.to)
    else csv.copy(writing.word)
    return
  }
  const { words } = writing
  const known = words?.get(value)
  if (known !== undefined) {
    writing.last = value
    writing.word = known
    csv.copy(known)
    return
  }
  const from = csv.length
  csv.text(value)
  if (words === null) {
    writing.last = value
    writing.word = null
    writing.from = from
    writing.to = csv.length
  } else if (words.size === MAX_WORDS) writing.words = null
  else if (value.length <= LONGEST_WORD) words.set(value, csv.since(from))
}
