import type { Timing } from '../../src/service/client/index.js'
import {
  AccessToken,
  ClientCredentials,
  type ClientOptions,
  createClient,
} from '../../src/service/client/index.js'

export const BASE = 'https://service.test/v'
export const CLIENT_ID = 'CANARY-client-id'
export const CLIENT_SECRET = 'CANARY-client-secret'
export const TOKEN = 'CANARY-access-token'
export const CODE = 'CANARY-code'

/** A clock that stands still until somebody sleeps or advances it; deadlines fire as it passes them. */
class FakeClock implements Timing {
  time = Date.parse('2024-06-01T00:00:00Z')
  readonly sleeps: number[] = []
  #timers: { at: number; run: () => void }[] = []

  now = () => this.time

  chance = 0.5

  random = () => this.chance

  sleep = async (ms: number, _signal: AbortSignal) => {
    this.sleeps.push(ms)
    this.advance(ms)
  }

  after = (ms: number, run: () => void) => {
    const timer = { at: this.time + ms, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter(each => each !== timer)
    }
  }

  advance(ms: number) {
    this.time += ms
    for (const timer of this.#timers.filter(each => each.at <= this.time)) {
      this.#timers = this.#timers.filter(each => each !== timer)
      timer.run()
    }
  }

  get pending() {
    return this.#timers.length
  }
}

/** A request as the fake service saw it. */
interface Seen {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly init: RequestInit
}

type Answer = Response | Error | (() => Response | Promise<Response>)

/** A client in front of answers that are given one after the other; the last one is given for ever. */
export function fakeService(answers: readonly Answer[], options: Partial<ClientOptions> = {}) {
  const seen: Seen[] = []
  const clock = new FakeClock()
  const client = createClient({
    baseUrl: BASE,
    credentials: new ClientCredentials(CLIENT_ID, CLIENT_SECRET),
    timing: clock,
    async fetch(address, init) {
      const answer = answers[Math.min(seen.length, answers.length - 1)]
      seen.push({
        method: init.method ?? 'GET',
        path: address.slice(BASE.length),
        headers: new Headers(init.headers),
        init,
      })
      if (answer instanceof Error) throw answer
      return typeof answer === 'function' ? answer() : (answer as Response).clone()
    },
    ...options,
  })
  return { client, clock, seen, token: new AccessToken(TOKEN) }
}

export const json = (value: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json', ...headers } })

/** The error that a call ends with; a call that ends well is a failure of the test. */
export async function errorOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call
  } catch (error) {
    return error
  }
  throw new Error('the call was expected to fail')
}

export const GRANT = { taxpayer_id: 't-1', provider_id: 'irs', access_token: 'CANARY-new-token' }
export const TAXPAYER = { id: 't-1', name: 'Pat', status: 'COMPLETED', provider_id: 'irs' }
export const RECORD = { id: 'r-1', tax_year: '2023', provider_id: 'irs', forms: [{ form_w2: [{}] }] }
export const JOB = { jobId: 'j-1', taxpayerId: 't-1', name: 'Pat' }

type Service = ReturnType<typeof fakeService>

/** Every operation: how it is called, a right answer, and what must be sent. */
export const CALLS: {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly auth: 'none' | 'client' | 'token'
  readonly answer: unknown
  readonly sent?: unknown
  readonly run: (service: Service) => Promise<unknown>
}[] = [
  {
    name: 'exchangeCode',
    method: 'POST',
    path: '/auth/token',
    auth: 'none',
    answer: GRANT,
    sent: { client_id: CLIENT_ID, client_secret: CLIENT_SECRET, code: CODE },
    run: ({ client }) => client.exchangeCode({ code: CODE }),
  },
  {
    name: 'retrieveToken',
    method: 'GET',
    path: '/auth/tax-payer/t-1/token',
    auth: 'client',
    answer: { ...GRANT, name: 'Pat', metadata: {}, created_at: '2024-01-01', status: 'AUTHORIZED' },
    run: ({ client }) => client.retrieveToken('t-1'),
  },
  {
    name: 'introspect',
    method: 'GET',
    path: '/introspect',
    auth: 'token',
    answer: { taxpayer_id: 't-1', client_id: 'c', name: 'Pat', provider_id: 'irs-tax-pro' },
    run: ({ client, token }) => client.introspect(token),
  },
  {
    name: 'disconnect',
    method: 'POST',
    path: '/disconnect',
    auth: 'token',
    answer: { status: 'success' },
    run: ({ client, token }) => client.disconnect(token),
  },
  {
    name: 'listProviders',
    method: 'GET',
    path: '/providers',
    auth: 'token',
    answer: [{ anything: true }],
    run: ({ client, token }) => client.listProviders(token),
  },
  {
    name: 'getTaxpayer',
    method: 'GET',
    path: '/tax-payer',
    auth: 'token',
    answer: TAXPAYER,
    run: ({ client, token }) => client.getTaxpayer(token),
  },
  {
    name: 'startRefresh',
    method: 'POST',
    path: '/tax-payer/t%2F1/refresh',
    auth: 'token',
    answer: JOB,
    run: ({ client, token }) => client.startRefresh(token, 't/1'),
  },
  {
    name: 'getRefresh',
    method: 'GET',
    path: '/tax-payer/t-1/refresh/j-1',
    auth: 'token',
    answer: { ...JOB, status: 'processing' },
    run: ({ client, token }) => client.getRefresh(token, { taxpayerId: 't-1', jobId: 'j-1' }),
  },
  {
    name: 'clearRecords',
    method: 'POST',
    path: '/tax-payer/clear-records',
    auth: 'token',
    answer: { status: 'success' },
    run: ({ client, token }) => client.clearRecords(token),
  },
  {
    name: 'listRecords',
    method: 'GET',
    path: '/records',
    auth: 'token',
    answer: [RECORD],
    run: ({ client, token }) => client.listRecords(token),
  },
  {
    name: 'getRecord',
    method: 'GET',
    path: '/records/r-1',
    auth: 'token',
    answer: { anything: 1 },
    run: ({ client, token }) => client.getRecord(token, 'r-1'),
  },
  {
    name: 'createClientLink',
    method: 'POST',
    path: '/client-links',
    auth: 'client',
    answer: { url: 'https://link.test/CANARY-link', id: 'l-1' },
    sent: { metadata: { ref: 'CANARY-ref' }, settings: { transcripts: { W2: ['2023'] } } },
    run: ({ client }) =>
      client.createClientLink({
        metadata: { ref: 'CANARY-ref' },
        settings: { transcripts: { W2: ['2023'] } },
      }),
  },
  {
    name: 'createUnsignedForm',
    method: 'POST',
    path: '/providers/irs/f8821/unsigned',
    auth: 'client',
    answer: { documentId: 'd-1', file: btoa('%PDF-1.7 form') },
    sent: { personalInfo: { firstName: 'CANARY-first', ssn: '123-45-6789' } },
    run: ({ client }) =>
      client.createUnsignedForm({ personalInfo: { firstName: 'CANARY-first', ssn: '123-45-6789' } }),
  },
  {
    name: 'uploadSignedForm',
    method: 'POST',
    path: '/providers/irs/f8821/upload/d-1',
    auth: 'client',
    answer: GRANT,
    run: ({ client }) => client.uploadSignedForm('d-1', new TextEncoder().encode('%PDF-1.7 signed')),
  },
]
