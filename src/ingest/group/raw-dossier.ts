import type { Issue, Origin } from '../../core/issues/issue.js'
import type { IssueCode } from '../../core/issues/issue-table.js'
import type { JsonPath } from '../../core/json-value.js'

/** Why a record is rejected. `key` is the unusable key, or null if the whole value is unusable. */
export interface RejectionReason {
  readonly code: 'record_not_object' | 'value_unrecognized' | 'record_id_missing' | 'record_forms_not_array'
  readonly key: 'id' | 'forms' | null
  readonly expected: string
  /** A description of the value, and advice on what to do. */
  readonly explanation?: string
}

/** A parsed value of an input, with its origin and path. */
export interface ParsedValue {
  readonly value: unknown
  readonly origin: Origin | null
  readonly path: JsonPath | null
  /** The owner that the file's name suggests if the file is a single value. Null for a taxpayer in an array. */
  readonly fileOwner: FileOwner | null
  /** True if the value is all of its input or an element of the array that is. False for a line of NDJSON. */
  readonly isFromSingleValue: boolean
  /** Set if the value is an array that represents several of its elements, which are rejected together. */
  readonly similarElements?: SimilarElements
  /** Set if the input was rejected before it was parsed. */
  readonly unparsedReason?: UnparsedReason
}

/** Why a value was rejected before it was parsed. */
export interface UnparsedReason {
  readonly code: IssueCode
  readonly explanation: string
}

/**
 * Elements of one array that are not usable as records for the same reason. `firstIndex` and `lastIndex` are the array
 * indexes of the first and the last of these elements.
 */
export interface SimilarElements {
  readonly code: RejectionReason['code']
  readonly count: number
  readonly firstIndex: number
  readonly lastIndex: number
}

/** Returns a sentence with the number and the positions of collapsed elements. */
export const describeSimilarElements = ({ count, firstIndex, lastIndex }: SimilarElements): string =>
  `This stands for ${count} elements of the array, from [${firstIndex}] to [${lastIndex}].`

/**
 * The taxpayer that the name of a file suggests: the name without extension as the id, and the path of the file. It owns
 * values in which no taxpayer id is found.
 */
export interface FileOwner {
  readonly id: string
  readonly path: string
}

/** All raw values of one taxpayer. */
export interface RawDossier {
  readonly taxpayerId: string
  readonly taxpayer: unknown
  readonly taxpayerPath: JsonPath | null
  readonly origin: Origin | null
  /** Taxpayer objects with the same id that are not used, because another one is. */
  readonly unusedTaxpayers: readonly RawValue[]
  /** True if values of several files belong to this taxpayer only because the files have the same name. */
  readonly hasSharedFileName: boolean
  readonly records: readonly RawRecord[]
  /** Issues about the keys of dossiers, found before the values were read. */
  readonly earlierIssues?: readonly Issue[]
}

/** A raw value, with its path and origin. */
export interface RawValue {
  readonly raw: unknown
  readonly path: JsonPath | null
  readonly origin: Origin | null
}

/** A raw record. If `code` is set, it is not read, because it is not a record or exceeds a limit. */
export interface RawRecord extends RawValue {
  readonly code?: IssueCode
  /** The text that the issue appends to the sentence of its code. */
  readonly explanation?: string
  /** Set if this represents several array elements that cannot be records. */
  readonly similarElements?: SimilarElements
}
