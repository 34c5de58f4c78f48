import { MULTI_POLICY_OPTIONS } from '../api/options.js'
import { checkOptions, type OptionKind } from '../core/options.js'
import type { CsvOptions } from '../export/csv-text.js'
import type { TableSpec } from '../export/table.js'
import { selectTables } from '../export/tables.js'
import type { ReadingOptions } from '../normalize/dossier.js'
import type { PrivacyOptions } from '../normalize/privacy.js'
import { type Terms, termsByTaxpayer, termsOf, type UnderwriteScope } from '../underwrite/terms.js'
import { VERSION } from '../version.js'
import { type DossierOptions, FILE_OPTIONS } from './dossier-options.js'
import { DEFAULT_FORMAT, FORMATS, type Format, isFormat } from './formats/index.js'
import type { RowOptions } from './found-writer.js'
import type { InputOptions } from './parse-piece.js'

/**
 * Options for converting files to tables. By default, a conversion writes CSV files of every table except the wide ones, and
 * underwrites with the default policy. Policies and known facts are set here, or in `underwrite` if they differ by taxpayer.
 */
export interface ConvertOptions
  extends DossierOptions,
    ReadingOptions,
    PrivacyOptions,
    CsvOptions,
    Omit<UnderwriteScope, 'policies'> {
  /** The folder of the outputs. */
  readonly out: string
  /** The file formats. CSV by default. */
  readonly formats?: readonly Format[] | undefined
  /** Names of tables from docs/tables.md, or `all` for every table including the wide ones. */
  readonly tables?: readonly string[] | undefined
  /** Writes each table as a folder of parts. A part has the taxpayers of about this many bytes of input. Default: one file. */
  readonly partBytes?: number | undefined
  /** If false, does not write `rejected.ndjson`. */
  readonly keepRejected?: boolean | undefined
  /** If true, writes the outputs even if no input has a record, a taxpayer or a dossier. By default this throws InputError. */
  readonly allowEmpty?: boolean | undefined
  /** An object with `policy`, `known`, `stated` and `asOfYear`, or a function that returns this object for each taxpayer. */
  readonly underwrite?: UnderwriteScope | ((taxpayerId: string) => UnderwriteScope) | undefined
  /** The number of threads. The output is the same for any number. Default: 1. Options that are functions need one thread. */
  readonly jobs?: number | undefined
  /** Settings that are copied to the manifest. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
}

/** The checked settings of a conversion, with resolved tables, formats and terms. The manifest has `version` and `settings`. */
export interface ConversionSettings
  extends InputOptions,
    RowOptions,
    CsvOptions,
    Pick<ConvertOptions, 'out' | 'partBytes' | 'keepRejected' | 'allowEmpty' | 'settings'> {
  readonly formats: readonly Format[]
  readonly tables: readonly TableSpec[]
  /** The number of threads, and the terms of every taxpayer as data. If absent, the conversion runs on this thread. */
  readonly jobs?: { readonly count: number; readonly terms: Terms } | undefined
  readonly version: string
  /** Files that the options were read from. Outputs must not replace them, as they must not replace inputs. */
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

/** Checks the options of `convert`, and resolves tables and terms. Throws TypeError and RangeError as `convertFiles` does. */
export function resolveConvertOptions(options: ConvertOptions): ConversionSettings {
  checkOptions('convert', options, CONVERT_OPTIONS)
  const {
    tables: names,
    jobs = 1,
    policy,
    known: knownFacts,
    stated: statedIncome,
    asOfYear,
    underwrite,
    ...settings
  } = options
  const underwriteOptions = chooseUnderwriteOptions(
    { policy, known: knownFacts, stated: statedIncome, asOfYear },
    underwrite,
  )
  const { tables, unknown } = selectTables(names ?? null, options.forms)
  if (unknown.length > 0) throw new RangeError(`Unknown table: ${unknown[0]}`)
  const formats = settings.formats ?? [DEFAULT_FORMAT]
  if (!Array.isArray(formats)) throw new TypeError('convert takes formats as a list.')
  if (formats.length === 0 || !formats.every(isFormat))
    throw new RangeError(`convert takes formats of ${FORMATS.join(', ')}.`)
  if (typeof options.out !== 'string' || options.out === '')
    throw new TypeError('convert takes out, the folder of the outputs.')
  for (const [name, value = 1] of [
    ['jobs', jobs],
    ['partBytes', options.partBytes],
  ] as const)
    if (!(Number.isSafeInteger(value) && value >= 1)) throw new RangeError(`${name} is a whole number from 1 on.`)
  const terms = typeof underwriteOptions === 'function' ? null : termsOf(underwriteOptions)
  if (jobs > 1 && (terms === null || options.forms !== undefined))
    throw new TypeError('convert with several jobs takes underwrite as data, and no forms.')
  return {
    ...settings,
    ...(terms === null ? {} : { jobs: { count: jobs, terms } }),
    termsOf: typeof underwriteOptions === 'function' ? termsByTaxpayer(underwriteOptions) : () => terms as Terms,
    formats: [...new Set<Format>(formats)],
    tables,
    version: VERSION,
  }
}

/** Returns the underwriting options: those of `convert`, or its option `underwrite`. Throws TypeError if both are present. */
function chooseUnderwriteOptions(
  options: UnderwriteScope,
  underwrite: ConvertOptions['underwrite'],
): NonNullable<ConvertOptions['underwrite']> {
  if (underwrite === undefined) return options
  const duplicateOption = Object.entries(options).find(([, value]) => value !== undefined)
  if (duplicateOption !== undefined)
    throw new TypeError(`convert takes ${duplicateOption[0]} next to underwrite or in it, not both.`)
  if (typeof underwrite !== 'function') checkOptions('underwrite of convert', underwrite, MULTI_POLICY_OPTIONS)
  return underwrite
}
