import { CORE_OPTIONS } from '../../api/options.js'
import { checkOptions, type OptionKind } from '../../core/options.js'
import type { PrivacyOptions } from '../../ingest/privacy.js'
import type { ReadingOptions } from '../../ingest/read-dossier.js'
import type { CsvOptions } from '../../tables/csv-text.js'
import type { TableSpec } from '../../tables/table.js'
import { selectTables } from '../../tables/tables.js'
import {
  createOptionsParser,
  parseUnderwritingOptions,
  type UnderwritingComparisonOptions,
  type UnderwritingInputs,
} from '../../underwriting/facts/options.js'
import { isFormat } from '../formats/index.js'
import { DEFAULT_FORMAT, FORMATS, type Format } from '../formats/names.js'
import { type DossierOptions, FILE_OPTIONS } from '../read/dossier-options.js'
import type { InputOptions } from '../read/parse-piece.js'
import type { ContentOptions } from '../read/read-files.js'
import type { RowOptions } from './result-writer.js'

/**
 * Options for converting files to tables. By default, a conversion writes every table except `figure_flags`, `traces` and the wide ones
 * as CSV, and underwrites with the default policy. If policies or known facts differ by taxpayer, set them in
 * `underwrite`.
 */
export interface ConvertOptions
  extends DossierOptions,
    ReadingOptions,
    PrivacyOptions,
    CsvOptions,
    UnderwritingComparisonOptions {
  /** The output folder. It is created if it does not exist. */
  readonly out: string
  /** The file formats of the tables. Default: CSV. */
  readonly formats?: readonly Format[] | undefined
  /** Table names from docs/tables.md, or `all` for every table. Default: all but `figure_flags`, `traces` and the wide ones. */
  readonly tables?: readonly string[] | undefined
  /** The approximate input size of one part file, in bytes. If set, each table is a folder of part files. */
  readonly partBytes?: number | undefined
  /** If false, rejected values are not written to `rejected.ndjson`. Default: true. */
  readonly keepRejected?: boolean | undefined
  /** If true, a run without any record, taxpayer or dossier succeeds. By default it throws InputError. */
  readonly allowEmpty?: boolean | undefined
  /** `policy`, `knownFacts`, `statedIncome` and `asOfYear`, or a function that returns them for a taxpayer id. */
  readonly underwrite?:
    | UnderwritingComparisonOptions
    | ((taxpayerId: string) => UnderwritingComparisonOptions)
    | undefined
  /** The number of threads (default: 1). Must be 1 with `forms` or if `underwrite` is a function. */
  readonly jobs?: number | undefined
  /** Additional fields for the manifest. They are copied without a check. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
}

/** The validated settings of a conversion, with table objects instead of names and a function that returns the inputs of underwriting. */
export interface ConversionSettings
  extends InputOptions,
    ContentOptions,
    RowOptions,
    CsvOptions,
    Pick<ConvertOptions, 'out' | 'partBytes' | 'keepRejected' | 'allowEmpty' | 'settings'> {
  readonly formats: readonly Format[]
  readonly tables: readonly TableSpec[]
  /** The number of threads and the inputs that they use. If absent or 1, the main thread does all the work. */
  readonly jobs?: { readonly count: number; readonly underwritingInputs: UnderwritingInputs } | undefined
  /** The files from which options were read. Like inputs, they must not be overwritten by outputs. */
  readonly optionFiles?: readonly string[] | undefined
}

const CONVERT_OPTIONS = {
  ...FILE_OPTIONS,
  out: null,
  formats: null,
  tables: 'list',
  partBytes: null,
  keepRejected: 'flag',
  allowEmpty: 'flag',
  rawText: 'flag',
  underwrite: null,
  jobs: null,
  settings: null,
} as const satisfies Readonly<Record<keyof typeof FILE_OPTIONS | keyof ConvertOptions, OptionKind>>

/** Checks the options of `convert` and resolves tables and inputs. Throws the same errors as `convertFiles`. */
export function resolveConvertOptions(options: ConvertOptions): ConversionSettings {
  checkOptions('convert', options, CONVERT_OPTIONS)
  const { tables: names, jobs = 1, underwrite, ...otherOptions } = options
  const { policy, knownFacts, statedIncome, asOfYear, ...settings } = otherOptions
  const underwriteOptions = chooseUnderwriteOptions({ policy, knownFacts, statedIncome, asOfYear }, underwrite)
  const { tables, unmatchedNames } = selectTables(names ?? null, options.forms)
  if (unmatchedNames.length > 0) throw new RangeError(`Unknown table: ${unmatchedNames[0]}`)
  const formats = settings.formats ?? [DEFAULT_FORMAT]
  if (!Array.isArray(formats)) throw new TypeError('convert takes formats as a list.')
  if (formats.length === 0 || !formats.every(isFormat))
    throw new RangeError(`convert takes formats of ${FORMATS.join(', ')}.`)
  if (typeof options.out !== 'string' || options.out === '')
    throw new TypeError('convert takes out, the folder of the outputs.')
  for (const [name, value = 1] of Object.entries({ jobs, partBytes: options.partBytes }))
    if (!(Number.isSafeInteger(value) && value >= 1)) throw new RangeError(`${name} is a whole number from 1 on.`)
  const underwritingInputs =
    typeof underwriteOptions === 'function' ? null : parseUnderwritingOptions(underwriteOptions)
  if (jobs > 1 && (underwritingInputs === null || options.forms !== undefined))
    throw new TypeError('convert with several jobs takes underwrite as data, and no forms.')
  return {
    ...settings,
    ...(underwritingInputs === null ? {} : { jobs: { count: jobs, underwritingInputs } }),
    getUnderwritingInputs:
      typeof underwriteOptions === 'function'
        ? createOptionsParser(underwriteOptions)
        : () => underwritingInputs as UnderwritingInputs,
    formats: [...new Set<Format>(formats)],
    tables,
  }
}

/** Returns `underwrite` if it is set, or else `options`. Throws TypeError if both are set. */
function chooseUnderwriteOptions(
  options: UnderwritingComparisonOptions,
  underwrite: ConvertOptions['underwrite'],
): NonNullable<ConvertOptions['underwrite']> {
  if (underwrite === undefined) return options
  const duplicateOption = Object.entries(options).find(([, value]) => value !== undefined)
  if (duplicateOption !== undefined)
    throw new TypeError(`convert takes ${duplicateOption[0]} next to underwrite or in it, not both.`)
  if (typeof underwrite !== 'function') checkOptions('underwrite of convert', underwrite, CORE_OPTIONS)
  return underwrite
}
