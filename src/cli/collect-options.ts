import type { OptionSpec } from './option-table.js'

/** How many taxpayers are asked for at a time unless an option says otherwise. */
export const COLLECT_JOBS = 4

/** What help says behind the options of `taxtally collect`. */
export const COLLECT_NOTES = `The credentials stand in the environment: TAXTALLY_CLIENT_ID and TAXTALLY_CLIENT_SECRET.
Run it again to go on: a last line that was cut off is mended. A taxpayer whose records are not parsed yet is not
written. Messages name taxpayers by their place in the list. Exit codes: 0 done, 1 internal error, 2 wrong usage, 3 a
taxpayer could not be collected or FILE could not be written (everything good was still written).
`

/** The options of `taxtally collect`. */
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
