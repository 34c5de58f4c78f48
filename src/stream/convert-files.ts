import { SCOPE_OPTIONS } from '../api/options.js'
import { checkList, checkOptions, type OptionKind } from '../core/options.js'
import type { CsvOptions } from '../export/csv-text.js'
import { selectTables } from '../export/select.js'
import type { ReadingOptions } from '../normalize/dossier.js'
import type { PrivacyOptions } from '../normalize/privacy.js'
import { type Terms, termsByTaxpayer, termsOf, type UnderwriteScope } from '../underwrite/terms.js'
import { VERSION } from '../version.js'
import { type ConvertReport, convert } from './convert.js'
import type { DossierOptions } from './dossier-options.js'
import { FILE_OPTIONS } from './file-options.js'
import { DEFAULT_FORMAT, FORMATS, type Format, isFormat } from './formats/index.js'

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

/** The options of `convert`. */
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

/**
 * Converts files to tables, as the command does. Shape: paths of JSON or NDJSON, plain or gzip.
 * Throws TypeError where the paths, the folder or the list of formats are none, for an option that there is not, and where several
 * threads would need `forms` or a function; RangeError for a table or a format that does not exist, and for `jobs` or `partBytes` that are no number; InputError,
 * OutputError and JobError. Then nothing is put in its place.
 */
export async function convertFiles(paths: readonly string[], given: ConvertOptions): Promise<ConvertReport> {
  checkList('convert', paths, 'the paths of files')
  checkOptions('convert', given, CONVERT_OPTIONS)
  const { tables: names, jobs = 1, policy, known, stated, asOfYear, underwrite: inside, ...options } = given
  const underwrite = underwriteOf({ policy, known, stated, asOfYear }, inside)
  const { tables, unknown } = selectTables(names ?? null, options.forms)
  if (unknown.length > 0) throw new RangeError(`Unknown table: ${unknown[0]}`)
  const formats = formatsOf(options.formats ?? [DEFAULT_FORMAT])
  if (typeof options.out !== 'string' || options.out === '')
    throw new TypeError('convert takes out, the folder of the outputs.')
  if (!(Number.isSafeInteger(jobs) && jobs >= 1)) throw new RangeError('jobs is a whole number from 1 on.')
  const { partBytes } = options
  if (partBytes !== undefined && !(Number.isSafeInteger(partBytes) && partBytes >= 1))
    throw new RangeError('partBytes is a whole number from 1 on.')
  const terms = typeof underwrite === 'function' ? null : termsOf(underwrite)
  if (jobs > 1 && (terms === null || options.forms !== undefined))
    throw new TypeError('convert with several jobs takes underwrite as data, and no forms.')
  return convert(paths, {
    ...options,
    ...(terms === null ? {} : { jobs: { count: jobs, terms } }),
    termsOf: typeof underwrite === 'function' ? termsByTaxpayer(underwrite) : () => terms as Terms,
    formats,
    tables,
    version: VERSION,
  })
}

/** How taxpayers are underwritten: as said beside the other options, or in one of them. */
function underwriteOf(
  beside: UnderwriteScope,
  inside: ConvertOptions['underwrite'],
): Exclude<ConvertOptions['underwrite'], undefined> {
  if (inside === undefined) return beside
  const twice = Object.entries(beside).find(([, value]) => value !== undefined)
  if (twice !== undefined)
    throw new TypeError(`convert takes ${twice[0]} beside underwrite or in it, not both.`)
  if (typeof inside !== 'function') checkOptions('underwrite of convert', inside, SCOPE_OPTIONS)
  return inside
}

/** Each format once. Callers without types may give anything. */
function formatsOf(formats: readonly Format[]): Format[] {
  if (!Array.isArray(formats)) throw new TypeError('convert takes formats as a list.')
  const wrong = formats.find(format => !isFormat(format))
  if (wrong !== undefined || formats.length === 0)
    throw new RangeError(`convert takes formats of ${FORMATS.join(', ')}.`)
  return [...new Set<Format>(formats)]
}
