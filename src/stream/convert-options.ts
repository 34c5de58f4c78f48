import type { CsvOptions } from '../export/csv-text.js'
import type { TableSpec } from '../export/table.js'
import type { Terms } from '../underwrite/terms.js'
import type { Format } from './formats/index.js'
import type { RowOptions } from './found-writer.js'
import type { InputOptions } from './input-options.js'

/** What a conversion is told. `version` and `settings` are written to the manifest. */
export interface ConvertOptions extends InputOptions, RowOptions, CsvOptions {
  readonly out: string
  readonly formats: readonly Format[]
  readonly tables: readonly TableSpec[]
  readonly keepRejected?: boolean | undefined
  /** If true, writes the outputs even if no input has a record, a taxpayer or a dossier. If false (default), throws InputError. */
  readonly allowEmpty?: boolean | undefined
  /** Each table is a folder of files, each of the taxpayers of so many bytes of input; one file unless given. */
  readonly partBytes?: number | undefined
  /** How many threads do the work, and the terms of every taxpayer, which `termsOf` gives one by one; this one alone unless given. */
  readonly jobs?: { readonly count: number; readonly terms: Terms } | undefined
  readonly version: string
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  /** Files beside the inputs that were read for the options. */
  readonly optionFiles?: readonly string[] | undefined
}
