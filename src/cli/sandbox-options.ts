import type { OptionSpec } from './option-table.js'

/** What the sandbox takes, and where it runs, unless options say otherwise. */
export const PORT = 8821
export const REDIRECT = 'http://localhost:3000/callback'
export const PEOPLE = 8
export const SEED = 1
export const CLIENT = 'sandbox-client'
export const SANDBOX_URL = `http://localhost:${PORT}`

/** The options of `taxtally sandbox`. */
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

/** The options of `taxtally trigger`. */
export const TRIGGER_OPTIONS = {
  data: { value: 'JSON', doc: 'an object whose fields stand in the place of those of the test event' },
  url: URL_OF,
  help: { short: 'h', doc: 'print this' },
} as const satisfies Readonly<Record<string, OptionSpec>>

/** The options of `taxtally listen`. */
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
