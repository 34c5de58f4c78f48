import { SCOPE_OPTIONS } from '../api/options.js'
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
 * What a conversion of files is told. Missing: CSV, and every table but the wide ones, under the default policy. Policies and
 * what the caller knows stand here, or in `underwrite` where they differ by taxpayer.
 */
export interface ConvertOptions
  extends DossierOptions,
    ReadingOptions,
    PrivacyOptions,
    CsvOptions,
    Omit<UnderwriteScope, 'policies'> {
  /** The folder of the outputs. */
  readonly out: string
  /** csv unless given. */
  readonly formats?: readonly Format[] | undefined
  /** Names of tables, as docs/tables.md has them; `all` is every one, the wide ones too. */
  readonly tables?: readonly string[] | undefined
  /** Each table is a folder of files, each of the taxpayers of so many bytes of input; one file unless given. */
  readonly partBytes?: number | undefined
  /** False writes no `rejected.ndjson`. */
  readonly keepRejected?: boolean | undefined
  /** If true, writes the outputs even if no input has a record, a taxpayer or a dossier. If false (default), throws InputError. */
  readonly allowEmpty?: boolean | undefined
  /** The same as `policy`, `known`, `stated` and `asOfYear` in an object; or a function that gives that object for each taxpayer. */
  readonly underwrite?: UnderwriteScope | ((taxpayerId: string) => UnderwriteScope) | undefined
  /** How many threads do the work, for the same bytes; one, the caller's, unless given. Functions do not reach others. */
  readonly jobs?: number | undefined
  /** What the manifest says of how it was made. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
}

/** The settings of a conversion, whose tables, formats and terms were looked up. `version` and `settings` are written to the manifest. */
export interface ConversionSettings
  extends InputOptions,
    RowOptions,
    CsvOptions,
    Pick<ConvertOptions, 'out' | 'partBytes' | 'keepRejected' | 'allowEmpty' | 'settings'> {
  readonly formats: readonly Format[]
  readonly tables: readonly TableSpec[]
  /** How many threads do the work, and the terms of every taxpayer, as data. This thread does the work unless given. */
  readonly jobs?: { readonly count: number; readonly terms: Terms } | undefined
  readonly version: string
  /** Files that were read for the options, in addition to the inputs. */
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

/** Checks the options of `convert`, and looks up their tables and terms. Throws TypeError and RangeError as `convertFiles` does. */
export function settleOptions(options: ConvertOptions): ConversionSettings {
  checkOptions('convert', options, CONVERT_OPTIONS)
  const { tables: names, jobs = 1, policy, known, stated, asOfYear, underwrite, ...settings } = options
  const scope = chooseScope({ policy, known, stated, asOfYear }, underwrite)
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
    if (!(Number.isSafeInteger(value) && value >= 1))
      throw new RangeError(`${name} is a whole number from 1 on.`)
  const terms = typeof scope === 'function' ? null : termsOf(scope)
  if (jobs > 1 && (terms === null || options.forms !== undefined))
    throw new TypeError('convert with several jobs takes underwrite as data, and no forms.')
  return {
    ...settings,
    ...(terms === null ? {} : { jobs: { count: jobs, terms } }),
    termsOf: typeof scope === 'function' ? termsByTaxpayer(scope) : () => terms as Terms,
    formats: [...new Set<Format>(formats)],
    tables,
    version: VERSION,
  }
}

/** How taxpayers are underwritten: as the options of `convert` say, or as its option `underwrite` says. */
function chooseScope(
  options: UnderwriteScope,
  underwrite: ConvertOptions['underwrite'],
): NonNullable<ConvertOptions['underwrite']> {
  if (underwrite === undefined) return options
  const twice = Object.entries(options).find(([, value]) => value !== undefined)
  if (twice !== undefined)
    throw new TypeError(`convert takes ${twice[0]} beside underwrite or in it, not both.`)
  if (typeof underwrite !== 'function') checkOptions('underwrite of convert', underwrite, SCOPE_OPTIONS)
  return underwrite
}
