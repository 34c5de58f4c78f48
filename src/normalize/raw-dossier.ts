import type { Issue, Origin } from '../core/issue.js'
import type { IssueCode } from '../core/issue-table.js'
import type { Site } from '../core/path.js'
import type { Refusal } from './kind-of-value.js'

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

/** All that is known of one taxpayer, as it came. */
export interface RawDossier {
  readonly taxpayerId: string
  readonly taxpayer: unknown
  readonly taxpayerAt: Site | null
  readonly origin: Origin | null
  /** Taxpayer objects of the same id for which another one stands. */
  readonly superseded: readonly RawValue[]
  /** Only the names of several files say that all of it is of one taxpayer. */
  readonly sharesName: boolean
  readonly records: readonly RawRecord[]
  /** What was noted before the values were read: of the keys of dossiers. */
  readonly notes?: readonly Issue[]
}

/** A value as it came, and where it stands. */
export interface RawValue {
  /** Entries of a record may be read ahead; `RecordAhead.wholeOf` gives it as it came. */
  readonly raw: unknown
  readonly at: Site | null
  readonly origin: Origin | null
}

/** A record as it came; with a code, one that is not read: it stands in the place of records and is none, or is beyond a limit. */
export interface RawRecord extends RawValue {
  readonly code?: IssueCode
  /** What its issue says beside its code. */
  readonly more?: string
  /** It stands for elements of an array that can be no records. */
  readonly similar?: SimilarPlaces
}
