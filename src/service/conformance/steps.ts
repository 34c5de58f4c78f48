import type { Check, Need, Sent, Step } from './row.js'

export const TOKEN = { access_token: '$text', taxpayer_id: '$text', provider_id: '$provider' }
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

/** A visit to a hosted page, from its address to its end. */
export const visit = (address: string, outcome: string, last: Partial<Sent> = {}): readonly Sent[] => {
  const page = { send: 'POST {visit}', gives: 303 }
  return [
    { send: `GET ${address}`, version: null, gives: 303, keep: { visit: 'header:location' } },
    { ...page, form: { action: 'select', provider_id: 'irs', person: '0' } },
    { ...page, form: { action: 'consent' } },
    { ...page, gives: 200, form: { action: 'connect', outcome }, ...last },
  ]
}
export const EMBEDDED = '/connect?client_id={client_id}&origin={origin:url}'
export const createLink: Sent = {
  send: 'POST /client-links',
  as: 'client',
  body: { metadata: { loan: 'A-17' } },
  shows: { url: '$text', id: '$text' },
  keep: { link: 'json:url' },
}

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
export const STATUS = 'taxpayer.status_changed'
export const status = (word: string): Step => ({
  delivered: STATUS,
  data: { ...OF_TAXPAYER, status: word, status_description: '$text' },
})
export const otherProvider: Sent = {
  send: 'POST /auth/token',
  body: exchange(),
  keep: { other: 'json:access_token' },
}
