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
  url: { type: 'string', value: 'URL', doc: "the service's base URL: https, or http to this machine" },
  out: {
    type: 'string',
    value: 'FILE',
    doc: 'where the dossiers go, as NDJSON; who is in it already is not asked for again',
  },
  taxpayer: { type: 'string', multiple: true, value: 'ID...', doc: 'the taxpayers' },
  taxpayers: {
    type: 'string',
    value: 'LIST',
    doc: 'a file of taxpayer ids, one a line; - is standard input',
  },
  refresh: { type: 'boolean', doc: 'refreshes the records of each taxpayer first' },
  wait: {
    type: 'boolean',
    doc: 'waits, a quarter of an hour for each at most, until parsing has finished',
  },
  jobs: { type: 'string', value: 'N', doc: `taxpayers at a time; ${COLLECT_JOBS} by default` },
  quiet: { type: 'boolean', doc: 'print only what went wrong on standard error' },
  help: { type: 'boolean', short: 'h', doc: 'print this' },
} as const satisfies Readonly<Record<string, OptionSpec>>
