import type { Shape } from '../../src/model/shape.js'
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

/** Makes a call in front of answers; gives what it ends with, and what was sent and waited for on the way. */
export async function outcomeOf(
  answers: readonly Answer[],
  call: (service: Service) => Promise<unknown>,
  options: Partial<ClientOptions> = {},
) {
  const service = fakeService(answers, options)
  const { clock, seen } = service
  const started = clock.time
  const [result, error] = await call(service).then(
    value => [value, null],
    fault => [null, fault],
  )
  const sent = seen.map(({ method, path }) => `${method} ${path}`)
  return { result, error, sent, sleeps: clock.sleeps, elapsed: clock.time - started, pending: clock.pending }
}

/** An operation: how it is called, a right answer, and what must be sent. */
const operation = (
  name: string,
  route: string,
  auth: 'none' | 'client' | 'token',
  answer: unknown,
  run: (service: Service) => Promise<unknown>,
  sent?: unknown,
) => {
  const [method = '', path = ''] = route.split(' ')
  return { name, method, path, auth, answer, run, sent }
}

const DONE = { status: 'success' }
const KNOWN = { taxpayer_id: 't-1', client_id: 'c', name: 'Pat', provider_id: 'irs-tax-pro' }
const RETRIEVED = { ...GRANT, name: 'Pat', metadata: {}, created_at: '2024-01-01', status: 'AUTHORIZED' }
const CREDENTIALS = { client_id: CLIENT_ID, client_secret: CLIENT_SECRET }
const LINK = { metadata: { ref: 'CANARY-ref' }, settings: { transcripts: { W2: ['2023'] } } }
const PERSON = { personalInfo: { firstName: 'CANARY-first', ssn: '123-45-6789' } }
const PDF = new TextEncoder().encode('%PDF-1.7 signed')
const REFRESH = { taxpayerId: 't-1', jobId: 'j-1' }
const FILE = { documentId: 'd-1', file: btoa('%PDF-1.7 form') }
const UNSIGNED = 'POST /providers/irs/f8821/unsigned'
const UPLOAD = 'POST /providers/irs/f8821/upload/d-1'

/** Every operation. */
export const CALLS = [
  operation(
    'exchangeCode',
    'POST /auth/token',
    'none',
    GRANT,
    ({ client }) => client.exchangeCode({ code: CODE }),
    { ...CREDENTIALS, code: CODE },
  ),
  operation('retrieveToken', 'GET /auth/tax-payer/t-1/token', 'client', RETRIEVED, ({ client }) =>
    client.retrieveToken('t-1'),
  ),
  operation('introspect', 'GET /introspect', 'token', KNOWN, ({ client, token }) => client.introspect(token)),
  operation('disconnect', 'POST /disconnect', 'token', DONE, ({ client, token }) => client.disconnect(token)),
  operation('listProviders', 'GET /providers', 'token', [{ anything: true }], ({ client, token }) =>
    client.listProviders(token),
  ),
  operation('getTaxpayer', 'GET /tax-payer', 'token', TAXPAYER, ({ client, token }) =>
    client.getTaxpayer(token),
  ),
  operation('startRefresh', 'POST /tax-payer/t%2F1/refresh', 'token', JOB, ({ client, token }) =>
    client.startRefresh(token, 't/1'),
  ),
  operation(
    'getRefresh',
    'GET /tax-payer/t-1/refresh/j-1',
    'token',
    { ...JOB, status: 'processing' },
    ({ client, token }) => client.getRefresh(token, REFRESH),
  ),
  operation('clearRecords', 'POST /tax-payer/clear-records', 'token', DONE, ({ client, token }) =>
    client.clearRecords(token),
  ),
  operation('listRecords', 'GET /records', 'token', [RECORD], ({ client, token }) =>
    client.listRecords(token),
  ),
  operation('getRecord', 'GET /records/r-1', 'token', { anything: 1 }, ({ client, token }) =>
    client.getRecord(token, 'r-1'),
  ),
  operation(
    'createClientLink',
    'POST /client-links',
    'client',
    { url: 'https://link.test/CANARY-link', id: 'l-1' },
    ({ client }) => client.createClientLink(LINK),
    LINK,
  ),
  operation(
    'createUnsignedForm',
    UNSIGNED,
    'client',
    FILE,
    ({ client }) => client.createUnsignedForm(PERSON),
    PERSON,
  ),
  operation('uploadSignedForm', UPLOAD, 'client', GRANT, ({ client }) => client.uploadSignedForm('d-1', PDF)),
]

/** A value of every field of a shape, as the interface shows it. */
export const fullOf = ({ fields, objects, lists, passes = [] }: Shape): Record<string, unknown> => ({
  ...Object.fromEntries(
    fields.map(({ key, type, textual }) => [key, type === 'money' && !textual ? 1 : 'text']),
  ),
  ...Object.fromEntries(Object.entries(objects).map(([key, { shape }]) => [key, fullOf(shape)])),
  ...Object.fromEntries(Object.entries(lists).map(([key, { shape }]) => [key, [fullOf(shape)]])),
  ...Object.fromEntries(passes.map(key => [key, {}])),
})
