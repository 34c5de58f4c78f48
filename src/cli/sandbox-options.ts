import type { OptionSpec } from './option-table.js'

/** What the sandbox takes unless options say otherwise. */
export const PORT = 8821
export const REDIRECT = 'http://localhost:3000/callback'
export const PEOPLE = 8
export const SEED = 1

/** The options of `taxtally sandbox`. */
export const SANDBOX_OPTIONS = {
  port: { type: 'string', value: 'N', doc: `the port; ${PORT} by default, 0 picks a free one` },
  data: {
    type: 'string',
    multiple: true,
    value: 'FILE...',
    doc: 'people from dossier files, instead of those that come with the package',
  },
  people: {
    type: 'string',
    value: 'N',
    doc: `how many made-up people to add; ${PEOPLE} by default, 0 with --data`,
  },
  seed: {
    type: 'string',
    value: 'N',
    doc: `the seed for made-up people; the same seed makes the same people; ${SEED} by default`,
  },
  redirect: {
    type: 'string',
    multiple: true,
    value: 'URL',
    doc: `a registered redirect address, repeatable; ${REDIRECT} by default`,
  },
  webhook: { type: 'string', value: 'URL', doc: 'an endpoint for every event' },
  duplicates: { type: 'string', value: 'N', doc: 'sends every event N more times after it is delivered' },
  reorder: { type: 'boolean', doc: 'sends events in pairs, the later one first' },
  'test-events': { type: 'boolean', doc: 'sends a test event of each type at startup' },
  help: { type: 'boolean', short: 'h', doc: 'print this' },
} as const satisfies Readonly<Record<string, OptionSpec>>
