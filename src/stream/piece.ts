import type { IssueCode } from '../core/issue-table.js'
import type { Description } from '../normalize/unrecognized.js'
import type { Place } from './feed.js'

/** One JSON value of a file, still text; or why it cannot be one. */
export interface Piece {
  /** The text of the value. Missing: null where it was too large to keep. */
  readonly text: string | null
  /** Why it cannot be used, as an issue code. Missing: null where it can be parsed. */
  readonly problem: Extract<
    IssueCode,
    'json_malformed' | 'records_at_missing' | 'value_too_large' | 'nesting_too_deep' | 'limit_reached'
  > | null
  /** The line of NDJSON, from 1; null where the file is one value. */
  readonly line: number | null
  /** The position in the file's array; null where the value is no element of one. */
  readonly element: number | null
  /** How many entries it has, where they are more than the limit. */
  readonly entries?: number
}

/** The same, whose text is still bytes, a character for each: plain data, which a thread can be handed. */
export interface PieceBytes extends Omit<Piece, 'text'> {
  /** Null where they were too many to keep. */
  readonly bytes: string | null
  readonly isAscii: boolean
  /** Where it begins, unless that is where its line does. */
  readonly place?: Place
  /** How many values it stands for, where they are several. */
  readonly count?: number
  /** What the file looks like if it is not JSON. */
  readonly foreign?: Description
}
