import type { Terms } from '../../underwrite/terms.js'
import type { ConvertOptions } from '../convert.js'

/** What of a conversion cannot be handed to a thread, and what a thread has no use for. */
type Kept =
  | 'out'
  | 'version'
  | 'settings'
  | 'optionFiles'
  | 'jobs'
  | 'onBytes'
  | 'onLargeValue'
  | 'tables'
  | 'forms'
  | 'termsOf'

/** What a thread is told: a conversion as plain data. */
export interface ThreadSettings extends Omit<ConvertOptions, Kept> {
  /** Names of tables. */
  readonly tables: readonly string[]
  readonly terms: Terms
}

/** The same as plain data. */
export function settingsOf(options: ConvertOptions, terms: Terms): ThreadSettings {
  const {
    out,
    version,
    settings,
    optionFiles,
    jobs,
    onBytes,
    onLargeValue,
    tables,
    forms,
    termsOf,
    ...plain
  } = options
  return { ...plain, tables: tables.map(({ name }) => name), terms }
}
