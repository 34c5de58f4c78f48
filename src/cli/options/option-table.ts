import { DEFAULT_FORMAT, FORMATS } from '../../files/formats/names.js'

/** The formats of reports. The first one is the default. */
export const REPORT_FORMATS = ['html', 'xlsx'] as const

export type ReportFormat = (typeof REPORT_FORMATS)[number]

/** An option of a command. `value` is the placeholder for its argument in the help. Without `value` it is a switch. */
export interface OptionSpec {
  readonly multiple?: true
  readonly short?: string
  readonly value?: string
  /** True if the value is the path of a file or folder. Shells then complete it. */
  readonly isFile?: true
  readonly doc: string
}

/** The options of commands that read inputs. An option that no command lists as its own is common to all of them. */
export const OPTIONS = {
  out: {
    short: 'o',
    value: 'PATH',
    isFile: true,
    doc: 'convert and report: the output folder; merge: the output file of dossiers',
  },
  format: {
    value: 'NAME,...',
    doc: `convert: ${FORMATS.join(', ')}; report: ${REPORT_FORMATS.join(', ')}; separate several with commas; ${DEFAULT_FORMAT} and ${REPORT_FORMATS[0]} by default; parquet needs npm install hyparquet-writer, xlsx needs npm install hucre`,
  },
  tables: {
    value: 'NAME,...',
    doc: 'which tables to write, or all; by default all except figure_flags, traces and the wide ones',
  },
  parts: { value: 'SIZE', doc: 'write each table as a folder of files, one per SIZE of input, such as 256MB' },
  shard: { value: 'K/N', doc: 'only the taxpayers of part K of N, chosen by a hash of their ids' },
  json: { short: 'j', doc: 'write JSON, one object per line' },
  taxpayer: { value: 'ID', doc: 'only the taxpayer with this id' },
  year: { value: 'Y', doc: 'the same as --as-of-year' },
  figure: { value: 'NAME', doc: 'this figure only' },
  figures: { doc: 'list the names that --figure takes, with their meaning' },
  'loan-number': { value: 'TEXT', doc: 'the loan number, which each page and workbook contains' },
  'prepared-by': { value: 'TEXT', doc: 'who prepared the report, which each page and workbook contains' },
  from: { value: 'fdx', doc: 'INPUT contains tax forms of the Financial Data Exchange, not records' },
  'records-at': { value: 'PATH', doc: 'where the records are in INPUT, as a JSON pointer, such as /data' },
  'taxpayer-id': { value: 'ID', doc: 'taxpayer id for records that have none' },
  policy: {
    multiple: true,
    value: 'NAME|FILE',
    isFile: true,
    doc: 'underwriting policy, repeatable; fannie-2026-08 by default',
  },
  'as-of-year': { value: 'Y', doc: 'the year to underwrite for' },
  'known-facts': {
    value: 'FILE',
    isFile: true,
    doc: 'NDJSON file of facts you supply (debts, continuance, plan), one taxpayer per line',
  },
  stated: {
    value: 'FILE',
    isFile: true,
    doc: 'what loan applications state, to compare with the documents: NDJSON, one taxpayer per line, or a MISMO 3.4 loan file (XML), which needs --taxpayer-id',
  },
  strict: { doc: 'reject any record with a coercion or an error' },
  'fail-on': {
    multiple: true,
    value: 'WORD,...',
    doc: 'exit with code 4 if there are such issues: error, warning (or worse), or issue codes',
  },
  identifiers: { value: 'MODE', doc: 'how to write identifiers of people: last4, full or pseudonym; last4 by default' },
  'pseudonym-key-file': {
    value: 'PATH',
    isFile: true,
    doc: 'file with the key for pseudonyms, at least 32 bytes; or set TAXTALLY_PSEUDONYM_KEY',
  },
  'raw-text': { doc: 'do not escape CSV cells that look like formulas' },
  'allow-empty': { doc: 'accept inputs without records, and write empty outputs' },
  'no-rejected': { doc: 'do not keep rejected input' },
  'max-value-bytes': { value: 'N', doc: 'the largest JSON value in bytes; 268435456 by default' },
  'max-value-entries': { value: 'N', doc: 'the maximum number of entries in one JSON value; 1000000 by default' },
  'max-taxpayer-documents': { value: 'N', doc: 'the maximum number of documents per taxpayer; 250000 by default' },
  'max-value-issues': {
    value: 'N',
    doc: 'issues listed per code and taxpayer, before similar ones are only counted; 10000 by default',
  },
  'max-source-issues': { value: 'N', doc: 'issues that convert and validate list per input; 100000 by default' },
  'max-unpacked-bytes': {
    value: 'N',
    doc: 'the most bytes that a compressed file may unpack to; 100 times its size by default, but at least 1000000000',
  },
  jobs: { value: 'N', doc: 'convert: number of threads; 1 by default. The output is the same' },
  quiet: { short: 'q', doc: 'print only problems on standard error' },
  'no-color': { doc: 'no colors and styles on a terminal; NO_COLOR and FORCE_COLOR are also read' },
  help: { short: 'h', doc: 'print this' },
  version: { short: 'V', doc: 'print the version' },
} as const satisfies Readonly<Record<string, OptionSpec>>

