import type { Terms } from '../../underwrite/terms.js'
import type { ConversionSettings } from '../convert-options.js'
import type { InputWatch } from '../describe-input.js'
import type { LaidOutRows } from '../formats/writer.js'
import type { PartIssues } from '../found-writer.js'

/** A thread of `--jobs` ended before its work did, or could not be started. */
export class JobError extends Error {
  override readonly name = 'JobError'
}

/** Options that a thread does not get: functions, and objects that may contain some. */
type MainThreadOption =
  | 'tables'
  | 'forms'
  | 'jobs'
  | 'settings'
  | 'termsOf'
  | 'onBytes'
  | 'onLargeValue'
  | 'watch'

/** The options of a conversion as plain data, which a thread can get. Tables are given by their names. */
export interface ThreadSettings extends Omit<ConversionSettings, MainThreadOption> {
  readonly tables: readonly string[]
  readonly terms: Terms
}

/** Makes the settings of a thread from the options of a conversion. */
export function settingsOf(options: ConversionSettings, terms: Terms): ThreadSettings {
  const { tables, forms, jobs, settings, termsOf, onBytes, onLargeValue, watch, ...plain } = options
  return { ...plain, tables: tables.map(({ name }) => name), terms }
}

/** What a thread made of a batch, as plain data. */
export interface Part extends PartIssues {
  /** The taxpayers of the batch. */
  readonly ids: readonly string[]
  /** The rows of each table, in each layout. */
  readonly rows: readonly (readonly LaidOutRows[])[]
  readonly rejected: LaidOutRows
  /** Findings of `InputWatch` for the inputs of this part. */
  readonly findings: InputWatch['findings']
}
