import type { Shape } from '../../src/schema/record.js'
import {
  AccessToken,
  ClientCredentials,
  type ClientOptions,
  createClient,
  type OperationName,
  type Timing,
} from '../../src/service/client/index.js'
import type { OperationOptions } from '../../src/service/client/service-client.js'

export const SERVICE_URL = 'https://service.test/v'
export const CLIENT_ID = 'CANARY-client-id'
export const CLIENT_SECRET = 'CANARY-client-secret'
export const TOKEN = 'CANARY-access-token'
export const AUTHORIZATION_CODE = 'CANARY-code'

/** A clock that advances only if `sleep` or `advance` is called, and then runs the timers that are due. */
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
      this.#timers = this.#timers.filter(pending => pending !== timer)
    }
  }

  /** Advances the clock after all queued tasks have run, and then waits for the tasks that this causes. */
  async pass(ms: number) {
    await settle()
    this.advance(ms)
    await settle()
  }

  advance(ms: number) {
    this.time += ms
    for (const timer of this.#timers.filter(dueTimer => dueTimer.at <= this.time)) {
      this.#timers = this.#timers.filter(pending => pending !== timer)
      timer.run()
    }
  }

  get pending() {
    return this.#timers.length
  }
}

/** A request that the fake service received. */
interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly init: RequestInit
}

type FakeResponse = Response | Error | (() => Response | Promise<Response>)

/** Creates a client whose service sends the responses in order and then repeats the last one. */
export function makeFakeService(responses: readonly FakeResponse[], options: Partial<ClientOptions> = {}) {
  const seen: SeenRequest[] = []
  const clock = new FakeClock()
  const client = createClient({
    baseUrl: SERVICE_URL,
    credentials: new ClientCredentials(CLIENT_ID, CLIENT_SECRET),
    timing: clock,
    async fetch(address, init) {
      const response = responses[Math.min(seen.length, responses.length - 1)]
      seen.push({
        method: init.method ?? 'GET',
        path: address.slice(SERVICE_URL.length),
        headers: new Headers(init.headers),
        init,
      })
      if (response instanceof Error) throw response
      return typeof response === 'function' ? response() : (response as Response).clone()
    },
    ...options,
  })
  return { client, clock, seen, token: new AccessToken(TOKEN) }
}

