import type { Origin } from '../core/issue.js'
import type { IssueCode } from '../core/issue-table.js'
import type { Site } from '../core/path.js'
import type { Refusal } from './refusal.js'

/** A parsed value of an input, and where it came from. */
export interface ParsedValue {
  readonly value: unknown
  readonly origin: Origin | null
  readonly at: Site | null
  /** The taxpayer's id that the file's name gives, where the file is one value; none for a taxpayer among others. */
  readonly name: FileName | null
  /** The input is one value, not a line among others. */
  readonly single: boolean
  /** The value is an array that stands for some of its elements. */
  readonly alike?: SimilarPlaces
  /** It stands for one that was refused before it was parsed, with what can be told of it. */
  readonly unread?: Unread
}

/** Why a value was refused before it was parsed. */
export interface Unread {
  readonly code: IssueCode
  readonly more: string
}

/** Elements of one array that can be no records, for the same reason. */
export interface SimilarPlaces {
  readonly code: Refusal['code']
  readonly count: number
  readonly first: number
  readonly last: number
}

/** The same in words. */
export const wordsOfAlike = ({ count, first, last }: SimilarPlaces): string =>
  `This stands for ${count} elements of the array, from [${first}] to [${last}].`

/** The id that a file's name gives, and which file it is. */
export interface FileName {
  readonly id: string
  readonly path: string
}
