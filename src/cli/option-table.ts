import { DEFAULT_FORMAT, FORMATS } from '../stream/formats/index.js'

/** An option as Node parses it, and as help shows it: `value` stands for what it takes. */
export interface OptionSpec {
  readonly type: 'string' | 'boolean'
  readonly multiple?: true
  readonly short?: string
  readonly value?: string
  readonly doc: string
}

/** The options of commands that read inputs. Those that no command lists as its own every command takes. */
export const OPTIONS = {
  out: {
    type: 'string',
    value: 'PATH',
    doc: 'convert and report: the folder; merge: the file of dossiers',
  },
  format: {
    type: 'string',
    value: 'NAME,...',
    doc: `${FORMATS.join(', ')}; several with commas; ${DEFAULT_FORMAT} by default; parquet after npm install hyparquet-writer`,
  },
  tables: { type: 'string', value: 'NAME,...', doc: 'which tables; all but the wide ones by default; all' },
  parts: {
    type: 'string',
    value: 'SIZE',
    doc: 'each table as a folder of files, each of the taxpayers of SIZE of input, such as 256MB',
  },
  shard: {
    type: 'string',
    value: 'K/N',
    doc: 'only the taxpayers of the Kth of N parts, told by a hash of their ids',
  },
  json: { type: 'boolean', doc: 'as JSON, one object a line' },
  taxpayer: { type: 'string', value: 'ID', doc: 'only the taxpayer of this id' },
  year: { type: 'string', value: 'Y', doc: 'the same as --as-of-year' },
  figure: { type: 'string', value: 'NAME', doc: 'this figure only' },
  figures: { type: 'boolean', doc: 'the names that --figure takes, a line for each, with what it is' },
  from: {
    type: 'string',
    value: 'fdx',
    doc: 'INPUT holds tax forms of the Financial Data Exchange, not records',
  },
  'records-at': {
    type: 'string',
    value: 'PATH',
    doc: 'where in INPUT the records stand, as a JSON pointer: /data',
  },
  'taxpayer-id': { type: 'string', value: 'ID', doc: 'the id that records without one are given' },
  policy: {
    type: 'string',
    multiple: true,
    value: 'NAME|FILE',
    doc: 'underwriting policy, repeatable; fannie-2026-03 by default',
  },
  'as-of-year': { type: 'string', value: 'Y', doc: 'the year to underwrite for' },
  'facts-of': {
    type: 'string',
    value: 'FILE',
    doc: 'what you know of the taxpayers, as NDJSON, one per line',
  },
  stated: {
    type: 'string',
    value: 'FILE',
    doc: 'what applications state, to be held against the documents: as NDJSON, one per line, or a MISMO 3.4 loan file (XML), with --taxpayer-id for whose it is',
  },
  strict: { type: 'boolean', doc: 'reject any record with a coercion or an error' },
  'fail-on': {
    type: 'string',
    multiple: true,
    value: 'WORD,...',
    doc: 'error, warning (or worse) or issue codes that make the exit code 4',
  },
  identifiers: {
    type: 'string',
    value: 'MODE',
    doc: 'last4, full or pseudonym: how identifiers of people are written; last4 by default',
  },
  'pseudonym-key-file': {
    type: 'string',
    value: 'PATH',
    doc: 'the key for pseudonyms, 32 bytes or more; or set TAXTALLY_PSEUDONYM_KEY',
  },
  'raw-text': { type: 'boolean', doc: 'no apostrophe before CSV text cells that a spreadsheet would run' },
  'no-rejected': { type: 'boolean', doc: 'do not keep rejected input' },
  'max-value-bytes': { type: 'string', value: 'N', doc: 'the largest JSON value; 268435456 by default' },
  'max-value-entries': {
    type: 'string',
    value: 'N',
    doc: 'the most entries of one JSON value; 1000000 by default',
  },
  'max-taxpayer-documents': {
    type: 'string',
    value: 'N',
    doc: 'the most documents of one taxpayer; 1000000 by default',
  },
  'max-value-issues': {
    type: 'string',
    value: 'N',
    doc: 'issues of one code of a taxpayer, before what is alike is counted; 10000 by default',
  },
  'max-source-issues': {
    type: 'string',
    value: 'N',
    doc: 'issues that convert and validate list of an input; 100000 by default',
  },
  'max-unpacked-bytes': {
    type: 'string',
    value: 'N',
    doc: 'what a gzip may unpack to; 100 times its size by default, but at least 1000000000',
  },
  jobs: {
    type: 'string',
    value: 'N',
    doc: 'convert: N threads, which make the rows of some taxpayers at a time; 1 by default. The bytes are the same',
  },
  quiet: { type: 'boolean', doc: 'print only what went wrong on standard error' },
  help: { type: 'boolean', short: 'h', doc: 'print this' },
  version: { type: 'boolean', doc: 'print the version' },
} as const satisfies Readonly<Record<string, OptionSpec>>

/** The name of an option. */
export type OptionName = keyof typeof OPTIONS
