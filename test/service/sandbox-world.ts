import { readFileSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { ClientCredentials, type ClientOptions, createClient } from '../../src/service/client/index.js'
import {
  createSandbox,
  manualClock,
  type Sandbox,
  type SandboxDossier,
  type SandboxEvent,
  type SandboxOptions,
} from '../../src/service/sandbox/index.js'

export const BASE = 'http://localhost:8821'
export const HOOK = 'https://app.example.invalid/hook'
export const REDIRECT = 'https://app.example.invalid/callback?from=tax'
const MINUTE = 60_000
export const HOUR = 60 * MINUTE

/** The API path that creates an unsigned Form 8821. */
const UNSIGNED = '/providers/irs/f8821/unsigned'
export const REQUEST = {
  personalInfo: { firstName: 'Marisol', lastName: 'Quenby', ssn: '900-11-4471' },
  address: { street: '418 Larkspur Lane', city: 'Brookhollow', state: 'OH', zip: '43999' },
}

/** The people of the fixtures. The first is a borrower with records at `irs` and `turbotax`. */
export const PEOPLE: readonly SandboxDossier[] = readFileSync(
  new URL('../../fixtures/dossiers.ndjson', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter(line => line !== '')
  .map(line => JSON.parse(line) as SandboxDossier)

/** A delivery that a webhook endpoint received. */
interface ReceivedDelivery {
  readonly url: string
  readonly signature: string
  readonly contentType: string | null
  readonly body: string
  readonly event: SandboxEvent
}

/** The options of a request to the sandbox. */
interface CallOptions {
  readonly token?: string
  readonly client?: boolean
  readonly body?: unknown
  readonly form?: FormData
  readonly headers?: Readonly<Record<string, string>>
}

/** A response with its parsed JSON. */
interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: the tests read bodies of many shapes
  readonly json: any
  readonly headers: Headers
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Encodes the client credentials as a bearer token. */
export const makeBearer = ({ id, secret }: { id: string; secret: string }): string =>
  Buffer.from(`${id}:${secret}`).toString('base64')

/** Creates a sandbox with a manual clock and a webhook endpoint that responds with 200 until `answer` changes that. */
export function makeWorld(options: SandboxOptions = {}) {
  const clock = manualClock()
  const received: ReceivedDelivery[] = []
  let chooseStatus = (_nth: number): number => 200
  const sandbox = createSandbox({
    clock,
    dossiers: PEOPLE,
    client: { redirectUris: [REDIRECT] },
    ...options,
    delivery: {
      ...options.delivery,
      fetch: async request => {
        const body = await request.text()
        received.push({
          url: request.url,
          signature: request.headers.get('Service-Signature') ?? '',
          contentType: request.headers.get('content-type'),
          body,
          event: JSON.parse(body) as SandboxEvent,
        })
        return new Response(null, { status: chooseStatus(received.length) })
      },
    },
  })
  const setChooseStatus = (next: typeof chooseStatus) => {
    chooseStatus = next
  }
  const connectPage = `/connect?client_id=${sandbox.client.id}`
  const redirectPath = `${connectPage}&redirect_uri=${encodeURIComponent(REDIRECT)}&state=s-1`
  const embeddedPath = `${connectPage}&origin=${encodeURIComponent('http://localhost:3000')}`
  const call = async (
    method: string,
    path: string,
    { token, client, body, form, headers }: CallOptions = {},
  ): Promise<Answer> => {
    const bearer = token ?? (client === true ? makeBearer(sandbox.client) : undefined)
    const payload = form ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await sandbox.fetch(`${BASE}${path}`, {
      method,
      headers: {
        'Service-API-Version': '2024-01-01',
        ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const isJson = response.headers.get('content-type')?.includes('json') === true
    const json = isJson ? JSON.parse(new TextDecoder().decode(bytes)) : null
    return { status: response.status, json, headers: response.headers, bytes }
  }
  /** Reads a resource with an access token and returns its JSON. */
  const get = async (path: string, token: string) => (await call('GET', path, { token })).json
  const exchange = (
    code: string,
    { body = {}, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
  ) =>
    call('POST', '/auth/token', {
      body: { client_id: sandbox.client.id, client_secret: sandbox.client.secret, code, ...body },
      headers,
    })
  const readGrant = ({ json }: Answer): { token: string; taxpayerId: string } => ({
    token: json.access_token,
    taxpayerId: json.taxpayer_id,
  })
  /** Authorizes and exchanges the code. Returns the token and the taxpayer id. `taxpayer` is an existing id to use. */
  const connect = async (provider = 'service-sandbox', person = 0, taxpayer?: string) => {
    const existingTaxpayer = taxpayer === undefined ? {} : { taxpayerId: taxpayer }
    return readGrant(await exchange(sandbox.authorize({ provider, person, ...existingTaxpayer }).code))
  }
  /** Authorizes and exchanges the code without waiting for parsing. */
  const connectAsync = async () =>
    readGrant(await exchange(sandbox.authorize().code, { headers: { 'x-service-async': 'true' } }))
  /** Connects and waits until every webhook is delivered. */
  const connectAndDeliver = async () => {
    const made = await connect()
    await sandbox.idle()
    return made
  }
  /** Creates a client link. */
  const link = async (body: object = {}): Promise<{ readonly url: string; readonly id: string }> =>
    (await call('POST', '/client-links', { client: true, body })).json
  /** Creates an unsigned form for the first person. `upload` uploads this form as the signed one, or another file. */
  const form = async (fields: object = {}) => {
    const made = await call('POST', UNSIGNED, { client: true, body: { ...REQUEST, ...fields } })
    const path = `/providers/irs/f8821/upload/${made.headers.get('x-document-id')}`
    const upload = (file: Blob | string = new Blob([made.bytes]), name = 'file') => {
      const form = new FormData()
      form.set(name, file)
      return call('POST', path, { client: true, form })
    }
    return { ...made, upload }
  }
  /** Fetches a hosted page without following redirects. */
  const page = (path: string, form?: Readonly<Record<string, string>>) =>
    sandbox.fetch(
      new URL(path, BASE),
      form === undefined ? { redirect: 'manual' } : { method: 'POST', body: new URLSearchParams(form) },
    )
  /** Opens a visit to a hosted page. Returns its path, and functions that read it and perform its steps. */
  const openVisit = async (start = embeddedPath) => {
    const path = (await page(start)).headers.get('location') ?? ''
    const step = (action: string, fields = {}) => page(path, { action, ...fields })
    const select = (person = '0', provider = 'irs') => step('select', { provider_id: provider, person })
    return { path, step, select, look: async () => (await page(path)).text() }
  }
  /** Completes a visit from the selection of a provider to its end. Returns the last response. */
  const walk = async (start: string, outcome = 'connected', provider = 'service-sandbox') => {
    const { select, step } = await openVisit(start)
    await select('0', provider)
    await step('consent')
    return step('connect', { outcome })
  }
  /** Lists the data of all events of a type so far. */
  const listEventData = (type: string) => sandbox.events.filter(({ event }) => event === type).map(({ data }) => data)
  /** Registers the webhook endpoint for the given event types, or for all types. */
  const hook = (...events: string[]) => sandbox.registerWebhook({ url: HOOK, ...(events.length > 0 ? { events } : {}) })
  const calls = { call, get, exchange, connect, connectAsync, connectAndDeliver, link, form, page, openVisit, walk }
  const paths = { redirectPath, embeddedPath }
  return { sandbox, clock, received, answer: setChooseStatus, dataOf: listEventData, hook, ...calls, ...paths }
}

export type World = ReturnType<typeof makeWorld>

/** Starts a sandbox that listens until the test ends. */
export async function listen(options: SandboxOptions = {}): Promise<{ sandbox: Sandbox; url: string }> {
  const sandbox = createSandbox(options)
  const { url, close } = await sandbox.listen()
  onTestFinished(close)
  return { sandbox, url }
}

/** Creates a client of the library with a sandbox's credentials. */
export const makeClient = (
  { client: { id, secret } }: Sandbox,
  baseUrl: string,
  options: Partial<ClientOptions> = {},
) => createClient({ baseUrl, credentials: new ClientCredentials(id, secret), ...options })
