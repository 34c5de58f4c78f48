import { DEFAULT_FORMAT, FORMATS } from '../stream/formats/index.js'

/** An option: `value` stands in help for the text that it takes, which else it takes none of. */
export interface OptionSpec {
  readonly multiple?: true
  readonly short?: string
  readonly value?: string
  readonly doc: string
}

/** The options of commands that read inputs. Those that no command lists as its own every command takes. */
export const OPTIONS = {
  out: { value: 'PATH', doc: 'convert and report: the folder; merge: the file of dossiers' },
  format: {
    value: 'NAME,...',
    doc: `${FORMATS.join(', ')}; several with commas; ${DEFAULT_FORMAT} by default; parquet after npm install hyparquet-writer`,
  },
  tables: { value: 'NAME,...', doc: 'which tables; all but the wide ones by default; all' },
  parts: {
    value: 'SIZE',
    doc: 'each table as a folder of files, each of the taxpayers of SIZE of input, such as 256MB',
  },
  shard: { value: 'K/N', doc: 'only the taxpayers of the Kth of N parts, told by a hash of their ids' },
  json: { doc: 'as JSON, one object a line' },
  taxpayer: { value: 'ID', doc: 'only the taxpayer of this id' },
  year: { value: 'Y', doc: 'the same as --as-of-year' },
  figure: { value: 'NAME', doc: 'this figure only' },
  figures: { doc: 'the names that --figure takes, a line for each, with what it is' },
  from: { value: 'fdx', doc: 'INPUT holds tax forms of the Financial Data Exchange, not records' },
  'records-at': { value: 'PATH', doc: 'where in INPUT the records stand, as a JSON pointer: /data' },
  'taxpayer-id': { value: 'ID', doc: 'the id that records without one are given' },
  policy: {
    multiple: true,
    value: 'NAME|FILE',
    doc: 'underwriting policy, repeatable; fannie-2026-03 by default',
  },
  'as-of-year': { value: 'Y', doc: 'the year to underwrite for' },
  'facts-of': { value: 'FILE', doc: 'what you know of the taxpayers, as NDJSON, one per line' },
  stated: {
    value: 'FILE',
    doc: 'what applications state, to be held against the documents: as NDJSON, one per line, or a MISMO 3.4 loan file (XML), with --taxpayer-id for whose it is',
  },
  strict: { doc: 'reject any record with a coercion or an error' },
  'fail-on': {
    multiple: true,
    value: 'WORD,...',
    doc: 'error, warning (or worse) or issue codes that make the exit code 4',
  },
  identifiers: {
    value: 'MODE',
    doc: 'last4, full or pseudonym: how identifiers of people are written; last4 by default',
  },
  'pseudonym-key-file': {
    value: 'PATH',
    doc: 'the key for pseudonyms, 32 bytes or more; or set TAXTALLY_PSEUDONYM_KEY',
  },
  'raw-text': { doc: 'no apostrophe before CSV text cells that a spreadsheet would run' },
  'allow-empty': { doc: 'accept inputs without records, and write empty outputs' },
  'no-rejected': { doc: 'do not keep rejected input' },
  'max-value-bytes': { value: 'N', doc: 'the largest JSON value; 268435456 by default' },
  'max-value-entries': { value: 'N', doc: 'the most entries of one JSON value; 1000000 by default' },
  'max-taxpayer-documents': { value: 'N', doc: 'the most documents of one taxpayer; 1000000 by default' },
  'max-value-issues': {
    value: 'N',
    doc: 'issues of one code of a taxpayer, before what is alike is counted; 10000 by default',
  },
  'max-source-issues': {
    value: 'N',
    doc: 'issues that convert and validate list of an input; 100000 by default',
  },
  'max-unpacked-bytes': {
    value: 'N',
    doc: 'what a gzip may unpack to; 100 times its size by default, but at least 1000000000',
  },
  jobs: {
    value: 'N',
    doc: 'convert: N threads, which make the rows of some taxpayers at a time; 1 by default. The bytes are the same',
  },
  quiet: { doc: 'print only what went wrong on standard error' },
  help: { short: 'h', doc: 'print this' },
  version: { doc: 'print the version' },
} as const satisfies Readonly<Record<string, OptionSpec>>

/** The name of an option. */
export type OptionName = keyof typeof OPTIONS
