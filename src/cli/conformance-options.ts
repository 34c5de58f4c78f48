import type { OptionSpec } from './option-table.js'

/** What help says behind the options of `taxtally conformance`. */
export const CONFORMANCE_NOTES = `Credentials come from the environment: TAXTALLY_CLIENT_ID, TAXTALLY_CLIENT_SECRET and TAXTALLY_ACCESS_TOKEN; what needs
one that is not there is not run. A sandbox needs the first two, and has controls that some sentences need.
Exit code 4: a sentence does not hold.
`

/** The options of `taxtally conformance`. */
export const CONFORMANCE_OPTIONS = {
  url: { value: 'URL', doc: 'the base URL, of a sandbox or of the service itself' },
  destructive: {
    doc: 'also what removes, ends or begins something: disconnecting, clearing records, links, forms',
  },
  all: { doc: 'prints the sentences that hold and those that no request shows, too' },
  json: { doc: 'prints every sentence as a line of JSON' },
  help: { short: 'h', doc: 'print this' },
} as const satisfies Readonly<Record<string, OptionSpec>>
