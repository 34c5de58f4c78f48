import { OPTIONS } from '../api/options.js'
import type { OptionKind } from '../core/options.js'
import type { DossierOptions } from './dossier-options.js'

/** The options of reading files, beside those of the core. */
export const FILE_OPTIONS = {
  ...OPTIONS,
  maxValueBytes: null,
  from: 'text',
  lines: 'flag',
  recordsAt: null,
  onBytes: 'function',
  onLargeValue: 'function',
  maxSourceIssues: null,
  maxUnpackedBytes: null,
} as const satisfies Readonly<Record<keyof typeof OPTIONS | keyof DossierOptions, OptionKind>>
