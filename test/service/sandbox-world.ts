import { readFileSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { ClientCredentials, type ClientOptions, createClient } from '../../src/service/client/index.js'
import {
  createSandbox,
  type ManualClock,
  manualClock,
  type Sandbox,
  type SandboxDossier,
  type SandboxOptions,
  type ServiceEvent,
  type Webhook,
} from '../../src/service/sandbox/index.js'

export const BASE = 'http://localhost:8821'
export const HOOK = 'https://app.example.invalid/hook'
export const REDIRECT = 'https://app.example.invalid/callback?from=tax'
const MINUTE = 60_000
export const HOUR = 60 * MINUTE

/** A request for an unsigned form, and its path. */
const UNSIGNED = '/providers/irs/f8821/unsigned'
export const REQUEST = {
  personalInfo: { firstName: 'Marisol', lastName: 'Quenby', ssn: '900-11-4471' },
  address: { street: '418 Larkspur Lane', city: 'Brookhollow', state: 'OH', zip: '43999' },
}

/** The people of the fixtures; the first is a borrower with records at `irs` and `turbotax`. */
export const PEOPLE: readonly SandboxDossier[] = readFileSync(
  new URL('../../fixtures/dossiers.ndjson', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter(line => line !== '')
  .map(line => JSON.parse(line) as SandboxDossier)

/** What a webhook endpoint received. */
interface Received {
  readonly url: string
  readonly signature: string
  readonly contentType: string | null
  readonly body: string
  readonly event: ServiceEvent
}

/** How a call is made. */
interface Call {
  readonly token?: string
  readonly client?: boolean
  readonly body?: unknown
  readonly form?: FormData
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer with its JSON read. */
interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into bodies of many shapes.
  readonly json: any
  readonly headers: Headers
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** A sandbox, its clock, and a webhook endpoint that answers what `status` says. */
export interface World {
  readonly sandbox: Sandbox
  readonly clock: ManualClock
  readonly received: Received[]
  status: (nth: number) => number
  call(method: string, path: string, call?: Call): Promise<Answer>
  /** The JSON of a resource, read with an access token. */
  get(path: string, token: string): Promise<Answer['json']>
  exchange(code: string, more?: { body?: object; headers?: Record<string, string> }): Promise<Answer>
  /** Authorizes and exchanges; gives the access token and the taxpayer's id. With a taxpayer, adds the provider to that one. */
  connect(
    provider?: string,
    person?: number,
    taxpayer?: string,
  ): Promise<{ token: string; taxpayerId: string }>
  /** Authorizes and exchanges without waiting for parsing; gives the access token and the taxpayer's id. */
  connectAsync(): Promise<{ token: string; taxpayerId: string }>
  /** Makes a client link. */
  link(body?: object): Promise<{ readonly url: string; readonly id: string }>
  /** Makes an unsigned form of the first person, with the fields given; `upload` uploads it as signed, or another file. */
  form(more?: object): Promise<Answer & { upload(file?: Blob | string, name?: string): Promise<Answer> }>
  /** Makes a visit from the selection of a provider to its end; gives the last answer. */
  walk(path: string, outcome?: string, provider?: string): Promise<Response>
  /** The data of every event of a type so far. */
  dataOf(type: string): readonly ServiceEvent['data'][]
  /** Registers the webhook endpoint for some event types, or all. */
  hook(...events: string[]): Webhook
  /** Connects and waits until every webhook was sent. */
  connectAndDeliver(): Promise<{ token: string; taxpayerId: string }>
  /** Fetches a hosted page without following redirects. */
  page(path: string, form?: Readonly<Record<string, string>>): Promise<Response>
}

/** The client credentials as a bearer. */
export const bearerOf = ({ id, secret }: { id: string; secret: string }): string =>
  Buffer.from(`${id}:${secret}`).toString('base64')

/** Makes a world whose clock stands still. */
export function makeWorld(options: SandboxOptions = {}): World {
  const clock = manualClock()
  const received: Received[] = []
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
          event: JSON.parse(body) as ServiceEvent,
        })
        return new Response(null, { status: world.status(received.length) })
      },
    },
  })
  const world: World = {
    sandbox,
    clock,
    received,
    status: () => 200,
    async call(method, path, { token, client, body, form, headers } = {}) {
      const bearer = token ?? (client === true ? bearerOf(sandbox.client) : undefined)
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
    },
    exchange: (code, { body = {}, headers = {} } = {}) =>
      world.call('POST', '/auth/token', {
        body: { client_id: sandbox.client.id, client_secret: sandbox.client.secret, code, ...body },
        headers,
      }),
    async connect(provider = 'service-sandbox', person = 0, taxpayer?: string) {
      const same = taxpayer === undefined ? {} : { taxpayerId: taxpayer }
      const { code } = sandbox.authorize({ provider, person, ...same })
      const { json } = await world.exchange(code)
      return { token: json.access_token, taxpayerId: json.taxpayer_id }
    },
    get: async (path, token) => (await world.call('GET', path, { token })).json,
    async connectAsync() {
      const headers = { 'x-service-async': 'true' }
      const { json } = await world.exchange(sandbox.authorize().code, { headers })
      return { token: json.access_token, taxpayerId: json.taxpayer_id }
    },
    link: async (body = {}) => (await world.call('POST', '/client-links', { client: true, body })).json,
    async form(more = {}) {
      const made = await world.call('POST', UNSIGNED, { client: true, body: { ...REQUEST, ...more } })
      const path = `/providers/irs/f8821/upload/${made.headers.get('x-document-id')}`
      const upload = (file: Blob | string = new Blob([made.bytes]), name = 'file') => {
        const form = new FormData()
        form.set(name, file)
        return world.call('POST', path, { client: true, form })
      }
      return { ...made, upload }
    },
    async walk(path, outcome = 'connected', provider = 'service-sandbox') {
      const visit = (await world.page(path)).headers.get('location') ?? ''
      await world.page(visit, { action: 'select', provider_id: provider, person: '0' })
      await world.page(visit, { action: 'consent' })
      return world.page(visit, { action: 'connect', outcome })
    },
    dataOf: type => sandbox.events.filter(({ event }) => event === type).map(({ data }) => data),
    hook: (...events) => sandbox.registerWebhook({ url: HOOK, ...(events.length > 0 ? { events } : {}) }),
    async connectAndDeliver() {
      const connected = await world.connect()
      await sandbox.idle()
      return connected
    },
    page: (path, form) =>
      sandbox.fetch(
        new URL(path, BASE),
        form === undefined ? { redirect: 'manual' } : { method: 'POST', body: new URLSearchParams(form) },
      ),
  }
  return world
}

/** A sandbox that listens until the test is over. */
export async function listen(options: SandboxOptions = {}): Promise<{ sandbox: Sandbox; url: string }> {
  const sandbox = createSandbox(options)
  const { url, close } = await sandbox.listen()
  onTestFinished(close)
  return { sandbox, url }
}

/** A client of the library with the credentials of a sandbox. */
export const clientOf = (
  { client: { id, secret } }: Sandbox,
  baseUrl: string,
  options: Partial<ClientOptions> = {},
) => createClient({ baseUrl, credentials: new ClientCredentials(id, secret), ...options })

/** The path of the connect page in the redirect flow. */
export const redirectPath = (world: World): string =>
  `/connect?client_id=${world.sandbox.client.id}&redirect_uri=${encodeURIComponent(REDIRECT)}&state=s-1`

/** The path of the connect page in the embedded flow. */
export const embeddedPath = (world: World): string =>
  `/connect?client_id=${world.sandbox.client.id}&origin=${encodeURIComponent('http://localhost:3000')}`
