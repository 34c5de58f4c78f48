import type { Terms } from '../../underwrite/terms.js'
import type { ConvertOptions } from '../convert-options.js'

/** What stays here: functions, and what may hold some. */
type Kept = 'tables' | 'forms' | 'jobs' | 'settings' | 'termsOf' | 'onBytes' | 'onLargeValue' | 'watch'

/** What a thread is told: a conversion as plain data, tables by their names. */
export interface ThreadSettings extends Omit<ConvertOptions, Kept> {
  readonly tables: readonly string[]
  readonly terms: Terms
}

/** The same of a conversion. */
export function settingsOf(options: ConvertOptions, terms: Terms): ThreadSettings {
  const { tables, forms, jobs, settings, termsOf, onBytes, onLargeValue, watch, ...plain } = options
  return { ...plain, tables: tables.map(({ name }) => name), terms }
}
