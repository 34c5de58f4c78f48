import type { Origin } from '../core/issues/issue.js'
import type { PendingIssue } from '../core/issues/issue-list.js'
import { extendPath, type JsonPath } from '../core/json-value.js'
import type { ShapeValue } from './fields/read-shape.js'
import type { RawDossier, RawValue } from './group/raw-dossier.js'
import type { SourceRecord } from './source.js'

/** A rejected record with its raw value. */
export interface RejectedRecord extends RawValue, Pick<SourceRecord, 'taxYear' | 'providerId' | 'date'> {
  readonly id: string | null
  /** True if another record with the same id is used instead. This record then makes no sum incomplete. */
  readonly isRepeated: boolean
  /** The number of input values that it represents: more than 1 if similar elements of an array were collapsed. */
  readonly count: number
}

/** All records of one taxpayer, after reading. */
export interface SourceDossier extends Pick<RawDossier, 'taxpayerId' | 'taxpayerPath' | 'origin'> {
  readonly taxpayer: ShapeValue | null
  readonly records: readonly SourceRecord[]
  readonly rejected: readonly RejectedRecord[]
  /** Taxpayer objects that are unusable, and those that are not used because another one is. */
  readonly unusedTaxpayers: readonly RawValue[]
  /** The issues found while reading. */
  readonly pendingIssues: readonly PendingIssue[]
  /** The maximum number of separate issues with one code. */
  readonly maxValueIssues: number
  /** The full identifiers of the taxpayer and of all recipients. */
  readonly personIds: ReadonlySet<string>
}

/** A rejected value and its path. The path is null if the complete value was rejected. */
interface Rejection {
  readonly path: JsonPath | null
  readonly origin: Origin | null
  readonly value: unknown
}

/** Lists all rejected values of a dossier with their paths in the input: taxpayer objects, records and entries. */
export function listRejections({ unusedTaxpayers, rejected, records }: SourceDossier): Rejection[] {
  const rejections: Rejection[] = []
  for (const { raw, path, origin } of [...unusedTaxpayers, ...rejected]) rejections.push({ path, origin, value: raw })
  for (const { path: recordPath, origin, rejectedEntries } of records)
    for (const { path, value } of rejectedEntries)
      rejections.push({ path: path.reduce<JsonPath | null>(extendPath, recordPath), origin, value })
  return rejections
}