export type OptionName = keyof typeof OPTIONS

/** The defaults of the sandbox's options. */
export const DEFAULT_PORT = 8821
export const DEFAULT_REDIRECT_URI = 'http://localhost:3000/callback'
export const DEFAULT_PEOPLE_COUNT = 8
export const DEFAULT_SEED = 1
export const DEFAULT_CLIENT_ID = 'sandbox-client'
export const SANDBOX_URL = `http://localhost:${DEFAULT_PORT}`

/** What the help of the sandbox says about parts that the API document does not show. */
export const SANDBOX_NOTES =
  'The API document does not show the connect page, its parameters and messages, error codes, or how long a delivery may take. The sandbox makes them up, so expect others from the service. The default people follow the types of the API document. The file of --state contains secrets and tax records. Exit codes: 0 interrupted, 2 wrong usage, 3 the port or a file cannot be used.'

export const SANDBOX_OPTIONS = {
  port: { value: 'N', doc: `the port; ${DEFAULT_PORT} by default, 0 picks a free one` },
  data: {
    multiple: true,
    value: 'FILE...',
    isFile: true,
    doc: 'people from dossier files, instead of the built-in ones',
  },
  people: { value: 'N', doc: `how many made-up people to add; ${DEFAULT_PEOPLE_COUNT} by default, 0 with --data` },
  seed: {
    value: 'N',
    doc: `the seed for made-up people; the same seed makes the same people; ${DEFAULT_SEED} by default`,
  },
  quirks: { doc: 'give the made-up people quirks of real records: amounts as text, other keys and dates, duplicates' },
  redirect: {
    multiple: true,
    value: 'URL',
    doc: `a registered redirect address, repeatable; ${DEFAULT_REDIRECT_URI} by default`,
  },
  host: {
    value: 'HOST,...',
    doc: 'the address to listen on, and the names by which others reach it; only this machine by default',
  },
  'allow-private-webhooks': { doc: 'with --host: also send webhooks to this machine and to private networks' },
  state: {
    value: 'FILE',
    isFile: true,
    doc: 'continue with the state in FILE (mode 600), and keep it there; only in memory by default',
  },
  'client-id': { value: 'ID', doc: `the application's id; ${DEFAULT_CLIENT_ID} by default` },
  'client-secret': {
    value: 'TEXT',
    doc: "the application's secret, to keep it the same at every start; random by default",
  },
  'webhook-secret': { value: 'TEXT', doc: 'the secret for signatures; random by default' },
  'strict-version': { doc: 'require the version header in every request' },
  webhook: { value: 'URL', doc: 'an endpoint that receives every event' },
  duplicates: { value: 'N', doc: 'send every event N more times after it is delivered' },
  reorder: { doc: 'send events in pairs, the later one first' },
  'test-events': { doc: 'send a test event of each type at startup' },
  quiet: { short: 'q', doc: 'do not print a line per request and delivery' },
  json: { short: 'j', doc: 'print an object with the addresses and secrets, and then one per request and delivery' },
  help: { short: 'h', doc: 'print this' },
} as const satisfies Readonly<Record<string, OptionSpec>>

const SANDBOX_URL_OPTION = { value: 'URL', doc: `the sandbox; ${SANDBOX_URL} by default` } as const

export const TRIGGER_OPTIONS = {
  data: { value: 'JSON', doc: 'an object whose fields replace those of the test event' },
  url: SANDBOX_URL_OPTION,
  json: { short: 'j', doc: 'print the event and the number of endpoints as JSON' },
  help: { short: 'h', doc: 'print this' },
} as const satisfies Readonly<Record<string, OptionSpec>>

