import type { Check, Need, Sent, Step } from './row.js'

const TOKEN = { access_token: '$text', taxpayer_id: '$text', provider_id: '$provider' }
const JOB = { jobId: '$text', taxpayerId: '{taxpayer}', name: '$text' }
export const SUCCESS = { status: 'success' }
export const ERROR = { message: '$text' }
export const HOUR = 3_600_000

/** A check that leaves everything as it was. */
export const reading = (need: Need | readonly Need[], steps: readonly Step[]): Check => ({
  needs: [need].flat(),
  steps,
})
/** A check that removes, ends or begins something that outlasts it. */
export const changing = (need: Need | readonly Need[], steps: readonly Step[]): Check => ({
  ...reading(need, steps),
  changes: true,
})
export const read = (path: string, shows: unknown): Check =>
  reading('token', [{ send: `GET ${path}`, as: 'token', shows }])

/** The body of a token exchange. */
export const exchange = (more: object = {}): object => ({
  client_id: '{client_id}',
  client_secret: '{client_secret}',
  code: '{code}',
  ...more,
})
export const authorize = (body: object = {}): Sent => ({
  send: 'POST /_sandbox/authorize',
  body,
  keep: { code: 'json:code' },
})
export const exchanged: Sent = {
  send: 'POST /auth/token',
  body: exchange(),
  shows: TOKEN,
  keep: { token: 'json:access_token', taxpayer: 'json:taxpayer_id' },
}
export const refused = (gives: number, body: object): Sent => ({ send: 'POST /auth/token', body, gives })

/** A visit to a hosted page, from its address to its end. */
export const visit = (address: string, outcome: string, last: Partial<Sent> = {}): readonly Sent[] => {
  const step = (form: Readonly<Record<string, string>>, more: Partial<Sent> = {}): Sent => ({
    send: 'POST {visit}',
    form,
    gives: 303,
    ...more,
  })
  return [
    { send: `GET ${address}`, version: null, gives: 303, keep: { visit: 'header:location' } },
    step({ action: 'select', provider_id: 'irs', person: '0' }),
    step({ action: 'consent' }),
    step({ action: 'connect', outcome }, { gives: 200, ...last }),
  ]
}
const REDIRECT = '/connect?client_id={client_id}&redirect_uri={redirect:url}&state=s-1'
export const EMBEDDED = '/connect?client_id={client_id}&origin={origin:url}'
export const embedded = (outcome: string): readonly Sent[] => visit(EMBEDDED, outcome)
export const redirected = visit(REDIRECT, 'connected', {
  gives: 303,
  has: { location: '[?&]code=' },
  keep: { code: 'query:code' },
})
export const createLink: Sent = {
  send: 'POST /client-links',
  as: 'client',
  body: { metadata: { loan: 'A-17' } },
  shows: { url: '$text', id: '$text' },
  keep: { link: 'json:url' },
}
const PERSON = {
  personalInfo: { firstName: 'Test', lastName: 'Taxpayer', ssn: '900-11-4471' },
  address: { street: '1 Test Street', city: 'Marlow', state: 'OH', zip: '43990' },
}
export const unsigned = (more: object = {}): Sent => ({
  send: 'POST /providers/irs/f8821/unsigned',
  as: 'client',
  body: { ...PERSON, ...more },
  has: { 'content-type': 'application/pdf' },
  keep: { document: 'header:x-document-id', pdf: 'body' },
})
export const upload: Sent = {
  send: 'POST /providers/irs/f8821/upload/{document}',
  as: 'client',
  file: 'pdf',
  shows: TOKEN,
  keep: { token: 'json:access_token' },
}
export const makesForm = (more: object = {}): Check => changing('client', [unsigned(more)])

/** A check with an endpoint of its own. */
export const hooked = (steps: readonly Step[], hook: Check['hook'] = {}): Check => ({
  ...changing('sandbox', steps),
  hook,
})
export const CONNECTED = [authorize({ provider_id: 'irs' }), exchanged]
export const OF_TAXPAYER = {
  taxpayer_id: '$text',
  provider_id: 'irs',
  created_at: '$time',
  updated_at: '$time',
}
export const OF_LINK = { created_at: '$time', updated_at: '$time' }
export const STATUS = 'taxpayer.status_changed'
export const status = (word: string): Step => ({
  delivered: STATUS,
  data: { ...OF_TAXPAYER, status: word, status_description: '$text' },
})
/** A type that nothing but a test event announces while the check runs. */
export const TEST_EVENT = 'client_link.failed'
export const trigger = (event: string): Sent => ({ send: 'POST /_sandbox/events', body: { event } })
export const came = (times: number): Step => ({ delivered: TEST_EVENT, times })

/** A check of the delivery of one test event. */
export const tested = (steps: readonly Step[], answers: readonly number[] = []): Check =>
  hooked([trigger(TEST_EVENT), ...steps], { events: [TEST_EVENT], answers })

export const optionalVersion = (send: string, as: 'client' | 'token' = 'token'): Sent => ({
  send,
  as,
  version: null,
})
export const refusedFor = (sends: readonly string[], as?: 'client' | 'token'): readonly Sent[] =>
  sends.map(send => ({ send, as, gives: 401 }))

export const CLIENT_ENDPOINTS = [
  'POST /client-links',
  'POST /providers/irs/f8821/unsigned',
  'POST /providers/irs/f8821/upload/none',
  'GET /auth/tax-payer/none/token',
]
export const TOKEN_ENDPOINTS = [
  'GET /introspect',
  'GET /tax-payer',
  'GET /records',
  'GET /records/none',
  'GET /providers',
  'POST /tax-payer/none/refresh',
  'GET /tax-payer/none/refresh/none',
  'POST /tax-payer/clear-records',
  'POST /disconnect',
]

export const TAXPAYER = {
  id: '{taxpayer}',
  name: '$text',
  provider_id: '$provider',
  created_at: '$time',
  status: '$status',
  metadata: '$object',
}
export const refresh: Sent = {
  send: 'POST /tax-payer/{taxpayer}/refresh',
  as: 'token',
  shows: JOB,
  keep: { job: 'json:jobId' },
}
export const refreshStatus = (word: string): Sent => ({
  send: 'GET /tax-payer/{taxpayer}/refresh/{job}',
  as: 'token',
  shows: { ...JOB, status: word },
})
export const otherProvider: Sent = {
  send: 'POST /auth/token',
  body: exchange(),
  keep: { other: 'json:access_token' },
}
