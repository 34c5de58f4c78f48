import { OPTIONS } from '../api/options.js'
import type { FileLimitOptions } from '../core/limits.js'
import type { OptionKind } from '../core/options.js'

/** How inputs are read. */
export interface DossierOptions extends FileLimitOptions {
  /** The taxpayer of records that carry no id. */
  readonly taxpayerId?: string | undefined
  /** The most bytes that one JSON value may have; 256 MB unless given. */
  readonly maxValueBytes?: number | undefined
  /** What the inputs hold, where that is not records: forms of the Financial Data Exchange, of which an array is one pull. */
  readonly from?: 'fdx' | undefined
  /** Each line is a value, whatever the input looks like: a first line that is broken says nothing of the others. */
  readonly lines?: boolean | undefined
  /** Where in each value of the inputs the records stand: a JSON pointer, such as `/data`; at its head unless given. */
  readonly recordsAt?: string | undefined
  /** Called with the bytes of each input as they are read. */
  readonly onBytes?: ((path: string, count: number) => void) | undefined
  /** Called when a value of more than a megabyte comes, before it is parsed. */
  readonly onLargeValue?: (() => void) | undefined
}

/** The options of functions that read files: those of the core, and how files are read. */
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