export const LISTEN_OPTIONS = {
  'forward-to': {
    value: 'URL',
    doc: 'where to forward each delivery unchanged; your response goes back to the sandbox',
  },
  events: { value: 'NAME,...', doc: 'the event types; all by default' },
  'webhook-secret': { value: 'TEXT', doc: 'the secret for signatures; random and printed by default' },
  url: SANDBOX_URL_OPTION,
  json: { short: 'j', doc: 'print an object with the secret, and then one per delivery' },
  help: { short: 'h', doc: 'print this' },
} as const satisfies Readonly<Record<string, OptionSpec>>

export const COMPLETION_NOTES =
  'To load the script in every session, add source <(taxtally completion bash) to ~/.bashrc, the same with zsh to ~/.zshrc after compinit, or save the script for fish as ~/.config/fish/completions/taxtally.fish.'

export const CONFORMANCE_NOTES = `Credentials come from the environment: TAXTALLY_CLIENT_ID, TAXTALLY_CLIENT_SECRET and TAXTALLY_ACCESS_TOKEN; a check whose credential is missing is not run. A sandbox needs the first two, and has controls that some checks need. If it listens on other addresses, it needs its control token: TAXTALLY_CONTROL_TOKEN. Exit codes: 2 wrong usage or no credentials, 4 a check failed.`

export const CONFORMANCE_OPTIONS = {
  url: { value: 'URL', doc: 'the base URL, of a sandbox or of the service itself' },
  destructive: { doc: 'also run checks that change something: disconnecting, clearing records, links, forms' },
  all: { doc: 'also print the statements that hold and those that no request can check' },
  json: { short: 'j', doc: 'print every statement as a line of JSON' },
  help: { short: 'h', doc: 'print this' },
} as const satisfies Readonly<Record<string, OptionSpec>>

/** The default number of taxpayers that are collected concurrently. */
export const DEFAULT_TAXPAYER_JOBS = 4

const CREDENTIALS_NOTE = 'The credentials come from the environment: TAXTALLY_CLIENT_ID and TAXTALLY_CLIENT_SECRET. '

export const COLLECT_NOTES = `${CREDENTIALS_NOTE}Run it again to continue: a last line that was cut off is repaired. A taxpayer whose records are not parsed yet is not written. A taxpayer whose status is REJECTED is written, and requested again by the next run. Messages name taxpayers by their position in the list. Exit codes: 0 done, 1 internal error, 2 wrong usage, 3 a taxpayer could not be collected or disconnected, or a file cannot be used (everything usable was still written), 4 a taxpayer is REJECTED.`

const TAXPAYER_OPTIONS = {
  taxpayer: { multiple: true, value: 'ID...', doc: 'the taxpayers' },
  taxpayers: { value: 'LIST', isFile: true, doc: 'a file of taxpayer ids, one per line; - is standard input' },
  tokens: {
    value: 'FILE',
    isFile: true,
    doc: 'a file of access tokens (mode 600); missing tokens are retrieved and added',
  },
} as const

const SERVICE_URL_OPTION = { value: 'URL', doc: "the service's base URL: https, or http to this machine" } as const

const COUNTS_OPTION = { short: 'j', doc: 'print the final counts as JSON on standard output' } as const

export const COLLECT_OPTIONS = {
  url: SERVICE_URL_OPTION,
  out: {
    short: 'o',
    value: 'FILE',
    isFile: true,
    doc: 'the NDJSON file of dossiers; taxpayers that are in it already are skipped',
  },
  ...TAXPAYER_OPTIONS,
  refresh: { doc: 'refresh the records of each taxpayer first' },
  wait: { doc: 'wait until parsing has finished, at most 15 minutes per taxpayer' },
  disconnect: { doc: 'end the access to each taxpayer after its dossier is on disk' },
  jobs: { value: 'N', doc: `taxpayers at a time; ${DEFAULT_TAXPAYER_JOBS} by default` },
  json: COUNTS_OPTION,
  quiet: { short: 'q', doc: 'print only problems on standard error' },
  help: { short: 'h', doc: 'print this' },
} as const satisfies Readonly<Record<string, OptionSpec>>

export const DISCONNECT_NOTES = `${CREDENTIALS_NOTE}A taxpayer that FILE of --tokens lists as disconnected is skipped. Messages name taxpayers by their position in the list. Exit codes: 0 done, 1 internal error, 2 wrong usage, 3 a taxpayer could not be disconnected, or FILE cannot be used.`

export const DISCONNECT_OPTIONS = {
  url: SERVICE_URL_OPTION,
  ...TAXPAYER_OPTIONS,
  json: COUNTS_OPTION,
  quiet: { short: 'q', doc: 'print only problems on standard error' },
  help: { short: 'h', doc: 'print this' },
} as const satisfies Readonly<Record<string, OptionSpec>>
