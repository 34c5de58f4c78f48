import { CORE_OPTIONS } from '../../api/options.js'
import type { FileLimitOptions } from '../../core/limits.js'
import type { OptionKind } from '../../core/options.js'

/** Options for reading input files. */
export interface DossierOptions extends FileLimitOptions {
  /** The taxpayer id for records that do not state one. It takes precedence over the file name. */
  readonly taxpayerId?: string | undefined
  /** The maximum size of one JSON value in bytes. Default: 256 MB. */
  readonly maxValueBytes?: number | undefined
  /** Set to `fdx` if the inputs contain forms of the Financial Data Exchange. An array is then one pull. */
  readonly from?: 'fdx' | undefined
  /** If true, each line is a value, regardless of the content. A broken first line then does not affect the others. */
  readonly lines?: boolean | undefined
  /** A JSON pointer to the records within each value of the inputs, such as `/data`. Default: the value itself. */
  readonly recordsAt?: string | undefined
  /** Ends the run. It then throws the signal's reason, and `convert` leaves older outputs unchanged. */
  readonly signal?: AbortSignal | undefined
  /** Called with the input's path and the byte count of each chunk that is read from it. */
  readonly onBytes?: ((path: string, count: number) => void) | undefined
  /** Called before a value of more than 1 MiB is parsed. */
  readonly onLargeValue?: (() => void) | undefined
}

/** The kinds of all options of functions that read files: the core options and `DossierOptions`. */
export const FILE_OPTIONS = {
  ...CORE_OPTIONS,
  maxValueBytes: null,
  from: 'text',
  lines: 'flag',
  recordsAt: null,
  signal: null,
  onBytes: 'function',
  onLargeValue: 'function',
  maxSourceIssues: null,
  maxUnpackedBytes: null,
} as const satisfies Readonly<Record<keyof typeof CORE_OPTIONS | keyof DossierOptions, OptionKind>>