export const toJsonResponse = (value: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json', ...headers } })

/** Returns a response that never arrives. */
export const neverRespond = () => new Promise<Response>(() => {})

/** Waits until all tasks that are already queued in the event loop have run. */
export const settle = () => new Promise(resolve => setTimeout(resolve, 5))

/** Returns the error that a call rejects with. Fails the test if the call succeeds. */
export async function catchError(call: Promise<unknown>): Promise<unknown> {
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

type Service = ReturnType<typeof makeFakeService>

/** The simplest call that needs a token and returns an object. */
export const getTaxpayer = ({ client, token }: Service) => client.getTaxpayer(token)

/** Makes a call to a service with these responses. Returns the result or error, the requests and the waits in ms. */
export async function runCall(
  responses: readonly FakeResponse[],
  call: (service: Service) => Promise<unknown>,
  options: Partial<ClientOptions> = {},
) {
  const service = makeFakeService(responses, options)
  const { clock, seen } = service
  const started = clock.time
  const [result, error] = await call(service).then(
    value => [value, null],
    fault => [null, fault],
  )
  const sent = seen.map(({ method, path }) => `${method} ${path}`)
  return { result, error, sent, sleeps: clock.sleeps, elapsed: clock.time - started, pending: clock.pending }
}

const SUCCESS_BODY = { status: 'success' }
const INTROSPECTION_BODY = { taxpayer_id: 't-1', client_id: 'c', name: 'Pat', provider_id: 'irs-tax-pro' }
const TOKEN_BODY = { ...GRANT, name: 'Pat', metadata: {}, created_at: '2024-01-01', status: 'AUTHORIZED' }
const TOKEN_EXCHANGE_BODY = { client_id: CLIENT_ID, client_secret: CLIENT_SECRET, code: AUTHORIZATION_CODE }
const LINK = { metadata: { ref: 'CANARY-ref' }, settings: { transcripts: { W2: ['2023'] } } }
const LINK_BODY = { url: 'https://link.test/CANARY-link', id: 'l-1' }
const PERSON = { personalInfo: { firstName: 'CANARY-first', ssn: '003-45-6789' } }
const PDF = new TextEncoder().encode('%PDF-1.7 signed')
const REFRESH = { taxpayerId: 't-1', jobId: 'j-1' }
const RUNNING_JOB = { ...JOB, status: 'processing' }
const FILE = { documentId: 'd-1', file: btoa('%PDF-1.7 form') }
const FORM_PATH = '/providers/irs/f8821'

type OperationRow = readonly [
  auth: 'none' | 'client' | 'token',
  route: string,
  answer: unknown,
  run: (client: Service['client'], token: AccessToken, options?: OperationOptions) => Promise<unknown>,
  sent?: unknown,
]

const OPERATION_ROWS: Readonly<Record<OperationName, OperationRow>> = {
  exchangeCode: [
    'none',
    'POST /auth/token',
    GRANT,
    (c, _, options) => c.exchangeCode({ code: AUTHORIZATION_CODE }, options),
    TOKEN_EXCHANGE_BODY,
  ],
  retrieveToken: ['client', 'GET /auth/tax-payer/t-1/token', TOKEN_BODY, (c, _, o) => c.retrieveToken('t-1', o)],
  introspect: ['token', 'GET /introspect', INTROSPECTION_BODY, (c, ...args) => c.introspect(...args)],
  disconnect: ['token', 'POST /disconnect', SUCCESS_BODY, (c, ...args) => c.disconnect(...args)],
  listProviders: ['token', 'GET /providers', [{ any: true }], (c, ...args) => c.listProviders(...args)],
  getTaxpayer: ['token', 'GET /tax-payer', TAXPAYER, (c, ...args) => c.getTaxpayer(...args)],
  startRefresh: ['token', 'POST /tax-payer/t%2F1/refresh', JOB, (c, token, o) => c.startRefresh(token, 't/1', o)],
  getRefresh: [
    'token',
    'GET /tax-payer/t-1/refresh/j-1',
    RUNNING_JOB,
    (c, token, o) => c.getRefresh(token, REFRESH, o),
  ],
  clearRecords: ['token', 'POST /tax-payer/clear-records', SUCCESS_BODY, (c, ...args) => c.clearRecords(...args)],
  listRecords: ['token', 'GET /records', [RECORD], (c, ...args) => c.listRecords(...args)],
  getRecord: ['token', 'GET /records/r-1', { any: 1 }, (c, token, o) => c.getRecord(token, 'r-1', o)],
  createClientLink: ['client', 'POST /client-links', LINK_BODY, (c, _, o) => c.createClientLink(LINK, o), LINK],
  createUnsignedForm: [
    'client',
    `POST ${FORM_PATH}/unsigned`,
    FILE,
    (c, _, o) => c.createUnsignedForm(PERSON, o),
    PERSON,
  ],
  uploadSignedForm: ['client', `POST ${FORM_PATH}/upload/d-1`, GRANT, (c, _, o) => c.uploadSignedForm('d-1', PDF, o)],
}

/** Every operation with a function that calls it, a valid response body and the expected request. */
export const CALLS = Object.entries(OPERATION_ROWS).map(([name, [auth, route, response, call, sent]]) => {
  const [method = '', path = ''] = route.split(' ')
  const run = ({ client, token }: Pick<Service, 'client' | 'token'>, options?: OperationOptions) =>
    call(client, token, options)
  // These two operations have the same effect if they run twice.
  const isRepeatable = method === 'GET' || name === 'disconnect' || name === 'clearRecords'
  return { name, auth, method, path, isRepeatable, answer: response, run, sent }
})

/** Creates an object with every field that the service's API defines for a shape. */
export const makeFullObject = ({ fields, objects, lists, callerKeys = [] }: Shape): Record<string, unknown> => ({
  ...Object.fromEntries(
    fields.map(({ key, type, isSentAsText: textual }) => [key, type === 'money' && !textual ? 1 : 'text']),
  ),
  ...Object.fromEntries(Object.entries(objects).map(([key, { shape }]) => [key, makeFullObject(shape)])),
  ...Object.fromEntries(Object.entries(lists).map(([key, { shape }]) => [key, [makeFullObject(shape)]])),
  ...Object.fromEntries(callerKeys.map(key => [key, {}])),
})
