import type { Issue, Origin } from '../core/issue.js'
import type { IssueCode } from '../core/issue-table.js'
import type { Site } from '../core/path.js'
import type { SimilarPlaces } from './parsed-value.js'
import type { ShapeValue } from './read-shape.js'

/** All that is known of one taxpayer, as it came. */
export interface RawDossier {
  readonly taxpayerId: string
  readonly taxpayer: unknown
  /** The same, where a reader of bytes has read it ahead without an issue. */
  readonly taxpayerRead?: ShapeValue | null
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
