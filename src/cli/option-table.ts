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
  'known-facts': { value: 'FILE', doc: 'what you know of the taxpayers, as NDJSON, one per line' },
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

export type OptionName = keyof typeof OPTIONS

/** What the sandbox takes, and where it runs, unless options say otherwise. */
export const PORT = 8821
export const REDIRECT = 'http://localhost:3000/callback'
export const PEOPLE = 8
export const SEED = 1
export const CLIENT = 'sandbox-client'
export const SANDBOX_URL = `http://localhost:${PORT}`

export const SANDBOX_OPTIONS = {
  port: { value: 'N', doc: `the port; ${PORT} by default, 0 picks a free one` },
  data: {
    multiple: true,
    value: 'FILE...',
    doc: 'people from dossier files, instead of those that come with the package',
  },
  people: { value: 'N', doc: `how many made-up people to add; ${PEOPLE} by default, 0 with --data` },
  seed: {
    value: 'N',
    doc: `the seed for made-up people; the same seed makes the same people; ${SEED} by default`,
  },
  redirect: {
    multiple: true,
    value: 'URL',
    doc: `a registered redirect address, repeatable; ${REDIRECT} by default`,
  },
  host: {
    value: 'HOST',
    doc: 'the address to listen at; this machine alone by default, 0.0.0.0 for a container',
  },
  'client-id': { value: 'ID', doc: `the application's id; ${CLIENT} by default` },
  'client-secret': { value: 'TEXT', doc: 'its secret, to have the same at every start; made up by default' },
  'webhook-secret': { value: 'TEXT', doc: "the secret of the endpoint's signatures; made up by default" },
  'strict-version': { doc: 'the version header may nowhere be left out' },
  webhook: { value: 'URL', doc: 'an endpoint for every event' },
  duplicates: { value: 'N', doc: 'sends every event N more times after it is delivered' },
  reorder: { doc: 'sends events in pairs, the later one first' },
  'test-events': { doc: 'sends a test event of each type at startup' },
  quiet: { doc: 'no line for each request and delivery' },
  help: { short: 'h', doc: 'print this' },
} as const satisfies Readonly<Record<string, OptionSpec>>

const URL_OF = { value: 'URL', doc: `the sandbox; ${SANDBOX_URL} by default` } as const

export const TRIGGER_OPTIONS = {
  data: { value: 'JSON', doc: 'an object whose fields stand in the place of those of the test event' },
  url: URL_OF,
  help: { short: 'h', doc: 'print this' },
} as const satisfies Readonly<Record<string, OptionSpec>>

export const LISTEN_OPTIONS = {
  'forward-to': {
    value: 'URL',
    doc: "where each delivery is sent on to, as it came; your answer is the sandbox's",
  },
  events: { value: 'NAME,...', doc: 'the event types; all by default' },
  'webhook-secret': { value: 'TEXT', doc: 'the secret of the signatures; made up and printed by default' },
  url: URL_OF,
  help: { short: 'h', doc: 'print this' },
} as const satisfies Readonly<Record<string, OptionSpec>>

export const CONFORMANCE_NOTES = `Credentials come from the environment: TAXTALLY_CLIENT_ID, TAXTALLY_CLIENT_SECRET and TAXTALLY_ACCESS_TOKEN; what needs
one that is not there is not run. A sandbox needs the first two, and has controls that some sentences need.
Exit code 4: a sentence does not hold.
`

export const CONFORMANCE_OPTIONS = {
  url: { value: 'URL', doc: 'the base URL, of a sandbox or of the service itself' },
  destructive: {
    doc: 'also what removes, ends or begins something: disconnecting, clearing records, links, forms',
  },
  all: { doc: 'prints the sentences that hold and those that no request shows, too' },
  json: { doc: 'prints every sentence as a line of JSON' },
  help: { short: 'h', doc: 'print this' },
} as const satisfies Readonly<Record<string, OptionSpec>>

/** How many taxpayers are asked for at a time unless an option says otherwise. */
export const COLLECT_JOBS = 4

export const COLLECT_NOTES = `The credentials stand in the environment: TAXTALLY_CLIENT_ID and TAXTALLY_CLIENT_SECRET.
Run it again to go on: a last line that was cut off is mended. A taxpayer whose records are not parsed yet is not
written. Messages name taxpayers by their place in the list. Exit codes: 0 done, 1 internal error, 2 wrong usage, 3 a
taxpayer could not be collected or FILE could not be written (everything good was still written).
`

export const COLLECT_OPTIONS = {
  url: { value: 'URL', doc: "the service's base URL: https, or http to this machine" },
  out: {
    value: 'FILE',
    doc: 'where the dossiers go, as NDJSON; who is in it already is not asked for again',
  },
  taxpayer: { multiple: true, value: 'ID...', doc: 'the taxpayers' },
  taxpayers: { value: 'LIST', doc: 'a file of taxpayer ids, one a line; - is standard input' },
  refresh: { doc: 'refreshes the records of each taxpayer first' },
  wait: { doc: 'waits, a quarter of an hour for each at most, until parsing has finished' },
  jobs: { value: 'N', doc: `taxpayers at a time; ${COLLECT_JOBS} by default` },
  quiet: { doc: 'print only what went wrong on standard error' },
  help: { short: 'h', doc: 'print this' },
} as const satisfies Readonly<Record<string, OptionSpec>>
